"""What the exporters of both formats share: what they cannot say, and where a service answers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from warnings import warn

from ..contracts.middleware import Middleware, asked_by, authentication, said_of
from ..contracts.mistakes import Where
from ..contracts.model import Parameter
from .specs import ServerSpec


class ExportWarning(UserWarning):
    """Something was left out of an exported file, or written with less than the contract says; it names what."""


def tell(message: str) -> None:
    """Warn of what an exported file lacks."""
    warn(message, ExportWarning, stacklevel=2)


@dataclass(frozen=True, slots=True)
class Credential:
    """A header that identifies the caller."""

    name: str
    """What it is called: its middleware, or the header itself."""
    parameter: Parameter
    description: str | None


def sent_by_callers(
    own: Iterable[Parameter],
    middlewares: Iterable[Middleware],
    where: Where,
    is_credential: Callable[[Parameter], object] = authentication,
) -> tuple[tuple[Credential, ...], tuple[Parameter, ...]]:
    """Credentials and all other parameters, each once.

    Args:
        own: What a method or a handshake declares itself; it goes before what stands before it asks.
        middlewares: What stands before it.
        where: The method, for warnings about parameters that are declared twice.
        is_credential: Whether a header identifies the caller.
    """
    credentials: dict[str, Credential] = {}
    parameters: dict[tuple[str, str], Parameter] = {}
    for parameter, middleware in (*((each, None) for each in own), *asked_by(middlewares)):
        name = parameter.name
        header = name.lower() if parameter.location == "header" else None
        if header is not None and is_credential(parameter):
            called, text = (middleware.name, middleware.description) if middleware else (name, None)
            credentials.setdefault(header, Credential(called, parameter, said_of(parameter) or text))
        else:
            known = parameters.setdefault((parameter.location, header or name), parameter)
            if known is not parameter and known.type != parameter.type:
                tell(f"{where}: the {parameter.location} {name} is declared twice; the first one is kept")
    return tuple(credentials.values()), tuple(parameters.values())


def server_specs(servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None) -> list[ServerSpec]:
    """Servers given as specs, mappings or plain URLs, checked.

    Raises:
        SpecError: A URL is no address, or its placeholders and variables differ.
    """
    return [
        item
        if isinstance(item, ServerSpec)
        else ServerSpec.model_validate({"url": item} if isinstance(item, str) else item)
        for item in servers or ()
    ]


def is_websocket(server: ServerSpec) -> bool:
    """Whether a server's URL starts with ws or wss."""
    return server.url.lower().startswith(("ws:", "wss:"))


def server_variables(server: ServerSpec) -> dict[str, dict[str, Any]]:
    """Server variable objects, which OpenAPI 3.1 and AsyncAPI 3.0 write alike."""
    return {
        name: without_nothing(
            default=variable.default,
            enum=list(variable.enum) if variable.enum else None,
            description=variable.description,
        )
        for name, variable in server.variables.items()
    }


def without_nothing(**members: Any) -> dict[str, Any]:
    """The members of an object that are there; None stands for an absent one."""
    return {key: value for key, value in members.items() if value is not None}
