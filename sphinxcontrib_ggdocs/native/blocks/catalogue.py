"""Builds the blocks of a service in a list of services."""

from collections.abc import Iterator, Sequence
from typing import Final

from ...document.model import ApiDocsDocument
from ..markdown_text import summary_of
from ..service_summary import ServiceSummary
from ..view.names import Names
from ..vocabulary import Block, Inline, Line, Ref, Word, labelled, separated

_CHANGES: Final = {
    "added": Word("added"),
    "changed": Word("changed"),
    "deprecated": Word("deprecated"),
    "removed": Word("removed"),
}


def card_blocks(service: ServiceSummary, document: ApiDocsDocument) -> Iterator[Block]:
    """Yield the blocks of a service's card below its name: description, groups, size, owner, last
    change.
    """
    if text := summary_of(service.description):
        yield Line((text,), role="what")
    if groups := _groups(document):
        yield _fact(Word("Groups"), separated(groups))
    size = Word("one method")
    if service.methods != 1:
        size = Word("%d methods", service.methods)
    yield Line(separated((*service.protocols, size)), role="fact")
    if service.owner:
        yield _fact(Word("Owner"), (service.owner,))
    if service.lifecycle:
        yield _fact(Word("Lifecycle"), (service.lifecycle,))
    if service.last_change is not None:
        yield _fact(Word("Last change"), tuple(_last_change(service)))


def _groups(document: ApiDocsDocument) -> list[Ref]:
    """Return references to the groups of a document; each leads to the group's first contract."""
    names = Names(document)
    refs: list[Ref] = []
    for group in document.groups:
        if group.contracts:
            contract = names.contract(group.slug, group.contracts[0].name)
            refs.append(Ref("contract", contract, group.name, "words"))
    return refs


def _last_change(service: ServiceSummary) -> Iterator[Inline]:
    """Yield the version of the last change, and how many methods were added, changed or removed."""
    change = service.last_change
    assert change is not None
    # Kind and key of an object would follow the two spaces; the whole version is meant here.
    change_name = f"{service.slug} {change.version or ''}  "
    yield Ref("change", change_name, change.version or Word("Unreleased"), "words")
    for position, (kind, count) in enumerate(change.counts):
        yield ", " if position else ": "
        yield f"{count} "
        yield _CHANGES[kind]


def _fact(label: Word, words: Sequence[Inline]) -> Line:
    """Return a line of the card with a label and the role of a fact."""
    return Line(labelled(label, *words).words, role="fact")
