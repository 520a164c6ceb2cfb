"""Builds the blocks of a workflow: numbered steps, and the values that flow between them."""

from collections.abc import Iterator, Mapping

from ...document import parts as doc
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
    given,
    labelled,
)
from .messages import param_blocks
from .scope import Scope

Numbers = Mapping[str, int]
"""The numbers of steps by their names."""


def workflow_blocks(scope: Scope, workflow: doc.Workflow) -> Iterator[Block]:
    """Write a workflow below its title."""
    yield from given(workflow.summary)
    yield from given(workflow.description)
    if workflow.inputs:
        yield labelled(Word("Inputs"))
        yield from param_blocks(scope, [("", _param(one)) for one in workflow.inputs], "Input")
    numbers = {step.name: number for number, step in enumerate(workflow.steps, 1)}
    steps: list[Item] = []
    has_messages = False
    for step in workflow.steps:
        method = scope.view.methods[step.method]
        has_messages = has_messages or method.contract.kind == "ws"
        steps.append(_step(scope, numbers, step, method))
    yield Items(tuple(steps), is_numbered=True)
    if has_messages:
        yield Line((Word("Not in the Arazzo file: it sends messages over a WebSocket."),))
    yield from _outputs(workflow, numbers)


def _outputs(workflow: doc.Workflow, numbers: Numbers) -> Iterator[Block]:
    """List what a workflow results in."""
    items: list[Item] = []
    for name, value in (workflow.outputs or {}).items():
        items.append(Item(Line(_words(name, value, numbers))))
    if items:
        yield labelled(Word("Outputs"))
        yield Items(tuple(items))


def _param(value: doc.WorkflowInput) -> doc.Param:
    """Return an input as a parameter."""
    text = value.description or value.schema.get("description")
    return doc.Param(name=value.name, required=True, schema=value.schema, description=text)


def _step(scope: Scope, numbers: Numbers, step: doc.WorkflowStep, method: MethodView) -> Item:
    below: list[Block] = []
    if method.part.summary:
        below.append(Prose(method.part.summary, method.name))
    items = [Item(Line(_argument(scope, numbers, one))) for one in step.arguments or ()]
    if items:
        below.append(Items(tuple(items)))
    link = Ref("method", method.name, split_name(method.name)[1], "type")
    return Item(Line((link,)), tuple(below))


def _argument(
    scope: Scope, numbers: Numbers, argument: doc.StepArgument
) -> tuple[Inline | Prose, ...]:
    name = argument.name
    if argument.place == "body":
        name = _path(name)
    words = _words(name, argument, numbers)
    key = _keys_of_brands(scope).get(argument.brand or "")
    if key is None:
        return words
    title = scope.view.types.title(key)
    return (*words, ", ", scope.type_ref(key, title, "type"))


def _keys_of_brands(scope: Scope) -> dict[str, str]:
    """Return the keys of the schemas of brands by the names of the brands.

    The last entry of ``x-brand`` is the name of the brand itself, after those that it builds on. Of
    several schemas of one name, such as one for each side of the wire, the first is taken.
    """
    keys: dict[str, str] = {}
    for key, schema in scope.view.document.schemas.items():
        names = schema.get("x-brand")
        if names:
            keys.setdefault(names[-1], key)
    return keys


def _words(name: str, value: doc.WorkflowValue, numbers: Numbers) -> tuple[Inline, ...]:
    """Write where a value comes from."""
    place = (Name(name or Word("Body")), ": ")
    if value.input is not None:
        return (*place, Word("input"), " ", code(value.input))
    if value.step is None:
        return (*place, code(literal(value.value)))
    words = (*place, Word("result of step %d", numbers[value.step]))
    if path := _path(value.pointer or ""):
        return (*words, ", ", code(path))
    return words


def _path(pointer: str) -> str:
    """Return a JSON pointer as readers know it: ``lines.0.listing``."""
    return pointer[1:].replace("/", ".").replace("~1", "/").replace("~0", "~")
