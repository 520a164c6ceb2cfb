"""The workflows of a document: their steps, with what flows from one to the next."""

from collections.abc import Callable, Iterator, Mapping

from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ...document.users import methods_by_key
from .types import Types, literal
from .views import Link, Row, StepView, Token, Tokens, ValueView, WorkflowView


def workflows_of(
    document: ApiDocsDocument,
    types: Types,
    links: Mapping[str, Link],
    row: Callable[[str, doc.Param], Row],
) -> Iterator[WorkflowView]:
    """Yield the workflows of a document.

    Args:
        document: The document.
        types: Its named types.
        links: Those to its methods, by key.
        row: Shows an input as a parameter.
    """
    brands = _brands(document, types)
    methods = methods_by_key(document.groups)
    for workflow in document.workflows or ():
        numbers = {step.name: number for number, step in enumerate(workflow.steps, 1)}
        steps: list[StepView] = []
        has_messages = False
        for step in workflow.steps:
            values = [_argument(argument, numbers, brands) for argument in step.arguments or ()]
            _group, _contract, method = methods[step.method]
            has_messages = has_messages or isinstance(method, doc.WebSocketMethod)
            steps.append(StepView(links[step.method], method.summary, tuple(values)))
        inputs = [row("", _param(given)) for given in workflow.inputs or ()]
        outputs = [_value(name, value, numbers) for name, value in (workflow.outputs or {}).items()]
        yield WorkflowView(
            name=workflow.name,
            anchor=f"gg-workflow-{document.service.slug}.{workflow.name}",
            summary=workflow.summary,
            description=workflow.description,
            inputs=tuple(inputs),
            steps=tuple(steps),
            outputs=tuple(outputs),
            has_messages=has_messages,
        )


def _brands(document: ApiDocsDocument, types: Types) -> dict[str, Tokens]:
    """Return the names of brands, which link to them."""
    brands: dict[str, Tokens] = {}
    for key, schema in document.schemas.items():
        for brand in schema.get("x-brand", ())[-1:]:
            token = Token("schema", types.title(key), key)
            brands.setdefault(brand, (token,))
    return brands


def _param(given: doc.WorkflowInput) -> doc.Param:
    """Return an input as a parameter."""
    text = given.description or given.schema.get("description")
    return doc.Param(name=given.name, required=True, schema=given.schema, description=text)


def _argument(
    argument: doc.StepArgument, numbers: Mapping[str, int], brands: Mapping[str, Tokens]
) -> ValueView:
    name = argument.name
    if argument.place == "body":
        name = _path(name)
    value = _value(name, argument, numbers)
    return value._replace(brand=brands.get(argument.brand or "", ()))


def _value(name: str, value: doc.WorkflowValue, numbers: Mapping[str, int]) -> ValueView:
    if value.input is not None:
        return ValueView(name, value.input)
    if value.step is not None:
        return ValueView(name, _path(value.pointer or ""), numbers[value.step])
    return ValueView(name, literal(value.value), is_constant=True)


def _path(pointer: str) -> str:
    """Return a JSON pointer as readers know it: ``lines.0.listing``."""
    return pointer[1:].replace("/", ".").replace("~1", "/").replace("~0", "~")
