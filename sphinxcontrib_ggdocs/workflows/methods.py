"""Finds the methods that steps call, and the positions of their arguments."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from ..agents.json_schemas import argument_names
from ..agents.library import MethodParts
from ..catalog.contents import Contents
from ..contracts.contract_errors import ContractError
from ..contracts.model import BodyField, HttpMethod, Interaction, RequestBody, members_of
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import methods_by_key
from ..value_messages import short_list, suggestion
from .authoring import Step

Place: TypeAlias = Literal["path", "query", "header", "cookie", "body"]


class BadWorkflow(ContractError):
    """Reports a workflow that does not fit the methods of its document."""

    code = "workflow"


class UnknownPart(BadWorkflow):
    """Reports a workflow that uses a method, an argument or a field that the document lacks.

    In a document for an audience, that part may only be hidden.
    """


class Method(NamedTuple):
    """A method in its two forms: in the contract document, and in Python."""

    key: str
    """The key of the method in the document, ``group slug/contract/method``."""
    parts: MethodParts
    """The method in the document, with its contract."""
    model: HttpMethod | Interaction | None
    """The method in Python, with the names of its arguments; None if it was read from a contract
    document.
    """


class ArgumentPlace(NamedTuple):
    """Where an argument of a method, or a part of it, is sent."""

    place: Place
    name: str
    """The name on the wire; of the body as a whole it is empty."""
    is_field: bool = False
    """Whether only the field of this name is sent there, because the argument is a model whose
    fields are parameters.
    """


def methods_of(document: ApiDocsDocument, contents: Contents) -> list[Method]:
    """Return all methods of a document, each with its model from the contents of the document."""
    models: dict[str, HttpMethod | Interaction] = {}
    for resolved_group in contents.groups:
        for contract_model in resolved_group.contracts:
            for member in members_of(contract_model):
                models[f"{resolved_group.slug}/{contract_model.name}/{member.name}"] = member
    methods: list[Method] = []
    for key, (group, contract, method) in methods_by_key(document.groups).items():
        parts = MethodParts(f"{contract.name}.{method.name}", group.slug, contract, method)
        methods.append(Method(key, parts, models.get(key)))
    return methods


def find_method(methods: Sequence[Method], step: Step) -> Method:
    """Find the method that a step calls, by the name or the function that the author gave; the
    first one if several groups have it.

    Raises:
        UnknownPart: The document does not have such a method.
        BadWorkflow: Methods with different names match.
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
    """Return the methods that a function declares.

    Several contracts of a module may have a method of that name. If the qualified name of the
    function, ``OrderApi.cancel``, is that of one of them, only that one is meant.
    """
    matches = [method for method in methods if _is_declared_by(method, function)]
    of_own_class = [method for method in matches if method.parts.name == name]
    return of_own_class or matches


def _require_one_name(name: str, matches: Sequence[Method], step: Step) -> None:
    """Raise a `BadWorkflow` if the matching methods have different names."""
    matching_names = [method.parts.name for method in matches]
    if len(set(matching_names)) > 1:
        names = short_list([repr(matching_name) for matching_name in matching_names])
        hint = f"name one: step({names.partition(',')[0]}, ...)"
        raise BadWorkflow(f"{name} is ambiguous: {names}", where=step.where, hint=hint)


def _is_declared_by(method: Method, target: object) -> bool:
    """Return whether a function declares a method: whether its name and module are those of the
    method.
    """
    if method.model is None or method.model.source is None:
        return False
    name = getattr(target, "__name__", None)
    module = getattr(target, "__module__", None)
    return method.parts.method.name == name and method.model.source.module == module


def params_by_place(parts: MethodParts) -> dict[tuple[Place, str], doc.Param]:
    """Return the parameters of a method by their places and names, those of its contract
    included.
    """
    params: dict[tuple[Place, str], doc.Param] = {}
    for place, param in argument_names(parts).values():
        params[cast(Place, place), param.name] = param
    return params


def _body_or_message(model: HttpMethod | Interaction | None) -> RequestBody | None:
    """Return the request body of an HTTP method, or the message of an interaction."""
    if model is None:
        return None
    if isinstance(model, HttpMethod):
        return model.body
    return model.message


def _body_fields(message: RequestBody) -> tuple[BodyField, ...]:
    """Return the fields of a body that are arguments of their own; all of its contents have the
    same.
    """
    for content in message.contents[:1]:
        return content.fields or ()
    return ()


def argument_places(method: Method, name: str) -> list[ArgumentPlace]:
    """Return the places to which an argument of a method is sent.

    There are several if the argument is a model whose fields are parameters.

    Args:
        method: The method.
        name: The name of the argument in Python or on the wire, perhaps with underscores for
            hyphens; ``body`` for the body of a method that is not written in Python.
    """
    places = list(_places_of_python_argument(method.model, name))
    if not places:
        for place, name_on_wire in params_by_place(method.parts):
            if name in (name_on_wire, name_on_wire.replace("-", "_")):
                places.append(ArgumentPlace(place, name_on_wire))
    if not places and name == "body":
        places.append(ArgumentPlace("body", ""))
    return places


def _places_of_python_argument(
    model: HttpMethod | Interaction | None, name: str
) -> Iterator[ArgumentPlace]:
    """Yield the places to which an argument with a name in Python is sent."""
    if isinstance(model, HttpMethod):
        for parameter in model.parameters:
            if parameter.argument == name:
                yield ArgumentPlace(parameter.location, parameter.name, parameter.of_model)
    message = _body_or_message(model)
    if message is not None:
        if message.argument == name:
            yield ArgumentPlace("body", "")
        for field in _body_fields(message):
            if field.argument == name:
                yield ArgumentPlace("body", field.name)


def arguments_of(model: HttpMethod | Interaction | None) -> Iterator[str]:
    """Yield the Python names of the arguments of a method: the parameters, the body, and the fields
    of the body that are arguments of their own.

    Args:
        model: The method in Python; None, for which there are no names, if it was read from a
            contract document.
    """
    message = _body_or_message(model)
    # Parameters, the body and its fields all have an attribute `argument`.
    parts: list[Any] = []
    if isinstance(model, HttpMethod):
        parts += model.parameters
    if message is not None:
        parts += [message, *_body_fields(message)]
    for part in parts:
        if part.argument:
            yield part.argument
