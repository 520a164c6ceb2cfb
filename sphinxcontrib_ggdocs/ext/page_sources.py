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

from ..conf_files import in_config
from ..conf_values import SpecValues, SplitChoice, for_audience, slug_of, text_of
from .build_info import EVERY_PAGE, OWN, is_for_others, writes_everything
from .config import GgConfig
from .directive_options import GROUP, IN_PLACE, SPLIT, group_values, spec_values
from .directive_text import DirectiveText, directive_texts, words_of
from .document_store import CONTRACT_DOCUMENT, Problem
from .domain.gg import GgDomain, gg_domain
from .freshness import SplitDocument, begin, build_state, load, split_of
from .gg_nodes import gg_pages
from .problems import Subtype, warn
from .store import PAGE, store_of

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


def page_docname(config: GgConfig, slug: str, name: str) -> str:
    """The page's name in Sphinx."""
    return f"{config.pages_dir}/{slug}/{name}"


def write_sources(app: "Sphinx") -> None:
    """Write a source for each page, and remove those of pages that are gone."""
    from ..serving.directory import write_file

    config, state = GgConfig.of(app.config), begin(app)
    folder = Path(app.srcdir, config.pages_dir)
    # Reversed, so that of two documents with one slug the first wins, as everywhere.
    state.splits = {split.slug: split for split in reversed([*_split_documents(app, config)])}
    if not state.splits and not folder.is_dir():
        return
    suffix = _suffix(app)
    source = SOURCES.get(app.config.source_suffix.get(suffix, ""), SOURCES["restructuredtext"])
    wanted = {
        folder / split.slug / f"{name}{suffix}": source.format(slug=split.slug, name=name)
        for split in state.splits.values()
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


def _split_documents(app: "Sphinx", config: GgConfig) -> Iterator[SplitDocument]:
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
    app: "Sphinx", config: GgConfig, directive: FoundDirective
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
    split = choice or record.split
    pages = store_of(app.env).contents(record).pages.get(split, {}) if split else {}
    if split and pages:
        yield SplitDocument(record.slug, key, values, split, tuple(pages))


def _suffix(app: "Sphinx") -> str:
    """The suffix of sources in a language that the project writes in."""
    known = {language: suffix for suffix, language in reversed(app.config.source_suffix.items())}
    return next((known[language] for language in SOURCES if language in known), ".rst")


def _is_ours(file: Path) -> bool:
    """Whether a file is a source that we have written."""
    return file.is_file() and MARK.encode() in file.read_bytes()


def remove_pages(app: "Sphinx", builder: Any) -> None:
    """Remove what a former build has written of pages that are gone, which Sphinx leaves, before
    an e-book takes them in (``write-started``).

    Where the former build was for another audience, no page of it is left. The index of the search
    keeps words that no page has any more, so that one that is made of all pages begins anew.
    """
    state = build_state(app.env)
    pages = set(state.former[OWN])
    if is_for_others(app.env):
        pages |= set(state.former[EVERY_PAGE])
    if writes_everything(app.env) and (name := getattr(builder, "searchindex_filename", "")):
        Path(builder.outdir, name).unlink(missing_ok=True)
    for docname in pages - app.env.found_docs:
        _shown_source(app, docname).unlink(missing_ok=True)
        Path(app.doctreedir, f"{docname}.doctree").unlink(missing_ok=True)
        _remove_page(builder, docname)
    for index in GgDomain.indices if builder.format == "html" else ():
        _remove_page(builder, f"{GgDomain.name}-{index.name}")  # each build writes those it has


def _remove_page(builder: Any, docname: str) -> None:
    if hasattr(builder, "get_outfilename"):
        Path(builder.get_outfilename(docname)).unlink(missing_ok=True)
    elif getattr(builder, "out_suffix", ""):
        Path(builder.outdir, docname + builder.out_suffix).unlink(missing_ok=True)


def _shown_source(app: "Sphinx", docname: str) -> Path:
    """What readers get as the source of a page."""
    suffix, added = _suffix(app), app.config.html_sourcelink_suffix
    return Path(app.outdir, "_sources", docname + suffix + (added if added != suffix else ""))


def show_sources(app: "Sphinx", exception: Exception | None) -> None:
    """Put the Markdown of pages in the place of their two lines of source, for readers and for
    other extensions (``build-finished``).
    """
    if exception or app.builder.format != "html" or not app.config.html_copy_source:
        return
    domain, store = gg_domain(app.env), store_of(app.env)
    for docname, shown in domain.shown_directives():
        file = _shown_source(app, docname)
        record = domain.records.get(shown.keys[0]) if shown.kind == PAGE else None
        if record is None or CONTRACT_DOCUMENT not in record.files or not _is_ours(file):
            continue
        from ..native.markdown import markdown_of_objects  # builds without work need none of it
        from .render.reference import page_title

        view = store.view(record)
        split = split_of(app.env, shown.keys[0])
        pages = store.pages(record, split) if split is not None else {}
        if (page := pages.get(shown.target.partition(" ")[2])) is not None:
            text = markdown_of_objects(page_title(page), page.objects, view.markup)
            file.write_text(text, encoding="utf-8")
