"""``ggdocs diff``: its sides, its formats, and what a project says of changes."""

import json
from pathlib import Path

import pytest

from .project import CONTRACTS, good, run

OPENAPI = """\
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    get:
      operationId: pets
      parameters:
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
      responses: {"200": {description: Pets.}}
"""


@pytest.fixture
def released(project: Path) -> Path:
    """A project after a change; the document of before is old.json."""
    (project / "old.json").write_text(good(project, "export", "contract-document", "--doc", "shop"))
    source = project / "src" / "shop" / "contracts.py"
    source.write_text(
        CONTRACTS.replace("    id: OrderId\n", "    id: OrderId\n    note: str | None\n")
    )
    return project


def test_a_document_and_the_project(released: Path) -> None:
    done = run(released, "diff", "old.json", "shop")
    assert done.stdout.splitlines() == [
        "type Order",
        "  safe      note: required property added  [required-property-added]",
        "",
        "1 safe",
    ]
    assert done.returncode == 0
    back = run(released, "diff", "shop", "old.json")
    assert "breaking  note: property removed" in back.stdout
    assert back.returncode == 1
    assert run(released, "diff", "shop", "old.json", "--fail-on", "nothing").returncode == 0


@pytest.mark.parametrize("form", ["openapi", "asyncapi"])
def test_a_file_that_says_less_is_compared_with_its_like(project: Path, form: str) -> None:
    good(project, "export", form, "--doc", "shop", "--out", "exported.json")
    for sides in (("exported.json", "shop"), ("shop", "exported.json")):
        done = run(project, "diff", *sides)
        assert done.returncode == 2
        assert f"hint: run  ggdocs export {form} --out FILE" in done.stderr
    assert good(project, "diff", "exported.json", "exported.json") == "no changes\n"


def test_formats(released: Path) -> None:
    ends = ("diff", "shop", "old.json", "--format")
    report = json.loads(run(released, *ends, "json").stdout)
    (change,) = report["changes"]
    assert report["summary"] == {"breaking": 1, "risky": 0, "safe": 0}
    assert (change["rule"], change["place"]["path"]) == ("property-removed", ["note"])
    assert change["witness"]["value"] == {"id": "a"}
    assert run(released, *ends, "github").stdout.startswith(
        "::error file=old.json,title=property-removed::Order: "
    )
    assert "  - breaking: note: property removed\n" in run(released, *ends, "markdown").stdout


def test_annotations_name_the_file_of_a_method(released: Path) -> None:
    source = released / "src" / "shop" / "contracts.py"
    text = source.read_text()
    source.write_text(text.replace("id: OrderId) -> Order", "id: OrderId, note: str) -> Order"))
    done = run(released, "diff", "old.json", "shop", "--format", "github")
    number = text.split("def get_order")[0].count("\n")
    place = f"file=src/shop/contracts.py,line={number},title=required-parameter-added"
    assert f"::error {place}::GET /orders/{{id}}: " in done.stdout


def _configure(project: Path, text: str) -> None:
    file = project / "pyproject.toml"
    file.write_text(f"{file.read_text()}\n[tool.ggdocs.diff]\n{text}\n")


def test_accepted_changes(released: Path) -> None:
    entry = 'rule = "property-removed", place = "Ord*", reason = "Nobody reads it."'
    _configure(released, f'verdicts = [{{{entry}, verdict = "safe"}}]')
    done = run(released, "diff", "shop", "old.json")
    assert "accepted: Nobody reads it." in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("old.json",), "two documents are needed: ggdocs diff OLD NEW"),
        (("no.json", "old.json"), "there is no file 'no.json'"),
        (("nobody", "old.json"), "there is no document 'nobody'"),
        (("shop.contracts:Nothing", "old.json"), "Nothing"),
    ],
)
def test_wrong_sides(released: Path, arguments: tuple[str, ...], message: str) -> None:
    done = run(released, "diff", *arguments)
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('fail_on = "all"', "fail_on"),
        ('verdicts = [{rule = "property-remved", verdict = "safe"}]', "'property-removed'"),
        ("unknown = 1", "unknown"),
    ],
)
def test_wrong_options(released: Path, text: str, message: str) -> None:
    _configure(released, text)
    done = run(released, "diff", "old.json", "shop")
    assert done.returncode == 2
    assert message in done.stderr
    assert "pyproject.toml" in done.stderr
