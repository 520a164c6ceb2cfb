"""What has changed since the last build: which documents are loaded again, and which pages read
again.

A page is read again when a digest of what its directives show differs from the one that was noted
when it was read. A module that changes without a change of what is documented costs an import, and
no page.
"""

import json
from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from ..conf_values import SpecValues, Split
from .build_state import BuildState, begin_build, build_state, builder_of
from .config import GgConfig
from .domain.gg import gg_domain
from .domain.lookup import find_part
from .loader import Loader, ResolvedBranding
from .problems import in_config, warn
from .store import PAGE, Record, Shown, digest_of, other_files, store_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def begin(app: "Sphinx") -> BuildState:
    """Begin a build, unless it was begun before Sphinx looked for its sources."""
    state = build_state(app.env)
    if not state.begun:
        state = begin_build(app.env, app.builder)
        state.begun = True
        state.loader = Loader.of(app)
    return state


def refresh(app: "Sphinx", env: BuildEnvironment, removed: Set[str]) -> set[str]:
    """Make the documents again that are stale, and name the pages that show what they no longer
    are.
    """
    domain = gg_domain(env)
    state = begin(app)
    state.begun = False
    state.removed = bool(removed)
    domain.read_pages.clear()
    look = resolved_branding(env)
    if look.problem is not None:
        warn(look.problem, in_config(app.confdir, "ggdocs_branding"))
    wanted = dict(_wanted(env, removed))
    for key in domain.records.keys() - wanted.keys():
        del domain.records[key]
    for key, values in wanted.items():
        load(env, key, values)
    return {docname for docname, shown in domain.shown_directives() if _is_stale(env, shown)}


def load(env: BuildEnvironment, key: str, values: SpecValues, location: str = "") -> Record:
    """The record of a document, loaded again when it is stale; once in a build.

    Args:
        env: The environment.
        key: The key of the document.
        values: Its fields.
        location: The directive that shows it, perhaps in a process of its own, where nobody else
            reports what is wrong with single files.
    """
    state, records = build_state(env), gg_domain(env).records
    assert state.loader is not None, "made when the build began"
    if key in state.verified and key in records:
        return records[key]
    record = state.loader.fresh(key, values)
    if record is None:
        from ..contracts.contract_errors import paths_relative_to  # needless in most builds

        with paths_relative_to(env.srcdir):
            record = state.loader.load(key, values)
        if not location:
            state.noted.add(key)
        for note in record.notes if location else ():
            warn(note, location)
    state.verified.add(key)
    return record


def resolved_branding(env: BuildEnvironment) -> ResolvedBranding:
    """The branding as it was read when the build began."""
    loader = build_state(env).loader
    assert loader is not None, "made when the build began"
    return loader.look


def clean(env: BuildEnvironment) -> None:
    """Remove what no document has any more from the folder of the doctrees."""
    store_of(env).clean(key for key, _values in _wanted(env, set()))


def chosen(env: BuildEnvironment) -> list[Record]:
    """One record for each slug: the configured document, else the one in place on the first
    page.
    """
    domain = gg_domain(env)
    keys = [*GgConfig.of(env.config).documents]
    for _docname, shown in domain.shown_directives():
        keys += shown.keys
    by_slug: dict[str, Record] = {}
    for key in keys:
        if key in domain.records:
            by_slug.setdefault(domain.records[key].slug, domain.records[key])
    return [*by_slug.values()]


def with_digests(env: BuildEnvironment, shown: Shown) -> Shown:
    """A directive with the digests of what it shows now."""
    records = _records(env, shown)
    return shown._replace(documents=_documents(env, records), part=_part(env, shown, records))


def _wanted(env: BuildEnvironment, removed: Set[str]) -> Iterator[tuple[str, SpecValues]]:
    """The documents that are configured, or in place on a page that still exists."""
    yield from GgConfig.of(env.config).documents.items()
    for docname, shown in gg_domain(env).shown_directives():
        if shown.in_place and docname not in removed:
            for key in shown.keys:
                yield key, json.loads(key)


def _is_stale(env: BuildEnvironment, shown: Shown) -> bool:
    records = _records(env, shown)
    if shown.documents == _documents(env, records):  # which is told without a look into them
        return False
    return shown.part != _part(env, shown, records)


def _records(env: BuildEnvironment, shown: Shown) -> dict[str, Record]:
    """The documents that a directive may mean, by key."""
    configured = GgConfig.of(env.config).documents
    keys = shown.keys if shown.in_place else shown.slugs
    records = gg_domain(env).records
    return {key: records[key] for key in (configured if keys is None else keys) if key in records}


def _documents(env: BuildEnvironment, records: Mapping[str, Record]) -> str:
    splits = GgConfig.of(env.config).splits
    digests = ((key, splits.get(key), record.digest) for key, record in records.items())
    return digest_of(_surroundings(env, records), *map(repr, digests))


def _surroundings(env: BuildEnvironment, records: Mapping[str, Record]) -> str:
    """What matters to every directive: whether indices name the document of an object, and lines of
    modules, which catalogues of messages name.
    """
    alone = GgConfig.of(env.config).alone
    if builder_of(env).name != "gettext":
        return str(alone)
    return repr((alone, [record.modules for record in records.values()]))


def _part(env: BuildEnvironment, shown: Shown, records: Mapping[str, Record]) -> str:
    """Differs when what a directive shows of documents does."""
    splits = GgConfig.of(env.config).splits
    what: object
    if shown.kind == PAGE:
        name = shown.target.partition(" ")[2]
        what = [_page(env, record, splits.get(key), name) for key, record in records.items()]
    elif shown.kind:
        what = find_part(env, records, shown.kind, shown.target).digest
    else:
        what = [
            (key, _page(env, record, splits[key], "") if key in splits else record.digest)
            for key, record in records.items()
        ]
    return digest_of(_surroundings(env, records), repr(what))


def _page(env: BuildEnvironment, record: Record, split: Split | None, name: str) -> object:
    """What one page of a large reference shows; the page that leads to the others has no name."""
    problem = record.problem.message if record.problem is not None and not name else ""
    digests = store_of(env).contents(record).pages.get(split or "", {})
    return (record.title, problem, other_files(record.files), digests.get(name))
