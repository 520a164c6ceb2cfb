"""The project in which commands are run."""

from pathlib import Path

import pytest

from .project import CONTRACTS, PYPROJECT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "contracts.py").write_text(CONTRACTS)
    (package / "docs.py").write_text(
        "DOCS = [{'slug': 'one', 'title': 'One', 'http': ['shop.contracts:OrderApi']}]\n"
        "def make() -> None: ...\n"
    )
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "src" / "notes").write_text("")
    return tmp_path
