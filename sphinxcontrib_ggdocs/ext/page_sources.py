"""The sources of a large reference's pages, written when the builder starts, as autosummary
does: which documents have pages, and the sources of these.

The ``ggdocs`` directives of a project are found by their text, before Sphinx reads the sources.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinx.builders import Builder
from sphinx.environment.adapters.toctree import note_toctree
from sphinx.transforms import SphinxTransform

from .build import CONTRACT_DOCUMENT, SplitDocument
from .conf_values import ConfValues, SpecValues, SplitChoice, for_audience, slug_of, text_of
from .config import in_config
from .directive_options import GROUP, IN_PLACE, SPLIT, group_values, spec_values
from .directive_text import DirectiveText, directive_texts, words_of
from .domain.gg import PAGE, build_of, gg_domain
from .freshness import load
from .gg_nodes import gg_pages
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class FoundDirective(NamedTuple):
    """A ``ggdocs`` directive."""

    slugs: tuple[str, ...] = ()
    """Of the configured documents that it shows; all of them if there are none."""
    values: Mapping[str, Any] | None = None
    """The document that it defines inline."""
    split: SplitChoice | Literal[""] = ""


def directives_in_sources(app: "Sphinx") -> Iterator[FoundDirective]:
    """The directives of all sources, in the order of their pages."""
    env, languages = app.env, app.config.source_suffix
    env.find_files(app.config, app.builder)  # it knows those of the former build
    for docname in sorted(env.found_docs):
        file = env.doc2path(docname)
        text = file.read_text(encoding="utf-8", errors="replace")
        if "ggdocs" not in text:
            continue
        # Sphinx takes the first suffix of the configuration that fits, too.
        language = next(languages[suffix] for suffix in languages if file.name.endswith(suffix))
        # As docutils does, so that indentation means the same here.
        lines = text.expandtabs(8).splitlines()
        for block in directive_texts(lines, "ggdocs", is_markdown=language == "markdown"):
            directive = _directive(block, app.builder, docname)
            if directive is not None:
                yield directive


def _directive(block: DirectiveText, builder: Builder, docname: str) -> FoundDirective | None:
    """What a directive shows; None of one with an error, which Sphinx reports when it reads it."""
    try:
        options = _converted(block.options, IN_PLACE | SPLIT)
        groups = [
            group_values(group.argument, _converted(group.options, GROUP), group.content)
            for group in directive_texts(
                block.content, "ggdocs-group", is_markdown=block.is_markdown
            )
        ]
    except ValueError:
        return None
    split = options.pop("split", "")
    if not options and not groups:
        return FoundDirective(slugs=tuple(words_of(block.argument)), split=split)
    values = spec_values(builder, docname, options, groups)
    return None if block.argument else FoundDirective(values=values, split=split)


def _converted(
    options: Mapping[str, str], spec: Mapping[str, Callable[..., object]]
) -> dict[str, Any]:
    """The options of a specification, by its functions."""
    return {name: spec[name](text or None) for name, text in options.items() if name in spec}


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
    # Reversed, so that of two documents with one slug the first wins, as everywhere.
    build.splits = {split.slug: split for split in reversed([*_split_documents(app, config)])}
    if not build.splits and not folder.is_dir():
        return
    suffix = _suffix(app)
    source = SOURCES.get(app.config.source_suffix.get(suffix, ""), SOURCES["restructuredtext"])
    wanted = {
        folder / split.slug / f"{name}{suffix}": source.format(slug=split.slug, name=name)
        for split in build.splits.values()
        for name in split.pages
        if name
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


def _split_documents(app: "Sphinx", config: ConfValues) -> Iterator[SplitDocument]:
    """The documents with pages of their own; the option of a directive comes first, then that
    of ``conf.py``. A document without either is split when it is large, and some
    directive shows the whole of it.
    """
    shown = [*directives_in_sources(app)]
    for slug, values in config.documents.items():
        showing = [
            directive
            for directive in shown
            if directive.values is None and slug in (directive.slugs or (slug,))
        ]
        choices = [directive.split for directive in showing if directive.split]
        choice: SplitChoice | Literal[""] = choices[0] if choices else config.splits.get(slug, "")
        if choice or showing:
            yield from _split_document(app, slug, values, choice)
    for directive in shown:
        yield from _split_inline(app, config, directive)


def _split_inline(
    app: "Sphinx", config: ConfValues, directive: FoundDirective
) -> Iterator[SplitDocument]:
    """The document that a directive defines, if it is split."""
    if directive.values is None or slug_of(directive.values) in config.documents:
        return
    values = for_audience(directive.values, config.audience)
    if values is not None:
        yield from _split_document(app, text_of(values), values, directive.split)


def _split_document(
    app: "Sphinx", key: str, values: SpecValues, choice: SplitChoice | Literal[""]
) -> Iterator[SplitDocument]:
    """The document, if it is split; the pages are those of the last success when it fails."""
    if choice == "none":
        return
    record = load(app.env, key, values)
    split = choice or record.contents.split
    pages = record.contents.pages.get(split, {}) if split else {}
    if split and pages:
        yield SplitDocument(record.slug, key, values, split, tuple(pages))


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

        view, split = build.view(record), build.split_of(record.key)
        pages = build.pages(record, split) if split is not None else {}
        if (page := pages.get(shown.page)) is not None:
            text = markdown_of_objects(page_title(page), page.objects, view.markup)
            file.write_text(text, encoding="utf-8")
