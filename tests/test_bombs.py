"""Every output of small documents that grow when they are written out stays in proportion to them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.agents import mcp_server, mcp_tools
from sphinxcontrib_ggdocs.agents.answers import Answers
from sphinxcontrib_ggdocs.agents.library import Library, UnknownName
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, BadDocument
from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.history.reports import as_text
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_api_docs, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown_fence import fence_text
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.workflows.proposals import proposed_workflow

from .bombs import BOMBS, aliases, asyncapi, counted, openapi
from .readers.hostile import outputs

SIZE = 16
STEPS_OF_A_VALUE = 20_000
"""Functions of Python that are called for each value of a document, at most; those of SIZE levels
written out would be 10 ** 16."""
STEPS = 500_000
"""The same for a document without any."""


def written(folder: Path, document: Any, name: str = "api.json") -> ApiDocSpec:
    path = folder / name
    path.write_text(json.dumps(document), encoding="utf-8")
    field = "asyncapi" if "asyncapi" in document else "openapi"
    return ApiDocSpec.model_validate({"slug": "bomb", "title": "Bomb", field: str(path)})


def write_files(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    """The files of a site, Markdown and the documents of other formats."""
    yield from outputs(spec)
    build_api_docs({"docs": [spec], "out_dir": folder / "site"})


def write_page_of_mkdocs(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    yield fence_text(build_contract_doc(spec))


def write_exports(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    yield json.dumps(to_openapi(spec))
    yield json.dumps(to_asyncapi(spec))


def answer_questions(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    """Answer agents, and offer methods to them."""
    document = build_contract_doc(spec)
    answers = Answers(Library([document]))
    mcp_server([document])
    yield answers.search("send S0")
    names = [*methods_of(document), *list(document.schemas)[:3], *document.errors]
    for name in names:
        for ask in (answers.read, answers.brand, answers.chain, answers.code):
            try:
                yield ask(name)
            except UnknownName as error:
                yield str(error)
        yield answers.read(name, format="json")
    yield mcp_tools(spec, methods=methods_of(document)).tools
    for name in methods_of(document):
        yield proposed_workflow(spec, name)


def methods_of(document: ApiDocsDocument) -> list[str]:
    names: list[str] = []
    for group in document.groups:
        for contract in group.contracts:
            names += [f"{contract.name}.{method.name}" for method in contract.methods]
    return names


def call_mock(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    client = TestClient(mock_service(spec, stateful=True))
    for _ in range(2):
        response = client.get("/things")
        assert response.status_code == 200
        yield response.content
        yield client.post("/things", params={"q": "x"}, json=response.json()).content
        yield client.post("/things", params={"q": "{}"}, json={"a": [1] * 1_000}).content


def compare_versions(spec: ApiDocSpec, folder: Path) -> Iterator[Any]:
    changed = json.loads((folder / "api.json").read_text(encoding="utf-8"))
    for schema in changed["components"]["schemas"].values():
        change(schema)
    new = written(folder, changed, "new.json")
    yield as_text(compare(build_contract_doc(spec), build_contract_doc(new)))


def change(schema: dict[str, Any]) -> None:
    """Change a type so that each of its values may be another one."""
    if schema == {"type": "string"}:
        schema["type"] = "integer"
    if "properties" in schema:
        schema["properties"]["new"] = {"type": "string"}
        schema["required"] = schema.get("required", [])[1:]
    for keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
        if keyword in schema:
            schema[keyword].append({"type": "boolean"})
    for keyword in ("minItems", "minProperties"):
        if keyword in schema:
            schema[keyword] += 1


OUTPUTS: dict[str, Callable[[ApiDocSpec, Path], Iterator[Any]]] = {
    "files": write_files,
    "a page of MkDocs": write_page_of_mkdocs,
    "exports": write_exports,
    "answers": answer_questions,
    "a mock": call_mock,
    "changes": compare_versions,
}


def count(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, inside))


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.ApplicationWarning")
@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.export.ExportWarning")
def test_every_output_is_in_proportion(output: str, bomb: str, tmp_path: Path) -> None:
    document = openapi(BOMBS[bomb](SIZE))
    spec = written(tmp_path, document)
    with counted(STEPS + STEPS_OF_A_VALUE * count(document)):
        sizes = [len(str(part)) for part in OUTPUTS[output](spec, tmp_path)]
    length = len(json.dumps(document))
    assert max(sizes) < 300 * length + 500_000


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.ApplicationWarning")
@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.catalog.export.ExportWarning")
def test_the_same_of_channels(bomb: str, tmp_path: Path) -> None:
    document = asyncapi(BOMBS[bomb](SIZE))
    spec = written(tmp_path, document)
    with counted(STEPS + STEPS_OF_A_VALUE * count(document)):
        for part in (*write_files(spec, tmp_path), *write_exports(spec, tmp_path)):
            assert part


LEVELS = [
    pytest.param(4, id="a small file with many values"),
    pytest.param(40, id="more than any memory holds"),
]


@pytest.mark.parametrize("levels", LEVELS)
def test_aliases_of_yaml_are_counted_as_often_as_they_are_used(levels: int, tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(aliases(levels, width=40), encoding="utf-8")
    with counted(STEPS), pytest.raises(BadDocument, match="values with aliases expanded"):
        build_contract_doc(title="Bomb", openapi=str(path))


def test_a_few_aliases_are_read(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text(aliases(3), encoding="utf-8")
    with counted(STEPS):
        document = build_contract_doc(title="Bomb", openapi=str(path))
    assert count(document.schemas["S0"]["examples"]) > 9**3
