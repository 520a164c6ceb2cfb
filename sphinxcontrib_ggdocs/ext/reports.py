"""Warnings at the end of reading: of documents that failed, and of what is there twice."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from .build_state import build_state
from .config import GgConfig, key_of, slug_of
from .domain.gg import GgDomain, gg_domain
from .problems import Problem, Subtype, in_config, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def report(app: "Sphinx", env: BuildEnvironment) -> None:
    """Warn of documents that could not be made, of single files, of slugs and of objects."""
    domain, state, config = gg_domain(env), build_state(env), GgConfig.of(env.config)
    in_conf = in_config(app.confdir, "ggdocs_docs")
    _warn_of_failures(domain, config, in_conf)
    for key in sorted(state.noted & domain.records.keys()):
        for note in domain.records[key].notes:
            warn(note, next(domain.places(key), in_conf))
    state.clashes = _clashes(domain, config)
    _warn_of_duplicate_slugs(domain, state.clashes)
    _warn_of_duplicate_objects(domain)


def _warn_of_failures(domain: GgDomain, config: GgConfig, in_conf: str) -> None:
    """Directives that were read in this build have warned; of other documents warn once."""
    reported: set[str] = set()
    for docname, shown in domain.shown_directives():
        if shown.is_main:
            reported.update(shown.keys)
            if docname not in domain.read_pages:
                for problem in _problems(domain, shown.keys):
                    warn(problem, domain.location(shown.place))
    places = [
        (key, domain.location(shown.place))
        for _docname, shown in domain.shown_directives()
        for key in shown.failed
    ]
    places += [(key_of(values), in_conf) for values in config.documents]
    for key, place in places:
        if key not in reported:
            reported.add(key)
            for problem in _problems(domain, (key,)):
                warn(problem, place)


def _problems(domain: GgDomain, keys: Iterable[str]) -> Iterator[Problem]:
    """Why documents could not be made."""
    for key in keys:
        record = domain.records.get(key)
        if record is not None and record.problem is not None:
            yield record.problem


def _clashes(domain: GgDomain, config: GgConfig) -> dict[tuple[str, str], str]:
    """By page and key: what is wrong with a document whose slug another one has, whose files are
    written.
    """
    first = {slug_of(values): (key_of(values), "conf.py") for values in config.documents}
    clashes: dict[tuple[str, str], str] = {}
    for docname, shown in domain.shown_directives():
        for key in shown.keys:
            record = domain.records.get(key)
            if record is None:
                continue
            known, place = first.setdefault(record.slug, (key, shown.place))
            if known != key:
                clashes[docname, key] = (
                    f"the slug {record.slug!r} is taken by the document of {place}, whose "
                    "files are written; give each document its own slug"
                )
    return clashes


def _warn_of_duplicate_slugs(domain: GgDomain, clashes: dict[tuple[str, str], str]) -> None:
    """Two different documents with one slug would overwrite each other's files."""
    for (docname, key), message in clashes.items():
        place = next(shown.place for shown in domain.shown[docname] if key in shown.keys)
        warn(Problem(Subtype.DUPLICATE_SLUG, message), domain.location(place))


def _warn_of_duplicate_objects(domain: GgDomain) -> None:
    """Of two descriptions of an object only one can be what links lead to; warn once a
    directive.
    """
    described: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for docname in sorted(domain.objects):
        for entry in domain.objects[docname]:
            described.setdefault((entry.objtype, entry.name), []).append((docname, entry.place))
    reported: set[tuple[str, str]] = set()
    for (objtype, name), places in described.items():
        for position, place in enumerate(places if len(places) > 1 else ()):
            others = [other for other in places[:position] if other[0] in domain.read_pages]
            others += [other for other in places if other[0] not in domain.read_pages]
            if place[0] in domain.read_pages and others and place not in reported:
                reported.add(place)
                message = (
                    f"the {objtype} {name!r} is described at {others[0][1]} already; "
                    "give one of the two directives :no-index:"
                )
                warn(Problem(Subtype.DUPLICATE_OBJECT, message), domain.location(place[1]))
