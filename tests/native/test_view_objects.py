"""The view of a document that has one of everything, and the same as Markdown."""

import json
import os
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.native.view import (
    ContractView,
    Link,
    MethodView,
    anchor_of,
    definition_text,
    mentioned_types,
    view_of,
)

TEXT = {"type": "string"}
GOLDEN = Path(__file__).with_name("golden")
DOCUMENT = json.loads((GOLDEN / "objects.json").read_text(encoding="utf-8"))
"""A document that has one of everything."""

TWIN = DOCUMENT["groups"][0]["contracts"][1]
LIVE = DOCUMENT["groups"][1]["contracts"][2]
FRAMING = LIVE["framing"]
VIEW = view_of(ApiDocsDocument.model_validate(DOCUMENT))


def described(kind: Any, name: str) -> Any:
    return VIEW.objects[kind, name]


def plain(value: Any) -> Any:
    """A view as JSON, without the fields that have their defaults."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        defaults: dict[str, Any] = getattr(value, "_field_defaults", {})
        return {
            name: plain(each)
            for name, each in zip(getattr(value, "_fields", ()), value, strict=True)
            if name not in defaults or each != defaults[name]
        }
    if is_dataclass(value):
        members = {
            field.name: plain(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != field.default
        }
        return {type(value).__name__: members}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else " ".join(key): plain(each)
            for key, each in value.items()
        }
    return value


def in_golden(name: str, text: str) -> str:
    """A golden file, read before it was accepted; GGDOCS_GOLDEN=1 writes it anew."""
    file = GOLDEN / name
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.write_text(text, encoding="utf-8")
    return file.read_text(encoding="utf-8")


def test_the_view_of_everything() -> None:
    contracts = {
        key: replace(view, methods=()) if isinstance(view, ContractView) else view
        for key, view in VIEW.objects.items()
    }
    shown = {"head": plain(VIEW.head), "objects": plain(contracts)}
    text = json.dumps(shown, indent=1, ensure_ascii=False) + "\n"
    assert in_golden("objects.view.json", text) == text


def test_the_markdown_of_everything() -> None:
    text = markdown_of(ApiDocsDocument.model_validate(DOCUMENT))
    assert in_golden("objects.md", text) == text


def test_contracts_have_their_methods() -> None:
    methods = [
        method
        for group in VIEW.groups
        for contract in group.contracts
        for method in contract.methods
    ]
    assert methods == [view for view in VIEW.objects.values() if isinstance(view, MethodView)]


def test_modules() -> None:
    assert described("contract", "shop.OrderApi").modules == ("shop.orders",)
    assert described("method", "shop.OrderApi.list").modules == ("shop.orders",)
    assert described("method", "shop.Hooks.paid").modules == ("",)


@pytest.mark.parametrize(
    "framing",
    [
        pytest.param({**FRAMING, "eventErrors": None, "refusals": None}, id="without errors"),
        pytest.param({**FRAMING, "eventError": None, "refusal": None}, id="without an envelope"),
    ],
)
def test_failures_that_are_not_answered(framing: dict[str, Any]) -> None:
    assert socket(framing=framing).failures == ()


IMAGES = {"mediaTypes": ["image/png", "image/gif"]}


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        pytest.param({"$ref": "#/schemas/Cat"}, ["scan"], id="a type with a name"),
        pytest.param({"type": "object"}, [], id="files that are shown as fields"),
    ],
)
def test_how_parts_of_a_form_are_sent(schema: dict[str, Any], names: list[str]) -> None:
    content = {
        "mediaType": "multipart/form-data",
        "schema": schema,
        "files": {"scan": IMAGES, "any": {}, "": IMAGES},
    }
    save = {"name": "save", "httpMethod": "PUT", "httpPath": "/"}
    method = {**save, "requestBody": {"required": True, "contents": [content]}}
    groups = [{"name": "All", "slug": "all", "contracts": [{**TWIN, "methods": [method]}]}]
    (group,) = view_of(ApiDocsDocument.model_validate({**DOCUMENT, "groups": groups})).groups
    body = group.contracts[0].methods[0].body
    assert body is not None
    assert body.contents[0].files == tuple((name, "image/png, image/gif") for name in names)


def socket(**changed: Any) -> ContractView:
    """The WebSocket contract, changed."""
    groups = [{"name": "All", "slug": "all", "contracts": [{**LIVE, **changed}]}]
    (group,) = view_of(ApiDocsDocument.model_validate({**DOCUMENT, "groups": groups})).groups
    return group.contracts[0]


def test_the_definition_of_a_type() -> None:
    assert definition_text(described("schema", "shop.Few")) == "string | integer | boolean"
    assert definition_text(described("schema", "shop.Order-Input")) == ""


@pytest.mark.parametrize(
    ("kind", "name", "keys"),
    [
        ("method", "shop.OrderApi.save", {"Order-Input", "Order-Output"}),
        ("schema", "shop.Order-Input", {"Order-Input", "Code"}),
        ("schema", "shop.Pet", {"Pet", "Cat", "Dog"}),
        ("error", "shop.GONE", set()),
    ],
)
def test_types_that_a_view_mentions(kind: str, name: str, keys: set[str]) -> None:
    assert set(mentioned_types(described(kind, name))) == keys


@pytest.mark.parametrize(
    ("kind", "anchor"),
    [
        ("contract", "gg-shop.Name"),
        ("method", "gg-shop.Name"),
        ("schema", "gg-schema-shop.Name"),
        ("brand", "gg-brand-shop.Name"),
        ("error", "gg-error-shop.Name"),
    ],
)
def test_anchors(kind: str, anchor: str) -> None:
    assert anchor_of(kind, "shop.Name") == anchor


def test_two_views_that_differ_have_two_digests() -> None:
    digests = {view.digest for view in VIEW.objects.values()}
    assert len(digests) == len(VIEW.objects)
    assert all(len(digest) == 16 for digest in digests)


def lifecycles(method: dict[str, Any]) -> Any:
    """The view of one method, next to an error with a key that is not its type."""
    plain = {"name": "list", "httpMethod": "GET", "httpPath": "/orders"}
    contract = {**TWIN, "methods": [{**plain, **method}]}
    document = {
        **DOCUMENT,
        "groups": [{"name": "All", "slug": "all", "contracts": [contract]}],
        "errors": {"BUSY-409": {"type": "BUSY", "statusCode": 409}},
        "uses": {},
    }
    view = view_of(ApiDocsDocument.model_validate(document))
    return view.objects["method", "shop.Twin.list"]


SINCE = {"since": "1.2", "deprecatedSince": "2.0"}
EVENTS: dict[str, tuple[dict[str, Any], list[tuple[str, str | None]]]] = {
    "what the author says": ({"lifecycle": SINCE}, [("added", "1.2"), ("deprecated", "2.0")]),
    "what snapshots know better": (
        {"lifecycle": SINCE, "history": [{"kind": "added", "version": "1.0"}]},
        [("added", "1.0"), ("deprecated", "2.0")],
    ),
    "what comes before all else": (
        {"lifecycle": SINCE, "history": [{"kind": "deprecated", "version": "1.9"}]},
        [("added", "1.2"), ("deprecated", "1.9")],
    ),
    "nothing": ({"lifecycle": {"sunset": "2030-01-01"}}, []),
}


@pytest.mark.parametrize(("method", "events"), EVENTS.values(), ids=EVENTS)
def test_versions_of_a_method(method: dict[str, Any], events: list[Any]) -> None:
    assert [(each.kind, each.version) for each in lifecycles(method).history] == events


REPLACEMENTS = {
    "BUSY": Link("error", "shop.BUSY-409", "BUSY-409"),
    "Twin": Link("contract", "shop.Twin", "Twin", "all"),
    "Twin.list": Link("method", "shop.Twin.list", "Twin.list", "all"),
    "elsewhere": "elsewhere",
}


@pytest.mark.parametrize(("name", "link"), REPLACEMENTS.items())
def test_what_to_use_instead_leads_there(name: str, link: Any) -> None:
    assert lifecycles({"lifecycle": {"replacement": name}}).until.replacement == link


def method_view(**more: Any) -> MethodView:
    """A method of a document that has only this one."""
    method = {"name": "save", "httpMethod": "POST", "httpPath": "/", "errors": [], **more}
    contract = {"name": "Api", "kind": "http", "pathPrefix": "/", "methods": [method]}
    document = ApiDocsDocument.model_validate(
        {
            "service": {"slug": "shop", "name": "Shop"},
            "groups": [{"name": "All", "slug": "all", "contracts": [contract]}],
            "schemas": {},
            "errors": {},
            "uses": {},
        }
    )
    return view_of(document).groups[0].contracts[0].methods[0]


def test_a_body_is_described_by_the_schemas_of_its_representations() -> None:
    content = {"mediaType": "application/json", "schema": {**TEXT, "description": "Its words."}}
    same = {**content, "mediaType": "text/plain"}
    other = {"mediaType": "text/plain", "schema": TEXT}
    for contents, description, expected, of_each in (
        ([content], None, "Its words.", [None]),
        ([content], "Its own.", "Its own.", [None]),
        ([content, same], None, "Its words.", [None, None]),
        ([content, other], None, None, ["Its words.", None]),
        ([content, other], "Its own.", "Its own.", [None, None]),
        ([{"mediaType": "text/plain"}], None, None, [None]),
    ):
        body = {"contents": contents, "description": description}
        view = method_view(
            requestBody={"required": True, **body}, successResponse={"statusCode": 200, **body}
        )
        for part in (view.body, *view.responses):
            assert part is not None
            assert part.description == expected
            assert [content.description for content in part.contents] == of_each


def test_a_parameter_has_no_example_that_leaves_it_to_the_reader() -> None:
    schema = {**TEXT, "examples": [None, None, "a"]}
    examples = [{"name": "own"}, {"name": "none", "summary": "Nothing."}, {"name": "one"}]
    parameter = {"name": "q", "required": True, "schema": schema, "examples": examples}
    view = method_view(queryParams=[parameter])
    assert [example.name for example in view.params[0].examples] == ["none", "one"]
