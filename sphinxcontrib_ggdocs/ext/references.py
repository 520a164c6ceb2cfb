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
"""The place of an object: page, kind, full name, second full name, id, and the texts that links
show. The page is empty for a file, and for an object of a document wherever it is described."""


def references_of(env: BuildEnvironment) -> str:
    """Return everything that pages refer to, as JSON: the places of objects, what each of our pages
    shows of other pages, and the branding.
    """
    build, domain = build_of(env), gg_domain(env)
    rows: set[Row] = set(_changelog_rows(domain))
    for docname, entry in domain.described_objects():
        rows.add(_object_row(docname, entry))
    for record in build.records.values():
        # Objects that no page describes count, too: whether a reference leads to an object of
        # another document depends on them (`GgDomain.find`).
        rows.update(_object_row("", entry) for entry in record.contents.objects)
    for target in files_by_target(build):
        rows.add(("", FILE, target, "", ""))
    content = {docname: _content_of_others(env, docname) for docname in sorted(domain.shown)}
    return json.dumps([sorted(rows), content, repr(build.config.branding)], ensure_ascii=False)


def _changelog_rows(domain: GgDomain) -> Iterator[Row]:
    """Yield a row for each entry of a changelog on any page."""
    for docname, entries in domain.changelogs.items():
        for (slug, version, kind, key), anchor in entries.items():
            yield docname, CHANGE, change_target(slug, version, kind, key), "", anchor


def _object_row(docname: str, entry: ObjectEntry) -> Row:
    """Return the row for an object.

    Args:
        docname: The page that describes it; empty for an object as part of its document.
        entry: The object.
    """
    return (
        docname,
        entry.objtype,
        entry.name,
        entry.alias,
        entry.anchor,
        entry.display,
        *entry.routes,
    )


def _content_of_others(env: BuildEnvironment, docname: str) -> object:
    """Return what a page with our directives takes from other pages, apart from links to objects,
    as a JSON value: titles of neighbouring pages, and places of changelogs and references. When
    the value changes, the page is out of date.
    """
    build, domain = build_of(env), gg_domain(env)
    # Themes show the titles of the next, the previous and the parent page.
    neighbours = [docname, *env.collect_relations().get(docname, [])]
    titles = [(page, env.titles[page].astext()) for page in neighbours if page in env.titles]
    documents: list[object] = []
    for directive in domain.shown[docname]:
        for slug in directive.slugs:
            if slug not in build.records:
                # It is for other audiences, and must not be in a file of this build.
                continue
            # The UI on a page links to changelogs, and to versions if there are snapshots.
            changelogs = list(domain.changelog_places(slug))
            documents.append((directive.kind, slug, changelogs, bool(build.snapshots(slug))))
            # A catalogue links to references. And of several pages that define a document with one
            # slug, only the first gets the UI.
            if directive.kind == CATALOG or directive.definition is not None:
                documents.append(domain.reference_place(slug))
    return titles, documents


def moved_pages(env: BuildEnvironment, former: str, references: str) -> set[str]:
    """Return the pages that refer to something that was moved, renamed, added or removed.

    Args:
        env: The environment.
        former: The JSON that `references_of` returned when the pages were written.
        references: The JSON that it returns now.
    """
    domain = gg_domain(env)
    former_rows, former_content, former_branding = json.loads(former)
    rows, content, branding = json.loads(references)
    if branding != former_branding:  # it is in the element ``<gg-docs>`` of each of our pages
        return set(domain.shown)
    pages = {docname for docname in content if content[docname] != former_content.get(docname)}
    changed_names: set[str] = set()
    changed_rows = {*map(tuple, former_rows)} ^ {*map(tuple, rows)}
    for row in changed_rows:
        # The page itself changes, too: it shows a nested type only if no other page describes it.
        docname = row[0]
        pages.add(docname)
        changed_names |= set(_names_in(row))
    for docname, mentioned_names in domain.mentions.items():
        if not changed_names.isdisjoint(mentioned_names):
            pages.add(docname)
    return pages & env.found_docs


def _names_in(row: Row) -> Iterator[str]:
    """Yield the names by which pages may refer to the object of a row."""
    _docname, kind, name, alias, anchor, *link_texts = row
    if kind in (CHANGE, FILE):  # these have only one name
        yield name
        return
    display, *routes = link_texts
    objtype = cast(ObjectType, kind)
    entry = ObjectEntry(objtype, name, anchor, display, alias, routes=tuple(routes))
    for _full_name, short_name in names_of(entry):
        yield short_name
