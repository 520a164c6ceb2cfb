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


@pytest.mark.parametrize(
    "framing",
    [
        pytest.param({**FRAMING, "eventErrors": None, "refusals": None}, id="without errors"),
    ],
)
def test_failures_that_are_not_answered(framing: dict[str, Any]) -> None:
    assert socket(framing=framing).failures == ()


def socket(**changed: Any) -> ContractView:
    """The WebSocket contract, changed."""
    groups = [{"name": "All", "slug": "all", "contracts": [{**LIVE, **changed}]}]
    (group,) = view_of(ApiDocsDocument.model_validate({**DOCUMENT, "groups": groups})).groups
    return group.contracts[0]


@pytest.mark.parametrize(
    ("kind", "name", "keys"),
    [
        ("method", "shop.OrderApi.save", {"Order-Input", "Order-Output"}),
        ("schema", "shop.Pet", {"Pet", "Cat", "Dog"}),
        ("error", "shop.GONE", set()),
    ],
)
def test_types_that_a_view_mentions(kind: str, name: str, keys: set[str]) -> None:
    assert set(mentioned_types(described(kind, name))) == keys


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


REPLACEMENTS = {
    "BUSY": Link("error", "shop.BUSY-409", "BUSY-409"),
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
