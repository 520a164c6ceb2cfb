"""Which source files modules come from, and which of them a document depends on."""

import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.catalog.source_files import is_foreign, mentioned_files, own_files

MODULES = {
    "contracts": "from . import models\nfrom .models import User\n",
    "models": "from .limits import MOST\n\n\nclass User:\n    def late(self):\n        from . import late\n",
    "limits": "MOST = 10\n",
    "late": "try: from . import (  # not at hand (yet)\n    listed as known,\n)\nexcept ImportError: pass\n",
    "listed": "import sys; from .\\\n  continued import *\n",
    "continued": "",
    "__init__": "",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package, one of whose modules is imported inside a function, and modules that nothing in it
    mentions.
    """
    folder = tmp_path / f"stamped_{time.time_ns()}"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    unused = f"unused_{time.time_ns()}"  # no word of a module that another test has imported
    (folder / f"{unused}.py").write_text("")
    (tmp_path / f"{folder.name}_{unused}.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for name in (".contracts", ".late", f".{unused}", f"_{unused}"):
        import_module(f"{folder.name}{name}")
    yield folder
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def test_what_a_module_mentions(package: Path) -> None:
    files = mentioned_files([f"{package.name}.contracts"])
    own = {Path(file).stem for name, file in files.items() if name.startswith(package.name)}
    assert own == MODULES.keys()
    assert files[f"{package.name}.models"] == str(package / "models.py")


def test_what_a_module_mentions_in_an_installed_package() -> None:
    files = mentioned_files(["pytest"])
    assert files["pytest"] == pytest.__file__
    assert "_pytest" not in files


def test_files_of_the_project(package: Path) -> None:
    files = set(own_files().values())
    assert str(package / "models.py") in files
    assert not [file for file in files if is_foreign(file)]
    assert is_foreign(os.__file__)
    assert is_foreign(pytest.__file__)
