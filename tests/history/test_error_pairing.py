"""Errors that have only a status are numbered; a comparison does not take the numbers for names."""

import json
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.history import Change, compare
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

BASIC = {"type": "object", "properties": {"message": {"type": "string"}}}
CODED = {"type": "object", "required": ["code"], "properties": {"code": {"type": "integer"}}}


def document(folder: Path, bodies: dict[str, dict[str, Any]]) -> ApiDocsDocument:
    """A document of operations by path, each with the body of its response 403."""
    paths = {}
    for path, body in bodies.items():
        refused = {"description": "No.", "content": {"application/json": {"schema": body}}}
        paths[path] = {"get": {"responses": {"200": {"description": "Yes."}, "403": refused}}}
    file = folder / "api.json"
    file.write_text(
        json.dumps({"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths})
    )
    return build_contract_doc(openapi=str(file))


def rules(changes: tuple[Change, ...]) -> list[tuple[str, str]]:
    return [(change.rule, change.place.key) for change in changes]


def test_another_error_before_does_not_change_those_after_it(tmp_path: Path) -> None:
    old = document(tmp_path, {"/b": BASIC, "/c": BASIC})
    new = document(tmp_path, {"/a": CODED, "/b": BASIC, "/c": BASIC})

    assert list(old.errors) == ["Forbidden"]
    assert list(new.errors) == ["Forbidden", "Forbidden-2"]
    assert rules(compare(old, new)) == [
        ("method-added", "api/API/get_a"),
        ("error-definition-added", "Forbidden"),
    ]
    assert rules(compare(new, old)) == [
        ("method-removed", "api/API/get_a"),
        ("error-definition-removed", "Forbidden"),
    ]


def test_an_error_with_another_body_is_compared_with_the_one_of_its_method(tmp_path: Path) -> None:
    old = document(tmp_path, {"/b": BASIC, "/c": BASIC})
    new = document(tmp_path, {"/b": BASIC, "/c": CODED})

    changes = compare(old, new)

    assert {change.place.key for change in changes} == {"Forbidden-2"}
    assert {rule for rule, _ in rules(changes)} == {
        "property-removed",
        "required-property-added",
    }
    assert {change.methods for change in changes} == {("api/API/get_c",)}
