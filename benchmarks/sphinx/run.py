"""Runs one build in a process of its own and says what it took."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """What a build took."""

    cpu: float
    """Seconds of processor time, of the build and of the processes that it started."""
    wall: float
    """Seconds that passed."""
    memory: int
    """Bytes at the peak, of the largest process."""
    environment: int
    """Bytes of the environment on disk."""

    def or_better(self, other: "Cost | None") -> "Cost":
        """The least of two measurements, figure by figure."""
        if other is None:
            return self
        return Cost(
            min(self.cpu, other.cpu),
            min(self.wall, other.wall),
            min(self.memory, other.memory),
            min(self.environment, other.environment),
        )


@contextmanager
def source_folder() -> Iterator[Path]:
    """An empty folder for the sources of a project, with room for what is built next to it.

    Sphinx looks for sources below the folder of the sources, so that it would go through the whole
    output of the build before if that was there.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "source")
        folder.mkdir()
        yield folder


def build(folder: Path, *, jobs: int = 1) -> Cost:
    """Build a project's HTML as ``sphinx-build`` does; doctrees and output stay for the next build.

    Raises:
        RuntimeError: It failed, or had something to warn of.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-j", str(jobs)]
    command += ["-d", str(doctrees(folder)), str(folder), str(output(folder))]
    run = process_cost(command, folder.parent / "log", env=_environment())
    errors = [line for line in run.lines if "ERROR" in line or "rror:" in line]
    if run.status != 0 or errors:
        raise RuntimeError(f"{folder.name}: sphinx-build ended with {run.status}: {errors[:3]}")
    return Cost(run.cpu, run.wall, run.memory, environment_file(folder).stat().st_size)


class Run(NamedTuple):
    """A process that has ended."""

    status: int
    lines: list[str]
    """Its output and its messages."""
    cpu: float
    wall: float
    memory: int
    """These three as in `Cost`."""


def process_cost(
    command: list[str], log: Path, *, env: dict[str, str], cwd: Path | None = None
) -> Run:
    """Run a command, and keep what it prints in a file."""
    took = log.with_name("took.json").absolute()
    launcher = [sys.executable, "-I", str(Path(__file__).with_name("measured.py")), str(took)]
    began = time.monotonic()
    with log.open("w") as file:
        subprocess.run(
            [*launcher, *command], stdout=file, stderr=file, env=env, cwd=cwd, check=True
        )
    passed = time.monotonic() - began
    status, cpu, kib = json.loads(took.read_text("utf-8"))
    return Run(status, log.read_text("utf-8").splitlines(), cpu, passed, kib * 1024)


def environment_file(folder: Path) -> Path:
    """What Sphinx keeps of all pages between two builds."""
    return doctrees(folder) / "environment.pickle"


def doctrees(folder: Path) -> Path:
    """The doctrees of a project whose sources are in a `source_folder`."""
    return folder.parent / "doctrees"


def output(folder: Path) -> Path:
    """Its HTML."""
    return folder.parent / "html"


def _environment() -> dict[str, str]:
    """This process's own; but modules are kept compiled, ours as those that pip has installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
