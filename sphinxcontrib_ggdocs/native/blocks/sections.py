"""The sections of the whole reference of a document in their order, for texts that are one file."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..view import MethodView, ObjectView
from ..view.names import anchor_of
from ..vocabulary import Block, given
from .objects import blocks_of
from .scope import Scope
from .workflow import workflow_blocks


class Section(NamedTuple):
    """Blocks under a heading."""

    level: int
    """Of the heading, below that of the document."""
    anchor: str
    """Its id, which the browser UI knows."""
    head: str | ObjectView
    """A title, or the object that the heading names."""
    blocks: Sequence[Block] = ()


def sections(scope: Scope) -> Iterator[Section]:
    """Yield groups with their contracts and methods, workflows, errors and types."""
    view = scope.view
    for group in view.groups:
        yield Section(2, group.route, group.name, [*given(group.description)])
        for contract in group.contracts:
            yield _of_object(scope, contract)
            for method in contract.methods:
                yield _of_object(scope, method)
    yield from _workflows(scope)
    if view.errors:
        yield Section(2, view.anchor("error"), "Errors")
    for error in view.errors:
        yield _of_object(scope, error)
    if view.schemas:
        yield Section(2, view.anchor("schema"), "Types")
    for schema in view.schemas:
        yield _of_object(scope, schema)


def _workflows(scope: Scope) -> Iterator[Section]:
    above = scope.view.anchor("workflow")
    workflows = scope.view.document.workflows or ()
    if workflows:
        yield Section(2, above, "Workflows")
    for workflow in workflows:
        blocks = [*workflow_blocks(scope, workflow)]
        yield Section(3, f"{above}.{workflow.name}", workflow.name, blocks)


def _of_object(scope: Scope, view: ObjectView) -> Section:
    level = 4 if isinstance(view, MethodView) else 3
    return Section(level, anchor_of(view.kind, view.name), view, blocks_of(scope, view))
