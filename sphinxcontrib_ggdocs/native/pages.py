"""Splits a large reference into pages: which there are, and what is on each."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args
from urllib.parse import quote

from ..catalog.slugs import numbered
from ..named_objects import Contents, ObjectEntry, Split, split_name
from .blocks.objects import blocks_of
from .blocks.scope import Scope
from .blocks.service import introduction, service_facts
from .blocks.signature import signature_of
from .blocks.workflow import workflow_blocks
from .view import (
    ContractView,
    DocumentView,
    ErrorView,
    GroupView,
    MethodView,
    ObjectView,
    SchemaView,
)
from .view.names import ANCHOR, LONGEST

Some = TypeVar("Some", bound=ObjectView)
Filling = TypeVar("Filling", GroupView, ContractView)

MANY_METHODS = 50
"""What a page holds: documents with more are split unless their authors say otherwise."""

MANY_LINES_OF_ALL = 1_700
"""Documents that are longer are split, too."""

MANY_LINES = 1_200
"""What is longer on a page of a split document is divided by the names of types, errors
and methods. A line is six or seven elements and texts
in HTML, of which browsers show 15 000 without a reader noticing, the theme's and the UI's included.
"""

ERRORS: Final = "errors"
TYPES: Final = "types"
OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """One page of a document."""

    name: str
    """Unique in the document, the last step of its address."""
    heading: str
    """A name of the author's; empty for errors and types, and the first letter or words for a part
    of these."""
    last: str = ""
    """The last letter or words, where a part has several."""
    kind: Literal["contract", "group", "methods", "errors", "types"]
    objects: tuple[ObjectView, ...]
    groups: tuple[GroupView, ...] = ()
    """The groups that it shows, with the contracts that are on it."""
    opens: str = ""
    """The anchor or the address of what the browser UI shows when the page is opened; that of a
    part ends with the heading."""
    above: str = ""
    """The name of the page that leads to this one; empty of those that the front page leads to."""
    below: tuple[str, ...] = ()
    """The names of the pages that this one leads to."""

    def heading_below(self, above: "PageView") -> str:
        """Return the heading in the contents of the page above, which does not begin with its
        own.
        """
        return self.heading.removeprefix(f"{above.heading}: ")


def pages_of(view: DocumentView, split: Split) -> dict[str, PageView]:
    """Return the pages of a document by name, in order."""
    pages: dict[str, PageView] = {}
    names: dict[str, str] = {}
    taken: set[str] = set()
    for page in _pages(view, split):
        name = page.name.encode()[:LONGEST].decode(errors="ignore")
        if name.casefold() in taken:  # some disks take names for the same that differ in their case
            name = f"{name}-{split}"
            folded = name.casefold()
            name += numbered(folded, "-", taken).removeprefix(folded)
        taken.add(name.casefold())
        names[page.name] = name
        above = names.get(page.above, "")
        pages[name] = replace(page, name=name, above=above)
        if above:
            pages[above] = replace(pages[above], below=(*pages[above].below, name))
    return pages


def contents_of(view: DocumentView) -> Contents:
    """Return the contents of a document."""
    objects: list[ObjectEntry] = []
    for (kind, name), object_view in view.objects.items():
        alias = object_view.alias if isinstance(object_view, SchemaView) else ""
        routes = object_view.routes if isinstance(object_view, MethodView) else ()
        objects.append(ObjectEntry(kind, name, "", object_view.display, alias, routes=routes))
    scope = Scope(view=view)
    digests: dict[Any, str] = {}
    for key, object_view in view.objects.items():
        head = (object_view.name, object_view.display, *signature_of(object_view))
        digests[key] = _digest(head, blocks_of(scope, object_view))
    pages: dict[Split, dict[str, str]] = {}
    for split in get_args(Split):
        page_views = pages_of(view, split)
        pages[split] = {"": _front_digest(scope, page_views)}
        for name, page in page_views.items():
            pages[split][name] = _page_digest(view, page, digests)
    return Contents(
        objects=tuple(objects),
        pages=pages,
        split=usual_split(view),
    )


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _page_digest(view: DocumentView, page: PageView, digests: Mapping[Any, str]) -> str:
    """Return what differs when the page does."""
    groups = [(group.name, group.description) for group in page.groups]
    object_digests: list[str] = []
    for described in page.objects:
        object_digests.append(digests[described.kind, described.name])
        if isinstance(described, ContractView):
            object_digests += (digests[method.kind, method.name] for method in described.methods)
    head = (page.heading, page.last, page.opens, view.document.markup)
    return _digest(head, groups, object_digests, page.below)


def _front_digest(scope: Scope, pages: Mapping[str, PageView]) -> str:
    """Return what differs when the page does that leads to the others: of their contents the names
    count.
    """
    view = scope.view
    headings = [(page.name, page.heading, page.last) for page in pages.values()]
    service = [*introduction(view.document.service), *service_facts(scope)]
    workflows = [[*workflow_blocks(scope, one)] for one in view.document.workflows or ()]
    names = [*view.objects]
    return _digest(view.title, view.document.markup, service, headings, names, workflows)


def usual_split(view: DocumentView) -> Split | None:
    """What has a page of its own where the author says nothing."""
    is_short = _length((*view.contracts, *view.errors, *view.schemas)) <= MANY_LINES_OF_ALL
    if is_short and sum(len(contract.methods) for contract in view.contracts) <= MANY_METHODS:
        return None
    return "size"


def _pages(view: DocumentView, split: Split) -> Iterator[PageView]:
    if split == "size":
        yield from _filled_pages(view.groups)
    elif split == "group":
        for group in view.groups:
            yield from _group_pages(group)
    else:
        for contract in view.contracts:
            yield from _contract_pages(contract)
    yield from _listed(ERRORS, view.errors, view.anchor("error"))
    yield from _listed(TYPES, view.schemas, view.anchor("schema"))


def _listed(
    kind: Literal["errors", "types"], objects: Sequence[ObjectView], anchor: str
) -> Iterator[PageView]:
    """Yield the page of all errors or types, and those of their letters where it is too long for
    one.
    """
    if not objects:
        return
    page = PageView(name=kind, heading="", kind=kind, objects=(), opens=anchor)
    if _length(objects) <= MANY_LINES:
        yield replace(page, objects=tuple(objects))
        return
    yield page
    slug = split_name(objects[0].name)[0]
    for first, last, some in _ranges(objects, _name_of):
        yield PageView(
            name=f"{kind}-{_page_name(first)}",
            heading=first,
            last=last,
            kind=kind,
            objects=tuple(some),
            opens=f"/{slug}/~{'error' if kind == 'errors' else 'schema'}?at={quote(first)}",
            above=kind,
        )


def _name_of(view: ObjectView) -> str:
    """By what lists sort an object: a type by its title, which they show; without signs such as the
    brackets of ``Page[Order]``.
    """
    if isinstance(view, SchemaView):
        return "".join(filter(str.isalnum, view.display)) or view.display
    return split_name(view.name)[1]


def _filled_pages(groups: Sequence[GroupView]) -> Iterator[PageView]:
    """Fill pages with groups in order, and with the contracts of a group that is too long for a
    page.
    """
    for some in _filled(groups, lambda group: group.contracts):
        group = some[0]
        if len(some) > 1 or _fits(group.contracts):
            yield _page_of(some)
            continue
        description = group.description
        for contracts in _filled(group.contracts, lambda contract: (contract,)):
            part = replace(group, contracts=tuple(contracts), description=description)
            description = None  # on the first of its pages alone
            yield from _part_pages(part)


def _part_pages(group: GroupView) -> Iterator[PageView]:
    """Return the page of some contracts of a group, or those of one that is too long for a page."""
    first, last = group.contracts[0], group.contracts[-1]
    if first is last:
        yield from _contract_pages(first, (group,))
        return
    yield PageView(
        name=split_name(first.name)[1],
        heading=first.part.name,
        last=last.part.name,
        kind="group",
        objects=group.contracts,
        groups=(group,),
        opens=first.route,
    )


def _filled(
    values: Iterable[Filling], contracts_of: Callable[[Filling], Sequence[ContractView]]
) -> Iterator[list[Filling]]:
    """Divide groups or contracts into runs, each as long as fits on a page."""
    run: list[Filling] = []
    held: list[ContractView] = []
    for value in values:
        added: Sequence[ContractView] = contracts_of(value)
        if run and not _fits([*held, *added]):
            yield run
            run, held = [], []
        run.append(value)
        held += added
    if run:
        yield run


def _fits(contracts: Sequence[ContractView]) -> bool:
    """Report whether contracts fit on a page."""
    methods = sum(len(contract.methods) for contract in contracts)
    return methods <= MANY_METHODS and _length(contracts) <= MANY_LINES


def _page_of(groups: Sequence[GroupView]) -> PageView:
    """Return the page of one group or of several."""
    first = groups[0]
    name_of_last = ""
    if len(groups) > 1:
        name_of_last = groups[-1].name
    contracts: list[ContractView] = []
    for group in groups:
        contracts += group.contracts
    return PageView(
        name=first.slug,
        heading=first.name,
        last=name_of_last,
        kind="group",
        objects=tuple(contracts),
        groups=tuple(groups),
        opens=first.route,
    )


def _group_pages(group: GroupView) -> Iterator[PageView]:
    """Yield the page of a group, and those of its contracts where it is too long for one."""
    page = _page_of([group])
    if _length(group.contracts) <= MANY_LINES:
        yield page
    elif len(group.contracts) == 1:
        yield from _divided_if_long(page, group.contracts[0])
    else:
        yield replace(page, objects=())
        for contract in group.contracts:
            for below in _contract_pages(contract):
                yield replace(below, above=below.above or page.name)


def _contract_pages(
    contract: ContractView, groups: tuple[GroupView, ...] = ()
) -> Iterator[PageView]:
    """Yield the page of a contract, and below it those of its methods where it is too long for one.

    Args:
        contract: The contract.
        groups: Its group, where the page shows it; empty where the page of the group does.
    """
    page = PageView(
        name=split_name(contract.name)[1],
        heading=contract.part.name,
        kind="contract",
        objects=(contract,),
        groups=groups,
        opens=contract.route,
    )
    yield from _divided_if_long(page, contract)


def _divided_if_long(page: PageView, contract: ContractView) -> Iterator[PageView]:
    """Yield the page of one contract, and below it those of its methods where it is too long for
    one.
    """
    if _length([contract]) <= MANY_LINES or len(contract.methods) < 2:
        yield page
        return
    yield replace(page, objects=(replace(contract, methods=()),))
    places = contract.route.removeprefix(ANCHOR).split(".")
    address = f"/{'/'.join(map(quote, places))}"
    for first, last, methods in _ranges(contract.methods, lambda method: method.part.name, words=1):
        yield PageView(
            name=f"{page.name}-{_page_name(first)}",
            heading=f"{page.heading}: {first}",
            last=last,
            kind="methods",
            objects=tuple(methods),
            # The browser UI lists the methods of the page there.
            opens=f"{address}?at={quote(f'/{first}', safe='')}",
            above=page.name,
        )


_NO_NAME = re.compile(r"[^\w.]+")
"""What names of pages do not have."""


def _page_name(heading: str) -> str:
    return _NO_NAME.sub("-", heading.lower()).strip("-") or OTHER


class _Range(NamedTuple):
    """Objects that follow one another in the order of their names, as many as one page has."""

    first: str
    last: str
    """Empty where all begin alike."""
    objects: list[Any]


def _ranges(objects: Iterable[Some], name: Callable[[Some], str], words: int = 0) -> list[_Range]:
    """Ranges of the first letter, or of the first `words`; what begins alike and is too much for a
    page is divided by one word more.
    """
    alike: dict[str, list[Some]] = defaultdict(list)
    for object_view in sorted(objects, key=lambda object_view: name(object_view).casefold()):
        alike[_beginning(name(object_view), words).casefold()].append(object_view)
    ranges: list[_Range] = []
    room = 0
    for some in alike.values():
        beginning, length = _beginning(name(some[0]), words), _length(some)
        differ = any(name(object_view).casefold() != beginning.casefold() for object_view in some)
        if length > MANY_LINES and len(some) > 1 and differ:
            ranges += _ranges(some, name, words + 1)
            room = 0
        elif length <= room:
            former = ranges.pop()
            ranges.append(_Range(former.first, beginning, [*former.objects, *some]))
            room -= length
        else:
            ranges.append(_Range(beginning, "", some))
            room = MANY_LINES - length
    return ranges


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")


def _beginning(name: str, words: int) -> str:
    """Return a name up to the end of some of its words, at least to that of its first letter."""
    ends = [word.end() for word in _WORD.finditer(name)][:words]
    if not words:
        return name[:1].upper()
    if len(ends) == words:
        return name[: ends[-1]]
    return name


def _length(objects: Iterable[ObjectView]) -> int:
    """About how many lines some objects have, in every language: descriptions do not count."""
    return sum(map(_lines, objects))


def _lines(view: ObjectView) -> int:
    lines = 5
    match view:
        case ContractView():
            lines += len(view.params) + _length(view.methods)
        case MethodView():
            lines += 5 + len(view.params) + len(view.part.errors) // 2 + 2 * len(view.responses)
            if view.body is not None:
                for content in view.body.contents:
                    lines += len((content.schema or {}).get("properties", ()))
        case SchemaView():
            lines += len(view.fields) + len(view.alternatives) + len(view.variants)
            lines += len(view.used_by) // 2
        case ErrorView():
            lines += len(view.used_by) // 2
    return lines
