"""Finds the methods that steps call, and the positions of their arguments."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from ..agents.json_schemas import argument_names
from ..agents.library import MethodParts
from ..catalog.contents import Contents
from ..contracts.contract_errors import ContractError
from ..contracts.model import BodyField, HttpContract, HttpMethod, Interaction, RequestBody
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import methods_by_key
from ..value_messages import short_list, suggestion
from .authoring import Step

Place: TypeAlias = Literal["path", "query", "header", "cookie", "body"]


class BadWorkflow(ContractError):
    """A workflow that does not fit the methods of its document."""

    code = "workflow"


class UnknownPart(BadWorkflow):
    """A workflow that needs what the document does not have."""


class Method(NamedTuple):
    """A method of a document."""

    key: str
    """As in documents, ``group slug/contract/method``."""
    parts: MethodParts
    model: HttpMethod | Interaction | None
    """The method as its author has written it, with the names of its arguments."""


def methods_of(document: ApiDocsDocument, contents: Contents) -> list[Method]:
    """Return the methods of a document, as it writes them and as their author has written them."""
    models: dict[str, HttpMethod | Interaction] = {}
    for resolved in contents.groups:
        for model in resolved.contracts:
            members = model.methods if isinstance(model, HttpContract) else model.interactions
            for member in members:
                models[f"{resolved.slug}/{model.name}/{member.name}"] = member
    methods: list[Method] = []
    for key, (group, contract, method) in methods_by_key(document.groups).items():
        parts = MethodParts(f"{contract.name}.{method.name}", group.slug, contract, method)
        methods.append(Method(key, parts, models.get(key)))
    return methods


def find_method(methods: Sequence[Method], step: Step) -> Method:
    """Find the method that a step calls.

    Raises:
        UnknownPart: The document does not have it.
        BadWorkflow: It has several of them.
    """
    target = step.target
    if isinstance(target, str):
        name = target
        matches = [method for method in methods if name in (method.key, method.parts.name)]
    else:
        name = str(getattr(target, "__qualname__", target))
        matches = _methods_of_function(methods, target, name)
    if not matches:
        known = [method.parts.name for method in methods]
        hint = f"list its contract in the document{suggestion(name, known)}"
        raise UnknownPart(f"the document has no method {name!r}", where=step.where, hint=hint)
    _require_one_name(name, matches, step)
    return matches[0]


def _methods_of_function(methods: Iterable[Method], function: object, name: str) -> list[Method]:
    """Return the methods that a function declares; those of its own class, if there are some."""
    matches = [method for method in methods if _is_of(method, function)]
    of_own_class = [method for method in matches if method.parts.name == name]
    return of_own_class or matches


def _require_one_name(name: str, matches: Sequence[Method], step: Step) -> None:
    """Raise a `BadWorkflow` where methods of several names may be meant."""
    found_names = [method.parts.name for method in matches]
    if len(set(found_names)) > 1:
        names = short_list([repr(found_name) for found_name in found_names])
        hint = f"name one: step({names.partition(',')[0]}, ...)"
        raise BadWorkflow(f"{name} is ambiguous: {names}", where=step.where, hint=hint)


def _is_of(method: Method, target: object) -> bool:
    """Return whether a function is that of a method."""
    source = method.model.source if method.model is not None else None
    if source is None or method.parts.method.name != getattr(target, "__name__", None):
        return False
    return source.module == getattr(target, "__module__", None)


def params_of(parts: MethodParts) -> dict[tuple[Place, str], doc.Param]:
    """Return the parameters of a method by place and name."""
    return {(cast(Place, place), one.name): one for place, one in argument_names(parts).values()}


def _message(model: HttpMethod | Interaction | None) -> RequestBody | None:
    if model is None:
        return None
    if isinstance(model, HttpMethod):
        return model.body
    return model.message


def _fields(message: RequestBody) -> tuple[BodyField, ...]:
    """Return the arguments that are fields of a body."""
    for content in message.contents[:1]:
        return content.fields or ()
    return ()


def places_of(method: Method, name: str) -> list[tuple[Place, str, bool]]:
    """Return the places of an argument, by its name in Python, else by that on the wire: where it
    is sent, under which name, and whether that is a field of the value.
    """
    places = list(_places_in_python(method.model, name))
    if not places:
        for place, wire in params_of(method.parts):
            if name in (wire, wire.replace("-", "_")):
                places.append((place, wire, False))
    if not places and name == "body":
        places.append(("body", "", False))
    return places


def _places_in_python(
    model: HttpMethod | Interaction | None, name: str
) -> Iterator[tuple[Place, str, bool]]:
    """Yield the places of an argument that has a name in Python, as `places_of` does."""
    if isinstance(model, HttpMethod):
        for parameter in model.parameters:
            if parameter.argument == name:
                yield parameter.location, parameter.name, parameter.of_model
    message = _message(model)
    if message is not None:
        if message.argument == name:
            yield "body", "", False
        for field in _fields(message):
            if field.argument == name:
                yield "body", field.name, False


def arguments_of(model: HttpMethod | Interaction | None) -> Iterator[str]:
    """Yield the names of the arguments of a method in Python, in their order."""
    message = _message(model)
    parts: list[Any] = []
    if isinstance(model, HttpMethod):
        parts += model.parameters
    if message is not None:
        parts += [message, *_fields(message)]
    for part in parts:
        if part.argument:
            yield part.argument
