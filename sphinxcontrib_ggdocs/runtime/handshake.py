"""Validates the parameters of a WebSocket's handshake by the contract's types.

FastAPI cannot do this: it would reject the connection in its own format, where clients expect the
contract's error format.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, get_args

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from ..contracts.annotations import UNIONS, get_origin, peel_all
from ..contracts.errors import FieldProblem
from ..contracts.json_numbers import adapter_of
from ..contracts.model import MISSING, Parameter, TypeForm
from .error_responses import Invalid, RepeatedCredentials, problems_of

_SEVERAL = (list, tuple, set, frozenset, Sequence, Iterable)


Place: TypeAlias = tuple[str, str]
"""Where a parameter is, and its name on the wire."""


def read_parameters(
    connection: HTTPConnection, parameters: Iterable[Parameter], credentials: Iterable[Place] = ()
) -> dict[str, Any]:
    """Return the values by their names on the wire.

    Args:
        connection: The handshake.
        parameters: What is read.
        credentials: What guards read, which must not be ambiguous either.

    Raises:
        Invalid: One is missing, or does not have the declared type.
        RepeatedCredentials: A credential came several times, and nothing else is wrong.
    """
    values: dict[str, Any] = {}
    repeated = repeated_credentials(connection, credentials)
    problems: list[FieldProblem] = []
    for parameter in parameters:
        value = _given(connection, parameter)
        if value is None and parameter.required:
            path = f"{parameter.location}.{parameter.name}"
            problems.append(FieldProblem(path=path, message="Field required"))
        elif value is None:
            values[parameter.name] = None if parameter.default is MISSING else parameter.default
        else:
            try:
                values[parameter.name] = adapter_of(parameter.type).validate_python(value)
            except ValidationError as error:
                problems += problems_of(error, parameter.location, parameter.name)
    if problems:
        raise Invalid([*repeated, *problems])
    if repeated:
        raise RepeatedCredentials(repeated)
    return values


def _given(connection: HTTPConnection, parameter: Parameter) -> object:
    """What came with the handshake: a string, a list of them where the type holds several, or
    None.
    """
    if parameter.location == "path":
        return connection.path_params.get(parameter.name)
    if parameter.location == "cookie":
        return connection.cookies.get(parameter.name)
    values = _values_at(connection, parameter.location, parameter.name)
    if holds_several(parameter.type):
        return values or None
    if values:
        return values[0]
    return None


def repeated_credentials(connection: HTTPConnection, places: Iterable[Place]) -> list[FieldProblem]:
    """Credentials that came several times: a server in front may have checked another one.

    Args:
        connection: A request or a handshake.
        places: Place and name of each credential.
    """
    problems: list[FieldProblem] = []
    for place in sorted(places):
        if len(_values_at(connection, *place)) > 1:
            problem = "There are several values, but one is expected"
            problems.append(FieldProblem(path=".".join(place), message=problem))
    return problems


def _values_at(connection: HTTPConnection, location: str, name: str) -> Sequence[str]:
    if location == "query":
        return connection.query_params.getlist(name)
    if location == "header":
        return connection.headers.getlist(name)
    cookies = ";".join(connection.headers.getlist("cookie")).split(";")
    return [cookie for cookie in cookies if cookie.partition("=")[0].strip() == name]


def holds_several(annotation: TypeForm) -> bool:
    """Return whether a type, or a member of the union that it is, is a list, a set or the like."""
    bare = peel_all(annotation)
    if get_origin(bare) in UNIONS:
        return any(map(holds_several, get_args(bare)))
    return (get_origin(bare) or bare) in _SEVERAL
