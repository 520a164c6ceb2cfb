"""Writes the sources for the pages of a large reference when the builder starts, as autosummary
does.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..named_objects import Split
from .conf_values import ConfValues
from .config import in_config
from .domain.gg import build_of
from .freshness import load
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


_DIRECTIVE = re.compile(r"^(?:\.\. ggdocs::|[`~:]{3,}\{ggdocs\})[ \t]*(.*)$", re.MULTILINE)


def words_of(text: str) -> list[str]:
    """Return the words of a text, separated by commas or white space."""
    return text.replace(",", " ").split()


def shown_slugs(app: "Sphinx") -> Iterator[str]:
    """Yield the slugs that ``ggdocs`` directives name in all sources; empty for all documents.

    Only directives at the beginning of a line are found: indented ones may be examples.
    """
    env = app.env
    env.find_files(app.config, app.builder)  # it knows those of the former build
    for docname in sorted(env.found_docs):
        text = env.doc2path(docname).read_text(encoding="utf-8", errors="replace")
        for argument in _DIRECTIVE.findall(text):
            yield from words_of(argument) or [""]


MARK = "Made by sphinxcontrib-ggdocs; what you change here is lost."

SOURCES = {
    "restructuredtext": f".. {MARK}\n\n.. ggdocs-page:: {{slug}} {{name}}\n",
    "markdown": f"% {MARK}\n\n```{{{{ggdocs-page}}}} {{slug}} {{name}}\n```\n",
}
"""The sources by the name of their markup language in ``source_suffix``."""


def page_docname(config: ConfValues, slug: str, name: str) -> str:
    """Return the docname of a page."""
    return f"{config.pages_dir}/{slug}/{name}"


def write_sources(app: "Sphinx") -> None:
    """Write a source for each page, and remove stale sources."""
    from ..serving.directory import write_file

    build = build_of(app.env)
    config, folder = build.config, Path(app.srcdir, build.config.pages_dir)
    build.splits = dict(_splits(app, config))
    if not build.splits and not folder.is_dir():
        return
    suffix = _suffix(app)
    source = SOURCES.get(app.config.source_suffix.get(suffix, ""), SOURCES["restructuredtext"])
    wanted = {
        folder / slug / f"{name}{suffix}": source.format(slug=slug, name=name)
        for slug, split in build.splits.items()
        for name in build.records[slug].contents.pages[split]
        if name  # that of the page that leads to the others is empty
    }
    try:
        for file in sorted(folder.glob("*/*")):
            if file not in wanted and _is_ours(file):
                file.unlink()
        for file, text in wanted.items():
            # Sphinx reads a page again whose source is newer.
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                write_file(file, text.encode())
    except OSError as error:
        message = f"the sources of the pages cannot be written: {error}"
        warn(Problem(Subtype.OUTPUT, message), in_config(app.confdir, "ggdocs_docs"))


def _splits(app: "Sphinx", config: ConfValues) -> Iterator[tuple[str, Split]]:
    """Yield the slugs of documents that are split into pages, and how."""
    shown: set[str] | None = None
    for slug in config.documents:
        choice = config.splits.get(slug)
        if choice == "none":
            continue
        contents = load(app.env, slug).contents
        split = choice or contents.split
        if split is None or not contents.pages.get(split):
            continue
        if choice is None:
            # Only then it matters what sources say, all of which are read for it.
            shown = shown or {*shown_slugs(app)}
            # A directive without a slug shows all documents.
            if shown.isdisjoint({slug, ""}):
                continue
        yield slug, split


def _suffix(app: "Sphinx") -> str:
    """Return the suffix of sources in the markup language of the project."""
    known = {language: suffix for suffix, language in reversed(app.config.source_suffix.items())}
    return next((known[language] for language in SOURCES if language in known), ".rst")


def _is_ours(file: Path) -> bool:
    """Return whether a file is a source that we have written."""
    return file.is_file() and MARK.encode() in file.read_bytes()
