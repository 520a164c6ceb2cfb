"""Finds stale documents and pages in a build.

A document is built again when one of its source files, the configuration or a released version has
changed; a page is read again when the parts of documents that it shows have changed.

A page is written again when it is read again, as always in Sphinx, or when something that it refers
to was moved, renamed, added or removed (`references`). All pages are written if the output folder
may not match what was read last: for the first build, after a build for another output or audience,
and after a build that was killed, since Sphinx considers a truncated file up to date.
"""

import json
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from ..serving.directory import write_file
from .build import CONTRACT_DOCUMENT, Build, Output, digest_of, linked_files
from .conf_values import Definition
from .domain.gg import CATALOG, CHANGES, PAGE, Shown, build_of, gg_domain
from .loader import load_document, up_to_date
from .named_documents import load_defined
from .references import moved_pages, references_of
from .stored_records import Record

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def begin(app: "Sphinx") -> None:
    """Create the state of the build that begins (``builder-inited``)."""
    gg_domain(app.env).build = Build.of(app)


def stale_pages(
    app: "Sphinx", env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> Iterable[str]:
    """Load the documents that have changed, and return the pages that show a former state of a
    document (``env-get-outdated``).
    """
    build = build_of(env)
    # There may be no state yet, or one of another version of this package.
    with suppress(OSError, ValueError, TypeError):
        build.former = Output(**json.loads(_output_file(build).read_text(encoding="utf-8")))
    # An empty `read` means that the output may not match what was read last.
    if build.former.read != _reading_digest(env):
        build.former = build.former._replace(read="")
    # If this build is interrupted, the next one finds the output marked like that.
    _store_output_state(build, build.former._replace(read=""))
    for slug in build.config.documents:
        load(env, slug)
    # In the order of the configuration: `write_sources` has loaded some documents already.
    build.records = {slug: build.records[slug] for slug in build.config.documents}
    for docname, directive in gg_domain(env).shown_directives():
        # Pages that have changed are read again, and their directives then define documents anew.
        if directive.definition is not None and docname not in changed | removed:
            load_defined(build, directive.definition)
    stale: set[str] = set()
    for docname, directive in gg_domain(env).shown_directives():
        if directive.digest != digest_of_shown(build, directive):
            stale.add(docname)
    return stale


def load(env: BuildEnvironment, slug: str) -> Record:
    """Return the record of a configured document. The document is built if the stored record is not
    up to date.
    """
    build = build_of(env)
    if slug in build.records:
        return build.records[slug]
    definition = Definition(build.config.documents[slug])
    record = up_to_date(build, definition)
    if record is None:
        record = load_document(build, definition)
        build.loaded.add(slug)
    build.records[slug] = record
    return record


def digest_of_shown(build: Build, directive: Shown) -> str:
    """Return a digest of the parts of documents that a directive shows. The page of the directive
    is read again when the digest changes.
    """
    slugs = directive.slugs
    if directive.kind not in ("", PAGE, CHANGES, CATALOG):
        # A single object may be in any document. The other kinds show documents by their slugs.
        slugs = tuple(build.config.documents)
    parts: list[object] = []
    for slug in slugs:
        parts.append(slug)
        record = build.records.get(slug)
        if directive.definition is not None:
            # The published document may be one of this slug that another page defines.
            record = build.defined.get((slug, directive.definition.page))
        if record is not None:
            parts += _shown_parts(build, directive, record)
    return digest_of(repr(parts))


def _shown_parts(build: Build, directive: Shown, record: Record) -> Iterator[object]:
    """Yield the parts of one document on which a directive depends, as values with a `repr`."""
    split = build.splits.get(record.slug)
    yield split
    yield record.problem.message if record.problem is not None else ""
    if directive.kind == PAGE:
        # A page of a split document shows less than all of it: a change on another page counts only
        # if it is one of the parts that each page shows.
        page_digests = record.contents.pages.get(split, {}) if split else {}
        yield record.title
        yield record.console
        yield linked_files(record.files)
        yield page_digests.get(directive.page)
    else:
        yield record.digest
    # A changelog compares whole documents, and a catalogue shows texts of the service.
    if directive.kind in (CHANGES, CATALOG):
        yield record.files.get(CONTRACT_DOCUMENT)


def pages_to_write(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """Note the state of the output that is being written, and return the pages to write in addition
    to those that were read: pages that refer to something that has changed (``env-updated``).
    """
    build = build_of(env)
    domain = gg_domain(env)
    is_used = domain.shown or domain.mentions or build.config.documents
    if not is_used and not build.former.pages:
        return []  # there are no documents, and there were none
    all_pages = sorted(env.found_docs)
    # Only sources that `page_sources` writes show a page of a large reference.
    own_pages = {
        docname for docname, directive in domain.shown_directives() if directive.kind == PAGE
    }
    audiences = build.config.audiences
    sources = _sources_digest(env)
    # The references are collected only if something that they are made of has changed.
    references = build.former.references
    if sources != build.former.sources:
        build.references = references_of(env)
        references = digest_of(build.references)
    build.output = Output(
        pages=all_pages,
        own_pages=sorted(own_pages),
        folder=str(Path(build.builder.outdir, build.config.out_dir)),
        audience="" if audiences is None else digest_of(repr(audiences)),
        read=_reading_digest(env),
        references=references,
        sources=sources,
    )
    if writes_everything(build):
        return all_pages
    if build.former.references == build.output.references:
        return []
    # From here on they have been collected, so `build.references` is not empty.
    former_references = _former_references(build)
    if former_references is None:  # any page may refer to something that was moved
        return all_pages
    return sorted(moved_pages(env, former_references, build.references))


def _sources_digest(env: BuildEnvironment) -> str:
    """Return a digest of everything that references depend on: the pages, the documents and the
    branding. If it has not changed, references need not be collected again.
    """
    build = build_of(env)
    documents = [(record.slug, record.digest, record.files) for record in build.records.values()]
    return digest_of(_reading_digest(env), repr(documents), repr(build.config.branding))


def _former_references(build: Build) -> str | None:
    """Return the references of the pages in the output folder, as text; None where they are
    unknown.
    """
    try:
        text = _references_file(build).read_text(encoding="utf-8")
    except OSError:
        return None
    if digest_of(text) != build.former.references:  # the file is of another build than the state
        return None
    return text


def writes_everything(build: Build) -> bool:
    """Return whether all pages are written: the output may not match what was read last, or it is
    for another audience.
    """
    if not build.output.read:  # the site has no documents
        return False
    # `read` is empty if the former build was the first one or was interrupted.
    return not build.former.read or build.former.audience != build.output.audience


def _reading_digest(env: BuildEnvironment) -> str:
    """Return a digest of the times at which all pages were read."""
    return digest_of(repr(sorted(env.all_docs.items())))


def finish(app: "Sphinx", exception: Exception | None) -> None:
    """Store the state of the output, and remove stale documents from the store
    (``build-finished``).
    """
    # After an error the output may lack pages. The stored state still says so, with an empty
    # `read`, and the next build writes all of them.
    if exception is None:
        build = build_of(app.env)
        if build.output.references != build.former.references:
            write_file(_references_file(build), build.references.encode())
        _store_output_state(build, build.output)
        build.clean()


def mark_output_incomplete(build: Build) -> None:
    """Store that the output is incomplete. If this build is interrupted, the next one writes
    everything.
    """
    _store_output_state(build, build.output._replace(read="", files={}))


def _store_output_state(build: Build, output: Output) -> None:
    """Store the state of the output folder as JSON."""
    write_file(_output_file(build), json.dumps(output._asdict(), indent=1).encode())


def _output_file(build: Build) -> Path:
    """Return the path of the file with the state of an output folder. It is next to the doctrees,
    and has another name for each builder and folder.
    """
    builder = build.builder
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _references_file(build: Build) -> Path:
    """Return the path of the file with the references of the pages in an output folder."""
    return _output_file(build).with_suffix(".references")
