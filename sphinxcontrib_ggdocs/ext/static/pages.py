"""A large reference in pages: which there are, what stands on each, and when that differs."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Literal

from docutils import nodes
from sphinx import addnodes

from ...native.document import ApiDocsDocument, Group
from ..words import _
from .names import Names
from .parts import Part, digest_of, list_parts, read_document
from .reference import head_nodes
from .scope import Scope

Split = Literal["contract", "group"]

MANY_TYPES = 200
"""More of them have a page for each first letter, or for as many letters as it takes."""

ERRORS = "errors"
TYPES = "types"
OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a document."""

    name: str
    """Unique in the document, the last step of its address."""
    heading: str
    """A name of the author's; empty for errors and types, and a letter for a part of these."""
    parts: tuple[Part, ...]
    group: Group | None = None
    """Of the page of a group."""
    opens: str = ""
    """The anchor of what the browser UI shows when the page is opened."""

    @property
    def title(self) -> str:
        """In the language of the build."""
        if self.name == ERRORS:
            return _("Errors")
        if self.name == TYPES:
            return _("Types")
        return f"{_('Types')}: {self.heading}" if self.name.startswith(f"{TYPES}-") else self.heading


@lru_cache(maxsize=8)
def pages_of(text: str, split: Split) -> dict[str, Page]:
    """The pages of the document that a record holds, by name, in order."""
    found: dict[str, Page] = {}
    taken: set[str] = set()
    for page in _pages(read_document(text), split):
        name = page.name
        while name.casefold() in taken:  # some disks take names for the same that differ in their case
            name = f"{name}-{split}"
        taken.add(name.casefold())
        found[name] = replace(page, name=name)
    return found


def page_nodes(scope: Scope, page: Page) -> list[nodes.Node]:
    """What stands below the title of a page."""
    for part in page.parts:
        for each in (part, *part.inside):
            scope.reserve(each.objtype, each.name)
    description = page.group.description if page.group is not None else None
    found = scope.described(description) if description else []
    rendered = [node for part in page.parts for node in part.render(scope)]
    if page.group is None and page.parts[0].objtype == "contract":  # which the page is called as: its methods follow
        for node in rendered:
            if isinstance(node, addnodes.desc):
                node["no-contents-entry"] = True
    return [*found, *rendered]


def page_digest(page: Page, text: str) -> str:
    """Differs when the page does."""
    group = (page.group.name, page.group.description) if page.group is not None else None
    return _hash([page.heading, page.opens, group, *(digest_of(part, text) for part in page.parts)])


def front_nodes(scope: Scope) -> list[nodes.Node]:
    """What is said on the page that leads to the others."""
    return list(head_nodes(scope))


def front_digest(text: str, split: Split) -> str:
    """Differs when the page that leads to the others does; their contents do not count."""
    service = read_document(text).service
    return _hash([repr(service), *((page.name, page.heading) for page in pages_of(text, split).values())])


def _hash(value: object) -> str:
    return sha256(repr(value).encode()).hexdigest()


def _pages(document: ApiDocsDocument, split: Split) -> Iterator[Page]:
    names = Names(document)
    by_name = {(part.objtype, part.name): part for part in list_parts(document)}
    for group in document.groups:
        contracts = [by_name["contract", names.contract(group.slug, each.name)] for each in group.contracts]
        if split == "group":
            opens = names.route(group.slug)
            yield Page(name=group.slug, heading=group.name, parts=tuple(contracts), group=group, opens=opens)
            continue
        for contract, part in zip(group.contracts, contracts, strict=True):
            name = part.name.partition(".")[2]
            yield Page(name=name, heading=contract.name, parts=(part,), opens=names.route(group.slug, contract.name))
    if errors := tuple(part for part in by_name.values() if part.objtype == "error"):
        yield Page(name=ERRORS, heading="", parts=errors, opens=names.all("error"))
    types = [part for part in by_name.values() if part.objtype in ("schema", "brand")]
    for letter, parts in _by_letter(types).items():
        if letter:
            opens = f"gg-{parts[0].objtype}-{parts[0].name}"
            heading = letter if letter == OTHER else parts[0].name.partition(".")[2][: len(letter)]
            heading = heading[0].upper() + heading[1:]
            yield Page(name=f"{TYPES}-{letter}", heading=heading, parts=parts, opens=opens)
        else:
            yield Page(name=TYPES, heading="", parts=parts, opens=names.all("schema"))


def _by_letter(types: list[Part]) -> dict[str, tuple[Part, ...]]:
    """By their first letters when there are many; else all under none."""
    if len(types) <= MANY_TYPES:
        return {"": tuple(types)} if types else {}
    return {letters or OTHER: tuple(parts) for letters, parts in sorted(_by_beginning(types, "").items())}


def _by_beginning(types: list[Part], beginning: str) -> dict[str, list[Part]]:
    """By as many letters as it takes to have few on each page; names that begin with none under an empty one."""
    found: dict[str, list[Part]] = defaultdict(list)
    for part in types:
        letters = part.name.partition(".")[2][: len(beginning) + 1].lower()
        found[letters if letters[:1].isalpha() else ""].append(part)
    several: dict[str, list[Part]] = {}
    for letters, parts in found.items():
        apart = len(parts) > MANY_TYPES and len(letters) > len(beginning)
        several |= _by_beginning(parts, letters) if apart else {letters: parts}
    return several
