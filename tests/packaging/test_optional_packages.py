"""What the package can do besides documents can be deleted, and nothing else has to be changed: the
example, Sphinx and all other commands run without each.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.capabilities import OUTPUTS
from sphinxcontrib_ggdocs.commands.main import COMMANDS

ROOT = Path(__file__).parents[2]
OPTIONAL = (
    "adapters",
    "agents",
    "history",
    "lint",
    "mock",
    "readers",
    "runtime",
    "workflows",
)
OF_WORKFLOWS = ("agents", "workflows")
"""Without these a document lists no workflows: who writes them follows chains of brands."""
START = """
import sys
folder = sys.argv[1]
sys.path[:0] = [folder, sys.argv[2]]
"""
BUILD = """
without_workflows = sys.argv[3] == "True"
import sphinxcontrib_ggdocs
from marketplace.docs import DOCS
from sphinxcontrib_ggdocs.native import build_api_docs
assert sphinxcontrib_ggdocs.__file__.startswith(folder)
docs = [dict(document) for document in DOCS]
for document in docs if without_workflows else ():
    document.pop("workflows", None)
written = build_api_docs({"out_dir": folder + "/site", "docs": docs}).written
print("\\n".join(written))
"""
CONTRACTS = "marketplace.contracts.orders:OrderApi"
CALLS = f"""
from sphinxcontrib_ggdocs.commands.main import main
assert main(["export", "openapi", "{CONTRACTS}", "--out", folder + "/openapi.json"]) == 0
assert main(["build", "{CONTRACTS}", "--out-dir", folder + "/built"]) == 0
main(["--help"])
"""
READING = """
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.native import build_contract_json
try:
    print(build_contract_json(openapi=folder + "/openapi.json"))
except ContractError as error:
    print(error)
"""
SPHINX = """
from sphinx.cmd.build import main
assert main(["-q", "-W", "-b", "html", folder + "/docs", folder + "/html"]) == 0
"""
FILES = {"api-docs.json", "api-docs.md", "openapi.json", "asyncapi.json"}


@pytest.fixture(scope="module", params=OPTIONAL)
def without(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our package, but without one of its optional packages."""
    folder = tmp_path_factory.mktemp("without") / str(request.param)
    source = ROOT / "sphinxcontrib_ggdocs"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source, folder / source.name, ignore=ignored)
    shutil.rmtree(folder / source.name / folder.name)
    return folder


def run(folder: Path, code: str, *arguments: str) -> str:
    """Run Python with the package of a folder."""
    start = [sys.executable, "-I", "-c", START + code, str(folder), str(ROOT / "examples")]
    done = subprocess.run(
        [*start, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_example_is_built_without(without: Path) -> None:
    built = run(without, BUILD, str(without.name in OF_WORKFLOWS))
    platform = {
        file.removeprefix("platform/")
        for file in built.splitlines()
        if file.startswith("platform/")
    }
    assert platform >= FILES


@pytest.mark.slow
def test_sphinx_builds_without(without: Path) -> None:
    (without / "docs").mkdir()
    document = {"slug": "shop", "title": "Shop", "http": [CONTRACTS]}
    conf = f"extensions = ['sphinxcontrib_ggdocs']\nggdocs_docs = [{document!r}]\n"
    (without / "docs" / "conf.py").write_text(conf, encoding="utf-8")
    (without / "docs" / "index.rst").write_text("Shop\n====\n\n.. ggdocs::\n", encoding="utf-8")
    run(without, SPHINX)
    assert (without / "html" / "apidocs" / "shop" / "openapi.json").is_file()


@pytest.mark.slow
def test_other_commands_run_without(without: Path) -> None:
    listed = set(re.findall(r"^    (\w+) ", run(without, CALLS), re.MULTILINE))
    assert listed == {
        name for name, command in COMMANDS.items() if without.name not in command.packages
    }


@pytest.mark.slow
def test_files_are_read_without(without: Path) -> None:
    paths = {"/orders": {"get": {"responses": {"200": {"description": "All."}}}}}
    orders = {"openapi": "3.1.0", "info": {"title": "Orders", "version": "1"}, "paths": paths}
    (without / "openapi.json").write_text(json.dumps(orders), encoding="utf-8")
    written = run(without, READING)
    if without.name == "readers":
        assert "readers is not a part of this installation" in written
    else:
        assert json.loads(written)["groups"]


ROW = re.compile(r"^    Output\(\n(?:        .*\n)+    \),\n", re.MULTILINE)
"""A line of the table of outputs, as it is formatted."""
PARTS = {
    "html": {"platform/reference.html"},
    "llms": {"platform/SKILL.md", "llms.txt", "llms-full.txt"},
    "asyncapi": {"platform/asyncapi.json"},
}
"""Files by the part of a site that they are."""


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_an_output_is_a_line_of_a_table(part: str, tmp_path: Path) -> None:
    source = ROOT / "sphinxcontrib_ggdocs"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source, tmp_path / source.name, ignore=ignored)
    table = tmp_path / source.name / "capabilities.py"
    rows = table.read_text(encoding="utf-8")
    for output in OUTPUTS:
        if output.part == part:
            [row] = [row for row in ROW.findall(rows) if f'name="{output.name}"' in row]
            rows = rows.replace(row, "")
    table.write_text(rows, encoding="utf-8")
    built = set(run(tmp_path, BUILD, "False").splitlines())
    every_file = set().union(*PARTS.values())
    assert built & every_file == every_file - PARTS[part]
