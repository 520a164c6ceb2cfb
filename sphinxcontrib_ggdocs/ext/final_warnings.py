"""Reports failed documents and duplicate objects when all pages have been read."""

from collections.abc import Iterable, Iterator

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..named_objects import duplicates
from ..value_messages import suggestion
from .conf_values import ConfValues
from .config import in_config
from .domain.gg import TYPE, GgDomain, gg_domain
from .freshness import documents_of
from .problems import Problem, Subtype, warn


def report(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of failed documents, and of duplicate slugs and objects (``env-updated``).

    Each once: where the document is shown, else where an object of it is, else in ``conf.py``.
    """
    domain = gg_domain(env)
    build, config = domain.build, domain.build.config
    # Without the documents of pages that are gone by now.
    wanted = {key for key, _values in documents_of(env)}
    build.records = {key: record for key, record in build.records.items() if key in wanted}
    in_conf = in_config(app.confdir, "ggdocs_docs")
    # Reversed, so that of several places the first stays.
    places = dict.fromkeys(config.documents, in_conf) | dict(reversed([*_places(domain)]))
    for key in [key for key in places if key in domain.records]:
        record = domain.records[key]
        if record.problem is not None:
            warn(record.problem, places[key])
        for note in record.notes if key in build.loaded else ():
            warn(note, places[key])
    for problem, docname, key, place in _clashes(domain, config.documents):
        build.clashes[docname, key] = problem.message
        warn(problem, domain.location(place))
    for problem, place in _duplicate_objects(domain):
        warn(problem, domain.location(place))
    for problem, name in _unknown_documents(config, domain):
        warn(problem, in_config(app.confdir, name))


def _places(domain: GgDomain) -> Iterator[tuple[str, str]]:
    """Yield the places where documents are shown, whole documents before parts."""
    directives = [shown for _docname, shown in domain.shown_directives()]
    for shown in sorted(directives, key=lambda shown: bool(shown.kind)):
        for key in shown.keys:
            yield key, domain.location(shown.place)


def _clashes(
    domain: GgDomain, configured: Iterable[str]
) -> Iterator[tuple[Problem, str, str, str]]:
    """Yield documents with the slug of another document: problem, page, key and place."""
    first = {slug: (slug, "conf.py") for slug in configured}
    for docname, shown in domain.shown_directives():
        for key in shown.keys:
            if key not in domain.records or shown.kind == TYPE:
                continue
            slug = domain.records[key].slug
            known, place = first.setdefault(slug, (key, shown.place))
            if known != key:
                message = (
                    f"the slug {slug!r} is taken by the document of {place}, whose "
                    "files are written; give each document its own slug"
                )
                yield Problem(Subtype.DUPLICATE_SLUG, message), docname, key, shown.place


def _duplicate_objects(domain: GgDomain) -> Iterator[tuple[Problem, str]]:
    """Yield objects that are described twice, a problem for each directive."""
    for entry, first in duplicates(domain.described_objects()):
        message = (
            f"the {entry.objtype} {entry.name!r} is described at {first.place} already; "
            "give one of the two directives :no-index:"
        )
        yield Problem(Subtype.DUPLICATE_OBJECT, message), entry.place


def _unknown_documents(config: ConfValues, domain: GgDomain) -> Iterator[tuple[Problem, str]]:
    """Yield export options of unknown documents."""
    slugs = sorted({*config.documents, *(record.slug for record in domain.records.values())})
    for name, exports in config.exports.items():
        for slug in exports:
            if slug not in slugs and slug not in config.hidden:
                hint = suggestion(str(slug), slugs)
                message = f"{name}[{slug!r}]: there is no document {slug!r}{hint}"
                yield Problem(Subtype.CONFIG, message), name
