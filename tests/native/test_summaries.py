"""What lists show of a description, and descriptions in another language."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.native.document_texts import with_texts
from sphinxcontrib_ggdocs.native.markdown_text import summary_of


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (None, ""),
        ("\n  One\n  line. \n\nMore.", "One line."),
        ("Of `code` and ``more``.", "Of code and more."),
        (
            "A :gg:type:`Page <shop.Page>` of {py:func}`~shop.run`, :gg:`!shop.x`.",
            "A Page of run, shop.x.",
        ),
        ("A `link <https://example.org>`_ of reST.", "A link of reST."),
        ("**Strong**, *soft* words; 2 * 3 * 4.", "Strong, soft words; 2 * 3 * 4."),
        (
            "A [link](https://example.org), [another][1], ![a picture](a.png).",
            "A link, another, a picture.",
        ),
        ("A list[int] stays.", "A list[int] stays."),
        ("*Now* **or** ***never***, snake_case.", "Now or never, snake_case."),
        ("{gg:error}`GONE`, :gg:method:`~shop.A.get`.", "GONE, get."),
        ("{gg:error}`it is gone <GONE>`", "it is gone"),
        ("> [!NOTE]\n> Soon gone.\n\nGets *one*.", "Gets one."),
        ("> [!NOTE]\n> Soon gone.", ""),
    ],
)
def test_the_first_paragraph_without_markup(text: str | None, summary: str) -> None:
    assert summary_of(text) == summary


def field(**more: Any) -> dict[str, Any]:
    return {"type": "string", "description": "one", **more}


DOCUMENT: dict[str, Any] = {
    "service": {
        "name": "one",
        "description": "one",
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
                    "name": "one",
                    "permission": {"text": "one", "tree": {"kind": "scope", "description": "one"}},
                    "methods": [
                        {
                            "name": "one",
                            "summary": "one",
                            "deprecationMessage": "one",
                            "queryParams": [{"name": "one", "schema": field(default="one")}],
                        }
                    ],
                }
            ],
        }
    ],
    "schemas": {
        "description": {"properties": {"description": field(examples=[{"description": "one"}])}}
    },
    "errors": {"description": {"type": "one", "description": "one", "data": field()}},
    "uses": {"schemas": {"description": ["one"]}},
}


def test_what_people_have_written_is_changed_and_nothing_else() -> None:
    places = list(changed(DOCUMENT, with_texts(DOCUMENT, {"one": "eins"}.__getitem__)))
    assert places == [
        "service.description",
        "service.servers[0].variables.description.description",
        "groups[0].contracts[0].methods[0].summary",
        "groups[0].contracts[0].methods[0].deprecationMessage",
        "groups[0].contracts[0].methods[0].queryParams[0].schema.description",
        "schemas.description.properties.description.description",
        "errors.description.description",
        "errors.description.data.description",
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
