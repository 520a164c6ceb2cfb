"""What must hold for every file of the repository."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sphinxcontrib_ggdocs

ROOT = Path(__file__).parents[2]
TEXT = {
    ".cfg",
    ".css",
    ".html",
    ".js",
    ".json",
    ".md",
    ".mjs",
    ".py",
    ".rst",
    ".sh",
    ".toml",
    ".ts",
    ".tsx",
    ".txt",
    ".yaml",
    ".yml",
}
MADE = {"node_modules", "__pycache__", "_build", "dist", "build"}
"""Folders that tools make; those whose name starts with a dot are left out as well."""

REGISTRY = re.compile(
    "npm" + r"js\.(org|com)|py" + r"pi\.org|python" + r"hosted\.org|registry\.yarn"
)
HOME = re.compile(r"(?<![\w.])/(root|home/\w+|Users/\w+)/")


def files() -> Iterator[Path]:
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            if path.is_dir() and path.name not in MADE and not path.name.startswith("."):
                folders.append(path)
            elif path.suffix in TEXT or path.name in ("Makefile", "run"):
                yield path


def test_no_file_names_a_registry_or_the_folders_of_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files()
        if path != Path(__file__)
        for pattern in (REGISTRY, HOME)
        if (match := pattern.search(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_no_module_is_left_out_of_the_repository() -> None:
    """Each package has an ``__init__.py``, and none is named like a folder that .gitignore leaves
    out at any depth.
    """
    package = ROOT / "sphinxcontrib_ggdocs"
    folders = {path.parent for path in package.rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
    ignored = {
        line
        for line in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
        if not line.startswith("/")
    }
    assert [folder for folder in sorted(folders) if f"{folder.name}/" in ignored] == []


@pytest.mark.parametrize(
    ("file", "pattern"),
    [("CHANGELOG.md", r"^## (\d\S*)"), ("CITATION.cff", r"^version: (\S+)$")],
)
def test_files_have_the_version_of_the_package(file: str, pattern: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    heading = re.search(pattern, text, re.MULTILINE)
    assert heading is not None
    assert heading.group(1) == sphinxcontrib_ggdocs.__version__


def test_fragments_of_the_changelog_have_a_kind_and_a_text(tmp_path: Path) -> None:
    """The release is tried on a copy; towncrier ignores fragments of a kind that it does not know."""
    for name in ("pyproject.toml", "CHANGELOG.md", "sphinxcontrib_ggdocs/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "changes", tmp_path / "changes")
    (tmp_path / "changes" / "+tried.added.md").write_text("A trial.\n", encoding="utf-8")
    before = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "towncrier", "build", "--yes", "--version", "9.9.9"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    text = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "\n## 9.9.9\n\n### " in text
    assert "\n### Added\n\n- " in text
    assert "\n- A trial.\n" in text
    assert text.index("9.9.9") < text.index("## 0.1.0")
    assert text.endswith(before.partition("## 0.1.0")[2])
    assert [path.name for path in (tmp_path / "changes").iterdir()] == ["README.md"]
