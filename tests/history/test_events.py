"""Since when methods exist, and when they changed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.history.changelog import changelog
from sphinxcontrib_ggdocs.history.events import with_events
from sphinxcontrib_ggdocs.history.snapshots import Snapshot, snapshot_of
from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.service_summary import summary_of_service

from .documents import content, of_methods

Method = dict[str, Any]


def method(name: str, **more: Any) -> Method:
    return {"name": name, "httpMethod": "GET", "httpPath": f"/{name}", **more}


def document(*methods: Method, **parts: Any) -> ApiDocsDocument:
    return ApiDocsDocument.model_validate(of_methods([*methods], **parts))


def histories(folder: Path, *documents: ApiDocsDocument) -> dict[str, list[tuple[str, str | None]]]:
    """What has happened to methods; all documents but the last are released as 1, 2, and so on."""
    snapshots: list[Snapshot] = []
    for number, each in enumerate(documents, 1):
        path = folder / f"{number}.json"
        path.write_bytes(snapshot_of(each))
        snapshots.append(Snapshot(str(number), path))
    found = with_events(snapshots.pop().read(), snapshots)
    (contract,) = found.groups[0].contracts
    return {
        each.name: [(event.kind, event.version) for event in each.history or ()]
        for each in contract.methods
    }


def test_methods_that_are_added_changed_and_deprecated(tmp_path: Path) -> None:
    old, new = method("old"), method("new")
    limit = {"name": "limit", "required": True, "schema": {"type": "integer"}}
    found = histories(
        tmp_path,
        document(old),
        document(old | {"summary": "Other words."}, new),
        document(old | {"deprecated": True}, new | {"queryParams": [limit]}),
        document(old | {"deprecated": True}, new | {"queryParams": [limit]}, method("next")),
    )
    assert found == {
        "old": [("deprecated", "3")],
        "new": [("added", "2"), ("changed", "3")],
        "next": [("added", None)],
    }


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        pytest.param("3.0.0", "3.0.0", id="later than the last release"),
        pytest.param("3.0.0.dev1", "3.0.0.dev1", id="on the way to it"),
        pytest.param("2", None, id="that of the last release"),
        pytest.param("1.5", None, id="before the last release"),
        pytest.param("latest", None, id="no number"),
        pytest.param(None, None, id="none"),
    ],
)
def test_changes_belong_to_the_version_of_the_document(
    tmp_path: Path, version: str | None, expected: str | None
) -> None:
    old, parameter = method("old"), {"name": "q", "required": False, "schema": {"type": "string"}}
    released = document(old, method("gone"))
    snapshots = []
    for name in ("1", "2"):
        path = tmp_path / f"{name}.json"
        path.write_bytes(snapshot_of(released, name))
        snapshots.append(Snapshot(name, path))
    now = document(old | {"queryParams": [parameter]}, method("next"))
    now = now.model_copy(update={"service": replace(now.service, version=version)})
    found = with_events(now, snapshots)
    events = {each.name: each.history or () for each in found.groups[0].contracts[0].methods}
    assert [event.version for event in events["old"]] == [expected]
    assert [event.version for event in events["next"]] == [expected]
    assert [removed.version for removed in found.removed or ()] == [expected]
    assert changelog(snapshots, now)[0].version == expected
    summary = summary_of_service(found)
    assert summary.last_change is not None
    assert summary.last_change.version == expected


def test_the_document_names_methods_that_are_gone(tmp_path: Path) -> None:
    old = method("old", deprecated=True, deprecationMessage="Ask `a`.")
    old["lifecycle"] = {"replacement": "Api.a"}
    snapshots: list[Snapshot] = []
    for number, each in enumerate(
        (document(method("a"), old, method("b")), document(method("a"), method("b"))), 1
    ):
        path = tmp_path / f"{number}.json"
        path.write_bytes(snapshot_of(each))
        snapshots.append(Snapshot(str(number), path))
    with_history = with_events(document(method("a")), snapshots)
    removed = json.loads(with_history.to_json())["removed"]
    names = {"group": "group", "contract": "Api"}
    assert removed == [
        {"name": "b", "title": "GET /b", **names},
        {
            "name": "old",
            "title": "GET /old",
            "version": "2",
            "deprecationMessage": "Ask `a`.",
            "replacement": "Api.a",
            **names,
        },
    ]
    # A snapshot of it is one of the contracts alone.
    assert snapshot_of(with_history) == snapshot_of(document(method("a")))


def test_changes_in_another_language(tmp_path: Path) -> None:
    one = document(method("a"))
    snapshot = Snapshot("1", tmp_path / "1.json")
    snapshot.path.write_bytes(snapshot_of(one))
    limit = {"name": "limit", "required": True, "schema": {"type": "integer"}}
    other = document(method("a", queryParams=[limit]))
    german = {"required parameter added": "Pflicht", "query parameter": "Query-Parameter"}
    found = with_events(other, [snapshot], translate=lambda text: german.get(text, text))
    assert [change.text for change in found.changes or ()] == ["Query-Parameter limit: Pflicht"]


def test_events_refer_to_what_has_changed(tmp_path: Path) -> None:
    limit = {"name": "limit", "required": True, "schema": {"type": "integer"}}
    response = {"statusCode": 200, "contents": content({"$ref": "#/schemas/Order"})}
    order: dict[str, Any] = {"type": "object", "title": "Order"}
    one, two = method("one", successResponse=response), method("two", successResponse=response)
    snapshots = [Snapshot(name, tmp_path / f"{name}.json") for name in ("1", "2")]
    before = document(one, two, schemas={"Order": order | {"properties": {"id": {}}}})
    total = {"properties": {"id": {}, "total": {"type": "integer"}}}
    after = document(one | {"queryParams": [limit]}, two, schemas={"Order": order | total})
    for snapshot, each in zip(snapshots, (before, after), strict=True):
        snapshot.path.write_bytes(snapshot_of(each))
    with_history = with_events(snapshots[1].read(), snapshots[:1])
    found = json.loads(with_history.to_json())
    assert found["released"] == ["1"]
    changed = {
        each["name"]: [found["changes"][at] for at in each["history"][0]["changes"]]
        for each in found["groups"][0]["contracts"][0]["methods"]
    }
    in_type = {"of": "type Order", "text": "total: optional property added"}
    parameter = "query parameter limit: required parameter added"
    in_parameter = {"text": parameter, "verdict": "breaking"}
    assert changed == {"one": [in_parameter, in_type], "two": [in_type]}
    assert len(found["changes"]) == 2


def test_a_method_that_was_away_begins_again(tmp_path: Path) -> None:
    both, one = document(method("a"), method("b")), document(method("a"))
    assert histories(tmp_path, both, one, both)["b"] == [("added", None)]


def test_a_method_with_another_name_keeps_its_history(tmp_path: Path) -> None:
    renamed = method("renamed", httpPath="/b")
    found = histories(
        tmp_path, document(method("a")), document(method("a"), method("b")), document(renamed)
    )
    assert found == {"renamed": [("added", "2"), ("changed", None)]}


def test_a_part_of_a_method_that_was_split_is_new(tmp_path: Path) -> None:
    both = method("a", httpPath="/a", httpPaths=["/a", "/b"])
    query = {"queryParams": [{"name": "q", "required": False, "schema": {"type": "string"}}]}
    other = method("other")
    versions = [
        document(other),
        document(other, both),
        document(other, both | query),
        document(other, method("a", **query), method("b", **query)),
    ]
    events = [("added", "2"), ("changed", "3")]
    found = histories(tmp_path, *versions)
    assert found == {"other": [], "a": events, "b": [("added", None)]}


def test_methods_that_became_one_have_the_history_of_the_one_with_its_name(tmp_path: Path) -> None:
    find, old = method("find"), method("old", httpPath="/old")
    joined = method("find", httpPaths=["/find", "/old"])
    found = histories(tmp_path, document(find), document(find, old), document(joined))
    assert found == {"find": []}


def test_a_change_of_a_type_changes_the_methods_that_use_it(tmp_path: Path) -> None:
    response = {"statusCode": 200, "contents": content({"$ref": "#/schemas/Order"})}
    order: dict[str, Any] = {
        "type": "object",
        "title": "Order",
        "properties": {"id": {"type": "string"}},
    }
    other = order | {"required": ["id"]}
    user, bystander = method("user", successResponse=response), method("bystander")
    before = document(user, bystander, schemas={"Order": order})
    after = document(user, bystander, schemas={"Order": other})
    assert histories(tmp_path, before, after) == {"user": [("changed", None)], "bystander": []}


def test_without_snapshots_nothing_is_said(tmp_path: Path) -> None:
    assert histories(tmp_path, document(method("a"))) == {"a": []}
