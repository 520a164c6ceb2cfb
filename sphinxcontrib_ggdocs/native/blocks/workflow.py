"""Builds the blocks of a workflow: numbered steps, which call methods, and the values that flow
between them.

A *brand* is a named string or number, such as ``OrderId``. A *scope* is the document and the text
that shows the blocks.
"""

from collections.abc import Iterator, Mapping

from ...document import parts as doc
from ...json_pointer import unescaped_step
from ...named_objects import split_name
from ..view import MethodView, literal
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
    description_block,
    labelled,
)
from .messages import param_blocks
from .scope import Scope

StepNumbers = Mapping[str, int]
"""The number of each step, counted from 1, by its name."""


def workflow_blocks(scope: Scope, workflow: doc.Workflow) -> Iterator[Block]:
    """Yield the blocks of a workflow below its title: description, inputs, numbered steps,
    outputs.
    """
    yield from description_block(workflow.summary)
    yield from description_block(workflow.description)
    if workflow.inputs:
        yield labelled(Word("Inputs"))
        # Without a place, such as `query`: each step decides where it sends an input.
        params = [("", _input_as_param(item)) for item in workflow.inputs]
        yield from param_blocks(scope, params, "Input")
    numbers = {step.name: number for number, step in enumerate(workflow.steps, 1)}
    steps: list[Item] = []
    has_messages = False
    for step in workflow.steps:
        method = scope.view.methods[step.method]
        # Arazzo, the format in which workflows are exported, describes only calls over HTTP.
        has_messages = has_messages or method.contract.kind == "ws"
        steps.append(_step_item(scope, numbers, step, method))
    yield Items(tuple(steps), is_numbered=True)
    if has_messages:
        yield Line((Word("Not in the Arazzo file: it sends messages over a WebSocket."),))
    yield from _output_blocks(workflow, numbers)


def _output_blocks(workflow: doc.Workflow, numbers: StepNumbers) -> Iterator[Block]:
    """Yield the list of the outputs of a workflow, if it has some."""
    items: list[Item] = []
    for name, value in (workflow.outputs or {}).items():
        items.append(Item(Line(_source_words(name, value, numbers))))
    if items:
        yield labelled(Word("Outputs"))
        yield Items(tuple(items))


def _input_as_param(value: doc.WorkflowInput) -> doc.Param:
    """Return an input of a workflow as a parameter, so that both are shown alike.

    Every input is required; without a description of its own it has that of its schema.
    """
    text = value.description or value.schema.get("description")
    return doc.Param(name=value.name, required=True, schema=value.schema, description=text)


def _step_item(
    scope: Scope, numbers: StepNumbers, step: doc.WorkflowStep, method: MethodView
) -> Item:
    """Return a step as an item: a reference to its method, and below it the summary and the
    arguments.
    """
    below: list[Block] = []
    if method.part.summary:
        below.append(Prose(method.part.summary, owner=method.name))
    arguments: list[Item] = []
    for argument in step.arguments or ():
        line = Line(_argument_words(scope, numbers, argument))
        arguments.append(Item(line))
    if arguments:
        below.append(Items(tuple(arguments)))
    _slug, short_name = split_name(method.name)
    link = Ref("method", method.name, short_name, style="type")  # as code, like types
    return Item(Line((link,)), tuple(below))


def _argument_words(
    scope: Scope, numbers: StepNumbers, argument: doc.StepArgument
) -> tuple[Inline | Prose, ...]:
    """Return an argument of a step in words, with a reference to its brand: ``id: result of step 1,
    OrderId``.
    """
    name = argument.name
    if argument.place == "body":  # the name is a JSON pointer into the body
        name = _readable_path(name)
    words = _source_words(name, argument, numbers)
    key = _keys_of_brands(scope).get(argument.brand or "")
    if key is None:
        return words
    title = scope.view.types.title(key)
    return (*words, ", ", scope.type_ref(key, title, "type"))


def _keys_of_brands(scope: Scope) -> dict[str, str]:
    """Return the keys of the schemas of brands by the names of the brands.

    The last entry of ``x-brand`` is the brand itself, the others are the brands that it builds on.
    If several schemas have one name, such as one for input and one for output, the first counts.
    """
    keys: dict[str, str] = {}
    for key, schema in scope.view.document.schemas.items():
        names = schema.get("x-brand")
        if names:
            keys.setdefault(names[-1], key)
    return keys


def _source_words(name: str, value: doc.WorkflowValue, numbers: StepNumbers) -> tuple[Inline, ...]:
    """Return the name of a value, and where it comes from: ``id: result of step 1, lines.0.id``.

    The value is an input of the workflow, a constant, or a step's result or a part of it.

    Args:
        name: The name of the argument or output; empty for the body as a whole.
        value: The source of the value.
        numbers: The number of each step by its name.
    """
    place = (Name(name or Word("Body")), ": ")
    if value.input is not None:
        return (*place, Word("input"), " ", code(value.input))
    if value.step is None:
        return (*place, code(literal(value.value)))
    words = (*place, Word("result of step %d", numbers[value.step]))
    if path := _readable_path(value.pointer or ""):
        return (*words, ", ", code(path))
    return words


def _readable_path(pointer: str) -> str:
    """Return a JSON pointer such as ``/lines/0/listing`` as ``lines.0.listing``.

    Escapes are resolved last: a name may contain a slash.
    """
    return unescaped_step(pointer[1:].replace("/", "."))
