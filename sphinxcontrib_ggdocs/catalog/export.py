"""What the exporters of both formats share: what they cannot say, and where a service answers."""

import sys
from collections.abc import Iterable, Mapping
from typing import Any
from warnings import warn

from ..contracts.mistakes import Where
from ..contracts.model import Source
from .specs import ServerSpec


class ExportWarning(UserWarning):
    """Something was left out of an exported file, or written with less than the contract says; it names what."""


def tell(message: str) -> None:
    """Warn of what an exported file lacks."""
    warn(message, ExportWarning, stacklevel=2)


def place_of(source: Source | None, owner: str) -> Where:
    """Where something was written, its file and line as far as they are known."""
    if source is None:
        return Where(owner=owner)
    return Where(file=getattr(sys.modules.get(source.module), "__file__", None), line=source.line, owner=owner)


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
