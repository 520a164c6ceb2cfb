"""Marks in every place of a file: a table of additions to a small document, each of which has the
token in a part that is for others. No output for the public has it, and the rest is there.
"""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc

from .outputs import exported, outputs
from .secret_shop import TOKEN

FOLDER = Path(__file__).parent
FILES = {"openapi": "marked_places.yaml", "asyncapi": "marked_channels.yaml"}
INTERNAL = {"x-internal": True}
DONE = {"200": {"description": "ok"}}
BASES: dict[str, Any] = {
    "openapi": {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": {
            "/a": {
                "get": {
                    "operationId": "get_a",
                    "responses": {
                        "200": {
                            "description": "ok",
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/A"}}
                            },
                        }
                    },
                }
            },
            "/i": {"get": {**INTERNAL, "operationId": f"get_{TOKEN}", "responses": DONE}},
        },
        "components": {
            "schemas": {"A": {"type": "object", "properties": {"n": {"type": "string"}}}}
        },
    },
    "asyncapi": {
        "asyncapi": "3.0.0",
        "info": {"title": "Shop", "version": "1"},
        "channels": {
            "get_a": {
                "address": "get_a",
                "messages": {
                    "sold": {"payload": {"type": "object", "properties": {"n": {}}}},
                },
            },
            TOKEN: {"address": TOKEN, **INTERNAL, "messages": {"lost": {"payload": {}}}},
        },
        "operations": {
            "sold": {
                "action": "send",
                "channel": {"$ref": "#/channels/get_a"},
                "messages": [{"$ref": "#/channels/get_a/messages/sold"}],
            },
            f"lost_{TOKEN}": {
                "action": "send",
                "channel": {"$ref": f"#/channels/{TOKEN}"},
                "messages": [{"$ref": f"#/channels/{TOKEN}/messages/lost"}],
            },
        },
    },
}
CASES = [
    pytest.param(kind, place, id=f"{kind}: {title}")
    for kind, name in FILES.items()
    for title, place in yaml.safe_load((FOLDER / name).read_text()).items()
]


def merged(base: Any, added: Any) -> Any:
    """A document with additions; lists are replaced."""
    if not isinstance(base, dict) or not isinstance(added, dict):
        return added
    return base | {key: merged(base.get(key, {}), inner) for key, inner in added.items()}


def without_hidden_operation(document: dict[str, Any]) -> dict[str, Any]:
    """The document without that which is for others before anything is added."""
    names = ("/i", TOKEN, f"lost_{TOKEN}")
    parts = {key: document.get(key, {}) for key in ("paths", "channels", "operations")}
    left = {
        key: {name: item for name, item in part.items() if name not in names}
        for key, part in parts.items()
    }
    return document | {key: part for key, part in left.items() if key in document}


@pytest.mark.parametrize(("kind", "place"), CASES)
@pytest.mark.filterwarnings("ignore")
def test_what_is_marked_is_in_no_output(kind: str, place: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / f"{kind}.json"
    spec = ApiDocSpec.model_validate({"slug": "shop", kind: str(path)})
    path.write_text(json.dumps(merged(without_hidden_operation(BASES[kind]), place)))
    whole = exported(spec)
    path.write_text(json.dumps(merged(BASES[kind], place)))
    public = outputs(ApiDocSpec.model_validate({"slug": "shop", kind: str(path)}).for_audience([]))
    assert any(TOKEN in content.decode().lower() for content in whole.values())
    assert [name for name, content in public.items() if TOKEN in content.decode().lower()] == []
    assert b"get_a" in public["document"]


PARTLY = {
    "items": {"type": "array", "items": {"$ref": "#/components/schemas/Hidden"}},
    "any": {"$ref": "#/components/schemas/Hidden"},
}


@pytest.mark.parametrize("use", PARTLY.values(), ids=PARTLY)
def test_a_hidden_schema_that_something_shown_needs(use: dict[str, Any], tmp_path: Path) -> None:
    """Any value is documented, its examples are left out, and the author learns of it."""
    schemas = {"Hidden": {**INTERNAL, "title": TOKEN, "type": "object"}}
    media = {"application/json": {"schema": use, "example": [{TOKEN: 1}]}}
    get = {"responses": {"200": {"description": "ok", "content": media}}}
    added = {"paths": {"/a": {"get": get}}, "components": {"schemas": schemas}}
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(merged(BASES["openapi"], added), indent=1))
    spec = ApiDocSpec.model_validate({"slug": "shop", "openapi": str(path), "audience": "public"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        build_contract_doc(spec)
    assert not any(TOKEN in content.decode().lower() for content in outputs(spec).values())
    messages = {str(each.message) for each in caught}
    (message,) = (each for each in messages if "another audience" in each)
    assert "/content/application~1json/schema" in message
    assert "mark what refers to it, too" in message
