"""Writes workflows: numbered steps that link to their methods, with what flows between them."""

from docutils import nodes

from ...native.view import Tokens, ValueView, WorkflowView
from ...native.view.views import Row
from .. import _
from ..domain.refs import optional_xref
from .context import RenderContext
from .lines import Piece, code, item, item_list, label, line


def workflow_nodes(context: RenderContext, workflow: WorkflowView) -> list[nodes.Node]:
    """Write a workflow below its title."""
    parts = [*context.described(workflow.summary), *context.described(workflow.description)]
    if workflow.inputs:
        rows = [_input(context, row) for row in workflow.inputs]
        parts += [line(*label(_("Inputs"))), item_list(rows)]
    steps = nodes.enumerated_list("", enumtype="arabic", prefix="", suffix=".")
    for step in workflow.steps:
        method = code(step.link.name.partition(".")[2])
        link = optional_xref("method", step.link.name, method)
        listed = [item(_flow(context, value)) for value in step.values]
        below: list[nodes.Node] = [*context.described(step.summary, step.link.name)]
        if listed:
            below.append(item_list(listed))
        steps += item([link], below)
    parts.append(steps)
    if workflow.outputs:
        rows = [item(_flow(context, value)) for value in workflow.outputs]
        parts += [line(*label(_("Outputs"))), item_list(rows)]
    return parts


def _input(context: RenderContext, row: Row) -> nodes.list_item:
    """Write an input: its name and its type."""
    pieces: list[Piece] = [nodes.strong("", row.name), " ", *_type(context, row.type)]
    return item(pieces, context.described(row.description))


def _flow(context: RenderContext, value: ValueView) -> list[Piece]:
    """Write where a value comes from."""
    pieces: list[Piece] = [nodes.strong("", value.name or _("Body")), ": "]
    if value.is_constant:
        pieces.append(code(value.text))
    elif value.step:
        pieces.append(_("result of step %d") % value.step)
        if value.text:
            pieces += [", ", code(value.text)]
    else:
        pieces += [_("input"), " ", code(value.text)]
    if value.brand:
        pieces += [", ", *_type(context, value.brand)]
    return pieces


def _type(context: RenderContext, tokens: Tokens) -> list[Piece]:
    """Write a type with links to the types in it."""
    pieces: list[Piece] = []
    for token in tokens:
        name = f"{context.slug}.{token.name}"
        if token.name:
            kind = "brand" if name in context.brands else "schema"
            pieces.append(optional_xref(kind, name, nodes.Text(token.text)))
        else:
            pieces.append(token.text)
    return [code(*pieces)]
