"""What has changed since the last build: which documents have to be made again, and which pages read again."""

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import ENV_PICKLE_FILENAME
from sphinx.environment import BuildEnvironment

from ..config import GgConfig, SpecValues, key_of, slug_of
from ..domain.duplicates import clashes, warn_of_duplicate_objects, warn_of_duplicate_slugs
from ..domain.gg import GgDomain, gg_domain
from ..problems import in_config, warn
from ..records import Record, Shown
from .loading import Loader
from .session import Session, begin_session, session_of
from .together import Stale, load_all

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def refresh(
    app: "Sphinx", env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> Iterable[str]:
    """Make the documents again that are stale, and name the pages that show what they no longer are.

    Handles ``env-get-outdated``. Pages are compared by the text of their documents, not by the time of some file:
    a module that changes without a change of what is documented costs an import, and no page.
    """
    domain = gg_domain(env)
    session, loader = begin(app, env)
    session.begun = False
    session.removed = bool(removed)
    if loader.look.problem is not None:
        warn(loader.look.problem, in_config(app.confdir, "ggdocs_branding"))
    wanted = dict(_wanted(domain, loader.config, removed))
    for key in [key for key in domain.records if key not in wanted]:
        del domain.records[key]
        session.changed = True
    _make_all_fresh(app, loader, wanted)
    config = loader.config
    # Catalogues of messages name the lines that these stand on, which may have moved where no text has changed.
    made = session.noted if app.builder.name == "gettext" else set()
    return [
        docname
        for docname, shown in domain.shown.items()
        if any(not made.isdisjoint(each.keys) or _outdated(domain, config, each) for each in shown)
    ]


def begin(app: "Sphinx", env: BuildEnvironment) -> tuple[Session, Loader]:
    """Begin a build, unless it was begun before Sphinx looked for its sources."""
    session = session_of(env)
    if not session.begun or session.loader is None:
        session = begin_session(env)
        session.begun = True
        session.loader = Loader.of(env, app.confdir)
    return session, session.loader


def make_fresh(env: BuildEnvironment, loader: Loader, key: str, values: SpecValues) -> Record:
    """The record of a document, made again when it is stale; once in a build."""
    if (fresh := _fresh(env, loader, key, values)) is not None:
        return fresh
    former = gg_domain(env).records.get(key)
    return _noted(env, key, former, loader.load(values, former))


def _make_all_fresh(app: "Sphinx", loader: Loader, wanted: Mapping[str, SpecValues]) -> None:
    """The same for many."""
    records = gg_domain(app.env).records
    stale = [
        Stale(key, values, records.get(key))
        for key, values in wanted.items()
        if _fresh(app.env, loader, key, values) is None
    ]
    made = load_all(loader, stale, app.parallel)
    for key, _values, former in stale:
        _noted(app.env, key, former, made[key])


def _fresh(env: BuildEnvironment, loader: Loader, key: str, values: SpecValues) -> Record | None:
    """The record of a document, unless there is none or it is stale."""
    session, former = session_of(env), gg_domain(env).records.get(key)
    if former is None or not (key in session.verified or loader.is_fresh(former, values)):
        return None
    session.verified.add(key)
    return former


def _noted(env: BuildEnvironment, key: str, former: Record | None, record: Record) -> Record:
    session = session_of(env)
    gg_domain(env).records[key] = record
    session.changed |= record != former
    session.noted.add(key)
    session.verified.add(key)
    return record


def note_reading(app: "Sphinx", env: BuildEnvironment, docnames: list[str]) -> None:
    """Remember which pages are read now (``env-before-read-docs``)."""
    session_of(env).reading.update(docnames)


def report(app: "Sphinx", env: BuildEnvironment) -> None:
    """Warn of what no directive has warned of in this build (``env-updated``)."""
    domain = gg_domain(env)
    session = session_of(env)
    config = GgConfig.of(env.config)
    told: set[str] = set()
    for docname, shown in sorted(domain.shown.items()):
        for each in shown:
            for key in each.keys if each.is_main else ():
                told.add(key)
                record = domain.records.get(key)
                if record is not None and record.problem is not None and docname not in session.reading:
                    warn(record.problem, domain.location(each.place))
    for key, place in _missed(domain):
        record = domain.records.get(key)
        if record is not None and record.problem is not None and key not in told:
            told.add(key)
            warn(record.problem, place)
    for values in config.documents:
        record = domain.records.get(key_of(values))
        if record is not None and record.problem is not None and key_of(values) not in told:
            warn(record.problem, in_config(app.confdir, "ggdocs_docs"))
    for key in sorted(session.noted & domain.records.keys()):
        for note in domain.records[key].notes:
            warn(note, next(domain.places(key), in_config(app.confdir, "ggdocs_docs")))
    session.clashes = clashes(domain, config)
    warn_of_duplicate_slugs(domain, session.clashes)
    warn_of_duplicate_objects(domain, session.reading)
    if session.changed and not session.reading:
        _save(app)


def _missed(domain: GgDomain) -> Iterator[tuple[str, str]]:
    """Keys of documents, and the places of directives that would show a part of them."""
    for _docname, shown in sorted(domain.shown.items()):
        for each in shown:
            for key in each.failed:
                yield key, domain.location(each.place)


def _save(app: "Sphinx") -> None:
    """Save the environment, which Sphinx does only when a page was read: else records would be made again each time."""
    file = Path(app.doctreedir, ENV_PICKLE_FILENAME)
    temporary = file.with_suffix(".ggdocs")
    with temporary.open("wb") as stream:
        pickle.dump(app.env, stream, pickle.HIGHEST_PROTOCOL)
    temporary.replace(file)


def chosen(domain: GgDomain, config: GgConfig) -> Iterator[Record]:
    """One record for each slug: the configured document, else the one in place on the first page."""
    slugs: set[str] = set()
    keys = [key_of(values) for values in config.documents]
    keys += [key for _docname, shown in sorted(domain.shown.items()) for each in shown for key in each.keys]
    for key in keys:
        record = domain.records.get(key)
        if record is not None and record.slug not in slugs:
            slugs.add(record.slug)
            yield record


def configured(config: GgConfig, slugs: tuple[str, ...] | None) -> list[tuple[str, SpecValues | None]]:
    """The configured documents with these slugs, or all; None for a slug that is not configured."""
    by_slug = {slug_of(values): values for values in config.documents}
    return [(slug, by_slug.get(slug)) for slug in (by_slug if slugs is None else slugs)]


def shown_digest(config: GgConfig, record: Record) -> str:
    """Differs when a page that shows the document, or a part of it, may have to be read again."""
    return f"{config.splits.get(record.slug, '')} {record.digest}"


def _wanted(domain: GgDomain, config: GgConfig, removed: Set[str]) -> Iterator[tuple[str, SpecValues]]:
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
    digests = tuple(shown_digest(config, domain.records[key]) for key in keys if key in domain.records)
    if (keys, digests, config.alone) == (shown.keys, shown.digests, shown.alone):
        return False
    if shown.part is None or config.alone != shown.alone:
        return True
    from ..domain.outcome import part_digest

    records = {key: domain.records[key] for key in keys if key in domain.records}
    objtype, target, digest = shown.part
    return part_digest(records, objtype, target, config.splits) != digest
