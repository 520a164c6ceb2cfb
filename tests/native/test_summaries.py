"""What lists show of a description, and descriptions in another language."""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.document_texts import with_texts
from sphinxcontrib_ggdocs.native.markdown_text import summary_of


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (None, ""),
        ("\n  One\n  line. \n\nMore.", "One line."),
        (
            "A :gg:type:`Page <shop.Page>` of {py:func}`~shop.run`, :gg:`!shop.x`.",
            "A Page of run, shop.x.",
        ),
        ("**Strong**, *soft* words; 2 * 3 * 4.", "Strong, soft words; 2 * 3 * 4."),
        (
            "A [link](https://example.org), [another][1], ![a picture](a.png).",
            "A link, another, a picture.",
        ),
        ("*Now* **or** ***never***, snake_case.", "Now or never, snake_case."),
        ("> [!NOTE]\n> Soon gone.\n\nGets *one*.", "Gets one."),
        ("> [!NOTE]\n> Soon gone.", ""),
    ],
)
def test_the_first_paragraph_without_markup(text: str | None, summary: str) -> None:
    assert summary_of(text) == summary


def field(**more: Any) -> dict[str, Any]:
    return {"type": "string", "description": "one", **more}


LINK = {"url": "one", "description": "one"}
DOCUMENT: dict[str, Any] = {
    "service": {
        "slug": "one",
        "name": "one",
        "description": "one",
        "externalDocs": LINK,
        "servers": [
            {"url": "one", "variables": {"description": {"default": "one", "description": "one"}}}
        ],
    },
    "groups": [
        {
            "name": "one",
            "slug": "one",
            "contracts": [
                {
                    "kind": "http",
                    "name": "one",
                    "pathPrefix": "one",
                    "permission": {"text": "one", "tree": {"kind": "scope", "description": "one"}},
                    "methods": [
                        {
                            "name": "one",
                            "httpMethod": "GET",
                            "httpPath": "one",
                            "errors": ["files"],
                            "summary": "one",
                            "deprecationMessage": "one",
                            "queryParams": [
                                {"name": "one", "required": True, "schema": field(default="one")}
                            ],
                        }
                    ],
                }
            ],
        }
    ],
    "schemas": {
        "description": {
            "properties": {"description": field(examples=[{"description": "one"}])},
            "externalDocs": LINK,
        }
    },
    "errors": {"files": {"type": "one", "statusCode": 400, "description": "one", "data": field()}},
    "uses": {"schemas": {"description": ["one"]}},
    "securitySchemes": {"description": {"type": "http", "description": "one"}},
}


def test_what_people_have_written_is_changed_and_nothing_else() -> None:
    document = ApiDocsDocument.model_validate(DOCUMENT)
    german = with_texts(document, {"one": "eins"}.__getitem__, str.upper)
    old, new = (json.loads(each.to_json()) for each in (document, german))
    assert list(changed(old, new)) == [
        "service.description",
        "service.servers[0].variables.description.description",
        "service.externalDocs.url",
        "service.externalDocs.description",
        "groups[0].contracts[0].methods[0].summary",
        "groups[0].contracts[0].methods[0].deprecationMessage",
        "groups[0].contracts[0].methods[0].queryParams[0].schema.description",
        "schemas.description.properties.description.description",
        "schemas.description.externalDocs.url",
        "errors.files.description",
        "errors.files.data.description",
        "securitySchemes.description.description",
    ]


def changed(old: Any, new: Any, place: str = "") -> Any:
    """The places where two JSON values differ, in order."""
    if isinstance(old, dict):
        assert old.keys() == new.keys()
        for key, value in old.items():
            yield from changed(value, new[key], f"{place}.{key}".removeprefix("."))
    elif isinstance(old, list):
        for index, (value, other) in enumerate(zip(old, new, strict=True)):
            yield from changed(value, other, f"{place}[{index}]")
    elif old != new:
        yield place
