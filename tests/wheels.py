"""Builds wheels and source distributions, as `pip install` from a checkout and releases do."""

import subprocess
import sys
from pathlib import Path


def build_wheel(source: Path, folder: Path) -> Path:
    """The wheel of the project in `source`, built with what is installed here."""
    _build("--wheel", "--outdir", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def build_distributions(source: Path, folder: Path) -> Path:
    """A folder with the source distribution of a project, and the wheel that is built from it."""
    _build("--outdir", str(folder), str(source))
    return folder


def _build(*options: str) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
