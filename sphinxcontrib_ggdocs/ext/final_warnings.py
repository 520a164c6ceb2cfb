"""Reports failed documents and duplicate objects when all pages have been read."""

from collections.abc import Iterator, Sequence

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ..named_objects import duplicates
from ..value_messages import suggestion
from .conf_values import ConfValues
from .config import in_config
from .domain.gg import GgDomain, gg_domain
from .problems import Problem, Subtype, warn


def report(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of failed documents and of duplicate objects (``env-updated``).

    Each once: where the document is shown, else where an object of it is, else in ``conf.py``.
    """
    domain = gg_domain(env)
    build, config = domain.build, domain.build.config
    in_conf = in_config(app.confdir, "ggdocs_docs")
    # Reversed, so that of several places the first stays.
    places = dict.fromkeys(config.documents, in_conf) | dict(reversed([*_places(domain)]))
    for slug in config.documents:
        record = build.records[slug]
        if record.problem is not None:
            warn(record.problem, places[slug])
        if slug in build.loaded:
            for note in record.notes:
                warn(note, places[slug])
    for problem, place in _duplicate_objects(domain):
        warn(problem, domain.location(place))
    for problem, name in _unknown_documents(config, sorted(build.records)):
        warn(problem, in_config(app.confdir, name))


def _places(domain: GgDomain) -> Iterator[tuple[str, str]]:
    """Yield the places where documents are shown, whole documents before parts."""
    directives = [shown for _docname, shown in domain.shown_directives()]
    for shown in sorted(directives, key=lambda shown: bool(shown.kind)):
        for slug in shown.slugs:
            yield slug, domain.location(shown.place)


def _duplicate_objects(domain: GgDomain) -> Iterator[tuple[Problem, str]]:
    """Yield objects that are described twice, a problem for each directive."""
    for entry, first in duplicates(domain.described_objects()):
        message = (
            f"the {entry.objtype} {entry.name!r} is already described at {first.place}; "
            "give one of the two directives :no-index:"
        )
        yield Problem(Subtype.DUPLICATE_OBJECT, message), entry.place


def _unknown_documents(config: ConfValues, slugs: Sequence[str]) -> Iterator[tuple[Problem, str]]:
    """Yield export options of unknown documents."""
    for name, exports in config.exports.items():
        for slug in exports:
            if slug not in slugs and slug not in config.hidden:
                hint = suggestion(str(slug), slugs)
                message = f"{name}[{slug!r}]: there is no document {slug!r}{hint}"
                yield Problem(Subtype.CONFIG, message), name
