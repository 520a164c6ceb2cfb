"""Whole sites of published applications: ``python -m benchmarks.sites [--write] [NAME ...]``.

Builds the site of each application with Sphinx, in the application's own environment, and opens
every page of the output. The example service is built and opened likewise.
"""

import argparse
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.adapters.corpus.published import PACKAGES, Published, installed, variables
from tests.browser.conftest import CONF as EXAMPLE_CONF
from tests.browser.conftest import ROOT, served
from tests.browser.engines import launch

from .claims import rows
from .document import table
from .pages import Visit, visit
from .results import README, show
from .sphinx.run import Run, process_cost

NAMES = ("titiler", "airflow", "letta", "zenml", "galaxy", "litellm", "fides", "openbb")
EXAMPLE = "our example"
TOOLS = ("sphinx", "furo", "myst-parser", "docstring-parser")
CONF = """\
import sys
sys.path.insert(0, {folder!r})
project = {name!r}
extensions = ["sphinxcontrib_ggdocs", "myst_parser"]
html_theme = "furo"
suppress_warnings = {suppressed!r}
ggdocs_docs = [{{"slug": "api", "app": "the_app:application"}}]
"""
INDEX = "Documentation\n=============\n\n.. toctree::\n   :glob:\n\n   *\n"
REFERENCE = "API reference\n=============\n\n.. ggdocs::\n"
ONE_PAGE = "One page\n========\n\n.. ggdocs::\n   :split: none\n   :no-index:\n"

SUPPRESSED = {"letta": ["ggdocs.export"]}
"""Warnings of errors in an application itself: letta's schemas refer to others that are nowhere."""

MOST_NODES, MOST_BLOCKING = 15_000, 0.3
"""The bars, elements with texts and seconds."""
VISITS = 3
"""Of a page that seems to block longer than it may; the best counts."""
VERBS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}

BUILDS = ("application", "operations", "build", "of it, import", "peak memory", "after import")
PAGES = ("application", "pages", "most nodes", "on", "most blocking", "on page", "over a bar")


class Project(NamedTuple):
    """A Sphinx project that is ready to be built."""

    name: str
    python: str
    """The interpreter that builds it."""
    source: Path
    home: Path
    """Where the build runs."""
    environ: dict[str, str]
    imports: str
    """The module of the application."""

    @property
    def output(self) -> Path:
        """Its HTML."""
        return self.source.parent / "html"


def example_project(folder: Path) -> Project:
    """The example service, divided into pages, and on one page besides."""
    conf = EXAMPLE_CONF.format(examples=str(ROOT / "examples"))
    environ = {"PYTHONPATH": f"{ROOT}:{ROOT / 'examples'}"}
    source = _written(folder, conf)
    (source / "one-page.rst").write_text(ONE_PAGE)
    return Project(EXAMPLE, sys.executable, source, ROOT, environ, "marketplace.service")


def published_project(package: Published, folder: Path) -> Project:
    """An application that is installed; Sphinx is added to its environment."""
    done = package.folder / ".sphinx"
    if not done.is_file():
        subprocess.run([package.python, "-m", "pip", "install", "--quiet", *TOOLS], check=True)
        done.touch()
    values = {
        "folder": str(folder / "source"),
        "name": package.name,
        "suppressed": SUPPRESSED.get(package.name, []),
    }
    source = _written(folder, CONF.format(**values))
    lines = [*package.imports.split("; "), f"application = {package.app}"]
    (source / "the_app.py").write_text("".join(f"{line}\n" for line in lines))
    environ = variables(package)
    environ["PYTHONPATH"] += f":{source}"
    return Project(package.name, package.python, source, package.home, environ, "the_app")


def _written(folder: Path, conf: str) -> Path:
    """The sources of a project with one reference."""
    source = folder / "source"
    source.mkdir(parents=True)
    for name, text in {"conf.py": conf, "index.rst": INDEX, "reference.rst": REFERENCE}.items():
        (source / name).write_text(text)
    return source


def run(project: Project, *arguments: str) -> Run:
    """Run Python for a project.

    Raises:
        RuntimeError: It failed; for Sphinx, a warning is a failure.
    """
    log = project.source.parent / "log"
    command = [project.python, *arguments]
    ended = process_cost(command, log, env=project.environ, cwd=project.home)
    if ended.status != 0:
        raise RuntimeError(f"{project.name}: {'; '.join(ended.lines[-5:])}")
    return ended


def built(project: Project) -> dict[str, str]:
    """Build a project, and return the row of its table."""
    imported = run(project, "-c", f"import {project.imports}")
    folders = str(project.source), str(project.output)
    cost = run(project, "-m", "sphinx", "-b", "html", "-W", "--keep-going", *folders)
    cells = (
        project.name,
        f"{operations(project.output):,}",
        f"{cost.cpu:.1f} s",
        f"{imported.cpu:.1f} s",
        f"{cost.memory / 1e6:,.0f} MB",
        f"{imported.memory / 1e6:,.0f} MB",
    )
    return dict(zip(BUILDS, cells, strict=True))


def operations(output: Path) -> int:
    """How many operations the OpenAPI files of a site have."""
    files = [json.loads(path.read_text()) for path in output.glob("apidocs/*/openapi.json")]
    paths = [path for file in files for path in file["paths"].values()]
    return sum(len(VERBS & path.keys()) for path in paths)


def opened(name: str, output: Path) -> dict[str, str]:
    """Open all pages of a site, and return the row of its table."""
    with sync_playwright() as playwright, served(output) as url:
        browser = launch(playwright)
        visits = {page: _best(browser, url + page) for page in pages(output)}
        browser.close()
    largest = max(visits, key=lambda page: visits[page].nodes)
    slowest = max(visits, key=lambda page: visits[page].blocking)
    over = [page for page, page_visit in visits.items() if not _within_bars(page_visit)]
    for page in over:
        print(f"{name}: {page}: {visits[page]}", file=sys.stderr)
    cells = (
        name,
        f"{len(visits):,}",
        f"{visits[largest].nodes:,}",
        largest,
        f"{visits[slowest].blocking:.2f} s",
        slowest,
        str(len(over)),
    )
    return dict(zip(PAGES, cells, strict=True))


def _best(browser: Browser, url: str) -> Visit:
    best = visit(browser, url, javascript=True)
    for _ in range(VISITS - 1):
        if best.blocking < MOST_BLOCKING:
            break
        best = best.or_better(visit(browser, url, javascript=True))
    return best


def _within_bars(page_visit: Visit) -> bool:
    return page_visit.nodes < MOST_NODES and page_visit.blocking < MOST_BLOCKING


def pages(output: Path) -> Iterator[str]:
    """All pages of a site, with the largest views of the full page."""
    for path in sorted(output.rglob("*.html")):
        if "_static" not in path.parts:
            yield path.relative_to(output).as_posix()
    for path in sorted(output.glob("apidocs/*/api-docs.json")):
        document = json.loads(path.read_text())
        slug = path.parent.name
        for view in ("", "~schema", "~error", *_largest_views(document)):
            yield f"apidocs/index.html#/{slug}/{view}"


def _largest_views(document: dict[str, Any]) -> tuple[str, str]:
    """The group with the most methods, and a method of it."""

    def methods(group: dict[str, Any]) -> int:
        return sum(len(contract["methods"]) for contract in group["contracts"])

    group = max(document["groups"], key=methods)
    contract = max(group["contracts"], key=lambda contract: len(contract["methods"]))
    method = contract["methods"][0]["name"]
    return group["slug"], f"{group['slug']}/{contract['name']}/{method}"


def merged(section: str, head: tuple[str, ...], new: dict[str, str]) -> list[str]:
    """The lines of a table: a new row, and those of README.md for everything else."""
    found = {row[head[0]]: dict(row) for row in rows(README.read_text("utf-8"), section)}
    found[new[head[0]]] = new
    order = [name for name in (*NAMES, EXAMPLE) if name in found]
    return list(table(list(head), ([found[name][key] for key in head] for name in order)))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--write", action="store_true", help="put the tables into README.md")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the sites stay")
    parser.add_argument("--built", action="store_true", help="only open the sites in FOLDER")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = arguments.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name in arguments.names or [EXAMPLE, *NAMES]:
            if not arguments.built:
                cost = built(project(name, folder / name))
                show("site builds", merged("site builds", BUILDS, cost), write=arguments.write)
            found = opened(name, folder / name / "html")
            show("site pages", merged("site pages", PAGES, found), write=arguments.write)


def project(name: str, folder: Path) -> Project:
    """The project of a name; what was in its folder before is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    if name == EXAMPLE:
        return example_project(folder)
    (package,) = [package for package in PACKAGES if package.name == name]
    if not installed(package):
        raise RuntimeError(f"{name} cannot be installed here")
    return published_project(package, folder)


if __name__ == "__main__":
    main()
