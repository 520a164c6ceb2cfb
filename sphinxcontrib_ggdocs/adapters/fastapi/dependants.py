"""Collects what a route and all its dependencies read from the request: parameters, parts of the
body, and credentials.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import unwrap
from itertools import chain
from typing import Any, Final, ForwardRef

from fastapi.dependencies.utils import get_typed_signature
from fastapi.encoders import jsonable_encoder
from fastapi.security.base import SecurityBase
from pydantic import AliasChoices, BaseModel, Json

from ...contracts.annotations import peel_all, without_none
from ...contracts.authoring.docstrings import with_message
from ...contracts.declared_parameters import parameters_of_model
from ...contracts.model import Parameter, ParameterLocation, TypeForm
from ...contracts.security import Security, SecurityRequirement, SecurityScheme, any_of
from .exceptions import ErrorClass, raised_by
from .field_facts import default_of, examples_of, field_type

PARAMETER_ATTRIBUTES: Final[Mapping[ParameterLocation, str]] = {
    "path": "path_params",
    "query": "query_params",
    "header": "header_params",
    "cookie": "cookie_params",
}
"""The attributes of FastAPI's ``Dependant`` with the parameters of each location."""


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A parameter of a handler or dependency that is the request body, or a part of it."""

    field: Any
    """FastAPI's ``ModelField``."""
    annotation: TypeForm | None
    """The annotation as its author wrote it; None where it cannot be resolved."""


@dataclass(slots=True)
class RouteNeeds:
    """What a route and all its dependencies read from the request, and the errors they raise."""

    parameters: tuple[Parameter, ...] = ()
    parts: tuple[BodyPart, ...] = ()
    """The parameters that make up the request body."""
    security: SecurityRequirement | None = None
    required_security: bool = False
    """Whether one of the security schemes rejects callers without credentials."""
    validates: bool = False
    """Whether there are parameters at all, including hidden ones, so that a request may be
    invalid."""
    raised: tuple[ErrorClass, ...] = ()
    """The errors that the handler and the dependencies are declared to raise."""


class DependencyReader:
    """Reads the annotations of handlers and dependencies, since FastAPI's fields have lost brands,
    the names that authors give to primitive types (``OrderId`` for ``str``).

    Each function is read once for an application: routes share most of their dependencies.
    """

    def __init__(self) -> None:
        self._annotations: dict[int, tuple[object, Mapping[str, TypeForm]]] = {}
        """By the id of a function: the function, and the annotations of its arguments. The function
        is kept alive, so that no other object gets its id."""

    def annotation(self, call: Any, name: str) -> TypeForm | None:
        """Return the annotation of an argument of a handler or a dependency; None where it cannot
        be resolved.
        """
        if id(call) not in self._annotations:
            self._annotations[id(call)] = call, _annotations_of(call)
        _call, annotations = self._annotations[id(call)]
        return annotations.get(name)


def _annotations_of(call: Any) -> Mapping[str, TypeForm]:
    """Return the annotations of a handler or a dependency by argument, without those that cannot be
    resolved.
    """
    try:
        parameters = get_typed_signature(call).parameters.values()
    except (TypeError, ValueError, AttributeError, SyntaxError):
        # Builtins have no signature, and an annotation that is a string may be no expression.
        return {}
    annotations: dict[str, TypeForm] = {}
    for parameter in parameters:
        annotation = parameter.annotation
        # A name that is imported under TYPE_CHECKING only cannot be resolved, and stays a string.
        is_unresolved = isinstance(annotation, ForwardRef | str)
        if annotation is not parameter.empty and not is_unresolved:
            annotations[parameter.name] = annotation
    return annotations


def _no_parameters() -> dict[ParameterLocation, list[Parameter]]:
    """Return an empty list of parameters for each location, in FastAPI's order."""
    return {location: [] for location in PARAMETER_ATTRIBUTES}


@dataclass(slots=True)
class _Collector:
    """Walks over a tree of dependencies, and collects what they read from the request."""

    reader: DependencyReader

    parameters: dict[ParameterLocation, list[Parameter]] = field(default_factory=_no_parameters)
    parts: list[BodyPart] = field(default_factory=list)
    schemes: dict[str, SecurityScheme] = field(default_factory=dict)
    """The security schemes by name."""
    scopes: dict[str, list[str]] = field(default_factory=dict)
    """The required scopes by the name of the security scheme."""
    visited: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    """The ids of functions, each with the scopes with which it was visited."""
    required_security: bool = False
    validates: bool = False
    raised: dict[ErrorClass, None] = field(default_factory=dict)
    """A set that keeps its order."""

    def visit(
        self, dependant: Any, inherited_scopes: tuple[str, ...] = (), *, is_handler: bool = False
    ) -> None:
        """Visit a function, then its dependencies.

        Args:
            dependant: FastAPI's ``Dependant`` of the function.
            inherited_scopes: The scopes that the functions above require.
            is_handler: Whether the function is the route's handler, which is no security scheme.
        """
        # The first attribute is that of newer versions of FastAPI.
        own_scopes = (
            getattr(dependant, "own_oauth_scopes", None)
            or getattr(dependant, "security_scopes", None)
            or ()
        )
        scopes = inherited_scopes
        if own_scopes:
            scopes = tuple(dict.fromkeys((*inherited_scopes, *own_scopes)))
        # FastAPI calls a dependency once for each set of scopes, and documents it likewise.
        key = (id(dependant.call), tuple(sorted(scopes)))
        if key in self.visited:
            return
        self.visited.add(key)
        for error in raised_by(dependant.call):
            self.raised[error] = None
        for location, attribute in PARAMETER_ATTRIBUTES.items():
            for model_field in getattr(dependant, attribute):
                self.validates = True
                annotation = self.reader.annotation(dependant.call, model_field.name)
                self.parameters[location] += _parameters(model_field, location, annotation)
        for model_field in dependant.body_params:
            annotation = self.reader.annotation(dependant.call, model_field.name)
            self.parts.append(BodyPart(model_field, annotation))
        if not is_handler:
            self._add_security(dependant, scopes)
        for dependency in dependant.dependencies:
            self.visit(dependency, scopes)

    def _add_security(self, dependant: Any, scopes: Iterable[str]) -> None:
        """Add the security scheme that a dependency is, if it is one.

        Args:
            dependant: FastAPI's ``Dependant`` of the dependency.
            scopes: The scopes that the dependency and the functions above it require.
        """
        # FastAPI before 0.123 lists the schemes of a dependency here, with their scopes.
        listed_requirements = getattr(dependant, "security_requirements", None)
        if listed_requirements is not None:
            for requirement in listed_requirements:
                self._add_scheme(requirement.security_scheme, requirement.scopes or ())
            return
        call = _unwrapped(dependant.call)
        if isinstance(call, SecurityBase):
            self._add_scheme(call, scopes)

    def _add_scheme(self, scheme: SecurityBase, scopes: Iterable[str]) -> None:
        """Add a security scheme, and the scopes that it requires, to those of its name."""
        name = scheme.scheme_name
        definition = jsonable_encoder(scheme.model, by_alias=True, exclude_none=True)
        self.schemes[name] = SecurityScheme(name=name, definition=definition)
        known_scopes = self.scopes.setdefault(name, [])
        known_scopes += [scope for scope in scopes if scope not in known_scopes]
        # Without `auto_error`, a scheme accepts callers without credentials, and returns None.
        self.required_security |= bool(getattr(scheme, "auto_error", True))

    def collected(self) -> RouteNeeds:
        """Return what the visited functions read together; a parameter that several of them read is
        listed once.
        """
        parameters: dict[tuple[str, str], Parameter] = {}
        for parameter in chain.from_iterable(self.parameters.values()):
            key = (parameter.location, parameter.name)
            # As in FastAPI's own document, the last one counts, but a required parameter is not
            # replaced by an optional one.
            if key not in parameters or parameter.required or not parameters[key].required:
                parameters[key] = parameter
        schemes: list[Security] = []
        for name, scheme in self.schemes.items():
            schemes.append(Security(scheme=scheme, scopes=tuple(self.scopes[name])))
        return RouteNeeds(
            parameters=tuple(parameters.values()),
            parts=tuple(self.parts),
            # FastAPI documents several schemes as alternatives, although each dependency runs:
            # nothing says which of them accept a caller without credentials.
            security=any_of(schemes),
            required_security=self.required_security,
            validates=self.validates,
            raised=tuple(self.raised),
        )


def needs_of(dependant: Any, reader: DependencyReader) -> RouteNeeds:
    """Return what a route's handler and its dependencies read from the request, in FastAPI's order.

    Args:
        dependant: FastAPI's ``Dependant`` of the handler.
        reader: Reads the annotations.
    """
    collector = _Collector(reader)
    collector.visit(dependant, is_handler=True)
    return collector.collected()


def dependency_needs(dependant: Any, reader: DependencyReader) -> RouteNeeds:
    """Return what the dependencies of a route read from the request, without what its handler
    itself reads.

    Args:
        dependant: FastAPI's ``Dependant`` of the handler.
        reader: Reads the annotations.
    """
    collector = _Collector(reader)
    for dependency in dependant.dependencies:
        collector.visit(dependency)
    return collector.collected()


def _unwrapped(call: Callable[..., Any] | None) -> object:
    """Return the object inside the ``functools.partial`` and the decorators of a dependency: like
    FastAPI, we look for security schemes there. None stays None.
    """
    while isinstance(call, partial):
        call = call.func
    if call is not None and hasattr(call, "__wrapped__"):
        return unwrap(call)
    return call


def _parameters(
    field: Any, location: ParameterLocation, annotation: TypeForm | None
) -> Iterator[Parameter]:
    """Yield the parameter that one of FastAPI's fields is, or the parameters for the fields of its
    model; nothing for a hidden field.

    Args:
        field: FastAPI's ``ModelField``.
        location: Where FastAPI reads it.
        annotation: The annotation as its author wrote it; None where it cannot be resolved.
    """
    info = field.field_info
    if not getattr(info, "include_in_schema", True):
        return
    # Python's names have no hyphens, and proxies such as nginx drop headers with underscores.
    hyphenates = location == "header" and getattr(info, "convert_underscores", True)
    model = _model(info.annotation)
    # FastAPI keeps the model of `Json[Filter]` as the annotation, but the parameter is one text.
    is_json_text = any(type(item) is Json for item in info.metadata)
    if model is not None and not is_json_text:
        yield from _model_parameters(model, field, location, hyphenates=hyphenates)
        return
    parameter_type = field_type(field, annotation, with_texts=False)
    yield Parameter(
        name=_wire_name(info, field.name, hyphenates=hyphenates),
        location=location,
        type=parameter_type,
        required=location == "path" or info.is_required(),
        default=default_of(info),
        description=with_message(info.description or None, parameter_type),
        deprecated=bool(info.deprecated),
        argument=field.name,
        examples=examples_of(info),
    )


def _model_parameters(
    model: type[BaseModel], field: Any, location: ParameterLocation, *, hyphenates: bool
) -> Iterator[Parameter]:
    """Yield the parameters for the fields of a model, which FastAPI reads one by one.

    Args:
        model: The model.
        field: FastAPI's ``ModelField`` of the argument that gets the model.
        location: Where FastAPI reads the fields.
        hyphenates: Whether names of headers get hyphens for underscores by default.
    """
    info = field.field_info
    # With `filter: Filter | None = None`, no field of the model is required.
    is_optional = info.annotation is not model and not info.is_required()
    parameters = {parameter.name: parameter for parameter in parameters_of_model(model, field.name)}
    for name, field_info in model.model_fields.items():
        if not getattr(field_info, "include_in_schema", True):
            continue
        # `parameters_of_model` names a parameter by the alias of its field.
        alias = field_info.validation_alias or field_info.alias
        parameter = parameters[alias if isinstance(alias, str) else name]
        hyphenates_field = location == "header" and getattr(
            field_info, "convert_underscores", hyphenates
        )
        yield replace(
            parameter,
            name=_wire_name(field_info, name, hyphenates=hyphenates_field),
            location=location,
            required=parameter.required and not is_optional,
            examples=examples_of(field_info),
        )


def _wire_name(info: Any, name: str, *, hyphenates: bool) -> str:
    """Return the name that a parameter has in the request: its first alias, or its Python name.

    Args:
        info: The parameter's ``FieldInfo``.
        name: Its Python name.
        hyphenates: Whether the Python name gets hyphens for underscores; aliases never do.
    """
    alias = info.validation_alias or info.alias
    candidates = [alias]
    if isinstance(alias, AliasChoices):
        candidates = list(alias.choices)
    candidates += [info.alias, name]
    # An alias may also be a path into a nested object, which is no name.
    wire_name = next(filter(_is_name, candidates))
    if hyphenates and wire_name == name:
        return name.replace("_", "-")
    return str(wire_name)


def _is_name(alias: object) -> bool:
    """Return whether an alias is a text that is not empty."""
    return isinstance(alias, str) and alias != ""


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model that a parameter is, also inside ``Annotated`` and ``| None``; None for
    other types.
    """
    peeled = peel_all(annotation)
    peeled = peel_all(without_none(peeled) or peeled)
    if isinstance(peeled, type) and issubclass(peeled, BaseModel):
        return peeled
    return None
