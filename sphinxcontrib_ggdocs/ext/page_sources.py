"""Writes the source files for the pages of large references, when the build begins, as autosummary
does. A large document is split, into a page for each group or contract, or for as many objects as
fit on one.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..named_objects import Split
from .build import Build
from .conf_values import ConfValues
from .config import in_config
from .domain.gg import build_of
from .freshness import load
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


_DIRECTIVE = re.compile(r"^(?:\.\. ggdocs::|[`~:]{3,}\{ggdocs\})[ \t]*(.*)$", re.MULTILINE)
"""A ``ggdocs`` directive in reST or MyST; the group is its argument."""


def words_of(text: str) -> list[str]:
    """Return the words of a directive's argument, which are separated by commas or white space."""
    return text.replace(",", " ").split()


def shown_slugs(app: "Sphinx") -> Iterator[str]:
    """Yield the slugs that ``ggdocs`` directives in all sources name; an empty one for a directive
    that shows all documents.

    Only directives at the beginning of a line are found, since indented ones may be examples.
    """
    env = app.env
    env.find_files(app.config, app.builder)  # so far, it knows the files of the former build
    for docname in sorted(env.found_docs):
        text = env.doc2path(docname).read_text(encoding="utf-8", errors="replace")
        for argument in _DIRECTIVE.findall(text):
            yield from words_of(argument) or [""]


MARK = "Made by sphinxcontrib-ggdocs; what you change here is lost."
"""A comment in each source that we write, by which we recognize these."""

SOURCES = {
    "restructuredtext": f".. {MARK}\n\n.. ggdocs-page:: {{slug}} {{name}}\n",
    "markdown": f"% {MARK}\n\n```{{{{ggdocs-page}}}} {{slug}} {{name}}\n```\n",
}
"""The templates of sources by the name of their markup language in ``source_suffix``."""


def page_docname(config: ConfValues, slug: str, name: str) -> str:
    """Return the Sphinx name of a page of a large reference: ``ggdocs/shop/orders``."""
    return f"{config.pages_dir}/{slug}/{name}"


def write_sources(app: "Sphinx") -> None:
    """Write a source for each page of a large reference, and remove stale sources
    (``builder-inited``).
    """
    from ..serving.directory import write_file

    build = build_of(app.env)
    folder = Path(app.srcdir, build.config.pages_dir)
    build.splits = dict(_splits(app, build.config))
    if not build.splits and not folder.is_dir():  # there is nothing to write or to remove
        return
    sources = _sources(app, build)
    try:
        for file in sorted(folder.glob("*/*")):  # the pages of each document are in a folder
            if file not in sources and _is_ours(file):
                file.unlink()
        for file, text in sources.items():
            # An unchanged file is not written: Sphinx would read the page again.
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                write_file(file, text.encode())
    except OSError as error:
        message = f"the sources of the pages cannot be written: {error}"
        warn(Problem(Subtype.OUTPUT, message), in_config(app.confdir, "ggdocs_docs"))


def _sources(app: "Sphinx", build: Build) -> dict[Path, str]:
    """Return the texts of the sources for the pages of all split documents, by path.

    A source has only a comment and a directive, which writes the content of its page.
    """
    folder = Path(app.srcdir, build.config.pages_dir)
    suffix = _suffix(app)
    language = app.config.source_suffix.get(suffix, "")
    template = SOURCES.get(language, SOURCES["restructuredtext"])
    sources: dict[Path, str] = {}
    for slug, split in build.splits.items():  # `split` is a kind, such as a page for each group
        for name in build.records[slug].contents.pages[split]:
            if name:  # the page with the directive itself has an empty name
                sources[folder / slug / f"{name}{suffix}"] = template.format(slug=slug, name=name)
    return sources


def _splits(app: "Sphinx", config: ConfValues) -> Iterator[tuple[str, Split]]:
    """Yield the slug of each document that is split into pages, with the kind of its split: the one
    in ``conf.py``, or for a large document that a ``ggdocs`` directive shows, the default.
    """
    slugs_in_sources: set[str] | None = None
    for slug in config.documents:
        choice = config.splits.get(slug)
        if choice == "none":
            continue
        contents = load(app.env, slug).contents
        split = choice or contents.split
        if split is None or not contents.pages.get(split):
            continue
        if choice is None:
            # All sources are read for this, hence only if a document needs it.
            slugs_in_sources = slugs_in_sources or {*shown_slugs(app)}
            # The empty slug stands for a directive that shows all documents.
            if slugs_in_sources.isdisjoint({slug, ""}):
                continue
        yield slug, split


def _suffix(app: "Sphinx") -> str:
    """Return the suffix of the sources to write: the project's first suffix of reST or, if it has
    none, of Markdown; ``.rst`` if it has neither.
    """
    for language in SOURCES:
        for suffix, suffix_language in app.config.source_suffix.items():
            if suffix_language == language:
                return str(suffix)
    return ".rst"


def _is_ours(file: Path) -> bool:
    """Return whether a file is a source that this extension has written."""
    return file.is_file() and MARK.encode() in file.read_bytes()
