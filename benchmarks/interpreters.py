"""Measurements in interpreters of their own, in which nothing is warm."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def measure_alone(module: str, *arguments: str, **environ: str) -> Any:
    """What a module prints as JSON, in a fresh interpreter.

    Args:
        module: The module, which is run from the top of the repository.
        arguments: What it gets.
        environ: Further variables of its environment.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", **environ},
    )
    return json.loads(done.stdout)
