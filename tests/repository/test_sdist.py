"""The source distribution: what is in it, and that it builds the same wheel."""

import tarfile
import zipfile
from pathlib import Path

import sphinxcontrib_ggdocs

ROOT = Path(__file__).parents[2]


def test_the_source_distribution_holds_the_sources(distributions: Path) -> None:
    (file,) = distributions.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert file.name == f"sphinxcontrib_ggdocs-{sphinxcontrib_ggdocs.__version__}.tar.gz"
    assert {
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "pyproject.toml",
        "docs/conf.py",
        "tests/conftest.py",
    } <= names
    assert {"examples/marketplace/docs.py", "sphinxcontrib_ggdocs/py.typed"} <= names
    assert not [
        name for name in names if "node_modules" in name or ".venv" in name or "_build/" in name
    ]


def test_its_wheel_holds_every_file_of_the_package(distributions: Path) -> None:
    (file,) = distributions.glob("*.whl")
    package = ROOT / "sphinxcontrib_ggdocs"
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        metadata = next(name for name in names if name.endswith("METADATA"))
        text = archive.read(metadata).decode()
    assert {name for name in names if name.startswith("sphinxcontrib_ggdocs/")} == expected
    required = [
        line
        for line in text.splitlines()
        if line.startswith("Requires-Dist:") and "extra ==" not in line
    ]
    assert required == ["Requires-Dist: pydantic>=2.11"]
    assert any(name.endswith("licenses/LICENSE") for name in names)
