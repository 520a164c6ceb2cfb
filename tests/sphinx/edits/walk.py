"""A walk: edits and builds in turn, each build compared with one from nothing."""

import os
import re
import shutil
from pathlib import Path
from random import Random
from time import time

from ..parts import contents, times
from ..projects import plain
from .builds import Job, Outcome, Python
from .project import CONTRACT_MODULES, Project
from .steps import Step

MADE = ("ggdocs", "out *", "doctrees", "messages", "__pycache__")
"""What builds make of the sources."""
OURS = re.compile(r"(apidocs|api|deep)/")
EACH_TIME = re.compile(
    r"_static/|\.buildinfo|search(/index)?\.html|Makefile|make\.bat|latexmk\w*|sphinx\w*\.sty"
)
"""What Sphinx writes in builds that have nothing to do too."""
AROUND = re.compile(rf"{EACH_TIME.pattern}|_sources/|gg-|genindex|objects\.inv|searchindex")
"""What it writes besides when some page was read."""
CUT = "Failed to read build info file"
"""What Sphinx says of a file of its own that a killed build has cut."""
UNSEEN = {"model module", "path"}
"""Edits that change where links of a page may lead, and what tooltips of links say, which not every
page shows."""
WRITE_ALL = ("singlehtml", "latex")
"""Builders that have no pages to leave."""


class Walk:
    """A project in a folder of its own, which is edited and built."""

    def __init__(self, folder: Path, seed: int, incremental: Python, fresh: Python) -> None:
        self.here, self.anew = folder / "here", folder / "anew"
        self.project = Project(Random(seed))
        self.incremental = incremental
        self.fresh = fresh
        self.files: dict[str, str] = {}
        self.builder = ""
        """The one that has built last, when nothing has come in between."""
        self.seconds = 0

    def take(self, step: Step) -> None:
        """Edit and build.

        Raises:
            AssertionError: The build is not what it would be from nothing.
        """
        for kind, number in step.edits:
            self.project.edit(kind, Random(number))
        job = Job(str(self.here), step.builder.split()[0], f"out {step.builder}", step.jobs)
        if step.broken is not None:
            self._build_broken(job, step.broken)
        changed = self._save(step.saved)
        for kill in step.kills:
            self.incremental.build(job._replace(kill=kill))
        out = self.here / job.out
        before, old = times(out), contents(out)
        built = _finished(self.incremental.build(job))
        same = self.builder == step.builder and not step.kills and job.builder not in WRITE_ALL
        same = same and not UNSEEN & dict(step.edits).keys()
        self.builder = step.builder
        self._compare_with_fresh(job, built)
        if same and all(map(_is_module, changed)):
            self._check_precision(before, old, out)
        if step.twice:
            self._check_idle(job, out)

    def _build_broken(self, job: Job, number: int) -> None:
        self.project.broken = Random(number).choice(CONTRACT_MODULES)
        self._save("now")
        built = _finished(self.incremental.build(job))
        # Edits may leave a module that no document names.
        is_named = f"{self.project.broken}:" in self.files["source/conf.py"]
        assert built.warnings or not is_named, f"{self.project.broken} cannot be imported"
        self.project.broken, self.builder = "", ""

    def _compare_with_fresh(self, job: Job, built: Outcome) -> None:
        shutil.rmtree(self.anew, ignore_errors=True)
        shutil.copytree(self.here, self.anew, ignore=shutil.ignore_patterns(*MADE))
        wanted = _finished(self.fresh.build(job._replace(folder=str(self.anew), jobs=1)))
        found, fresh = (contents(folder / job.out) for folder in (self.here, self.anew))
        # Most builders leave what has become of pages that are gone.
        ours = {name for name in found if OURS.match(name)}
        here, anew = str(self.here).encode(), str(self.anew).encode()
        different = {
            name for name, text in fresh.items() if found.get(name, b"").replace(here, anew) != text
        }
        different |= ours - fresh.keys()
        assert not different, f"these files are not those of a fresh build: {sorted(different)}"
        made = [contents(folder / "source" / "ggdocs") for folder in (self.here, self.anew)]
        assert made[0] == made[1], "the sources of pages are not those of a fresh build"
        more = {
            plain(each) for each in set(built.warnings) - set(wanted.warnings) if CUT not in each
        }
        assert not more, f"warnings that a fresh build does not give: {more}"

    def _check_precision(self, before: dict[str, int], old: dict[str, bytes], out: Path) -> None:
        """None of our files has been written that is as before; Sphinx writes pages that depend on
        a changed module.
        """
        now, after = contents(out), times(out)
        for name in sorted(now.keys() & old.keys()):
            if OURS.match(name) and now[name] == old[name]:
                assert after[name] == before[name], f"{name} was written for nothing"

    def _check_idle(self, job: Job, out: Path) -> None:
        """A build that has nothing to do does nothing but what Sphinx does each time.

        Pages that depend on a file of the future are read in each build.
        """
        before = times(out)
        built = _finished(self.incremental.build(job))
        written = [
            name
            for name, at in times(out).items()
            if before.get(name) != at and not AROUND.match(name)
        ]
        if job.builder in WRITE_ALL:
            written = [name for name in written if name not in ("index.html", "objects.inv")]
        of_the_future = any(file.stat().st_mtime > time() for file in self.here.rglob("*.py"))
        work = built.imported if of_the_future else [*built.read, *built.imported, *written]
        assert not work, f"what a build reads, imports and writes that has nothing to do: {work}"

    def _save(self, dated: str) -> list[str]:
        """Write the sources that differ, and tell which."""
        files = self.project.files()
        gone = self.files.keys() - files.keys()
        for name in gone:
            (self.here / name).unlink()
        changed = [name for name, text in files.items() if self.files.get(name) != text]
        for name in changed:
            file = self.here / name
            file.parent.mkdir(parents=True, exist_ok=True)
            former = file.stat() if file.exists() else None
            file.write_text(files[name])
            if not _is_module(name):
                continue
            self.seconds += 2
            if dated in ("past", "future"):
                at = time() + {"past": -500_000, "future": 5000}[dated] + self.seconds
                os.utime(file, (at, at))
            elif dated == "kept" and former is not None and former.st_size != file.stat().st_size:
                os.utime(file, ns=(former.st_atime_ns, former.st_mtime_ns))
        if dated == "touched":
            for name in filter(_is_module, files):
                (self.here / name).touch()
        self.files = files
        return [*gone, *changed]


def _is_module(name: str) -> bool:
    return name.endswith(".py") and not name.endswith("conf.py")


def _finished(outcome: Outcome | None) -> Outcome:
    assert outcome is not None
    assert not outcome.failure, outcome.failure
    return outcome
