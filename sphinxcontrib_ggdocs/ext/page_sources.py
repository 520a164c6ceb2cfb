"""Writes the sources of a large reference's pages when the builder starts, as autosummary does."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.environment.adapters.toctree import note_toctree
from sphinx.transforms import SphinxTransform

from ..contents import Split
from .build import CONTRACT_DOCUMENT
from .conf_values import ConfValues
from .config import in_config
from .directive_options import words_of
from .domain.gg import PAGE, build_of, gg_domain
from .freshness import load
from .gg_nodes import gg_pages
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


_DIRECTIVE = re.compile(r"^(?:\.\. ggdocs::|[`~:]{3,}\{ggdocs\})[ \t]*(.*)$", re.MULTILINE)


def shown_slugs(app: "Sphinx") -> Iterator[str]:
    """Find the slugs that ``ggdocs`` directives name in all sources; an empty one is for all
    documents.

    Only directives at the beginning of a line are found: what is indented may be an example.
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
"""By what Sphinx calls their language in ``source_suffix``."""


MANY = 100
"""Pages of one document, from which on sidebars do not list them: a million links, which nobody
reads."""


class ListPages(SphinxTransform):
    """Puts the tables of contents of many pages into a page, but not into its outline.

    Sphinx has collected the outline, which is what sidebars show, at priority 880.
    """

    default_priority = 890

    def apply(self, **kwargs: Any) -> None:
        for node in list(self.document.findall(gg_pages)):
            note_toctree(self.env, self.env.docname, node["toctree"])
            node.replace_self(node["toctree"])


def page_docname(config: ConfValues, slug: str, name: str) -> str:
    """The page's name in Sphinx."""
    return f"{config.pages_dir}/{slug}/{name}"


def write_sources(app: "Sphinx") -> None:
    """Write a source for each page, and remove those of pages that are gone."""
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
    """Say by slug what has a page of its own: what ``conf.py`` says, else it depends on the size of
    a document that some directive shows. The pages are those of the last success when a document
    fails.
    """
    shown = {*shown_slugs(app)}
    for slug, values in config.documents.items():
        choice = config.splits.get(slug)
        if choice == "none" or (choice is None and shown.isdisjoint((slug, ""))):
            continue
        contents = load(app.env, slug, values).contents
        split = choice or contents.split
        if split is not None and contents.pages.get(split):
            yield slug, split


def _suffix(app: "Sphinx") -> str:
    """The suffix of sources in a language that the project writes in."""
    known = {language: suffix for suffix, language in reversed(app.config.source_suffix.items())}
    return next((known[language] for language in SOURCES if language in known), ".rst")


def _is_ours(file: Path) -> bool:
    """Whether a file is a source that we have written."""
    return file.is_file() and MARK.encode() in file.read_bytes()


def shown_source(app: "Sphinx", docname: str) -> Path:
    """What readers get as the source of a page."""
    suffix, added = _suffix(app), app.config.html_sourcelink_suffix
    return Path(app.outdir, "_sources", docname + suffix + (added if added != suffix else ""))


def show_sources(app: "Sphinx", exception: Exception | None) -> None:
    """Put the Markdown of pages in the place of their two lines of source, for readers and for
    other extensions (``build-finished``).
    """
    if exception or app.builder.format != "html" or not app.config.html_copy_source:
        return
    domain = gg_domain(app.env)
    build = domain.build
    for docname, shown in domain.shown_directives():
        file = shown_source(app, docname)
        record = domain.records.get(shown.keys[0]) if shown.kind == PAGE else None
        if record is None or CONTRACT_DOCUMENT not in record.files or not _is_ours(file):
            continue
        from ..native.markdown import markdown_of_objects
        from .render.reference import page_title

        view, split = build.view(record), build.splits.get(record.key)
        pages = build.pages(record, split) if split is not None else {}
        if (page := pages.get(shown.page)) is not None:
            text = markdown_of_objects(page_title(page), page.objects, view.markup)
            file.write_text(text, encoding="utf-8")
