"""Finds stale documents and pages in a build.

A document is built again when a file that it was made of, the configuration or a released version
has changed; a page is read again when the shown parts of documents have.

A page is written again when it is read again, as always in Sphinx, or when targets of its
references have moved. All pages are written into a folder that is not known to hold what has been
read last: the first time, after a build for another output or audience, and after one that was
killed, since Sphinx takes a file for up to date that was cut off.
"""

import json
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from ..serving.directory import write_file
from .build import CONTRACT_DOCUMENT, Build, Output, Record, digest_of, other_files
from .conf_values import SpecValues
from .config import in_config
from .domain.gg import CATALOG, CHANGES, PAGE, TYPE, GgDomain, Shown, build_of, gg_domain
from .loader import load_document, up_to_date
from .problems import warn

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
    if build.look.problem is not None:
        warn(build.look.problem, in_config(app.confdir, "ggdocs_branding"))
    with suppress(OSError, ValueError, TypeError):  # none yet, or of another version
        build.former = Output(**json.loads(_output_file(build).read_text(encoding="utf-8")))
    if build.former.read != _reading(env):
        build.former = build.former._replace(read="")
    _keep(build, build.former._replace(read=""))
    for key, values in documents_of(env):
        load(env, key, values)
    return {
        docname
        for docname, shown in gg_domain(env).shown_directives()
        if shown.digest != digest_of_shown(build, shown)
    }


def documents_of(env: BuildEnvironment) -> Iterator[tuple[str, SpecValues]]:
    """Yield the documents of ``conf.py`` and of pages."""
    yield from build_of(env).config.documents.items()
    for _docname, shown in gg_domain(env).shown_directives():
        if shown.in_place:
            yield from ((key, json.loads(key)) for key in shown.keys)


def load(env: BuildEnvironment, key: str, values: SpecValues, location: str = "") -> Record:
    """Return the record of a document, which is loaded if it is stale.

    `location` is that of the directive that shows it, perhaps in a process of its own, where nobody
    else reports problems of single files.
    """
    build = build_of(env)
    if key in build.records:
        return build.records[key]
    record = up_to_date(build, key, values)
    if record is None:
        from ..contracts.contract_errors import paths_relative_to

        # Messages name files; absolute paths would differ from one machine to the next, in logs and
        # in what is stored.
        with paths_relative_to(env.srcdir):
            record = load_document(build, key, values)
        if not location:
            build.loaded.add(key)
        for note in record.notes if location else ():
            warn(note, location)
    build.records[key] = record
    return record


def chosen(env: BuildEnvironment) -> list[Record]:
    """Return one record for each slug: the configured document, else that of the first page."""
    build = build_of(env)
    keys = [*build.config.documents]
    for _docname, shown in gg_domain(env).shown_directives():
        if shown.kind != TYPE:
            keys += shown.keys
    by_slug: dict[str, Record] = {}
    for key in keys:
        if key in build.records:
            by_slug.setdefault(build.records[key].slug, build.records[key])
    return [*by_slug.values()]


def digest_of_shown(build: Build, shown: Shown) -> str:
    """Return a digest of the document parts that a directive shows."""
    keys = shown.keys
    if shown.kind == TYPE:  # and which methods use it
        keys = (*keys, *build.config.documents)
    elif shown.kind not in ("", PAGE, CHANGES, CATALOG):  # an object, looked up in all of them
        keys = tuple(build.config.documents)
    parts: list[object] = []
    for key in keys:
        parts.append(key)
        if (record := build.records.get(key)) is None:
            continue
        split = build.splits.get(key)
        parts += [split, record.problem.message if record.problem is not None else ""]
        if shown.kind == PAGE:
            pages = record.contents.pages.get(split, {}) if split else {}
            parts += [record.title, record.console, other_files(record.files)]
            parts.append(pages.get(shown.page))
        else:
            parts.append(record.digest)
        if shown.kind in (CHANGES, CATALOG):
            parts.append(record.files.get(CONTRACT_DOCUMENT))
    return digest_of(repr(parts))


def pages_to_write(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """Return the pages whose references have moved (``env-updated``)."""
    build, domain = build_of(env), gg_domain(env)
    pages = {*domain.shown, *(page for page, is_ours in domain.referrers.items() if is_ours)}
    if not (pages or build.config.documents or build.former.types):
        return []
    own = {docname for docname, shown in domain.shown_directives() if shown.kind == PAGE}
    audiences = build.config.audiences
    build.output = Output(
        pages=sorted(env.found_docs),
        own=sorted(own),
        folder=str(Path(build.builder.outdir, build.config.out_dir)),
        audience="" if audiences is None else digest_of(repr(audiences)),
        read=_reading(env),
        references=_references(env),
        types=_places_of_types(domain),
    )
    if writes_everything(build):
        return sorted(env.found_docs)
    if build.former.types != build.output.types:
        pages |= domain.referrers.keys()
    if build.former.references != build.output.references:
        return sorted(pages)
    return []


def _places_of_types(domain: GgDomain) -> str:
    """Return a digest of where types are described alone; empty without such types."""
    places = [
        (docname, entry.name, entry.alias, entry.anchor)
        for docname, entry in domain.described_objects()
        if entry.objtype == TYPE
    ]
    if not places:
        return ""
    return digest_of(repr(places))


def writes_everything(build: Build) -> bool:
    """Return whether all pages are written."""
    return not build.former.read or build.former.audience != build.output.audience


def _reading(env: BuildEnvironment) -> str:
    """Return a digest of the times at which pages were read."""
    return digest_of(repr(sorted(env.all_docs.items())))


def _references(env: BuildEnvironment) -> str:
    """Return a digest of everything that pages refer to."""
    build, domain, records = build_of(env), gg_domain(env), chosen(env)
    relations = env.collect_relations() if domain.shown else {}
    pages: list[object] = []
    for docname, directives in sorted(domain.shown.items()):
        # Themes link the next, the previous and the upper page by their titles.
        near = [docname, *relations.get(docname, [])]
        titles = [(other, env.titles[other].astext()) for other in near if other in env.titles]
        pages.append((titles, [(shown.kind, shown.keys) for shown in directives]))
    objects = [
        (docname, entry.name, entry.alias, entry.anchor, entry.display, entry.routes)
        for docname, entry in domain.described_objects()
    ]
    names = [
        (record.slug, record.title, record.contents.objects, record.contents.classes)
        for record in records
    ]
    changelogs, clashes = sorted(domain.changelogs.items()), sorted(build.clashes.items())
    logo = build.look.logo
    return digest_of(repr((logo, pages, objects, names, changelogs, clashes)))


def finish(app: "Sphinx", exception: Exception | None) -> None:
    """Store the state of the output, and clean the store (``build-finished``)."""
    # After an error the output may lack pages, which the next build has to write.
    if exception is None:
        build = build_of(app.env)
        _keep(build, build.output)
        build.clean(key for key, _values in documents_of(app.env))


def expect_output(build: Build) -> None:
    """Store that the output is incomplete, for a build after an interrupted one."""
    _keep(build, build.output._replace(read="", files=""))


def _keep(build: Build, output: Output) -> None:
    write_file(_output_file(build), json.dumps(output._asdict(), indent=1).encode())


def _output_file(build: Build) -> Path:
    """Return the file with the state of an output folder, next to the doctrees."""
    builder = build.builder
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")
