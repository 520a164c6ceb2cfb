"""Envelopes of WebSocket messages in the contract document, as schemas and as lines of text."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.envelopes import MARK, envelope, outline
from sphinxcontrib_ggdocs.contracts.framing import DEFAULT, Placeholder

TYPES: dict[Placeholder, dict[str, Any]] = {
    Placeholder.ID: {"type": ["string", "integer"]},
    Placeholder.METHOD: {"type": "string"},
    Placeholder.TYPE: {"type": "string"},
    Placeholder.CODE: {"type": "integer"},
    Placeholder.MESSAGE: {"type": "string"},
}


@pytest.mark.parametrize("placeholder", Placeholder)
def test_placeholders_are_marked_by_their_value(placeholder: Placeholder) -> None:
    expected = {**TYPES.get(placeholder, {}), MARK: placeholder.value}
    assert envelope(placeholder) == expected


def test_an_envelope_that_does_not_exist_accepts_nothing() -> None:
    assert envelope(None) == {}


def test_an_envelope_is_a_closed_description_of_its_keys() -> None:
    request = envelope(DEFAULT.request)
    assert request["properties"] == {
        "id": {"type": ["string", "integer"], MARK: "id"},
        "method": {"type": "string", MARK: "method"},
        "data": {MARK: "payload"},
    }


@pytest.mark.parametrize(
    ("template", "options", "line"),
    [
        pytest.param(
            DEFAULT.request, {}, '{"id": <id>, "method": <method>, "data": <payload>}', id="request"
        ),
        pytest.param(
            DEFAULT.event, {"method": "say"}, '{"method": "say", "data": <payload>}', id="named"
        ),
        pytest.param(
            DEFAULT.event, {"method": "say", "empty": True}, '{"method": "say"}', id="no payload"
        ),
        pytest.param({"größe": Placeholder.ID}, {}, '{"größe": <id>}', id="beyond ASCII"),
        pytest.param(["a", Placeholder.ID], {}, '["a", <id>]', id="list"),
        pytest.param(["a", Placeholder.PAYLOAD], {"empty": True}, '["a", null]', id="empty item"),
        pytest.param([Placeholder.PAYLOAD], {"empty": True}, "null", id="empty list"),
        pytest.param({"data": Placeholder.PAYLOAD}, {"empty": True}, "null", id="empty object"),
        pytest.param(Placeholder.PAYLOAD, {"empty": True}, "null", id="bare, empty"),
        pytest.param({}, {"empty": True}, "{}", id="an object without keys"),
        pytest.param(None, {}, "null", id="none"),
        pytest.param({"v": 2, "a": {"b": "c"}}, {}, '{"v": 2, "a": {"b": "c"}}', id="constants"),
        pytest.param(Placeholder.PAYLOAD, {}, "<payload>", id="bare"),
    ],
)
def test_an_outline_is_one_line(template: Any, options: Any, line: str) -> None:
    assert outline(envelope(template), **options) == line


@pytest.mark.parametrize("schema", [True, {"type": "string"}, {}])
def test_an_envelope_of_a_document_may_hold_any_schema(schema: Any) -> None:
    outer = {"type": "object", "properties": {"a": schema, "b": {"const": 1}}}
    assert outline(outer) == '{"a": null, "b": 1}'
