"""The state of a build, and what has changed since the last one: which documents are loaded again,
and which pages read again.

A page is read again when a digest of what its directives show differs from the one that was noted
when it was read. A module that changes without a change of what is documented costs an import, and
no page.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from ..conf_files import in_config, snapshot_files, verdict_stamp
from ..conf_values import SpecValues
from ..contents import Split
from ..named_objects import OtherUses
from .config import GgConfig, reread
from .document_store import CONTRACT_DOCUMENT, Record, Store, digest_of, other_files
from .domain.gg import gg_domain
from .loader import Loader
from .problems import warn
from .store import CATALOG, CHANGES, PAGE, Shown, open_store, store_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class SplitDocument(NamedTuple):
    """A document whose reference has several pages."""

    slug: str
    key: str
    values: SpecValues
    split: Split
    pages: tuple[str, ...]
    """Their names; the page that leads to the others has none."""


@dataclass(slots=True)
class BuildState:
    """State of one build, which is not kept."""

    builder: Builder
    loader: Loader
    refreshed: bool = False
    """Whether all documents were made fresh; whoever begins after that begins another build."""
    noted: set[str] = field(default_factory=set)
    """Keys of the documents that were loaded in this build, whose notes are to be reported."""
    former: dict[str, Any] = field(default_factory=dict)
    """What the output folder held before this build, see `build_info`."""
    output: dict[str, Any] = field(default_factory=dict)
    """What it holds after this build."""
    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By page and key: why an inline document is not the one of its slug."""
    other_uses: OtherUses | None = None
    """See `shared_uses`; None until they are asked for."""
    use_digests: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Of the uses of a type in all services; by its kind, and slug and name of the first."""
    places: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Page and anchor of each object by kind and full name; empty until `shared_uses` asks."""
    splits: dict[str, SplitDocument] = field(default_factory=dict)
    """By slug, see `page_sources`."""


# By environment, since a process may have several at once, as tests and servers do; not an
# attribute of it, which Sphinx would pickle.
_states: WeakKeyDictionary[BuildEnvironment, BuildState] = WeakKeyDictionary()


def begin(app: "Sphinx") -> BuildState:
    """The state of a build, made by the first of its steps; one environment may be built more than
    once.
    """
    state = _states.get(app.env)
    if state is None or state.refreshed:
        open_store(app.env)
        reread(app.config)
        # Pages are split when the builder starts, which an application does once, however often it
        # builds.
        former = state.splits if state is not None else {}
        state = _states[app.env] = BuildState(app.builder, Loader.of(app), splits=former)
    return state


def build_state(env: BuildEnvironment) -> BuildState:
    """The state of the build of an environment."""
    return _states[env]


def split_of(env: BuildEnvironment, key: str) -> Split | None:
    """What has a page of its own in the reference of a document."""
    splits = build_state(env).splits.values()
    return next((split.split for split in splits if split.key == key), None)


def snapshots_of(env: BuildEnvironment, slug: str) -> list[Path]:
    """The files of the snapshots of a configured document; none of one that is in place."""
    values = GgConfig.of(env.config).documents.get(slug, {})
    return snapshot_files(values, builder_of(env).confdir)


def builder_of(env: BuildEnvironment) -> Builder:
    """Who writes, which Sphinx does not pass to transforms and directives."""
    return build_state(env).builder


def refresh(app: "Sphinx", env: BuildEnvironment) -> set[str]:
    """Make the documents again that are stale, and name the pages that show what they no longer
    are.
    """
    state = build_state(env)
    state.refreshed, look = True, state.loader.look
    if look.problem is not None:
        warn(look.problem, in_config(app.confdir, "ggdocs_branding"))
    for key, values in documents_of(env):
        load(env, key, values)
    return {
        docname
        for docname, shown in gg_domain(env).shown_directives()
        if shown.digest != digest_of_shown(env, shown)
    }


def load(env: BuildEnvironment, key: str, values: SpecValues, location: str = "") -> Record:
    """The record of a document, loaded again when it is stale; once in a build.

    `location` is that of the directive that shows it, perhaps in a process of its own, where nobody
    else reports what is wrong with single files.
    """
    state, records = build_state(env), store_of(env).records
    if key in records:
        return records[key]
    record = state.loader.fresh(key, values)
    if record is None:
        # Messages name files; absolute paths would differ from one machine to the next, in logs and
        # in what is stored.
        from ..contracts.contract_errors import paths_relative_to  # needless in most builds

        with paths_relative_to(env.srcdir):
            record = state.loader.load(key, values)
        if not location:
            state.noted.add(key)
        for note in record.notes if location else ():
            warn(note, location)
    records[key] = record
    return record


def chosen(env: BuildEnvironment) -> list[Record]:
    """One record for each slug: the configured document, else the inline one on the first
    page.
    """
    domain = gg_domain(env)
    keys = [*GgConfig.of(env.config).documents]
    keys += (key for _docname, shown in domain.shown_directives() for key in shown.keys)
    by_slug: dict[str, Record] = {}
    for key in keys:
        if key in domain.records:
            by_slug.setdefault(domain.records[key].slug, domain.records[key])
    return [*by_slug.values()]


def documents_of(env: BuildEnvironment) -> Iterator[tuple[str, SpecValues]]:
    """The documents that are configured, or inline on a page."""
    yield from GgConfig.of(env.config).documents.items()
    for _docname, shown in gg_domain(env).shown_directives():
        if shown.in_place:
            yield from ((key, json.loads(key)) for key in shown.keys)


def digest_of_shown(env: BuildEnvironment, shown: Shown) -> str:
    """Differs when what a directive shows of documents does."""
    config, store = GgConfig.of(env.config), store_of(env)
    keys = shown.keys if shown.in_place else shown.slugs
    wanted = config.documents if keys is None else keys
    records = {key: store.records[key] for key in wanted if key in store.records}
    what: list[object] = [config.alone]  # whether indices name the document of an object
    if builder_of(env).name == "gettext":  # catalogues of messages name lines
        what += [record.modules for record in records.values()]
    if shown.kind == CATALOG:
        what += [(key, _summary(record)) for key, record in records.items()]
    elif shown.kind == PAGE:
        slug, _, name = shown.target.partition(" ")
        splits = build_state(env).splits
        what.append(splits[slug].key if slug in splits else None)
        pages = ((split_of(env, key), record) for key, record in records.items())
        what += [_page(store, record, split, name) for split, record in pages]
    elif shown.kind == CHANGES:
        for slug, record in records.items():
            names = [file.name for file in snapshots_of(env, slug)]
            what += [record.digest, names]  # Sphinx notices other bytes
            what.append(verdict_stamp(config.documents[slug], builder_of(env).confdir))
    elif shown.kind:
        what.append(store.find(records, shown.kind, shown.target).digest)
    else:
        what += chain.from_iterable(_whole(env, key, record) for key, record in records.items())
    return digest_of(repr(what))


def _whole(env: BuildEnvironment, key: str, record: Record) -> Iterator[object]:
    """What a page shows that has the whole of a document."""
    split = split_of(env, key)
    yield key
    yield _page(store_of(env), record, split, "") if split else record.digest
    yield from (file.name for file in snapshots_of(env, key))


def _summary(record: Record) -> object:
    """What a catalogue shows of a document."""
    problem = record.problem.message if record.problem is not None else ""
    return record.title, problem, record.files.get(CONTRACT_DOCUMENT), other_files(record.files)


def _page(store: Store, record: Record, split: Split | None, name: str) -> object:
    """What one page of a large reference shows; the page that leads to the others has no name."""
    problem = record.problem.message if record.problem is not None and not name else ""
    digests = store.contents(record).pages.get(split or "", {})
    return (record.title, problem, other_files(record.files), digests.get(name))
