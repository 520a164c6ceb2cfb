"""Which source files modules come from, and whether they are still what was imported."""

import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.source_files import (
    ModuleStamp,
    forget_stale,
    is_foreign,
    own_files,
    stamp_modules,
    unchanged,
)

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
    """A package whose modules were saved long ago, one of them imported inside a function."""
    folder = tmp_path / f"stamped_{time.time_ns()}"
    folder.mkdir()
    for name, text in MODULES.items():
        save(folder / f"{name}.py", text)
    save(tmp_path / f"{folder.name}_unused.py", "")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield folder
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def save(file: Path, text: str) -> None:
    file.write_text(text)
    os.utime(file, (1_700_000_000, 1_700_000_000))


def stamped(package: Path) -> tuple[ModuleStamp, ...]:
    for name in (".contracts", ".late", "_unused"):
        import_module(f"{package.name}{name}")
    return stamp_modules([f"{package.name}.contracts"], time.time_ns())


def test_what_a_module_mentions(package: Path) -> None:
    assert {Path(stamp.path).stem for stamp in stamped(package)} == MODULES.keys()


def test_a_new_time_alone_is_no_change(package: Path) -> None:
    stamps = stamped(package)
    (package / "models.py").touch()
    assert unchanged(stamps)


@pytest.mark.parametrize("name", MODULES)
def test_another_text_is_a_change(package: Path, name: str) -> None:
    stamps = stamped(package)
    save(package / f"{name}.py", f"{MODULES[name]}\nADDED = 1\n")
    assert not unchanged(stamps)


def test_a_module_that_an_import_finds_first_is_a_change(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "first")
    stamps = stamped(package)
    assert unchanged(stamps)
    (tmp_path / "first" / package.name).mkdir()
    save(tmp_path / "first" / package.name / "__init__.py", "")
    assert not unchanged(stamps)


def test_modules_that_changed_are_imported_again(package: Path) -> None:
    stamps = stamped(package)
    forget_stale(stamps)
    assert f"{package.name}.models" in sys.modules
    save(package / "limits.py", "MOST = 11\n")
    forget_stale(stamps)
    assert f"{package.name}.models" not in sys.modules
    assert import_module(f"{package.name}.models").MOST == 11


def test_files_of_the_project(package: Path) -> None:
    stamped(package)
    files = set(own_files())
    assert str(package / "models.py") in files
    assert not [file for file in files if is_foreign(file)]
    assert is_foreign(os.__file__)
    assert is_foreign(pytest.__file__)
