"""The blocks of a workflow: numbered steps, and what flows from one to the next."""

from collections.abc import Iterator

from ...named_objects import split_name
from ..view import StepView, ValueView, WorkflowView
from ..vocabulary import (
    Block,
    Inline,
    Item,
    Items,
    Line,
    Name,
    Prose,
    Ref,
    Word,
    code,
    given,
    labelled,
)
from .messages import row_blocks
from .notation import type_words
from .scope import Scope


def workflow_blocks(scope: Scope, workflow: WorkflowView) -> Iterator[Block]:
    """Write a workflow below its title."""
    yield from given(workflow.summary)
    yield from given(workflow.description)
    if workflow.inputs:
        yield labelled(Word("Inputs"))
        yield from row_blocks(scope, workflow.inputs, "Input")
    yield Items(tuple(_step(scope, step) for step in workflow.steps), is_numbered=True)
    if workflow.has_messages:
        yield Line((Word("Not in the Arazzo file: it sends messages over a WebSocket."),))
    if workflow.outputs:
        yield labelled(Word("Outputs"))
        yield Items(tuple(_value(scope, value) for value in workflow.outputs))


def _step(scope: Scope, step: StepView) -> Item:
    name = step.link.name
    below: list[Block] = []
    if step.summary:
        below.append(Prose(step.summary, name))
    if step.values:
        below.append(Items(tuple(_value(scope, value) for value in step.values)))
    line = Line((Ref("method", name, split_name(name)[1], "type"),))
    return Item(line, tuple(below))


def _value(scope: Scope, value: ValueView) -> Item:
    """Write where a value comes from."""
    words: list[Inline] = [Name(value.name or Word("Body")), ": "]
    if value.is_constant:
        words.append(code(value.text))
    elif value.step:
        words.append(Word("result of step %d", value.step))
        if value.text:
            words += [", ", code(value.text)]
    else:
        words += [Word("input"), " ", code(value.text)]
    if value.brand:
        words += [", ", *type_words(scope, value.brand)]
    return Item(Line(tuple(words)))
