"""What many tests need and takes long to build: built once for a whole run, by whichever process asks
first.
"""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

Build = Callable[[Path], Path]
"""Builds something in an empty folder, and returns where the result is."""


def shared_folder(own: Path) -> Path:
    """The folder that all processes of a run share, by the one of this process."""
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def built_once(shared: Path, name: str, build: Build) -> Path:
    """Return what `build` makes; other processes that ask for the name wait meanwhile.

    Args:
        shared: The folder that all processes of the run share.
        name: Tells it from others that are built.
        build: Called once in a run, and again where it has failed.
    """
    folder = shared / "built" / name
    folder.parent.mkdir(exist_ok=True)
    done = folder.with_name(f"{name}.done")
    with folder.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            done.write_text(str(build(folder)))
    return Path(done.read_text())
