"""Server objects (OpenAPI 3.1, 4.8.5)."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..catalog import ServerSpec


def server_objects(servers: Iterable[ServerSpec | Mapping[str, Any]], *, websockets: bool) -> list[dict[str, Any]]:
    """The servers of one kind.

    Args:
        servers: As in a spec.
        websockets: Whether those whose URL starts with ws are wanted, or the others.
    """
    specs = [item if isinstance(item, ServerSpec) else ServerSpec.model_validate(item) for item in servers]
    return [_server(spec) for spec in specs if spec.url.startswith("ws") is websockets]


def _server(spec: ServerSpec) -> dict[str, Any]:
    found: dict[str, Any] = {"url": spec.url}
    if spec.description:
        found["description"] = spec.description
    variables = {
        name: {
            key: value
            for key, value in (
                ("default", variable.default),
                ("enum", list(variable.enum) if variable.enum else None),
                ("description", variable.description),
            )
            if value is not None
        }
        for name, variable in spec.variables.items()
    }
    return {**found, "variables": variables} if variables else found
