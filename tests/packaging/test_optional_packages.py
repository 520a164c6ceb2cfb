"""What the package can do besides documents can be deleted: the example is built without each."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
BUILD = """
import sys
folder, without_workflows = sys.argv[1], sys.argv[2] == "True"
sys.path[:0] = [folder, sys.argv[3]]
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
FILES = {"api-docs.json", "api-docs.md", "openapi.json", "asyncapi.json"}


@pytest.mark.slow
@pytest.mark.parametrize("package", OPTIONAL)
def test_the_example_is_built_without(package: str, tmp_path: Path) -> None:
    source = ROOT / "sphinxcontrib_ggdocs"
    ignored = shutil.ignore_patterns("__pycache__", package)
    copy = shutil.copytree(source, tmp_path / source.name, ignore=ignored)
    assert not (copy / package).exists()
    arguments = [str(tmp_path), str(package in OF_WORKFLOWS), str(ROOT / "examples")]
    command = [sys.executable, "-I", "-c", BUILD, *arguments]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    platform = {
        file.removeprefix("platform/")
        for file in built.stdout.splitlines()
        if file.startswith("platform/")
    }
    assert platform >= FILES
