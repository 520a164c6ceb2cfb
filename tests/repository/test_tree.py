"""What must hold for every file of the repository."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

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


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = re.search(r"^## (\d\S*)", text, re.MULTILINE)
    assert heading is not None
    assert heading.group(1) == sphinxcontrib_ggdocs.__version__


def test_every_module_is_in_the_repository_and_in_a_package() -> None:
    """The wheel has no file that Git ignores."""
    command = [
        "git",
        "ls-files",
        "--others",
        "--ignored",
        "--exclude-standard",
        "sphinxcontrib_ggdocs",
    ]
    ignored = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [path for path in ignored if path.endswith(".py")] == []
    folders = {path.parent for path in (ROOT / "sphinxcontrib_ggdocs").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
