"""Lists the sections of the whole reference of a document in their order, for texts that are one
file.

A *scope* is the document and the text that shows the blocks.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..view import MethodView, ObjectView
from ..view.names import anchor_of
from ..vocabulary import Block, description_block
from .objects import blocks_of
from .scope import Scope
from .workflow import workflow_blocks


class Section(NamedTuple):
    """Blocks under a heading."""

    level: int
    """The level of the heading; that of the document is 1."""
    anchor: str
    """The HTML id of the section, which is an anchor of the browser UI, too."""
    head: str | ObjectView
    """The title of the heading, or the object that it names."""
    blocks: Sequence[Block] = ()


def sections(scope: Scope) -> Iterator[Section]:
    """Yield the sections of groups with their contracts and methods, of workflows, errors and
    types.
    """
    view = scope.view
    for group in view.groups:
        blocks = [*description_block(group.description)]
        yield Section(level=2, anchor=group.route, head=group.name, blocks=blocks)
        for contract in group.contracts:
            yield _object_section(scope, contract)
            for method in contract.methods:
                yield _object_section(scope, method)
    yield from _workflow_sections(scope)
    if view.errors:
        yield Section(level=2, anchor=view.anchor("error"), head="Errors")
    for error in view.errors:
        yield _object_section(scope, error)
    if view.schemas:
        yield Section(level=2, anchor=view.anchor("schema"), head="Types")
    for schema in view.schemas:
        yield _object_section(scope, schema)


def _workflow_sections(scope: Scope) -> Iterator[Section]:
    """Yield the heading of all workflows, and a section for each, if there are any."""
    anchor = scope.view.anchor("workflow")
    workflows = scope.view.document.workflows or ()
    if workflows:
        yield Section(level=2, anchor=anchor, head="Workflows")
    for workflow in workflows:
        blocks = [*workflow_blocks(scope, workflow)]
        anchor_of_workflow = f"{anchor}.{workflow.name}"
        yield Section(level=3, anchor=anchor_of_workflow, head=workflow.name, blocks=blocks)


def _object_section(scope: Scope, view: ObjectView) -> Section:
    """Return the section of an object; those of methods are one level below those of contracts."""
    level = 4 if isinstance(view, MethodView) else 3
    return Section(level, anchor_of(view.kind, view.name), view, blocks_of(scope, view))
