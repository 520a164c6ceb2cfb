"""Templates of frames: what is written and read by them, how schemas show them, and which cannot
work.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, Protocol

import pytest
from pydantic import BaseModel, Field, RootModel

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    VALIDATION_ERROR,
    ContractError,
    Interaction,
    WebSocketContract,
    contract_of,
    http,
    ws,
)
from sphinxcontrib_ggdocs.contracts.framing import (
    ABSENT,
    DEFAULT,
    Framing,
    Placeholder,
    error_schemas,
    fill,
    match,
    message_schemas,
    schema,
)
from sphinxcontrib_ggdocs.contracts.standard_framings import JSON_RPC, Bare, is_object, tags

ID, METHOD, PAYLOAD = Placeholder.ID, Placeholder.METHOD, Placeholder.PAYLOAD


OBJECT = {"v": 1, "id": ID, "in": {"data": PAYLOAD}}


ARRAY = [2, ID, "x", PAYLOAD]


VALUES = {ID: 7, PAYLOAD: {"a": 1}}


FILLED = [
    (OBJECT, VALUES, {"v": 1, "id": 7, "in": {"data": {"a": 1}}}),
    (OBJECT, {ID: 7}, {"v": 1, "id": 7}),
    (ARRAY, VALUES, [2, 7, "x", {"a": 1}]),
    (ARRAY, {ID: 7}, [2, 7, "x", None]),
    (PAYLOAD, {PAYLOAD: None}, None),
    (PAYLOAD, {}, ABSENT),
    ([ID, [PAYLOAD]], {ID: 7}, [7, None]),
    ({"a": {"b": PAYLOAD}}, {}, ABSENT),
]


@pytest.mark.parametrize(("template", "values", "message"), FILLED)
def test_a_message_is_written_by_its_template(template: Any, values: Any, message: Any) -> None:
    assert fill(template, values) == message


MATCHED: list[tuple[Any, Any, dict[Placeholder, Any] | None]] = [
    (OBJECT, {"v": 1, "id": 7, "in": {"data": [1]}, "more": 2}, {ID: 7, PAYLOAD: [1]}),
    (OBJECT, {"v": 1, "id": 7}, {ID: 7}),
    (OBJECT, {"id": 7, "in": {"data": 1}}, None),
    (OBJECT, {"v": 2, "id": 7}, None),
    (OBJECT, {"v": True, "id": 7}, None),
    (ARRAY, [2, 7, "x", None], {ID: 7, PAYLOAD: None}),
    (ARRAY, [2, 7, "x"], {ID: 7}),
    (ARRAY, [2, 7], None),
    (ARRAY, [2, 7, "x", 1, 2], None),
    (PAYLOAD, None, {PAYLOAD: None}),
    (None, None, None),
]


@pytest.mark.parametrize(("template", "message", "values"), MATCHED)
def test_a_message_is_read_by_its_template(template: Any, message: Any, values: Any) -> None:
    assert match(template, message) == values


IDS = {"type": ["string", "integer"]}


TEXT = {"type": "string"}


SCHEMAS: list[tuple[Any, Any, bool, Any]] = [
    (
        {"id": ID, "method": METHOD, "data": PAYLOAD},
        TEXT,
        True,
        {
            "type": "object",
            "properties": {"id": IDS, "method": {"type": "string", "const": "say"}, "data": TEXT},
            "required": ["id", "method", "data"],
            "additionalProperties": False,
        },
    ),
    (
        {"id": ID, "data": PAYLOAD},
        ABSENT,
        True,
        {
            "type": "object",
            "properties": {"id": IDS},
            "required": ["id"],
            "additionalProperties": False,
        },
    ),
    ({"data": PAYLOAD}, ABSENT, True, ABSENT),
    ([PAYLOAD], ABSENT, True, ABSENT),
    (
        [True, 2, 0.5, None, PAYLOAD],
        TEXT,
        True,
        {
            "type": "array",
            "prefixItems": [
                {"type": "boolean", "const": True},
                {"type": "integer", "const": 2},
                {"type": "number", "const": 0.5},
                {"type": "null"},
                TEXT,
            ],
            "items": False,
            "minItems": 5,
        },
    ),
    (
        {"id": ID, "data": PAYLOAD},
        TEXT,
        False,
        {
            "type": "object",
            "properties": {"id": IDS, "data": TEXT},
            "required": ["id"],
            "additionalProperties": False,
        },
    ),
    (
        [ID, PAYLOAD],
        TEXT,
        False,
        {"type": "array", "prefixItems": [IDS, TEXT], "items": False, "minItems": 1},
    ),
    (
        [ID, PAYLOAD],
        ABSENT,
        True,
        {"type": "array", "prefixItems": [IDS, {"type": "null"}], "items": False, "minItems": 2},
    ),
]


@pytest.mark.parametrize(("template", "payload", "required", "expected"), SCHEMAS)
def test_a_schema_shows_what_a_template_admits(
    template: Any, payload: Any, required: bool, expected: Any
) -> None:
    assert schema(template, message_schemas("say", payload), required=required) == expected


GONE = ERROR.define("GONE", 410)


@pytest.mark.parametrize(
    ("framing", "error", "codes", "shown"),
    [
        (DEFAULT, GONE, (410,), {"const": 410}),
        (JSON_RPC, SERVER_ERROR, (-32603,), {"const": -32603}),
        (
            JSON_RPC,
            VALIDATION_ERROR,
            (-32602, -32700, -32600, -32601),
            {"enum": [-32602, -32700, -32600, -32601]},
        ),
    ],
)
def test_codes_of_errors(
    framing: Framing, error: Any, codes: tuple[int, ...], shown: dict[str, Any]
) -> None:
    assert framing.codes(error) == codes
    schemas = error_schemas(error.type, framing.codes(error), None, TEXT)
    assert schemas[Placeholder.CODE] == {"type": "integer", **shown}
    assert schemas[Placeholder.TYPE] == {"type": "string", "const": error.type}
    assert (schemas[Placeholder.ERROR], schemas[Placeholder.MESSAGE]) == ({"type": "null"}, TEXT)


class Say(BaseModel):
    kind: Literal["say", "shout"]
    text: str


class Leave(BaseModel):
    kind: Literal["leave"]


class Plain(BaseModel):
    text: str


class Tree(BaseModel):
    kind: Literal["tree"]
    inner: "Tree | None" = None


class Wrapped(RootModel["Say | Wrapped"]):
    """Either itself or what it wraps: the union has no other members."""


Either = Annotated[Say | Leave, Field(discriminator="kind")]


class Messages(Protocol):
    @ws.client_to_server
    def model(self, message: Say) -> None: ...
    @ws.client_to_server
    def union(self, message: Either) -> None: ...
    @ws.client_to_server
    def recursive(self, message: Tree) -> None: ...
    @ws.client_to_server
    def arguments(self, kind: Literal["a", "b"], text: str) -> None: ...
    @ws.client_to_server
    def untagged(self, message: Say | Plain) -> None: ...
    @ws.client_to_server
    def number(self, message: int) -> None: ...
    @ws.client_to_server
    def model_or_number(self, message: Say | int) -> None: ...
    @ws.client_to_server
    def mapping(self, message: dict[str, int]) -> None: ...
    @ws.client_to_server
    def wrapped(self, message: Wrapped) -> None: ...
    @ws.client_to_server
    def without_a_schema(self, message: Callable[[], int]) -> None: ...
    @ws.client_to_server
    def other_arguments(self, text: str, loud: bool) -> None: ...
    @ws.client_to_server
    def raw(self, message: Annotated[bytes, http.Body(media_type="image/png")]) -> None: ...
    @ws.client_to_server
    def nothing(self) -> None: ...


def interactions(api: Any) -> dict[str, Interaction]:
    contract = contract_of(api)
    assert isinstance(contract, WebSocketContract)
    return {each.name: each for each in contract.interactions}


INTERACTIONS = interactions(ws.api("/messages")(Messages))


OBJECTS = {
    "model",
    "union",
    "recursive",
    "arguments",
    "untagged",
    "mapping",
    "wrapped",
    "other_arguments",
}


TAGS = {
    "model": ("say", "shout"),
    "union": ("say", "shout", "leave"),
    "recursive": ("tree",),
    "wrapped": ("say", "shout"),
    "arguments": ("a", "b"),
}


@pytest.mark.parametrize("name", INTERACTIONS)
def test_what_is_known_of_payloads(name: str) -> None:
    interaction = INTERACTIONS[name]
    assert tags(interaction, "kind") == TAGS.get(name, ())
    for kind in ("request", "event"):
        template = JSON_RPC.template(kind, interaction)
        if interaction.message is None or name in OBJECTS:
            assert template["params"] is PAYLOAD
        else:
            assert template["params"] == {"message": PAYLOAD}
    if interaction.message is not None:
        assert is_object(interaction.message.contents[0]) is (name in OBJECTS)
    assert "params" not in JSON_RPC.template("answer", interaction)


def test_framings_of_one_kind_are_equal() -> None:
    assert type(JSON_RPC)() == JSON_RPC
    assert hash(type(JSON_RPC)()) == hash(JSON_RPC)
    assert JSON_RPC != DEFAULT
    assert Bare(discriminator="kind") == Bare(discriminator="kind")
    assert Bare(discriminator="kind") != Bare()


class Untold(Protocol):
    @ws.client_to_server
    def nothing(self) -> None: ...
    @ws.client_to_server
    def say(self, message: Say) -> None: ...
    @ws.client_to_server
    def shout(self, message: Say) -> None: ...
    @ws.server_to_client
    def said(self, message: Say) -> None: ...
    @ws.client_to_server
    def plain(self, message: Plain) -> None: ...


def test_messages_that_a_bare_framing_cannot_tell_apart_are_refused() -> None:
    with pytest.raises(ContractError) as caught:
        contract_of(ws.api("/a", framing=Bare(discriminator="kind"))(Untold))
    problems = sorted(mistake.message for mistake in caught.value.exceptions)
    assert problems == [
        "it has no message, which the framing bare cannot send",
        "its message does not declare the discriminator 'kind'",
        "kind = 'say' is already the message say",
        "kind = 'shout' is already the message say",
    ]
