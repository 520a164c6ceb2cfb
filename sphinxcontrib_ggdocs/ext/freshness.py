"""What has changed since the last build: which documents are loaded again, and which pages read
again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from .build.loader import Loader
from .build_state import BuildState, begin_build, build_state, builder_of
from .config import GgConfig, SpecValues, Split, key_of, slug_of
from .domain.gg import GgDomain, gg_domain
from .domain.lookup import find_part
from .problems import in_config, warn
from .store import FRONT, LIST, PAGE, Record, Shown, digest_of, other_files, store_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def refresh(app: "Sphinx", env: BuildEnvironment, removed: Set[str]) -> Iterable[str]:
    """Make the documents again that are stale, and name the pages that show what they no longer
    are.

    Pages are compared by the text of their documents, not by the time of some file: a module that
    changes without a change of what is documented costs an import, and no page.
    """
    domain = gg_domain(env)
    state, loader = begin(app, env)
    state.begun = False
    state.removed = bool(removed)
    domain.read_pages.clear()
    if loader.look.problem is not None:
        warn(loader.look.problem, in_config(app.confdir, "ggdocs_branding"))
    wanted = dict(_wanted(domain, loader.config, removed))
    for key in domain.records.keys() - wanted.keys():
        del domain.records[key]
    for key, values in wanted.items():
        load(env, loader, key, values)
    directives = domain.shown_directives()
    return {docname for docname, shown in directives if _outdated(domain, loader.config, shown)}


def begin(app: "Sphinx", env: BuildEnvironment) -> tuple[BuildState, Loader]:
    """Begin a build, unless it was begun before Sphinx looked for its sources."""
    state = build_state(env)
    if not state.begun or state.loader is None:
        state = begin_build(env, app.builder)
        state.begun = True
        state.loader = Loader.of(app, env)
    return state, state.loader


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


def clean(env: BuildEnvironment) -> None:
    """Remove what no document has any more from the folder of the doctrees."""
    wanted = _wanted(gg_domain(env), GgConfig.of(env.config), set())
    store_of(env).clean(key for key, _values in wanted)


def chosen(domain: GgDomain, config: GgConfig) -> Iterator[Record]:
    """One record for each slug: the configured document, else the one in place on the first
    page.
    """
    slugs: set[str] = set()
    keys = [key_of(values) for values in config.documents]
    for _docname, shown in domain.shown_directives():
        keys += shown.keys
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


def shown_digest(env: BuildEnvironment, record: Record) -> str:
    """Differs when a page that shows the document, or a part of it, may have to be read again.

    Catalogues of messages name lines of modules, which may move where no text changes.
    """
    split = GgConfig.of(env.config).splits.get(record.slug, "")
    lines = [stamp.digest for stamp in record.modules] if _names_lines(env) else []
    return " ".join((split, record.digest, *lines))


def _names_lines(env: BuildEnvironment) -> bool:
    return builder_of(env).name == "gettext"


def _wanted(
    domain: GgDomain, config: GgConfig, removed: Set[str]
) -> Iterator[tuple[str, SpecValues]]:
    """The documents that are configured, or in place on a page that still exists."""
    for values in config.documents:
        yield key_of(values), values
    for docname, shown in domain.shown_directives():
        if shown.in_place and docname not in removed:
            for key in shown.keys:
                yield key, json.loads(key)


def _outdated(domain: GgDomain, config: GgConfig, shown: Shown) -> bool:
    if shown.in_place:
        keys = shown.keys
    else:
        documents = configured(config, shown.slugs)
        keys = tuple(key_of(values) for _slug, values in documents if values is not None)
    digests = tuple(
        shown_digest(domain.env, domain.records[key]) for key in keys if key in domain.records
    )
    if (keys, digests, config.alone) == (shown.keys, shown.digests, shown.alone):
        return False
    if shown.part is None or config.alone != shown.alone:
        return True
    if shown.kind != LIST and _names_lines(domain.env):
        return True
    records = {key: domain.records[key] for key in keys if key in domain.records}
    objtype, target, digest = shown.part
    return part_digest(domain.env, records, objtype, target, config.splits) != digest


def part_digest(
    env: BuildEnvironment,
    records: Mapping[str, Record],
    objtype: str,
    target: str,
    splits: Mapping[str, Split],
) -> str:
    """Differs when what a directive shows does.

    Args:
        env: The environment.
        records: By key.
        objtype: The kind of object, or of a page.
        target: The name of an object; slug and name of a page, slug of a front page.
        splits: By slug: what has a page of its own.
    """
    if objtype == LIST:
        return " ".join(records)
    if objtype not in (PAGE, FRONT):
        return find_part(env, records, objtype, target).digest
    slug, _, name = target.partition(" ")
    record = next((record for record in records.values() if record.slug == slug), None)
    split = splits.get(slug)
    if record is None or split is None:
        return ""
    pages = store_of(env).contents(record).pages.get(split, {})
    files = [file for _called, file in other_files(record.files)]
    problem = record.problem.message if record.problem is not None and objtype == FRONT else ""
    return digest_of(record.title, problem, *files, pages.get(name, ""))
