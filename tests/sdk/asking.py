"""Schemathesis in a process of its own, with all phases and checks."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent


def ask(url: str, spec: Path, headers: Sequence[str], *filters: str) -> None:
    """Run Schemathesis in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "--config-file",
        str(HERE / "schemathesis.toml"),
        "run",
    ]
    named = [part for header in headers for part in ("--header", header)]
    done = subprocess.run(
        [*command, str(spec), "--url", url, *named, *filters],
        cwd=spec.parent,
        env={**os.environ, "SCHEMATHESIS_HOOKS": str(HERE / "schemathesis_hooks.py")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout


def excluded(*names: str) -> list[str]:
    return [part for name in names for part in ("--exclude-operation-id", name)]
