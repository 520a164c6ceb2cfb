"""Envelopes of WebSocket messages in the contract document, as schemas and as lines of text."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.envelopes import MARK, envelope
from sphinxcontrib_ggdocs.contracts.framing import ABSENT, DEFAULT, Placeholder
from sphinxcontrib_ggdocs.native.frames import filled, outline

TEXT = {"type": "string"}


@pytest.mark.parametrize("placeholder", Placeholder)
def test_placeholders_are_marked_by_their_value(placeholder: Placeholder) -> None:
    assert envelope(placeholder)[MARK] == placeholder.value


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
        pytest.param([Placeholder.PAYLOAD], {"empty": True}, "[null]", id="empty item"),
        pytest.param(Placeholder.PAYLOAD, {}, "<payload>", id="bare"),
    ],
)
def test_an_outline_is_one_line(template: Any, options: Any, line: str) -> None:
    assert outline(envelope(template), **options) == line


OWN: dict[str, Any] = {"id": {"const": 1}, "method": {"const": "say"}, "payload": TEXT}


@pytest.mark.parametrize(
    ("template", "required", "properties", "needed"),
    [
        pytest.param(DEFAULT.event, True, ["method", "data"], ["method", "data"], id="payload"),
        pytest.param(DEFAULT.event, False, ["method", "data"], ["method"], id="optional payload"),
        pytest.param({"a": {"b": Placeholder.PAYLOAD}}, False, ["a"], None, id="payload inside"),
    ],
)
def test_keys_of_a_filled_envelope(
    template: Any, required: bool, properties: list[str], needed: list[str] | None
) -> None:
    schema = filled(envelope(template), OWN, required=required)
    assert list(schema["properties"]) == properties
    assert schema.get("required") == needed


def test_what_fills_an_envelope() -> None:
    schema = filled(envelope(DEFAULT.request), OWN, required=True)
    assert schema["properties"] == {
        "id": {"type": ["string", "integer"], "const": 1},
        "method": {"type": "string", "const": "say"},
        "data": TEXT,
    }
    assert filled(envelope(Placeholder.PAYLOAD), {"payload": ABSENT}, required=True) is ABSENT
    empty = envelope({})
    assert filled(empty, OWN, required=True) == empty
    only = envelope({"data": Placeholder.PAYLOAD})
    assert filled(only, {"payload": ABSENT}, required=True) is ABSENT


@pytest.mark.parametrize(("required", "least"), [(True, 2), (False, 1)])
def test_a_list_is_shorter_without_its_payload(required: bool, least: int) -> None:
    schema = filled(envelope([Placeholder.ID, Placeholder.PAYLOAD]), OWN, required=required)
    assert (schema["minItems"], schema["prefixItems"][1]) == (least, TEXT)


def test_a_list_has_null_in_the_place_of_a_payload_that_is_not_sent() -> None:
    template = envelope([Placeholder.ID, Placeholder.PAYLOAD])
    schema = filled(template, {**OWN, "payload": ABSENT}, required=True)
    assert schema["prefixItems"][1] == {"type": "null"}


@pytest.mark.parametrize("schema", [True, {"type": "string"}, {"const": 1}])
def test_an_envelope_of_a_document_may_hold_any_schema(schema: Any) -> None:
    outer = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    assert filled(outer, OWN, required=True)["properties"] == {"a": schema}
