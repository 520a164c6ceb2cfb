"""Files with something wrong in them: whatever it is, it costs itself only, and what is said of it names
its place; `GGDOCS_EXAMPLES` sets how many are tried of each document.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

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


FAULTS: list[Any] = [
    pytest.param(
        "OpenAPI 3.0",
        "#/components/parameters/PetId/schema",
        {"$ref": "\0.json#/x"},
        "#/components/parameters/PetId/schema/$ref",
        id="NUL in a reference",
    ),
    pytest.param(
        "OpenAPI 3.0",
        "#/components/parameters/PetId/in",
        "",
        "#/components/parameters/PetId",
        id="a parameter that is nowhere",
    ),
    pytest.param(
        "AsyncAPI 3",
        "#/channels/measured/parameters/lamp/enum",
        True,
        "#/channels/measured/parameters/lamp/enum",
        id="values of a parameter",
    ),
    pytest.param(
        "AsyncAPI 3",
        "#/channels/measured/tags/0/name",
        {"a": 1},
        "#/channels/measured/tags/0/name",
        id="a tag that is an object",
    ),
    pytest.param(
        "contract document",
        "#/securitySchemes/PartnerKey/description",
        {"a": 1},
        "#/securitySchemes/PartnerKey/description",
        id="the text of a scheme",
    ),
]


@pytest.mark.parametrize(("name", "pointer", "value", "place"), FAULTS)
def test_a_mistake_costs_itself_only(
    name: str, pointer: str, value: Any, place: str, tmp_path: Path
) -> None:
    field, document = DOCUMENTS[name]
    path = tmp_path / "api.json"
    path.write_text(text_of(changed(document, pointer, value)), encoding="utf-8")
    known = {problem.where.owner for problem in problems_of(path, field)}
    path.write_text(text_of(document), encoding="utf-8")
    assert place in known - {problem.where.owner for problem in problems_of(path, field)}


def test_an_example_in_a_frame_that_has_no_payload(tmp_path: Path) -> None:
    field, document = DOCUMENTS["exported AsyncAPI"]
    path = tmp_path / "api.json"
    frame = "#/channels/Written_by_hand/x-framing/event"
    without = changed(document, frame, {"x-placeholder": "error"})
    path.write_text(text_of(without), encoding="utf-8")
    assert not problems_of(path, field)


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
