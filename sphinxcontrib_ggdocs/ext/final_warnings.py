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
    """Warn of documents that could not be built, of their problems, of objects that are described
    twice, and of options for unknown documents (``env-updated``).

    A problem of a document is reported once: at the directive that shows the document, else at a
    directive that shows an object of it, else in ``conf.py``. Directives report those of documents
    that they define themselves.
    """
    domain = gg_domain(env)
    build = domain.build
    config = build.config
    places = _places(domain)
    place_in_config = in_config(app.confdir, "ggdocs_docs")
    for slug in config.documents:
        place = places.get(slug, place_in_config)
        record = build.records[slug]
        if record.problem is not None:
            warn(record.problem, place)
        # The notes of a document from the store were reported when it was built.
        if slug in build.loaded:
            for note in record.notes:
                warn(note, place)
    for problem, directive_place in _duplicate_objects(domain):
        warn(problem, domain.location(directive_place))
    for problem, setting in _unknown_documents(config, sorted(build.records)):
        warn(problem, in_config(app.confdir, setting))


def _places(domain: GgDomain) -> dict[str, str]:
    """Return, by slug, the place of the directive that shows a document, or else of the first
    directive that shows a part of it.
    """
    directives = [directive for _docname, directive in domain.shown_directives()]
    places: dict[str, str] = {}
    # Directives that show whole documents have no kind, and come first.
    for directive in sorted(directives, key=lambda directive: bool(directive.kind)):
        for slug in directive.slugs:
            places.setdefault(slug, domain.location(directive.place))
    return places


def _duplicate_objects(domain: GgDomain) -> Iterator[tuple[Problem, str]]:
    """Yield a problem for each directive that describes an object which another directive
    describes, too, with the place of the directive.
    """
    for entry, first in duplicates(domain.described_objects()):
        message = (
            f"the {entry.objtype} {entry.name!r} is already described at {first.place}; "
            "give one of the two directives :no-index:"
        )
        yield Problem(Subtype.DUPLICATE_OBJECT, message), entry.place


def _unknown_documents(config: ConfValues, slugs: Sequence[str]) -> Iterator[tuple[Problem, str]]:
    """Yield a problem for each unknown slug in the options of output formats, with the name of the
    configuration value.

    A document that is hidden from the audience of the build is not built, but known.
    """
    for name, exports in config.exports.items():
        for slug in exports:
            if slug not in slugs and slug not in config.hidden:
                hint = suggestion(str(slug), slugs)
                message = f"{name}[{slug!r}]: there is no document {slug!r}{hint}"
                yield Problem(Subtype.CONFIG, message), name
