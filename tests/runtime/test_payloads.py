"""Payloads of WebSocket messages: defaults of arguments."""

from typing import Any

import pytest
from starlette.requests import HTTPConnection

from sphinxcontrib_ggdocs.contracts.framing import ABSENT
from sphinxcontrib_ggdocs.contracts.model import BodyField, Content, Parameter, RequestBody
from sphinxcontrib_ggdocs.runtime.handshake import read_parameters
from sphinxcontrib_ggdocs.runtime.payloads import load_arguments

DEFAULT: list[str] = []
FIELD = BodyField(name="tags", type=list[str], required=False, default=DEFAULT)
WITH_FIELDS = RequestBody(contents=(Content(fields=(FIELD,)),))
WHOLE = RequestBody(contents=(Content(type=list[str]),), required=False, argument="tags")
PARAMETER = Parameter(
    name="tags", location="query", type=list[str], required=False, default=DEFAULT
)


def of_message(body: RequestBody, payload: Any) -> dict[str, Any]:
    return load_arguments(body, payload, (), {"tags": DEFAULT})


def of_handshake() -> dict[str, Any]:
    scope = {"type": "websocket", "query_string": b"", "headers": []}
    return read_parameters(HTTPConnection(scope), [PARAMETER])


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda: of_message(WITH_FIELDS, {}), id="a field"),
        pytest.param(lambda: of_message(WHOLE, ABSENT), id="a whole payload"),
        pytest.param(of_handshake, id="a parameter of the handshake"),
    ],
)
def test_a_default_is_not_shared_between_clients(read: Any) -> None:
    read()["tags"].append("of the first client")
    assert read() == {"tags": []}
    assert DEFAULT == []
