"""What the exporters of both formats share: what they cannot say, and where a service answers."""

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar
from warnings import warn

from pydantic import Field

from ..contracts.contract_errors import Where
from ..contracts.credentials import (
    asked_by,
    carried_by,
    declared_security,
    is_credential,
    own_parameters,
    place_of,
    requirements_of,
)
from ..contracts.model import Contract, HttpMethod, Parameter
from ..contracts.permissions import Permission
from .fields import Spec
from .specs import ServerList, ServerSpec, ServerVariableSpec

_OURS = f"{Path(__file__).parents[1]}{os.sep}"


class ExportWarning(UserWarning):
    """Something was left out of an exported file, or written with less than the contract says; it
    names what.
    """


def tell(message: str) -> None:
    """Warn of what an exported file lacks, at the line of the caller that is not of this
    package.
    """
    level, frame = (
        1,
        sys._getframe(),
    )  # as `warnings` itself counts; Python 3.12 has skip_file_prefixes
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        level, frame = level + 1, frame.f_back
    warn(message, ExportWarning, stacklevel=level)


def tell_lost_patterns(patterns: Iterable[str]) -> None:
    """Warn of patterns that ECMA-262, whose patterns JSON Schema has, cannot say."""
    for pattern in patterns:
        tell(f"the pattern {pattern!r} is left out, for ECMA-262 has no form for it")


def tell_lost_references(references: Iterable[str]) -> None:
    """Warn of references in schemas by hand that lead nowhere."""
    for reference in references:
        tell(f"the reference {reference!r} is left out, for it leads nowhere")


def sent_by_callers(
    contract: Contract, method: HttpMethod | None, where: Where
) -> tuple[Parameter, ...]:
    """The parameters that are no credentials, each once: its own before those that its requirements
    ask for.

    Args:
        contract: The contract.
        method: One of its methods; None for the handshake of a WebSocket.
        where: The method, for warnings about parameters that are declared twice.
    """
    carried = carried_by(*declared_security(contract, method))
    asked = (parameter for parameter, _ in asked_by(requirements_of(contract, method)))
    parameters: dict[tuple[str, str], Parameter] = {}
    for parameter in (*own_parameters(contract, method), *asked):
        place = place_of(parameter)
        if is_credential(parameter) or place in carried:
            continue
        known = parameters.setdefault(place, parameter)
        if known is not parameter and known.type != parameter.type:
            tell(
                f"{where}: the {parameter.location} {parameter.name} is declared twice; the "
                "first one is kept"
            )
    return tuple(parameters.values())


def undeclared_credentials(where: Where | str, permission: Permission) -> str:
    """A sentence for the description of an operation that needs a permission; there is a warning,
    too.
    """
    tell(
        f"{where}: it needs a permission ({permission.text}), but how callers identify "
        "themselves is not declared"
    )
    return (
        f"Needs a permission ({permission.text}). How callers identify themselves is not declared."
    )


class _Servers(Spec):
    """The argument ``servers`` of an exporter; validated like those of documents."""

    parts: ClassVar[dict[str, type[Spec]]] = {
        "servers": ServerSpec,
        "variables": ServerVariableSpec,
    }

    servers: ServerList = Field(
        default=(), description="a list of servers: url, description, variables; or of URLs"
    )


def server_specs(
    servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None,
) -> list[ServerSpec]:
    """Servers given as specs, mappings or plain URLs, checked.

    Raises:
        SpecError: A URL is no address, or its placeholders and variables differ.
    """
    return list(_Servers.model_validate({"servers": servers}).servers)


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
