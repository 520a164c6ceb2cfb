"""What an AsyncAPI document says besides the facts of the golden files."""

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft7Validator

from sphinxcontrib_ggdocs.asyncapi import Perspective, to_asyncapi
from sphinxcontrib_ggdocs.contracts import (
    Content,
    Interaction,
    contract_of,
    ws,
)
from sphinxcontrib_ggdocs.contracts.contract_errors import BadOption
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract

from .cases import ChatApi, RawApi, documents

DOCUMENTS = dict(documents())


FULL = DOCUMENTS["full"]


MESSAGES = FULL["components"]["messages"]


SCHEMAS = FULL["components"]["schemas"]


def export(*contracts: object, **options: Any) -> Any:
    return to_asyncapi(contracts, title="T", version="1", **options)


def ref(kind: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{kind}/{name}"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(
            ["https://example.org", "wss://live.example.org/v1/"],
            {
                "live.example.org": {
                    "host": "live.example.org",
                    "pathname": "/v1",
                    "protocol": "wss",
                }
            },
            id="those for WebSockets",
        ),
        pytest.param(
            ["ws://a.org", "wss://a.org"],
            {
                "a.org": {"host": "a.org", "protocol": "ws"},
                "a.org_2": {"host": "a.org", "protocol": "wss"},
            },
            id="two of one host",
        ),
        pytest.param([], None, id="none"),
    ],
)
def test_servers(given: list[str], expected: Any) -> None:
    assert export(ChatApi, servers=given).get("servers") == expected


@pytest.mark.parametrize(
    ("perspective", "actions"),
    [
        pytest.param(
            "client",
            ["send", "send", "send", "receive", "receive", "receive"],
            id="the client's, as always",
        ),
        pytest.param(
            "server", ["receive", "receive", "receive", "send", "send", "send"], id="the server's"
        ),
    ],
)
def test_actions(perspective: Perspective, actions: list[str]) -> None:
    document = export(ChatApi, perspective=perspective)
    assert list(document["operations"]) == [
        f"ChatApi_{name}"
        for name in ("send_message", "leave", "ping", "message_posted", "still_there", "failed")
    ]
    assert [operation["action"] for operation in document["operations"].values()] == actions


def test_a_perspective_that_there_is_not() -> None:
    of_nobody: Any = "clients"
    with pytest.raises(BadOption, match="'clients' is not a perspective\n  hint: write client or"):
        to_asyncapi([ChatApi], title="Chat", perspective=of_nobody)


def test_raw_bytes_are_binary_messages() -> None:
    raw = contract_of(RawApi)
    assert isinstance(raw, WebSocketContract)
    bare = replace(raw, framing=ws.Bare())
    unframed = export(bare)["components"]["messages"]
    for name in ("upload", "upload_reply", "download"):
        framed_message, message = MESSAGES[f"RawApi_{name}"], unframed[f"RawApi_{name}"]
        assert framed_message["contentType"] == "application/json"
        data = framed_message["payload"]["properties"]["data"]
        assert data == {"type": "string", "contentEncoding": "base64"}
        assert (message["contentType"], message["payload"]) == (
            "application/octet-stream",
            {"type": "string", "format": "binary"},
        )


def accepts(schema: Any, value: object) -> bool:
    return bool(Draft7Validator({**schema, "components": {"schemas": SCHEMAS}}).is_valid(value))


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        pytest.param({"at": [1.0, 2.0]}, True, id="a pair"),
        pytest.param({"at": [1.0, 2.0, 3.0]}, False, id="one too many"),
        pytest.param({"at": [1.0, "2"]}, False, id="of the wrong type"),
        pytest.param({"at": [1, 2], "path": [[1, "a"], [2, "b"]]}, True, id="list of pairs"),
        pytest.param({"at": [1, 2], "inner": {"at": []}}, False, id="inside itself"),
    ],
)
def test_tuples_mean_the_same_under_draft_07(value: object, valid: bool) -> None:
    assert accepts(ref("schemas", "Point"), value) is valid


def test_references_have_no_siblings() -> None:
    for name in DOCUMENTS:
        assert not list(_lonely(DOCUMENTS[name].get("components", {})))


def _lonely(value: Any) -> Any:
    """Objects with a reference and more, which draft-07 would not read."""
    if isinstance(value, dict):
        if "$ref" in value and len(value) > 1:
            yield value
        for item in value.values():
            yield from _lonely(item)
    elif isinstance(value, list):
        for item in value:
            yield from _lonely(item)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_same_contracts_give_the_same_document(name: str) -> None:
    assert json.dumps(dict(documents())[name]) == json.dumps(DOCUMENTS[name])


# --- equal names ---


def test_two_contracts_of_one_name_are_two_channels() -> None:
    one = WebSocketContract(name="Chat", path="/a", interactions=(_event("say"),))
    other = WebSocketContract(name="Chat", path="/a", interactions=(_event("say"),))
    groups = {"A": {"ws": [one]}, "B": {"ws": [other]}}
    document = to_asyncapi(title="T", groups=groups)
    assert len(document["channels"]) == 2
    assert len(document["operations"]) == 2
    assert len(document["components"]["messages"]) == 2
    for channel, operation in zip(
        document["channels"], document["operations"].values(), strict=True
    ):
        assert operation["channel"] == {"$ref": f"#/channels/{channel}"}


def _event(name: str) -> Interaction:
    return Interaction(name=name, direction="client_to_server")


def test_an_interaction_called_like_an_answer() -> None:
    answer = Content(type=int)
    contract = WebSocketContract(
        name="A",
        path="/a",
        interactions=(
            Interaction(name="ask", direction="client_to_server", answer=answer),
            Interaction(name="ask_reply", direction="server_to_client"),
        ),
    )
    document = export(contract)
    assert list(document["channels"]["A"]["messages"]) == ["ask", "ask_reply_2", "ask_reply"]
    assert len(document["components"]["messages"]) == 3
    (reply,) = document["operations"]["A_ask"]["reply"]["messages"]
    assert reply == {"$ref": "#/channels/A/messages/ask_reply_2"}
