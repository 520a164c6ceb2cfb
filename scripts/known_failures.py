"""Run tests of which some are known to fail with the packages of this environment.

    python -m scripts.known_failures TABLE ARGUMENT-OF-PYTEST …

The table is a file in TOML: each ``[[failures]]`` has ``tests``, their names, and a ``reason``.
They are left out of the run. Afterwards those of each row run alone, in a process of their own, as
some make the interpreter crash: a row whose tests do not all fail is an error, for it is out of
date.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

OPTIONS = (
    *("-q", "-p", "no:cacheprovider"),
    *("-W", "ignore::PendingDeprecationWarning", "-W", "ignore::DeprecationWarning"),
)
"""Releases that are that old use what has been deprecated since."""
TESTS_FAILED = 1
"""The status of pytest when tests have run and some have failed."""


def main(table: str, *arguments: str) -> int:
    """Return the status of the whole run."""
    failures = tomllib.loads(Path(table).read_text(encoding="utf-8"))["failures"]
    deselected = [f"--deselect={test}" for failure in failures for test in failure["tests"]]
    status = run([*arguments, *deselected]).returncode
    for failure in failures:
        if not fails(failure["tests"]):
            message = f"{table}: {failure['tests']} are known to fail, and do not all fail"
            sys.stderr.write(f"{message}: {failure['reason']}\n")
            status = 1
    return status


def fails(tests: Iterable[str]) -> bool:
    """Return whether all of these tests fail, or crash the interpreter."""
    done = run(["--tb=no", *tests], stdout=subprocess.PIPE)
    if done.returncode < 0:
        return True
    return done.returncode == TESTS_FAILED and not re.search(r"\d+ passed", done.stdout)


def run(arguments: list[str], stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own."""
    ignored = ("-W", "ignore::PendingDeprecationWarning")
    command = [sys.executable, *ignored, "-m", "pytest", *OPTIONS, *arguments]
    return subprocess.run(command, check=False, stdout=stdout, text=True)  # noqa: S603  # our own


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
