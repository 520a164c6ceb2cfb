"""Validates the parameters of a WebSocket's handshake by the contract's types.

FastAPI cannot do this: it would reject the connection in its own format, where clients expect the
contract's error format.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, TypeAlias, get_args

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from ..contracts.annotations import UNIONS, get_origin, peel_all
from ..contracts.errors import FieldProblem
from ..contracts.json_numbers import adapter_of
from ..contracts.model import MISSING, Parameter, TypeForm
from .error_responses import Invalid, RepeatedCredentials, problems_of

_COLLECTIONS = (list, tuple, set, frozenset, Sequence, Iterable)
"""The types of parameters that may be repeated."""

ParameterKey: TypeAlias = tuple[str, str]
"""The location of a parameter (``query``, ``header``, ``cookie``) and its name on the wire."""


def read_parameters(
    connection: HTTPConnection,
    parameters: Iterable[Parameter],
    credentials: Iterable[ParameterKey] = (),
) -> dict[str, Any]:
    """Return the validated values of parameters by their names on the wire. An optional parameter
    that is missing has its default, or None if it declares none.

    Args:
        connection: The handshake.
        parameters: The parameters to read.
        credentials: The parameters that guards read, which may come only once.

    Raises:
        Invalid: A value is missing, or not of the declared type.
        RepeatedCredentials: A credential came several times, and nothing else is wrong.
    """
    values: dict[str, Any] = {}
    repeated = repeated_credentials(connection, credentials)
    problems: list[FieldProblem] = []
    for parameter in parameters:
        value = _raw_value(connection, parameter)
        if value is None and parameter.required:
            path = f"{parameter.location}.{parameter.name}"
            problems.append(FieldProblem(path=path, message="Field required"))
        elif value is None:
            values[parameter.name] = None
            if parameter.default is not MISSING:
                # A copy, because the handler may change it.
                values[parameter.name] = deepcopy(parameter.default)
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


def _raw_value(connection: HTTPConnection, parameter: Parameter) -> object:
    """Return what a handshake has for a parameter before validation: a string (of several, the
    first), a list of strings for a type that is a collection, or None if there is nothing.
    """
    if parameter.location == "path":
        return connection.path_params.get(parameter.name)
    if parameter.location == "cookie":
        return connection.cookies.get(parameter.name)
    values = _values_at(connection, parameter.location, parameter.name)
    if is_collection(parameter.type):
        return values or None
    if values:
        return values[0]
    return None


def repeated_credentials(
    connection: HTTPConnection, credentials: Iterable[ParameterKey]
) -> list[FieldProblem]:
    """Return a problem for each credential that came several times: a proxy may have checked
    another one of the values than the service reads.

    Args:
        connection: A request or a handshake.
        credentials: The location and the name of each credential.
    """
    problems: list[FieldProblem] = []
    # Callers pass a set: sorted, so that the problems always have the same order.
    for location, name in sorted(credentials):
        if len(_values_at(connection, location, name)) > 1:
            problem = "There are several values, but one is expected"
            problems.append(FieldProblem(path=f"{location}.{name}", message=problem))
    return problems


def _values_at(connection: HTTPConnection, location: str, name: str) -> Sequence[str]:
    """Return all values of a parameter in the query, the headers or the cookies.

    Of cookies, which Starlette keeps only once per name, each value is ``name=value``: callers only
    count them.
    """
    if location == "query":
        return connection.query_params.getlist(name)
    if location == "header":
        return connection.headers.getlist(name)
    cookies = ";".join(connection.headers.getlist("cookie")).split(";")
    return [cookie for cookie in cookies if cookie.partition("=")[0].strip() == name]


def is_collection(annotation: TypeForm) -> bool:
    """Return whether a type, or a member of a union, is a list, a set or another collection."""
    bare = peel_all(annotation)
    if get_origin(bare) in UNIONS:
        return any(map(is_collection, get_args(bare)))
    return (get_origin(bare) or bare) in _COLLECTIONS
