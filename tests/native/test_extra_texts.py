"""What documents say that has no key of its own, as Markdown below a description."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog.document_source import read_source
from sphinxcontrib_ggdocs.contracts import Interaction, WebSocketContract
from sphinxcontrib_ggdocs.document.builder import document_of
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.extra_texts import with_extra, with_extra_texts

TEXTS: dict[str, tuple[dict[str, Any], str]] = {
    "a name": ({"name": "OrderPlaced"}, "**Message:** `OrderPlaced`"),
    "an operation": ({"operationId": "place"}, "**Operation:** `place`"),
    "a list of names": ({"servers": ["a", "b", True]}, "**Servers:** `a`, `b`, `true`"),
    "a mapping of names": (
        {"servers": {"live": "a", "test": 1}},
        "**Servers:**\n\n- `live`: `a`\n- `test`: `1`",
    ),
    "a mapping of lists": (
        {"servers": {"live": ["a"]}},
        '**Servers:**\n\n```json\n{\n  "live": [\n    "a"\n  ]\n}\n```',
    ),
    "a text with a mark of code": ({"name": "a`b"}, "**Message:**\n\n```json\na`b\n```"),
    "a text with a fence": ({"name": "a```b````"}, "**Message:**\n\n`````json\na```b````\n`````"),
    "tags": ({"tags": [{"name": "a"}, {"name": "b"}]}, "**Tags:** `a`, `b`"),
    "bindings": (
        {"bindings": {"kafka": {"key": "k"}, "amqp": 2}},
        "**Binding of kafka:**\n\n- `key`: `k`\n\n**Binding of amqp:** `2`",
    ),
    "a link": ({"externalDocs": {"url": "https://a.org"}}, "**More:**\n\n- `url`: <https://a.org>"),
    "a schema of another language": (
        {"payload": {"schemaFormat": "application/avro", "schema": "int"}},
        "**Payload:**\n\n- `schemaFormat`: `application/avro`\n- `schema`: `int`",
    ),
}


@pytest.mark.parametrize(("extra", "text"), TEXTS.values(), ids=TEXTS)
def test_what_is_said_of_a_member(extra: dict[str, Any], text: str) -> None:
    assert with_extra(None, extra) == text


@pytest.mark.parametrize(
    "extra",
    [
        {"x-vendor": 1},
        {"name": ""},
        {"servers": [], "bindings": {}, "reply": None},
        {"payload": {"type": "object"}},
        {"payload": 1},
        None,
    ],
)
def test_what_has_no_words(extra: dict[str, Any] | None) -> None:
    assert with_extra(None, extra) is None
    assert with_extra("Said.", extra) == "Said."


def test_all_of_it_stands_below_the_description_in_one_order() -> None:
    message = {"tags": [{"name": "a"}], "name": "M"}
    assert with_extra("Said.", message, {"operationId": "o"}) == (
        "Said.\n\n**Message:** `M`\n\n**Tags:** `a`\n\n**Operation:** `o`"
    )


def test_documents_have_the_texts_of_contracts_and_messages() -> None:
    message = Interaction(
        name="say", direction="client_to_server", asyncapi_extra={"operationId": "tell"}
    )
    channel = WebSocketContract(
        name="Feed", path="/feed", interactions=(message,), asyncapi_extra={"servers": ["live"]}
    )
    (contract,) = build_contract_doc([channel], title="A").groups[0].contracts
    assert contract.description == "**Servers:** `live`"
    assert contract.methods[0].description == "**Operation:** `tell`"


def test_a_document_without_such_members_stays_the_same() -> None:
    channel = WebSocketContract(name="Feed", path="/feed")
    document = document_of(*read_source([channel], title="A"))
    assert with_extra_texts(document) is document
