"""Lines of classes: what `inspect` says, with one reading of each module."""

import ast
import dataclasses
import inspect
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pytest
from pydantic import BaseModel, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.lint.survey import ClassLines
from sphinxcontrib_ggdocs.native import build_contract_doc


class Plain(BaseModel):
    class Inner(BaseModel):
        size: int


@dataclasses.dataclass(frozen=True)
@runtime_checkable
class Decorated(Protocol):
    size: int


try:

    class Tried(BaseModel):
        size: int

finally:

    class Last(BaseModel):
        size: int


def local() -> list[type]:
    classes: list[type] = []
    if not classes:

        class Conditional(BaseModel):
            class Inner(BaseModel):
                size: int

        classes += [Conditional, Conditional.Inner]
    else:

        class Missing(BaseModel):
            size: int

    match len(classes):
        case 2:

            class Matched(BaseModel):
                size: int

            classes.append(Matched)
    return classes


WRITTEN = [Plain, Plain.Inner, Decorated, Tried, Last, *local()]


@pytest.mark.parametrize("cls", WRITTEN, ids=lambda cls: cls.__qualname__)
def test_a_class_has_the_line_that_inspect_says(cls: type) -> None:
    line = ClassLines().of(cls)
    assert line is not None
    assert line == inspect.getsourcelines(cls)[1]


@pytest.mark.parametrize(
    "cls",
    [
        pytest.param(create_model("Made", size=(int, ...)), id="made at run time"),
        pytest.param(int, id="without a source"),
        pytest.param(type("Gone", (), {"__module__": "a_module_that_is_gone"}), id="module gone"),
    ],
)
def test_a_class_without_a_source_has_no_line(cls: type) -> None:
    assert ClassLines().of(cls) is None


def test_a_module_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Any] = []
    parse = ast.parse

    def counted(source: Any, *args: Any, **options: Any) -> Any:
        parsed.append(source)
        return parse(source, *args, **options)

    monkeypatch.setattr(ast, "parse", counted)

    @http.api("/plain")
    class PlainApi(Protocol):
        @http.post("")
        def put(self, body: Plain) -> Tried: ...

    findings = check_contracts(PlainApi)
    lines = {finding.line for finding in findings if finding.rule == "description-missing"}
    assert len(parsed) == 1
    assert {inspect.getsourcelines(cls)[1] for cls in (Plain, Tried)} <= lines


def test_a_type_of_a_file_is_said_to_be_in_the_file(tmp_path: Path) -> None:
    @http.api("/plain")
    class PlainApi(Protocol):
        @http.get("")
        def get(self) -> Plain: ...

    spec = ApiDocSpec(slug="shop", title="Shop", http=[PlainApi])
    path = tmp_path / "shop.json"
    path.write_bytes(build_contract_doc(spec).to_json())
    findings = check_contracts(ApiDocSpec(slug="shop", contract_document=str(path)))
    [finding] = (each for each in findings if "Plain has no description" in each.message)
    assert finding.place == "shop: PlainApi.get"
