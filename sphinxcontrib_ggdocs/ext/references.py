"""Finds pages with references whose targets have changed since the pages were written.

The targets are stored as text, which is parsed only if it has changed: a row for each object with
its page, its id and the text of its links; and for each of our pages, what else it takes from other
pages.
"""

import json
from collections.abc import Iterator
from typing import TypeAlias, cast

from sphinx.environment import BuildEnvironment

from ..named_objects import ObjectEntry, ObjectType, names_of
from .build import files_by_target
from .domain.gg import CATALOG, GgDomain, build_of, gg_domain
from .domain.refs import CHANGE, FILE, change_target

Row: TypeAlias = tuple[str, ...]
"""Page, kind, full name, second full name, id, and what links show of an object."""


def references_of(env: BuildEnvironment) -> str:
    """Return everything that pages refer to, as text."""
    build, domain = build_of(env), gg_domain(env)
    rows: set[Row] = set(_changes(domain))
    for docname, entry in domain.described_objects():
        rows.add(_row(docname, entry))
    for record in build.records.values():
        rows.update(_row("", entry) for entry in record.contents.objects)
    for target in files_by_target(build):
        rows.add(("", FILE, target, "", ""))
    near = {docname: _near(env, docname) for docname in sorted(domain.shown)}
    return json.dumps([sorted(rows), near, repr(build.config.branding)], ensure_ascii=False)


def _changes(domain: GgDomain) -> Iterator[Row]:
    """Yield a row for each entry of a changelog."""
    for docname, entries in domain.changelogs.items():
        for (slug, version, kind, key), anchor in entries.items():
            yield docname, CHANGE, change_target(slug, version, kind, key), "", anchor


def _row(docname: str, entry: ObjectEntry) -> Row:
    return (
        docname,
        entry.objtype,
        entry.name,
        entry.alias,
        entry.anchor,
        entry.display,
        *entry.routes,
    )


def _near(env: BuildEnvironment, docname: str) -> object:
    """Return what a page shows of other pages, besides links."""
    build, domain = build_of(env), gg_domain(env)
    # Themes link the next, the previous and the upper page by their titles.
    others = [docname, *env.collect_relations().get(docname, [])]
    titles = [(other, env.titles[other].astext()) for other in others if other in env.titles]
    documents: list[object] = []
    for shown in domain.shown[docname]:
        for slug in shown.slugs:
            if slug not in build.records:  # for other audiences: the file does not name it
                continue
            changelogs = list(domain.changelog_places(slug))
            documents.append((shown.kind, slug, changelogs, bool(build.snapshots(slug))))
            if shown.kind == CATALOG or shown.definition is not None:
                documents.append(domain.reference_place(slug))
    return titles, documents


def moved_pages(env: BuildEnvironment, former: str, references: str) -> set[str]:
    """Return the pages that refer to something that has moved, was renamed, is new or is gone.

    Args:
        env: The environment.
        former: What pages referred to when they were written, as text.
        references: What they refer to now.
    """
    domain = gg_domain(env)
    former_rows, former_near, former_branding = json.loads(former)
    rows, near, branding = json.loads(references)
    if branding != former_branding:
        return set(domain.shown)
    pages = {docname for docname in near if near[docname] != former_near.get(docname)}
    names: set[str] = set()
    for row in {*map(tuple, former_rows)} ^ {*map(tuple, rows)}:
        # A nested type is only shown where nothing else describes it.
        pages.add(row[0])
        names |= set(_names_in(row))
    for docname, mentions in domain.mentions.items():
        if not names.isdisjoint(mentions):
            pages.add(docname)
    return pages & env.found_docs


def _names_in(row: Row) -> Iterator[str]:
    """Yield the names by which pages may refer to an object."""
    _docname, kind, name, alias, anchor, *shown = row
    if kind in (CHANGE, FILE):
        yield name
        return
    display, *routes = shown
    objtype = cast(ObjectType, kind)
    entry = ObjectEntry(objtype, name, anchor, display, alias, routes=tuple(routes))
    for _full, known in names_of(entry):
        yield known
