"""The parameters of a WebSocket's handshake, validated by the contract's types.

Not by FastAPI: it would refuse the connection in a form of its own, where a client expects the
contract's error format.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from ..contracts.annotations import get_origin, peel_all, without_none
from ..contracts.errors import FieldProblem
from ..contracts.model import MISSING, Parameter, TypeForm
from .error_responses import Invalid, problems_of
from .json_values import adapter_of

_SEVERAL = (list, tuple, set, frozenset, Sequence, Iterable)


def read_parameters(connection: HTTPConnection, parameters: Iterable[Parameter]) -> dict[str, Any]:
    """The values by their names on the wire.

    Raises:
        Invalid: One is missing, or does not have the declared type.
    """
    values: dict[str, Any] = {}
    problems: list[FieldProblem] = []
    for parameter in parameters:
        given = _given(connection, parameter)
        if given is None and parameter.required:
            path = f"{parameter.location}.{parameter.name}"
            problems.append(FieldProblem(path=path, message="Field required"))
        elif given is None:
            values[parameter.name] = None if parameter.default is MISSING else parameter.default
        else:
            try:
                values[parameter.name] = adapter_of(parameter.type).validate_python(given)
            except ValidationError as error:
                problems += problems_of(error, parameter.location, parameter.name)
    if problems:
        raise Invalid(problems)
    return values


def _given(connection: HTTPConnection, parameter: Parameter) -> object:
    """What came with the handshake: a string, a list of them where the type holds several, or
    None.
    """
    source: Mapping[str, Any]
    match parameter.location:
        case "path":
            return connection.path_params.get(parameter.name)
        case "cookie":
            return connection.cookies.get(parameter.name)
        case "query":
            source, several = (
                connection.query_params,
                connection.query_params.getlist(parameter.name),
            )
        case _:
            source, several = connection.headers, connection.headers.getlist(parameter.name)
    if _holds_several(parameter.type):
        return several or None
    return source.get(parameter.name)


def _holds_several(form: TypeForm) -> bool:
    bare = peel_all(form)
    bare = peel_all(without_none(bare) or bare)
    return (get_origin(bare) or bare) in _SEVERAL
