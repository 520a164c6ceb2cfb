"""What documents say that has no key of its own, as Markdown below a description."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.native.extra_texts import with_extra

TEXTS: dict[str, tuple[dict[str, Any], str]] = {
    "a name": ({"name": "OrderPlaced"}, "**Message:** `OrderPlaced`"),
    "an operation": ({"operationId": "place"}, "**Operation:** `place`"),
    "a number": ({"name": 5}, "**Message:** `5`"),
    "a list of names": ({"servers": ["a", "b", True]}, "**Servers:** `a`, `b`, `true`"),
    "a mapping of names": (
        {"servers": {"live": "a", "test": 1}},
        "**Servers:**\n\n- `live`: `a`\n- `test`: `1`",
    ),
    "a list of mappings": (
        {"messages": [{"é": 1}]},
        '**Messages without an operation:**\n\n```json\n[\n  {\n    "é": 1\n  }\n]\n```',
    ),
    "a mapping of lists": (
        {"servers": {"live": ["a"]}},
        '**Servers:**\n\n```json\n{\n  "live": [\n    "a"\n  ]\n}\n```',
    ),
    "a text of lines": ({"name": "a\nb\n"}, "**Message:**\n\n```json\na\nb\n```"),
    "a text with a mark of code": ({"name": "a`b"}, "**Message:**\n\n```json\na`b\n```"),
    "a text with a fence": ({"name": "a```b````"}, "**Message:**\n\n`````json\na```b````\n`````"),
    "headers": ({"headers": {"X": "1"}}, "**Headers also:**\n\n- `X`: `1`"),
    "bindings": (
        {"bindings": {"kafka": {"key": "k"}, "ws": {}, "amqp": 2}},
        "**Binding of kafka:**\n\n- `key`: `k`\n\n**Binding of amqp:** `2`",
    ),
    "tags": ({"tags": [{"name": "a"}, {"name": "b"}]}, "**Tags:** `a`, `b`"),
    "described tags": (
        {"tags": [{"name": "a", "description": "First."}, {"name": "b"}]},
        "**Tags:**\n\n- `a`: First.\n- `b`",
    ),
    "a correlation": (
        {"correlationId": {"location": "$message.header#/id", "description": "Its id."}},
        "**Correlation ID:** `$message.header#/id`: Its id.",
    ),
    "a correlation without words": (
        {"correlationId": {"location": "$message.header#/id"}},
        "**Correlation ID:** `$message.header#/id`",
    ),
    "a link": (
        {"externalDocs": {"url": "https://example.org", "description": "Manual"}},
        "**More:** [Manual](https://example.org)",
    ),
    "a link without words": (
        {"externalDocs": {"url": "https://example.org"}},
        "**More:** [https://example.org](https://example.org)",
    ),
    "a reply": (
        {"reply": {"channel": "answers", "messages": ["A", "B"], "address": {"location": "$x"}}},
        (
            "**Reply** on the channel `answers`\n\n**Reply** with `A`, `B`\n\n"
            "**Reply** to the address in `$x`"
        ),
    ),
    "the address of a reply": (
        {"reply": {"address": {"location": "$x", "description": "Where."}}},
        "**Reply** to the address in `$x`: Where.",
    ),
    "a schema of another language": (
        {"payload": {"schemaFormat": "application/avro", "schema": {"type": "int"}}},
        (
            "**Payload**, in the schema format `application/avro`:\n\n"
            '```json\n{\n  "type": "int"\n}\n```'
        ),
    ),
    "a schema as text": (
        {"payload": {"schemaFormat": "text/proto", "schema": "message A {}\n"}},
        "**Payload**, in the schema format `text/proto`:\n\n```\nmessage A {}\n```",
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
        {"bindings": {"ws": {}}},
        {"bindings": "none", "correlationId": "id", "externalDocs": "none"},
        {"correlationId": {"description": "Nowhere."}, "externalDocs": {"description": "Nowhere."}},
        {"reply": {"channel": "", "messages": []}},
        {"reply": True, "payload": {"type": "object"}},
        {"reply": {"address": "x"}, "payload": 1},
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
