"""What is installed: the wheel's files, and contracts in an environment that has pydantic and
nothing else.
"""

import re
import subprocess
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

PYDANTIC = (
    "pydantic",
    "pydantic_core",
    "annotated_types",
    "typing_extensions",
    "typing_inspection",
)
"""pydantic and what it needs."""


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a virtual environment that holds the wheel, pydantic, and nothing else."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True)
    site = Path(found.stdout.strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    here = Path(sysconfig.get_path("purelib"))
    for name in PYDANTIC:
        source = here / name if (here / name).exists() else here / f"{name}.py"
        (site / source.name).symlink_to(source)
        for metadata in here.glob(f"{name}-*.dist-info"):
            (site / metadata.name).symlink_to(metadata)
    return python


def test_the_wheel_holds_what_users_need(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "sphinxcontrib_ggdocs/py.typed" in names
    assert "sphinxcontrib_ggdocs/_static/bundle.json" in names
    assert "sphinxcontrib_ggdocs/native/api-docs.schema.json" in names
    assert "sphinxcontrib_ggdocs/history/changes.schema.json" in names
    assert "sphinxcontrib_ggdocs/.agents/skills/ggdocs-contracts/SKILL.md" in names
    assert any(
        name.startswith("sphinxcontrib_ggdocs/_static/index-") and name.endswith(".js")
        for name in names
    )
    assert any("LICENSE" in name for name in names)
    folders = {name.split("/")[0] for name in names}
    assert all(folder.startswith("sphinxcontrib_ggdocs") for folder in folders)


def test_the_description_has_no_relative_links(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        text = archive.read(name).decode()
    assert "Description-Content-Type: text/markdown" in text
    links = re.findall(r'(?:src|srcset)="([^"]+)"|\]\(([^)]+)\)', text.partition("\n\n")[2])
    assert len(links) > 10
    assert [link for link in map("".join, links) if not link.startswith("https://")] == []


CODE = """
import sys
from typing import Protocol
from sphinxcontrib_ggdocs.contracts import contract_of, http

@http.api("/items")
class ItemApi(Protocol):
    @http.get("/{id}")
    def get_item(self, id: str) -> int:
        ...

assert contract_of(ItemApi).methods[0].name == "get_item"
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
assert build_contract_doc(ApiDocSpec(slug="items", title="Items", http=[ItemApi])).to_json()
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"sphinx", "docutils", "fastapi", "starlette"}, loaded
try:
    import sphinx
except ModuleNotFoundError:
    print("no sphinx here")
"""


def test_contracts_need_pydantic_alone(python: Path) -> None:
    done = subprocess.run(
        [python, "-I", "-W", "error", "-c", CODE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "no sphinx here"
