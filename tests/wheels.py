"""Builds wheels, as `pip install` from a checkout does."""

import subprocess
import sys
from pathlib import Path


def build_wheel(source: Path, folder: Path) -> Path:
    """The wheel of the project in `source`, built with what is installed here."""
    options = ["--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    done = subprocess.run(
        [sys.executable, "-m", "build", *options], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel
