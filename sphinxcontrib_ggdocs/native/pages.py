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

View = TypeVar("View", bound=ObjectView)
GroupOrContract = TypeVar("GroupOrContract", GroupView, ContractView)

MOST_METHODS = 50
"""The most methods of a page. Documents with more are split, unless their authors decide."""

MOST_LINES_OF_UNSPLIT = 1_700
"""The most lines of a document that is not split, as `_line_count` estimates them."""

MOST_LINES_OF_PAGE = 1_200
"""The most lines of a page of a split document; what is longer is divided by the names of types,
errors and methods.

A line is six or seven elements and texts in HTML. Browsers show 15,000 of them, those of theme and
UI included, without a noticeable delay.
"""

ERRORS: Final = "errors"
TYPES: Final = "types"
OTHER = "other"
"""The part of a page's name for a range whose first name has no letters or digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """One page of a document."""

    name: str
    """A name that is unique in the document and the last segment of the page's address."""
    heading: str
    """The name of a group, a contract or a method. It is empty for all errors or all types; for a
    part of these it is the first letter or words of their names."""
    last: str = ""
    """The end of the page's range, if it is a part with several letters, methods or contracts."""
    kind: Literal["contract", "group", "methods", "errors", "types"]
    objects: tuple[ObjectView, ...]
    groups: tuple[GroupView, ...] = ()
    """The groups that the page shows, each with only those contracts that are on the page."""
    opens: str = ""
    """What the browser UI shows when the page is opened: the anchor of an object or a heading, or
    an address in the UI at which it lists only the objects of the page."""
    above: str = ""
    """The name of the parent page; empty if that is the front page of the document."""
    below: tuple[str, ...] = ()
    """The names of the child pages."""

    def heading_below(self, above: "PageView") -> str:
        """Return the heading for the contents of the parent page, without that page's own heading.

        The page ``OrderApi: get_order`` is ``get_order`` below the page ``OrderApi``.
        """
        return self.heading.removeprefix(f"{above.heading}: ")


def pages_of(view: DocumentView, split: Split) -> dict[str, PageView]:
    """Return the pages of a document by their unique names, in order.

    A name that another page has already gets the value of `split` and, if that is not enough, a
    number: a contract ``Orders`` of the group ``orders`` has the page ``Orders-group`` if the
    document is split by groups.
    """
    pages: dict[str, PageView] = {}
    unique_names: dict[str, str] = {}  # by the proposed name
    used_names: set[str] = set()  # case-folded, since some file systems ignore case
    for page in _pages_with_proposed_names(view, split):
        # A limit of file systems; half a character at the end is dropped.
        name = page.name.encode()[:LONGEST].decode(errors="ignore")
        if name.casefold() in used_names:
            name = f"{name}-{split}"
            folded = name.casefold()
            # Only the number that makes the name unique is added, so that its case stays.
            name += numbered(folded, "-", used_names).removeprefix(folded)
        used_names.add(name.casefold())
        unique_names[page.name] = name
        parent = unique_names.get(page.above, "")  # parents come before their children
        pages[name] = replace(page, name=name, above=parent)
        if parent:
            pages[parent] = replace(pages[parent], below=(*pages[parent].below, name))
    return pages


def contents_of(view: DocumentView) -> Contents:
    """Return the objects of a document, and the digests of its pages for each way to split it.

    The Sphinx extension compares the digests with those of the last build, so that Sphinx reads
    only changed pages again.
    """
    objects: list[ObjectEntry] = []
    for (kind, name), object_view in view.objects.items():
        alias = ""
        routes: tuple[str, ...] = ()
        if isinstance(object_view, SchemaView):
            alias = object_view.alias
        if isinstance(object_view, MethodView):
            routes = object_view.routes
        # Without an anchor, since no page shows these objects yet.
        objects.append(ObjectEntry(kind, name, "", object_view.display, alias, routes=routes))
    scope = Scope(view=view)
    digests: dict[Any, str] = {}  # by kind and full name
    for key, object_view in view.objects.items():
        head = (object_view.name, object_view.display, *signature_of(object_view))
        digests[key] = _digest(head, blocks_of(scope, object_view))
    page_digests: dict[Split, dict[str, str]] = {}
    for split in get_args(Split):  # any of them, since the author of the project decides later
        pages = pages_of(view, split)
        page_digests[split] = {"": _front_digest(scope, pages)}  # the front page has no name
        for name, page in pages.items():
            page_digests[split][name] = _page_digest(view, page, digests)
    return Contents(
        objects=tuple(objects),
        pages=page_digests,
        split=usual_split(view),
    )


def _digest(*parts: object) -> str:
    """Return a hash of values whose representation is the same in every process."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


def _page_digest(view: DocumentView, page: PageView, digests: Mapping[Any, str]) -> str:
    """Return a digest that changes whenever the content of a page does.

    Args:
        view: The document.
        page: The page.
        digests: The digest of each object by kind and full name.
    """
    groups = [(group.name, group.description) for group in page.groups]
    object_digests: list[str] = []
    for object_view in page.objects:
        object_digests.append(digests[object_view.kind, object_view.name])
        if isinstance(object_view, ContractView):
            # The digest of a contract does not include its methods.
            object_digests += (digests[method.kind, method.name] for method in object_view.methods)
    # The markup decides how the descriptions of all objects are read.
    head = (page.heading, page.last, page.opens, view.document.markup)
    return _digest(head, groups, object_digests, page.below)


def _front_digest(scope: Scope, pages: Mapping[str, PageView]) -> str:
    """Return a digest that changes whenever the content of the front page does.

    That page shows the service and its workflows, and links the other pages with their headings, in
    a large document also with their first methods and the number of their objects.
    """
    view = scope.view
    headings = [(page.name, page.heading, page.last) for page in pages.values()]
    service = [*introduction(view.document.service), *service_facts(scope)]
    workflows = [tuple(workflow_blocks(scope, item)) for item in view.document.workflows or ()]
    names = [*view.objects]  # for the methods and the numbers in the list of pages
    return _digest(view.title, view.document.markup, service, headings, names, workflows)


def usual_split(view: DocumentView) -> Split | None:
    """Return how a document is split if its author does not decide; None if it fits on one page."""
    # Each contract counts with its methods.
    lines = _line_count((*view.contracts, *view.errors, *view.schemas))
    if lines <= MOST_LINES_OF_UNSPLIT and len(view.methods) <= MOST_METHODS:
        return None
    return "size"


def _pages_with_proposed_names(view: DocumentView, split: Split) -> Iterator[PageView]:
    """Yield the pages of a document in order, with names that may occur twice.

    Parents come before their children. They are the pages of groups or contracts, depending on
    `split`, and after them those of errors and types.
    """
    if split == "size":
        yield from _pages_by_size(view.groups)
    elif split == "group":
        for group in view.groups:
            yield from _group_pages(group)
    else:
        for contract in view.contracts:
            yield from _contract_pages(contract)
    yield from _list_pages(ERRORS, view.errors, view.anchor("error"))
    yield from _list_pages(TYPES, view.schemas, view.anchor("schema"))


def _list_pages(
    kind: Literal["errors", "types"], objects: Sequence[ObjectView], anchor: str
) -> Iterator[PageView]:
    """Yield the page of all errors or of all types.

    If they are too many for one page, that page has no objects of its own, and below it there is a
    page for each range of names. Without any objects there is no page.

    Args:
        kind: What the objects are.
        objects: All errors, or all types.
        anchor: The anchor of the heading above them.
    """
    if not objects:
        return
    page = PageView(name=kind, heading="", kind=kind, objects=(), opens=anchor)
    if _line_count(objects) <= MOST_LINES_OF_PAGE:
        yield replace(page, objects=tuple(objects))
        return
    yield page
    # The browser UI lists errors and types at addresses of its own, such as `/shop/~schema`. With
    # `?at=` it lists only those of the page, and has the value in its title: `Types O`.
    slug, _name = split_name(objects[0].name)
    list_in_ui = "~error" if kind == "errors" else "~schema"
    for first, last, objects_of_page in _ranges_by_name(objects, _sort_name):
        yield PageView(
            name=f"{kind}-{_page_name(first)}",
            heading=first,
            last=last,
            kind=kind,
            objects=tuple(objects_of_page),
            opens=f"/{slug}/{list_in_ui}?at={quote(first)}",
            above=kind,
        )


def _sort_name(view: ObjectView) -> str:
    """Return the name by which lists sort an error or a type.

    A type has its title without signs such as the brackets of ``Page[Order]``, since lists show
    titles.
    """
    if isinstance(view, SchemaView):
        # A title of nothing but signs stays whole, since ranges need a first letter.
        return "".join(filter(str.isalnum, view.display)) or view.display
    return _name_without_slug(view)


def _name_without_slug(view: ObjectView) -> str:
    """Return the full name of an object without the slug of its document: ``OrderApi.get``."""
    _slug, name = split_name(view.name)
    return name


def _pages_by_size(groups: Sequence[GroupView]) -> Iterator[PageView]:
    """Yield pages that are as full as possible: each has consecutive groups that fit, or a part of
    the contracts of a group that is too long for one page.
    """
    for run in _runs_that_fit(groups, lambda group: group.contracts):
        group = run[0]
        if len(run) > 1 or _fits(group.contracts):
            yield _page_of_groups(run)
            continue
        # A group that is too long is a run of its own; its contracts are divided.
        description = group.description
        for contracts in _runs_that_fit(group.contracts, lambda contract: (contract,)):
            part = replace(group, contracts=tuple(contracts), description=description)
            description = None  # only the first page of the group shows it
            yield from _pages_of_part(part)


def _pages_of_part(group: GroupView) -> Iterator[PageView]:
    """Yield the page of a part of a group that is too long for one page.

    The page of several contracts has the name of the first, and a range from the first to the last
    as its heading. A single contract gets the page of a contract; if that is too long, it also gets
    pages of its methods.

    Args:
        group: The group, reduced to the contracts of this part.
    """
    first, last = group.contracts[0], group.contracts[-1]
    if first is last:
        yield from _contract_pages(first, (group,))
        return
    yield PageView(
        name=_name_without_slug(first),
        heading=first.part.name,
        last=last.part.name,
        kind="group",
        objects=group.contracts,
        groups=(group,),
        opens=first.route,  # the UI has no address for a part of a group
    )


def _runs_that_fit(
    values: Iterable[GroupOrContract],
    contracts_of: Callable[[GroupOrContract], Sequence[ContractView]],
) -> Iterator[list[GroupOrContract]]:
    """Divide groups or contracts into runs of consecutive ones, each as long as fits on a page.

    One that is too long for a page by itself is a run of its own.

    Args:
        values: The groups or contracts.
        contracts_of: Returns the contracts that one of them adds to the page.
    """
    run: list[GroupOrContract] = []
    contracts_of_run: list[ContractView] = []
    for value in values:
        added: Sequence[ContractView] = contracts_of(value)
        if run and not _fits([*contracts_of_run, *added]):
            yield run
            run = []
            contracts_of_run = []
        run.append(value)
        contracts_of_run += added
    if run:
        yield run


def _fits(contracts: Sequence[ContractView]) -> bool:
    """Return whether contracts fit on one page."""
    methods = sum(len(contract.methods) for contract in contracts)
    return methods <= MOST_METHODS and _line_count(contracts) <= MOST_LINES_OF_PAGE


def _page_of_groups(groups: Sequence[GroupView]) -> PageView:
    """Return the page of one group or of several consecutive ones."""
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
    """Yield the page of a group and, if it is too long, below it the pages of its contracts.

    If it is too long and has only one contract, the page of the group shows that contract, and the
    pages below it have the methods.
    """
    page = _page_of_groups([group])
    # Only its length counts: a page for each group, however many methods it has, was asked for.
    if _line_count(group.contracts) <= MOST_LINES_OF_PAGE:
        yield page
    elif len(group.contracts) == 1:
        yield from _pages_of_contract(page, group.contracts[0])
    else:
        yield replace(page, objects=())
        for contract in group.contracts:
            for contract_page in _contract_pages(contract):
                # A page that a long contract is divided into is below the page of the contract.
                yield replace(contract_page, above=contract_page.above or page.name)


def _contract_pages(
    contract: ContractView, groups: tuple[GroupView, ...] = ()
) -> Iterator[PageView]:
    """Yield the page of a contract and, if it is too long, below it the pages of its methods.

    Args:
        contract: The contract.
        groups: Its group, if the page shows the group's heading; empty if another page does, or
            none.
    """
    page = PageView(
        name=_name_without_slug(contract),
        heading=contract.part.name,
        kind="contract",
        objects=(contract,),
        groups=groups,
        opens=contract.route,
    )
    yield from _pages_of_contract(page, contract)


def _pages_of_contract(page: PageView, contract: ContractView) -> Iterator[PageView]:
    """Yield a page that shows only one contract or, if it is too long, that page without methods,
    and below it pages with ranges of its methods.

    A contract with a single method is not divided, however long it is.

    Args:
        page: The page of the contract, or of a group that has only this contract.
        contract: The contract.
    """
    if _line_count([contract]) <= MOST_LINES_OF_PAGE or len(contract.methods) < 2:
        yield page
        return
    yield replace(page, objects=(replace(contract, methods=()),))
    # The anchor `gg-shop.orders.OrderApi` becomes the address `/shop/orders/OrderApi`.
    steps = contract.route.removeprefix(ANCHOR).split(".")
    address = f"/{'/'.join(map(quote, steps))}"
    # Methods are divided by the first words of their names, such as `get`, never by letters.
    for first, last, methods in _ranges_by_name(
        contract.methods, lambda method: method.part.name, words=1
    ):
        yield PageView(
            name=f"{page.name}-{_page_name(first)}",
            heading=f"{page.heading}: {first}",
            last=last,
            kind="methods",
            objects=tuple(methods),
            # With `?at=/` the browser UI lists only the methods of this page, and has the value in
            # its title: `OrderApi: get`.
            opens=f"{address}?at={quote(f'/{first}', safe='')}",
            above=page.name,
        )


_NOT_IN_PAGE_NAMES = re.compile(r"[^\w.]+")
"""Characters that page names do not have."""


def _page_name(heading: str) -> str:
    """Return a heading as a part of a page name: ``Not Found`` as ``not-found``."""
    return _NOT_IN_PAGE_NAMES.sub("-", heading.lower()).strip("-") or OTHER


class _Range(NamedTuple):
    """Objects with consecutive names that fit on one page."""

    first: str
    """The first letter or words of the first name."""
    last: str
    """Those of the last name; empty if all names start with the same ones."""
    objects: list[Any]


def _ranges_by_name(
    objects: Iterable[View], name_of: Callable[[View], str], words: int = 0
) -> list[_Range]:
    """Divide objects into ranges of their names that fit on one page.

    Objects whose names start with the same letter stay together. If these alone are too many, they
    are divided by the first word of their names, then by the first two words, and so on.

    Args:
        objects: The objects, in any order.
        name_of: Returns the name by which an object is sorted.
        words: By how many words of the names to divide; 0: by their first letter.

    Returns:
        The ranges, sorted by name. A prefix with few objects shares a range with those before it.
    """
    by_prefix: dict[str, list[View]] = defaultdict(list)
    for object_view in sorted(objects, key=lambda object_view: name_of(object_view).casefold()):
        prefix = _prefix(name_of(object_view), words)
        by_prefix[prefix.casefold()].append(object_view)
    ranges: list[_Range] = []
    remaining_lines = 0  # free on the page of the last range
    for folded_prefix, same_prefix in by_prefix.items():
        prefix = _prefix(name_of(same_prefix[0]), words)
        lines = _line_count(same_prefix)
        # If all names end with the prefix, more words would not divide them.
        has_longer_names = any(name_of(item).casefold() != folded_prefix for item in same_prefix)
        if lines > MOST_LINES_OF_PAGE and len(same_prefix) > 1 and has_longer_names:
            ranges += _ranges_by_name(same_prefix, name_of, words + 1)
            remaining_lines = 0  # parts of a prefix do not share a page with the next prefix
        elif lines <= remaining_lines:  # they fit on the page of the range before
            previous = ranges.pop()
            ranges.append(_Range(previous.first, prefix, [*previous.objects, *same_prefix]))
            remaining_lines -= lines
        else:
            ranges.append(_Range(prefix, "", same_prefix))
            remaining_lines = MOST_LINES_OF_PAGE - lines
    return ranges


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W_A-Z]+")
"""A word of a name: ``HTTP`` and ``Error`` of ``HTTPError``, ``not`` and ``found`` of
``not_found``."""


def _prefix(name: str, words: int) -> str:
    """Return the first words of a name, ``OrderLine`` of ``OrderLineItem`` for two; for 0 words the
    first letter as a capital.
    """
    if not words:
        return name[:1].upper()
    ends_of_words = [word.end() for word in _WORD.finditer(name)]
    if len(ends_of_words) < words:
        return name
    return name[: ends_of_words[words - 1]]


def _line_count(objects: Iterable[ObjectView]) -> int:
    """Return about how many lines objects have on a page.

    Descriptions do not count, so that the pages of a document are the same in every language.
    """
    return sum(map(_lines_of, objects))


def _lines_of(view: ObjectView) -> int:
    """Return about how many lines one object has on a page; a contract includes its methods.

    The numbers are rough estimates: 5 lines for what every object has, such as its heading, and 5
    more for what most methods have, such as credentials.
    """
    lines = 5
    match view:
        case ContractView():
            lines += len(view.params) + _line_count(view.methods)
        case MethodView():
            # Errors and users are listed in one line, which breaks after about two of them. A
            # response has about two lines.
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
