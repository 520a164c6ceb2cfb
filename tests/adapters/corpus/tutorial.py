"""FastAPI's tutorial as a corpus: fetched at test time, never committed."""

import contextlib
import importlib
import io
import subprocess
import sys
import tarfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import fastapi
import pytest
from fastapi import FastAPI

CACHE = Path(__file__).parents[3] / ".cache"
"""What tests download, in the clone."""


def tutorial() -> Path:
    """Return the folder that holds ``docs_src`` of the installed version; download it first."""
    folder = CACHE / f"fastapi-{fastapi.__version__}"
    if not (folder / "docs_src").is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", str(CACHE), f"fastapi=={fastapi.__version__}"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"FastAPI's sources cannot be fetched: {done.stderr}"
        archive = CACHE / f"fastapi-{fastapi.__version__}.tar.gz"
        with tarfile.open(archive) as packed:
            packed.extractall(CACHE, filter="data")
    return folder


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the tutorial, as the working directory, from which its modules are imported."""
    sources = tutorial()
    monkeypatch.chdir(sources)
    monkeypatch.setattr(sys, "path", [str(sources), *sys.path])
    return sources


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
