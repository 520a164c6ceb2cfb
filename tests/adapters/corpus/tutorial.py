"""FastAPI's tutorial as a corpus: fetched at test time, never committed."""

import contextlib
import importlib
import io
import os
import subprocess
import sys
import tarfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import fastapi
import pytest
from fastapi import FastAPI

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "sphinxcontrib-ggdocs"


def tutorial() -> Path | None:
    """The folder that holds ``docs_src`` of the installed version; None without a network."""
    folder = CACHE / f"fastapi-{fastapi.__version__}"
    if not (folder / "docs_src").is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", str(CACHE), f"fastapi=={fastapi.__version__}"]
        subprocess.run(command, check=False, capture_output=True, timeout=300)
        archive = CACHE / f"fastapi-{fastapi.__version__}.tar.gz"
        if not archive.is_file():
            return None
        with tarfile.open(archive) as packed:
            packed.extractall(CACHE, filter="data")
    return folder


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the tutorial, as the working directory, from which its modules are imported."""
    found = tutorial()
    if found is None:
        pytest.skip("FastAPI's sources cannot be fetched")
    monkeypatch.chdir(found)
    monkeypatch.setattr(sys, "path", [str(found), *sys.path])
    return found


def applications(folder: Path) -> Iterator[tuple[str, FastAPI]]:
    """The applications of the tutorial that can be imported here, by module and name."""
    for file in sorted((folder / "docs_src").rglob("*.py")):
        module_name = ".".join(file.relative_to(folder).with_suffix("").parts)
        try:
            with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                warnings.simplefilter("ignore")
                module = importlib.import_module(module_name)
        except Exception:  # noqa: BLE001  # needs a package that is not here, or is an example of what fails
            continue
        for name, value in list(vars(module).items()):
            if isinstance(value, FastAPI):
                yield f"{module_name}:{name}", value
