"""How tests run ``sphinx-build`` in a process of its own."""

import sys
from pathlib import Path


def html_build(folder: Path, out: str = "_html") -> list[str]:
    """The command that builds a project as HTML, where a warning is an error.

    Args:
        folder: The folder of ``conf.py``.
        out: The folder of the output inside it.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html"]
    return [*command, str(folder), str(folder / out)]
