"""Finds stale documents and pages in a build.

A document is built again when one of its source files, the configuration or a released version has
changed; a page is read again when the parts of documents that it shows have changed.

A page is written again when it is read again, as always in Sphinx, or when something that it refers
to was moved, renamed, added or removed (`references`). All pages are written if the output folder
may not match what was read last: for the first build, after a build for another output or audience,
and after a build that was killed, since Sphinx considers a truncated file up to date.
"""

import json
from collections.abc import Iterable, Set
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
    """Begin a build (``builder-inited``)."""
    gg_domain(app.env).build = Build.of(app)


def stale_pages(
    app: "Sphinx", env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> Iterable[str]:
    """Load stale documents, and return the pages that show their old state
    (``env-get-outdated``).
    """
    build = build_of(env)
    with suppress(OSError, ValueError, TypeError):  # none yet, or of another version
        build.former = Output(**json.loads(_output_file(build).read_text(encoding="utf-8")))
    if build.former.read != _reading(env):
        build.former = build.former._replace(read="")
    _keep(build, build.former._replace(read=""))
    for slug in build.config.documents:
        load(env, slug)
    build.records = {slug: build.records[slug] for slug in build.config.documents}
    for docname, shown in gg_domain(env).shown_directives():
        if shown.definition is not None and docname not in changed | removed:
            load_defined(build, shown.definition)
    return {
        docname
        for docname, shown in gg_domain(env).shown_directives()
        if shown.digest != digest_of_shown(build, shown)
    }


def load(env: BuildEnvironment, slug: str) -> Record:
    """Return the record of a document, which is loaded if it is stale."""
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


def digest_of_shown(build: Build, shown: Shown) -> str:
    """Return a digest of the document parts that a directive shows."""
    slugs = shown.slugs
    if shown.kind not in ("", PAGE, CHANGES, CATALOG):  # an object, looked up in all of them
        slugs = tuple(build.config.documents)
    parts: list[object] = []
    for slug in slugs:
        parts.append(slug)
        record = build.records.get(slug)
        if shown.definition is not None:
            record = build.defined.get((slug, shown.definition.page))
        if record is None:
            continue
        split = build.splits.get(slug)
        parts += [split, record.problem.message if record.problem is not None else ""]
        if shown.kind == PAGE:
            pages = record.contents.pages.get(split, {}) if split else {}
            parts += [record.title, record.console, linked_files(record.files)]
            parts.append(pages.get(shown.page))
        else:
            parts.append(record.digest)
        if shown.kind in (CHANGES, CATALOG):
            parts.append(record.files.get(CONTRACT_DOCUMENT))
    return digest_of(repr(parts))


def pages_to_write(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """Return the pages whose references have moved (``env-updated``)."""
    build, domain = build_of(env), gg_domain(env)
    is_used = domain.shown or domain.mentions or build.config.documents
    if not is_used and not build.former.pages:
        return []  # without documents, nor were there any: the output is Sphinx's alone
    own = {docname for docname, shown in domain.shown_directives() if shown.kind == PAGE}
    audiences = build.config.audiences
    sources = _sources(env)
    references = build.former.references
    if sources != build.former.sources:
        build.references = references_of(env)
        references = digest_of(build.references)
    build.output = Output(
        pages=sorted(env.found_docs),
        own=sorted(own),
        folder=str(Path(build.builder.outdir, build.config.out_dir)),
        audience="" if audiences is None else digest_of(repr(audiences)),
        read=_reading(env),
        references=references,
        sources=sources,
    )
    if writes_everything(build):
        return sorted(env.found_docs)
    if build.former.references == build.output.references:
        return []
    former = _former_references(build)
    if former is None:
        return sorted(env.found_docs)
    return sorted(moved_pages(env, former, build.references))


def _sources(env: BuildEnvironment) -> str:
    """Return a digest of what references are made of: pages as they were read, and documents."""
    build = build_of(env)
    documents = [(record.slug, record.digest, record.files) for record in build.records.values()]
    return digest_of(_reading(env), repr(documents), repr(build.config.branding))


def _former_references(build: Build) -> str | None:
    """Return what the pages in the output folder refer to; None if that is not known."""
    try:
        text = _references_file(build).read_text(encoding="utf-8")
    except OSError:
        return None
    if digest_of(text) != build.former.references:
        return None
    return text


def writes_everything(build: Build) -> bool:
    """Return whether all pages are written."""
    if not build.output.read:
        return False
    return not build.former.read or build.former.audience != build.output.audience


def _reading(env: BuildEnvironment) -> str:
    """Return a digest of the times at which pages were read."""
    return digest_of(repr(sorted(env.all_docs.items())))


def finish(app: "Sphinx", exception: Exception | None) -> None:
    """Store the state of the output, and clean the store (``build-finished``)."""
    # After an error the output may lack pages, which the next build has to write.
    if exception is None:
        build = build_of(app.env)
        if build.output.references != build.former.references:
            write_file(_references_file(build), build.references.encode())
        _keep(build, build.output)
        build.clean()


def expect_output(build: Build) -> None:
    """Store that the output is incomplete, for a build after an interrupted one."""
    _keep(build, build.output._replace(read="", files={}))


def _keep(build: Build, output: Output) -> None:
    write_file(_output_file(build), json.dumps(output._asdict(), indent=1).encode())


def _output_file(build: Build) -> Path:
    """Return the file with the state of an output folder, next to the doctrees."""
    builder = build.builder
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _references_file(build: Build) -> Path:
    """Return the file with what the pages in an output folder refer to."""
    return _output_file(build).with_suffix(".references")
