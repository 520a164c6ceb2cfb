"""Files with something wrong in them: whatever it is, it costs itself only, and what is said of it names
its place; `GGDOCS_EXAMPLES` sets how many are tried of each document.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApplicationWarning
from sphinxcontrib_ggdocs.readers.elements import Element, Reading

from .hostile import documents, mutated, problems_of, text_of

COUNT = int(os.environ.get("GGDOCS_EXAMPLES", "12"))
DOCUMENTS = documents()


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_mistake_ends_in_words(name: str, tmp_path: Path) -> None:
    field, document = DOCUMENTS[name]
    path = tmp_path / "api.json"
    for seed in range(COUNT):
        path.write_text(text_of(mutated(random.Random(seed), document)), encoding="utf-8")
        for problem in problems_of(path, field):
            assert problem.hint, seed


def changed(value: Any, pointer: str, new: Any) -> Any:
    """A document with another value at a place."""
    copy = json.loads(json.dumps(value))
    *steps, last = pointer.removeprefix("#/").replace("~1", "\0").split("/")
    inner = copy
    for step in steps:
        inner = inner[step.replace("\0", "/")] if isinstance(inner, dict) else inner[int(step)]
    inner[last if isinstance(inner, dict) else int(last)] = new
    return copy


FAULTS: dict[str, Any] = {
    "NUL in a reference": (
        "OpenAPI 3.0",
        "#/components/parameters/PetId/schema",
        {"$ref": "\0.json#/x"},
        "#/components/parameters/PetId/schema/$ref",
    ),
    "a parameter that is nowhere": (
        "OpenAPI 3.0",
        "#/components/parameters/PetId/in",
        "",
        "#/components/parameters/PetId",
    ),
    "values of a parameter": (
        "AsyncAPI 3",
        "#/channels/measured/parameters/lamp/enum",
        True,
        "#/channels/measured/parameters/lamp/enum",
    ),
    "a tag that is an object": (
        "AsyncAPI 3",
        "#/channels/measured/tags/0/name",
        {"a": 1},
        "#/channels/measured/tags/0/name",
    ),
    "the text of a scheme": (
        "contract document",
        "#/securitySchemes/PartnerKey/description",
        {"a": 1},
        "#/securitySchemes/PartnerKey/description",
    ),
}


@pytest.mark.parametrize(("name", "pointer", "value", "place"), FAULTS.values(), ids=FAULTS)
def test_a_mistake_costs_itself_only(
    name: str, pointer: str, value: Any, place: str, tmp_path: Path
) -> None:
    field, document = DOCUMENTS[name]
    path = tmp_path / "api.json"
    path.write_text(text_of(changed(document, pointer, value)), encoding="utf-8")
    known = {problem.where.owner for problem in problems_of(path, field)}
    path.write_text(text_of(document), encoding="utf-8")
    assert place in known - {problem.where.owner for problem in problems_of(path, field)}


LONG = 2000
"""Steps of what takes time in proportion to their number; a hundred times as long where not."""


def file(schemas: dict[str, Any]) -> str:
    """An OpenAPI file with these schemas."""
    info = {"title": "Long", "version": "1"}
    return json.dumps({"openapi": "3.1.0", "info": info, "components": {"schemas": schemas}})


def reference(number: int) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/S{number}"}


def test_a_chain_of_references(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    chain: dict[str, Any] = {f"S{number}": reference(number + 1) for number in range(LONG)}
    path.write_text(file({**chain, f"S{LONG}": {"type": "string"}}), encoding="utf-8")
    assert not problems_of(path, "openapi")


def test_a_circle_of_references_is_cut_once(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    circle: dict[str, Any] = {f"S{number}": reference((number + 1) % 50) for number in range(50)}
    chain = {f"S{number}": reference(number - 1) for number in range(50, 100)}
    path.write_text(file({**chain, **circle}), encoding="utf-8")
    [problem] = problems_of(path, "openapi")
    assert problem.message == "the schema is a reference to itself"


def chained(kind: str, last: dict[str, Any], count: int) -> dict[str, Any]:
    """Components of which each is a reference to the next one."""
    prefix = f"#/components/{kind}/C"
    chain: dict[str, Any] = {f"C{n}": {"$ref": f"{prefix}{n + 1}"} for n in range(count)}
    return {kind: {**chain, f"C{count}": last}}


CHAINS: dict[str, dict[str, Any]] = {
    "parameters": {"name": "a", "in": "query", "schema": {"type": "string"}},
    "headers": {"schema": {"type": "string"}},
    "messages": {"payload": {"type": "string"}},
    "messageTraits": {"summary": "Sent"},
}


@pytest.mark.parametrize("kind", CHAINS)
def test_every_member_of_a_chain_is_followed_once(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 100
    links = [{"$ref": f"#/components/{kind}/C{n}"} for n in range(count)]
    named = {f"n{n}": link for n, link in enumerate(links)}
    ok = {"description": "Done"}
    places: dict[str, Any] = {
        "parameters": {"parameters": links, "responses": {"200": ok}},
        "headers": {"responses": {"200": {**ok, "headers": named}}},
        "messages": {"messages": named},
        "messageTraits": {"messages": {"m": {"payload": {"type": "string"}, "traits": links}}},
    }
    document: dict[str, Any] = {"info": {"title": "T", "version": "1"}}
    document["components"] = chained(kind, CHAINS[kind], count)
    if kind.startswith("message"):
        document |= {"asyncapi": "3.0.0", "channels": {"c": {"address": "/c", **places[kind]}}}
        document["operations"] = {"o": {"action": "send", "channel": {"$ref": "#/channels/c"}}}
    else:
        document |= {"openapi": "3.1.0", "paths": {"/c": {"get": places[kind]}}}
    path = tmp_path / "api.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    followed: list[object] = []
    target = Element.target

    def counted(element: Element, reference: object) -> Element | None:
        followed.append(reference)
        return target(element, reference)

    monkeypatch.setattr(Element, "target", counted)
    problems_of(path, "asyncapi" if kind.startswith("message") else "openapi")
    assert count < len(followed) < 20 * count


def test_marks_of_references_reach_the_end_from_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    components = chained("parameters", {"name": "a", "in": "query"}, 3)
    components["parameters"]["C1"]["x-audience"] = "staff"
    path.write_text(json.dumps({"components": components}), encoding="utf-8")
    root = Reading(path).element(path)
    members = [root.at_pointer(f"/components/parameters/C{n}") for n in (0, 2, 1, 0)]
    ends = [member and member.resolved() for member in members]
    assert [end and end.audience for end in ends] == [("staff",), (), ("staff",), ("staff",)]


def test_references_in_a_circle_are_told_wherever_they_are_met(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    path.write_text('{"a": {"$ref": "#/b"}, "b": {"$ref": "#/b"}}', encoding="utf-8")
    root = Reading(path).element(path)
    with pytest.warns(ApplicationWarning, match="refers to itself") as told:
        assert [member.resolved() for member in root.fields()] == [None, None]
    assert len(told) == 2
