"""Builds in processes of their own, which may be killed, forked from one that has imported Sphinx
and us already.

That one is a fresh Python, not the one that runs the tests: nothing of other tests is in it, and
the hash of texts, which decides the order of sets, is another in each of two.
"""

import io
import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple

from sphinx.application import Sphinx, builtin_extensions

from sphinxcontrib_ggdocs.native import pages

ROOT = Path(__file__).parents[3]
OURS = (
    "directives",
    "ext.core",
    "ext.native",
    "ext.openapi",
    "ext.asyncapi",
    "ext.render",
    "ext.descriptions",
    "ext.typeset",
    "serving",
)
FIRST = (
    *builtin_extensions,
    *(
        "sphinx.search.en",
        "sphinx.search.de",
        "docutils.parsers.rst.directives.misc",
        "jinja2.ext",
        "unittest.mock",
    ),
    *(f"sphinxcontrib_ggdocs.{name}" for name in (*OURS, "native", "openapi", "asyncapi")),
)
"""What builds import."""


LARGE = 4
"""Documents with more methods are split unless they say otherwise: edits of methods cross it."""


class Job(NamedTuple):
    """One build."""

    folder: str
    """Where the project is, and everything that is made of it."""
    builder: str
    out: str
    jobs: int = 1
    kill: int = 0
    """Dies when so many files have been written, half of the last of them; 0: lives."""


class Outcome(NamedTuple):
    """What a build that came to its end has done."""

    warnings: list[str]
    read: list[str]
    """Pages."""
    imported: list[str]
    """Modules of the project."""
    failure: str
    """The traceback of a build that crashed."""


class Python:
    """A process that forks itself for each build."""

    def __init__(self, process: "subprocess.Popen[str]", packages: Sequence[str]) -> None:
        self.process = process
        self.packages = packages

    def build(self, job: Job) -> Outcome | None:
        """Wait for a build; None when it was killed."""
        send, answer = self.process.stdin, self.process.stdout
        assert send is not None
        assert answer is not None
        print(json.dumps([job, self.packages]), file=send, flush=True)
        told = json.loads(answer.readline())
        return None if told is None else Outcome(*told)


@contextmanager
def python(packages: Sequence[str], *, seed: int) -> Iterator[Python]:
    """Start one; `packages` are those of the project."""
    env = {**os.environ, "PYTHONHASHSEED": str(seed), "SOURCE_DATE_EPOCH": "1700000000"}
    with subprocess.Popen(
        [sys.executable, "-m", __name__],
        cwd=ROOT,
        env=env,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield Python(process, packages)
        assert process.stdin is not None
        process.stdin.close()


def serve(questions: IO[str], answers: IO[str]) -> None:
    """Answer each job by its outcome."""
    for name in FIRST:
        import_module(name)
    pages.MOST_METHODS = LARGE
    for line in questions:
        job, packages = json.loads(line)
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            os.setsid()
            with os.fdopen(writer, "w", encoding="utf-8") as answer:
                answer.write(json.dumps(_build(Job(*job), packages)))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as told:
            text = told.read()
        os.waitpid(process, 0)
        print(text or "null", file=answers, flush=True)


def _build(job: Job, packages: list[str]) -> Outcome:
    folder = Path(job.folder)
    source, out = folder / "source", folder / job.out
    # Sphinx refuses to share the pages that it has read between messages and everything else.
    doctrees = folder / ("messages" if job.builder == "gettext" else "doctrees")
    warnings, failure = io.StringIO(), ""
    read: list[str] = []
    if job.kill:
        _die_after(job.kill)
    try:
        app = Sphinx(
            source,
            source,
            out,
            doctrees,
            job.builder,
            status=io.StringIO(),
            warning=warnings,
            parallel=job.jobs,
        )
        app.connect("env-before-read-docs", lambda _app, _env, names: read.extend(names))
        app.build()
    except BaseException:  # noqa: BLE001  # whatever it is, the test tells it
        failure = traceback.format_exc()
    told = warnings.getvalue().replace(f"{folder}/", "").replace("\n ", "\a ").splitlines()
    imported = [name for name in sys.modules if name.partition(".")[0] in packages]
    return Outcome([each.replace("\a", "\n") for each in told if each], read, imported, failure)


def _die_after(count: int) -> None:
    """Kill this process and its own when the files that it has opened to write, renamed or removed
    are so many.
    """
    left = count

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        cuts = event == "open" and isinstance(args[0], str) and bool(args[2] & os.O_TRUNC)
        if cuts or event in ("os.rename", "os.remove"):
            left -= 1
            if left == 0:
                if cuts:
                    Path(args[0]).write_text("<htm")
                os.killpg(0, signal.SIGKILL)

    sys.addaudithook(hook)


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
