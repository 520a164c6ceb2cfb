"""Measures how long readers of a large published file wait: GitHub's REST description, by our site,
by the UIs of others, and in Sphinx builds; ``python -m benchmarks.ui.published [--write]``.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch
from tests.readers.published_files import OPENAPI
from tests.readers.published_files import fetch as fetch_files

from ..results import NotMeasuredError, show
from ..sphinx.run import build, output, source_folder
from .__main__ import TIMEOUT, measure
from .peers import OURS, Subject, fetch, write_pages

(PACKAGE,) = (package for package in OPENAPI if package.name == "@octokit/openapi")
FILE = PACKAGE.folder / "package/generated/api.github.com.json"
PATH = "/repos/{owner}/{repo}/issues/{issue_number}"
CONF = 'project = "GitHub"\nhtml_copy_source = False\n'
PROJECTS = {
    "ggdocs": (
        (
            'extensions = ["sphinxcontrib_ggdocs"]\n'
            'suppress_warnings = ["ggdocs.export", "ggdocs.document"]\n'
            'ggdocs_docs = [{"slug": "github", "openapi": "github.json"}]\n'
        ),
        ".. ggdocs:: github\n",
    ),
    "sphinxcontrib-openapi": (
        'extensions = ["sphinxcontrib.openapi"]\n',
        ".. openapi:: github.json\n",
    ),
    "sphinxcontrib-openapi, httpdomain renderer": (
        'extensions = ["sphinxcontrib.openapi"]\nopenapi_default_renderer = "httpdomain"\n',
        ".. openapi:: github.json\n",
    ),
}
"""By extension: the configuration, and the page."""


def subjects(site: Path) -> Iterator[Subject]:
    """The UIs with the deep link of one operation."""
    document = json.loads((site / "github" / "api-docs.json").read_text(encoding="utf-8"))
    (place,) = (
        f"{group['slug']}/{contract['name']}/{method['name']}"
        for group in document["groups"]
        for contract in group["contracts"]
        for method in contract["methods"]
        if (method.get("httpMethod"), method.get("httpPath")) == ("GET", PATH)
    )
    name = place.rpartition("/")[2]
    yield Subject(
        name="ggdocs",
        page=f"ours/index.html#/github/{place}",
        readable=f"css=article:has(:is(.own-name, h1):has-text('{name}')) .error-card",
    )
    yield Subject(
        name="Swagger UI 5.35.0",
        page="swagger.html#/issues",
        readable="css=[id^='operations-issues-issues']:has-text('/issues/{{issue_number}}')",
    )
    yield Subject(
        name="Redoc 3.0.1",
        page="redoc.html#/issues/issues/get",
        readable="css=[id^='issues/issues/get']",
    )
    braced = PATH.replace("{", "{{").replace("}", "}}")
    yield Subject(
        name="Scalar 1.72.1",
        page=f"scalar.html#tag/issues/GET{braced}",
        readable=f"css=[id$='tag/issues/GET{braced}.responses.200']",
    )


def readers(browser: Browser, folder: Path, rounds: int) -> Iterator[str]:
    """A table of what a reader waits for."""
    yield "| UI | readable after | blocking | heap |"
    yield "|---|---:|---:|---:|"
    with served(folder) as url:
        for subject in subjects(folder / "ours"):
            visits = [measure(browser, url, subject, 0, search=False) for _ in range(rounds)]
            found = [visit for visit in visits if visit]
            if not found and subject.name == OURS.name:
                raise NotMeasuredError(f"{subject.name} does not show {PATH}")
            if not found:
                yield f"| {subject.name} | not within {TIMEOUT:.0f} s | | |"
                continue
            best = {key: min(visit[key] for visit in found) for key in found[0]}
            yield (
                f"| {subject.name} | {best['readable']:.2f} s | {best['blocked']:.2f} s "
                f"| {best['heap']:.0f} MB |"
            )


def builds() -> Iterator[str]:
    """A table of what Sphinx builds take."""
    yield "| Sphinx build | processor time | peak memory | HTML |"
    yield "|---|---:|---:|---:|"
    for name, (conf, page) in PROJECTS.items():
        with source_folder() as folder:
            shutil.copy(FILE, folder / "github.json")
            (folder / "conf.py").write_text(CONF + conf, encoding="utf-8")
            (folder / "index.rst").write_text(f"GitHub\n======\n\n{page}", encoding="utf-8")
            try:
                cost = build(folder)
            except RuntimeError as error:
                if name == OURS.name:
                    raise
                print(error, file=sys.stderr)
                yield f"| {name} | fails | | |"
                continue
            size = sum(file.stat().st_size for file in output(folder).rglob("*.html"))
        yield (
            f"| {name} | {cost.cpu:.0f} s | {cost.memory / 1e6:,.0f} MB | {size / 1e6:,.0f} MB |"
        )


def main() -> None:
    """Measure and print the tables."""
    from sphinxcontrib_ggdocs.native import build_api_docs

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="visits of each; the best counts")
    parser.add_argument("--write", action="store_true", help="put them into benchmarks/README.md")
    arguments = parser.parse_args()
    fetch()
    if not FILE.is_file():
        PACKAGE.folder.mkdir(parents=True, exist_ok=True)
        fetch_files(PACKAGE)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name) / "site"
        folder.mkdir()
        docs = [{"slug": "github", "openapi": str(FILE)}]
        build_api_docs({"docs": docs, "out_dir": folder / "ours"})
        shutil.copy(FILE, folder / "openapi.json")
        write_pages(folder)
        browser = launch(playwright)
        lines = [*readers(browser, folder, arguments.rounds)]
        browser.close()
        show("github", lines, write=arguments.write)
        show("github builds", builds(), write=arguments.write)


if __name__ == "__main__":
    main()
