"""Since when methods exist, and when they changed."""

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
