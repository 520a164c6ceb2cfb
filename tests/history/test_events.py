"""Since when methods exist, and when they changed."""

import json
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.history.events import with_events
from sphinxcontrib_ggdocs.history.snapshots import Snapshot, snapshot_of
from sphinxcontrib_ggdocs.native import ApiDocsDocument

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


def test_a_method_that_was_away_begins_again(tmp_path: Path) -> None:
    both, one = document(method("a"), method("b")), document(method("a"))
    assert histories(tmp_path, both, one, both)["b"] == [("added", None)]


def test_a_method_that_was_split_keeps_its_history(tmp_path: Path) -> None:
    """And that of its parameters; the new method has what happened to the former one."""
    both = method("a", httpPath="/a", httpPaths=["/a", "/b"])
    query = {"queryParams": [{"name": "q", "required": False, "schema": TEXT}]}
    other = method("other")
    versions = [
        document(other),
        document(other, both),
        document(other, both | query),
        document(other, method("a", **query), method("b", **query)),
    ]
    events = [("added", "2"), ("changed", "3")]
    found = histories(tmp_path, *versions)
    assert found == {"other": [], "a": events, "b": [*events, ("changed", None)]}
    methods = released(tmp_path, *versions)["groups"][0]["contracts"][0]["methods"]
    (param,) = methods[1]["queryParams"]
    assert param["schema"]["x-since"] == "3"


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


TEXT = {"type": "string"}
OF_ORDER = {"of": "type Order"}


def order(properties: dict[str, Any], **parameters: Any) -> ApiDocsDocument:
    """A document of a method that takes an order, and of parameters."""
    body = {"required": True, "contents": content({"$ref": "#/schemas/Order"})}
    params = [{"name": name, "required": False, **each} for name, each in parameters.items()]
    taken = method("take", requestBody=body, queryParams=params)
    return document(taken, schemas={"Order": {"type": "object", "properties": properties}})


def released(folder: Path, *documents: ApiDocsDocument) -> dict[str, Any]:
    """The last document with its history; all are released as 1, 2, and so on, but the last."""
    snapshots: list[Snapshot] = []
    for number, each in enumerate(documents, 1):
        path = folder / f"{number}.json"
        path.write_bytes(snapshot_of(each))
        snapshots.append(Snapshot(str(number), path))
    current = with_events(documents[-1], snapshots[:-1])
    found: dict[str, Any] = json.loads(current.to_json())
    return found


def test_fields_that_are_added_and_deprecated(tmp_path: Path) -> None:
    inner = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
    first = order({"id": TEXT, "list": {"type": "array", "items": {"type": "object"}}})
    second = order({"id": TEXT, "list": {"type": "array", "items": inner}, "new": TEXT})
    gone = {**TEXT, "deprecated": True}
    third = order({"id": gone, "list": {"type": "array", "items": inner}, "new": TEXT})
    last = order({"id": gone, "list": {"type": "array", "items": inner}, "next": TEXT})
    properties = released(tmp_path, first, second, third, third)["schemas"]["Order"]["properties"]
    assert properties["new"] == {**TEXT, "x-since": "2", "x-history": {"added": "2", **OF_ORDER}}
    ended = {"x-deprecated-since": "3", "x-history": {"deprecated": "3", **OF_ORDER}}
    assert properties["id"] == {**gone, **ended}
    fields = properties["list"]["items"]["properties"]
    assert [each["x-since"] for each in fields.values()] == ["2", "2"]
    properties = released(tmp_path, first, second, third, last)["schemas"]["Order"]["properties"]
    assert properties["next"] == {**TEXT, "x-history": {"added": None, **OF_ORDER}}
    assert "new" not in properties


def test_parameters_of_methods_and_types(tmp_path: Path) -> None:
    kind = {"Kind": {"type": "object", "properties": {"size": {"type": "integer"}}}}
    limit = order({}, limit={"schema": TEXT})
    ended = order({}, limit={"schema": TEXT, "deprecated": True})
    found = released(tmp_path, order({}), limit, ended, ended)
    (param,) = found["groups"][0]["contracts"][0]["methods"][0]["queryParams"]
    history = {"added": "2", "deprecated": "3", "of": "method group/Api/take"}
    words = {"x-since": "2", "x-deprecated-since": "3"}
    assert param["schema"] == {**TEXT, **words, "x-history": history}
    with_kind = document(method("take"), schemas=kind)
    found = released(tmp_path, document(method("take")), with_kind, with_kind)
    assert found["schemas"]["Kind"]["x-since"] == "2"


def test_errors_that_are_added_and_deprecated(tmp_path: Path) -> None:
    gone = {"type": "GONE", "statusCode": 410}
    one = document(method("take"))
    two = document(method("take", errors=["GONE"]), errors={"GONE": gone})
    ended = document(method("take", errors=["GONE"]), errors={"GONE": {**gone, "deprecated": True}})
    found = released(tmp_path, one, two, ended)
    history = [{"kind": "added", "version": "2"}, {"kind": "deprecated"}]
    assert found["errors"]["GONE"]["history"] == history
