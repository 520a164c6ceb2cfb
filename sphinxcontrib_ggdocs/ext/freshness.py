"""What has changed since the last build: which documents are loaded again, and which pages read
again.
"""

import json
from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from .build.loader import Loader
from .build_state import BuildState, begin_build_state, build_state
from .config import GgConfig, SpecValues, key_of, slug_of
from .domain.duplicates import clashes, warn_of_duplicate_objects, warn_of_duplicate_slugs
from .domain.gg import GgDomain, gg_domain
from .domain.parts import part_digest
from .problems import in_config, warn
from .store import Record, Shown, store_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def refresh(
    app: "Sphinx", env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> Iterable[str]:
    """Make the documents again that are stale, and name the pages that show what they no longer
    are.

    Handles ``env-get-outdated``. Pages are compared by the text of their documents, not by the time
    of some file: a module that changes without a change of what is documented costs an import, and
    no page.
    """
    domain = gg_domain(env)
    session, loader = begin(app, env)
    session.begun = False
    session.removed = bool(removed)
    if loader.look.problem is not None:
        warn(loader.look.problem, in_config(app.confdir, "ggdocs_branding"))
    wanted = dict(_wanted(domain, loader.config, removed))
    for key in domain.records.keys() - wanted.keys():
        del domain.records[key]
    for key, values in wanted.items():
        load(env, loader, key, values)
    # Catalogues of messages name the lines of these, which may have moved where no text has
    # changed.
    loaded = session.noted if app.builder.name == "gettext" else set()
    return [
        docname
        for docname, shown in domain.shown.items()
        if any(
            not loaded.isdisjoint(each.keys) or _outdated(domain, loader.config, each)
            for each in shown
        )
    ]


def begin(app: "Sphinx", env: BuildEnvironment) -> tuple[BuildState, Loader]:
    """Begin a build, unless it was begun before Sphinx looked for its sources."""
    session = build_state(env)
    if not session.begun or session.loader is None:
        former, former_pages = session.former, session.former_pages
        session = begin_build_state(env)
        session.builder, session.former, session.former_pages = app.builder, former, former_pages
        session.begun = True
        session.loader = Loader.of(env, app.confdir)
    return session, session.loader


def load(env: BuildEnvironment, loader: Loader, key: str, values: SpecValues) -> Record:
    """The record of a document, loaded again when it is stale; once in a build."""
    session, records = build_state(env), gg_domain(env).records
    if key in session.verified and key in records:
        return records[key]
    record = loader.fresh(key, values)
    if record is None:
        from ..contracts.contract_errors import paths_relative_to  # needless in most builds

        with paths_relative_to(env.srcdir):
            record = loader.load(key, values)
        session.noted.add(key)
    session.verified.add(key)
    return record


def clean(app: "Sphinx", exception: Exception | None) -> None:
    """Remove what no document has any more from the folder of the doctrees (``build-finished``)."""
    if exception is None:
        store_of(app.env).clean(
            key for key, _values in _wanted(gg_domain(app.env), GgConfig.of(app.config), set())
        )


def note_reading(app: "Sphinx", env: BuildEnvironment, docnames: list[str]) -> None:
    """Remember which pages are read now (``env-before-read-docs``)."""
    build_state(env).reading.update(docnames)


def report(app: "Sphinx", env: BuildEnvironment) -> None:
    """Warn of what no directive has warned of in this build (``env-updated``)."""
    domain = gg_domain(env)
    session = build_state(env)
    config = GgConfig.of(env.config)
    reported: set[str] = set()
    for docname, shown in sorted(domain.shown.items()):
        for each in shown:
            for key in each.keys if each.is_main else ():
                reported.add(key)
                record = domain.records.get(key)
                if (
                    record is not None
                    and record.problem is not None
                    and docname not in session.reading
                ):
                    warn(record.problem, domain.location(each.place))
    for key, place in _missed(domain):
        record = domain.records.get(key)
        if record is not None and record.problem is not None and key not in reported:
            reported.add(key)
            warn(record.problem, place)
    for values in config.documents:
        record = domain.records.get(key_of(values))
        if record is not None and record.problem is not None and key_of(values) not in reported:
            warn(record.problem, in_config(app.confdir, "ggdocs_docs"))
    for key in sorted(session.noted & domain.records.keys()):
        for note in domain.records[key].notes:
            warn(note, next(domain.places(key), in_config(app.confdir, "ggdocs_docs")))
    session.clashes = clashes(domain, config)
    warn_of_duplicate_slugs(domain, session.clashes)
    warn_of_duplicate_objects(domain, session.reading)


def _missed(domain: GgDomain) -> Iterator[tuple[str, str]]:
    """Keys of documents, and the places of directives that would show a part of them."""
    for _docname, shown in sorted(domain.shown.items()):
        for each in shown:
            for key in each.failed:
                yield key, domain.location(each.place)


def chosen(domain: GgDomain, config: GgConfig) -> Iterator[Record]:
    """One record for each slug: the configured document, else the one in place on the first
    page.
    """
    slugs: set[str] = set()
    keys = [key_of(values) for values in config.documents]
    keys += [
        key
        for _docname, shown in sorted(domain.shown.items())
        for each in shown
        for key in each.keys
    ]
    for key in keys:
        record = domain.records.get(key)
        if record is not None and record.slug not in slugs:
            slugs.add(record.slug)
            yield record


def configured(
    config: GgConfig, slugs: tuple[str, ...] | None
) -> list[tuple[str, SpecValues | None]]:
    """The configured documents with these slugs, or all; None for a slug that is not configured."""
    by_slug = {slug_of(values): values for values in config.documents}
    return [(slug, by_slug.get(slug)) for slug in (by_slug if slugs is None else slugs)]


def shown_digest(config: GgConfig, record: Record) -> str:
    """Differs when a page that shows the document, or a part of it, may have to be read again."""
    return f"{config.splits.get(record.slug, '')} {record.digest}"


def _wanted(
    domain: GgDomain, config: GgConfig, removed: Set[str]
) -> Iterator[tuple[str, SpecValues]]:
    """The documents that are configured, or in place on a page that still exists."""
    for values in config.documents:
        yield key_of(values), values
    for docname, shown in domain.shown.items():
        if docname not in removed:
            for each in shown:
                if each.in_place:
                    for key in each.keys:
                        yield key, json.loads(key)


def _outdated(domain: GgDomain, config: GgConfig, shown: Shown) -> bool:
    if shown.in_place:
        keys = shown.keys
    else:
        found = configured(config, shown.slugs)
        keys = tuple(key_of(values) for _slug, values in found if values is not None)
    digests = tuple(
        shown_digest(config, domain.records[key]) for key in keys if key in domain.records
    )
    if (keys, digests, config.alone) == (shown.keys, shown.digests, shown.alone):
        return False
    if shown.part is None or config.alone != shown.alone:
        return True
    records = {key: domain.records[key] for key in keys if key in domain.records}
    objtype, target, digest = shown.part
    return part_digest(domain.env, records, objtype, target, config.splits) != digest
