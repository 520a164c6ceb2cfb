"""A large reference in pages: which there are, and what is on each."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from ...contents import Contents, ObjectName
from .names import anchor_of
from .views import ContractView, DocumentView, GroupView, ObjectView, SchemaView

Split = Literal["contract", "group"]

MANY_METHODS = 50
"""Documents with more of them are split unless their authors say otherwise."""

MANY_TYPES = 200
"""More of them have a page for each first letter, or for as many letters as it takes."""

ERRORS = "errors"
TYPES = "types"
OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """One page of a document."""

    name: str
    """Unique in the document, the last step of its address."""
    heading: str
    """A name of the author's; empty for errors and types, and letters for a part of these."""
    kind: Literal["contract", "group", "errors", "types"]
    objects: tuple[ObjectView, ...]
    group: GroupView | None = None
    """Of the page of a group."""
    opens: str = ""
    """The anchor of what the browser UI shows when the page is opened."""

    @property
    def digest(self) -> str:
        """Differs when the page does."""
        group = (self.group.name, self.group.description) if self.group is not None else None
        shown = [self.heading, self.opens, group, *(each.digest for each in self.objects)]
        return sha256(repr(shown).encode()).hexdigest()[:16]


def pages_of(view: DocumentView, split: Split) -> dict[str, PageView]:
    """The pages of a document by name, in order."""
    found: dict[str, PageView] = {}
    taken: set[str] = set()
    for page in _pages(view, split):
        name = page.name
        while (
            name.casefold() in taken
        ):  # some disks take names for the same that differ in their case
            name = f"{name}-{split}"
        taken.add(name.casefold())
        found[name] = replace(page, name=name)
    return found


def front_digest(view: DocumentView, split: Split) -> str:
    """Differs when the page that leads to the others does: of their contents the names count."""
    pages = [(page.name, page.heading) for page in pages_of(view, split).values()]
    names = [*view.objects]
    return sha256(repr((view.head, view.markup, pages, names)).encode()).hexdigest()[:16]


def contents_of(view: DocumentView, origins: Mapping[str, str]) -> Contents:
    """The contents of a document.

    Args:
        view: The document.
        origins: By name of a schema, the Python class that it was made of.
    """
    objects = []
    for (kind, name), shown in view.objects.items():
        alias = shown.alias if isinstance(shown, SchemaView) else ""
        objects.append(ObjectName(kind, name, shown.display, alias, shown.digest))
    pages: dict[str, dict[str, str]] = {}
    splits: tuple[Split, ...] = ("contract", "group")
    for split in splits:
        pages[split] = {"": front_digest(view, split)}
        found = pages_of(view, split)
        pages[split] |= {name: f"{page.digest} {view.markup}" for name, page in found.items()}
    contracts = [contract for group in view.groups for contract in group.contracts]
    classes = [
        (f"{contract.module}.{contract.own_name}", contract.name)
        for contract in contracts
        if contract.module
    ]
    origins = dict(sorted(origins.items()))
    classes += [(origin, f"{view.head.slug}.{name}") for name, origin in origins.items()]
    return Contents(tuple(objects), pages, tuple(classes), origins, usual_split(view) or "")


def usual_split(view: DocumentView) -> Split | None:
    """What has a page of its own where the author says nothing."""
    contracts = [contract for group in view.groups for contract in group.contracts]
    if sum(len(contract.methods) for contract in contracts) <= MANY_METHODS:
        return None
    return "group" if len(view.groups) > 1 else "contract"


def _pages(view: DocumentView, split: Split) -> Iterator[PageView]:
    for group in view.groups:
        if split == "group":
            contracts = group.contracts
            yield PageView(
                name=group.slug,
                heading=group.name,
                kind="group",
                objects=contracts,
                group=group,
                opens=group.route,
            )
        else:
            yield from map(_contract_page, group.contracts)
    if view.errors:
        yield PageView(
            name=ERRORS, heading="", kind="errors", objects=view.errors, opens=view.errors_anchor
        )
    for letters, objects in _by_letter(view.schemas).items():
        if letters:
            yield _letter_page(letters, objects)
        else:
            yield PageView(
                name=TYPES, heading="", kind="types", objects=objects, opens=view.schemas_anchor
            )


def _letter_page(letters: str, objects: tuple[ObjectView, ...]) -> PageView:
    first = objects[0]
    heading = letters if letters == OTHER else first.name.partition(".")[2][: len(letters)]
    return PageView(
        name=f"{TYPES}-{letters}",
        heading=heading[0].upper() + heading[1:],
        kind="types",
        objects=objects,
        opens=anchor_of(first.kind, first.name),
    )


def _contract_page(contract: ContractView) -> PageView:
    name = contract.name.partition(".")[2]
    return PageView(
        name=name,
        heading=contract.own_name,
        kind="contract",
        objects=(contract,),
        opens=contract.route,
    )


def _by_letter(types: Sequence[ObjectView]) -> dict[str, tuple[ObjectView, ...]]:
    """By their first letters when there are many; else all under none."""
    if len(types) <= MANY_TYPES:
        return {"": tuple(types)} if types else {}
    return {
        letters or OTHER: tuple(found)
        for letters, found in sorted(_by_beginning(types, "").items())
    }


def _by_beginning(types: Sequence[ObjectView], beginning: str) -> dict[str, list[ObjectView]]:
    """By as many letters as it takes to have few on each page; names that begin with none under an
    empty one.
    """
    found: dict[str, list[ObjectView]] = defaultdict(list)
    for each in types:
        letters = each.name.partition(".")[2][: len(beginning) + 1].lower()
        found[letters if letters[:1].isalpha() else ""].append(each)
    several: dict[str, list[ObjectView]] = {}
    for letters, objects in found.items():
        divide = len(objects) > MANY_TYPES and len(letters) > len(beginning)
        several |= _by_beginning(objects, letters) if divide else {letters: objects}
    return several
