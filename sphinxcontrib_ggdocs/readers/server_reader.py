"""Reads the servers of a document, with the variables in their addresses."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..audience_rules import Audiences
from ..catalog import ServerSpec
from ..catalog.servers import server_specs
from ..contracts.audiences import combined
from ..contracts.contract_errors import ContractError
from .elements import Element


def read_servers(elements: Iterable[Element]) -> Iterator[ServerSpec]:
    """Yield the servers that Server Objects describe; an invalid one is left out with a warning."""
    for server in elements:
        if server.check_object():
            try:
                # The function for servers of settings, which checks their fields.
                yield from server_specs([_fields(server)])
            except ContractError as error:
                server.warn(error.message, error.hint)


def _fields(server: Element) -> dict[str, Any]:
    """Return a Server Object as a mapping of the fields of `ServerSpec`."""
    fields: dict[str, Any] = {}
    for key in ("url", "name", "description", "variables"):
        if server.value.get(key) is not None:
            fields[key] = server.value[key]
    audience = audience_of_server(server)
    if audience:
        fields["audience"] = audience
    url = fields.get("url")
    if isinstance(url, str) and url.startswith("//"):
        # Such a URL has the scheme of the page it is on; documentation may be read from a file.
        fields["url"] = f"https:{url}"
    variables = server.get("variables")
    # Variables that are no object stay unchanged, for `server_specs` reports them.
    if variables is not None and variables.check_object():
        fields["variables"] = {variable.key: _variable(variable) for variable in variables.fields()}
    return fields


def audience_of_server(server: Element) -> Audiences:
    """Return the audiences that may see a server: those that may see all of its variables too,
    since nobody else can complete the address.
    """
    variables = (variable.resolved() for variable in server.members("variables"))
    marks = (variable.audience for variable in variables if variable is not None)
    return combined(server.audience, *marks)


def _variable(element: Element) -> Any:
    """Return a Server Variable Object as a mapping of the fields of `ServerVariableSpec`; numbers
    become texts, as which they appear in the address. An invalid value is returned unchanged, for
    `server_specs` reports it.
    """
    if not isinstance(element.value, dict):
        return element.value
    variable: dict[str, Any] = {}
    for key in ("default", "enum", "description"):
        if element.value.get(key) is not None:
            variable[key] = element.value[key]
    if "default" in variable:
        variable["default"] = _text(variable["default"])
    if isinstance(variable.get("enum"), list):
        variable["enum"] = tuple(map(_text, variable["enum"]))
    return variable


def _text(value: Any) -> Any:
    """Return a number as a text; any other value unchanged."""
    return str(value) if isinstance(value, int | float) else value
