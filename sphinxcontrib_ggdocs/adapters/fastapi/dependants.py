"""Flattens a route's tree of dependencies into parameters, parts of the body, and security."""

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
from ...contracts.declared_parameters import spread
from ...contracts.model import Parameter, ParameterLocation, TypeForm
from ...contracts.security import Security, SecurityRequirement, SecurityScheme, any_of
from .exceptions import ErrorClass, raised_by
from .field_facts import default_of, examples_of, field_type

LISTS: Final[Mapping[ParameterLocation, str]] = {
    "path": "path_params",
    "query": "query_params",
    "header": "header_params",
    "cookie": "cookie_params",
}
"""Where FastAPI has the parameters of each place."""


@dataclass(frozen=True, slots=True)
class BodyPart:
    """A field that is, or is part of, the body, and the annotation that it was built from."""

    field: Any
    written: TypeForm | None


@dataclass(slots=True)
class RouteNeeds:
    """What all dependencies of a route need together."""

    parameters: tuple[Parameter, ...] = ()
    parts: tuple[BodyPart, ...] = ()
    security: SecurityRequirement | None = None
    required_security: bool = False
    """Whether one of the schemes turns away who does not identify themselves."""
    validates: bool = False
    """Whether there are parameters at all, hidden ones included, which can be wrong."""
    raised: tuple[ErrorClass, ...] = ()
    """What the handler and the dependencies are declared to raise."""


class DependencyReader:
    """Reads the annotations of handlers and dependencies, each once for an application: its routes
    share most of their dependencies. FastAPI's fields have lost brands.
    """

    def __init__(self) -> None:
        self._annotations: dict[int, tuple[object, Mapping[str, TypeForm]]] = {}
        """By the id of a function, which is kept so that no other object gets its id."""

    def annotation(self, call: Any, name: str) -> TypeForm | None:
        """Return the annotation of an argument; None where it cannot be resolved."""
        if id(call) not in self._annotations:
            self._annotations[id(call)] = call, _annotations_of(call)
        return self._annotations[id(call)][1].get(name)


def _annotations_of(call: Any) -> Mapping[str, TypeForm]:
    try:
        parameters = get_typed_signature(call).parameters.values()
    except (TypeError, ValueError, AttributeError, SyntaxError):  # of a builtin, for example
        return {}
    annotations: dict[str, TypeForm] = {}
    for parameter in parameters:
        annotation = parameter.annotation
        # A name that exists under TYPE_CHECKING only stays a text.
        is_text = isinstance(annotation, ForwardRef | str)
        if annotation is not parameter.empty and not is_text:
            annotations[parameter.name] = annotation
    return annotations


@dataclass(slots=True)
class _Collector:
    """The needs of the dependencies that have been visited."""

    reader: DependencyReader

    parameters: dict[ParameterLocation, list[Parameter]] = field(
        default_factory=lambda: {place: [] for place in LISTS}
    )
    parts: list[BodyPart] = field(default_factory=list)
    schemes: dict[str, SecurityScheme] = field(default_factory=dict)
    scopes: dict[str, list[str]] = field(default_factory=dict)
    visited: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    required_security: bool = False
    validates: bool = False
    raised: dict[ErrorClass, None] = field(default_factory=dict)


def needs_of(dependant: Any, reader: DependencyReader) -> RouteNeeds:
    """What a route and its dependencies need, each once, in FastAPI's order."""
    collector = _Collector(reader)
    _visit(dependant, (), collector, root=True)
    return _collected(collector)


def dependency_needs(dependant: Any, reader: DependencyReader) -> RouteNeeds:
    """What the dependencies of a route need, without what its endpoint takes itself."""
    collector = _Collector(reader)
    for dependency in dependant.dependencies:
        _visit(dependency, (), collector)
    return _collected(collector)


def _collected(collector: _Collector) -> RouteNeeds:
    parameters: dict[tuple[str, str], Parameter] = {}
    for parameter in chain.from_iterable(collector.parameters.values()):
        key = (parameter.location, parameter.name)
        # Two dependencies may ask for one parameter; it has to be sent if one of them requires it.
        if key not in parameters or parameter.required or not parameters[key].required:
            parameters[key] = parameter
    schemes: list[Security] = []
    for name, scheme in collector.schemes.items():
        schemes.append(Security(scheme=scheme, scopes=tuple(collector.scopes[name])))
    return RouteNeeds(
        parameters=tuple(parameters.values()),
        parts=tuple(collector.parts),
        # FastAPI documents several schemes as alternatives, although each dependency runs: nothing
        # says which of them accept a caller without credentials.
        security=any_of(schemes),
        required_security=collector.required_security,
        validates=collector.validates,
        raised=tuple(collector.raised),
    )


def _visit(
    dependant: Any, inherited: tuple[str, ...], collector: _Collector, *, root: bool = False
) -> None:
    own = (
        getattr(dependant, "own_oauth_scopes", None)
        or getattr(dependant, "security_scopes", None)
        or ()
    )
    scopes = tuple(dict.fromkeys((*inherited, *own))) if own else inherited
    # FastAPI calls a dependency once for each set of scopes, and documents it likewise.
    key = (id(dependant.call), tuple(sorted(scopes)))
    if key in collector.visited:
        return
    collector.visited.add(key)
    for error in raised_by(dependant.call):
        collector.raised[error] = None
    for location, attribute in LISTS.items():
        for param in getattr(dependant, attribute):
            collector.validates = True
            annotation = collector.reader.annotation(dependant.call, param.name)
            collector.parameters[location] += _parameters(param, location, annotation)
    for param in dependant.body_params:
        annotation = collector.reader.annotation(dependant.call, param.name)
        collector.parts.append(BodyPart(param, annotation))
    # The handler itself is not a scheme.
    if not root:
        _security(dependant, scopes, collector)
    for inner in dependant.dependencies:
        _visit(inner, scopes, collector)


def _security(dependant: Any, scopes: Iterable[str], collector: _Collector) -> None:
    """The scheme that a dependency is; FastAPI before 0.123 lists them apart, with their scopes."""
    listed = getattr(dependant, "security_requirements", None)
    if listed is not None:
        for requirement in listed:
            _scheme(requirement.security_scheme, requirement.scopes or (), collector)
        return
    call = _bare(dependant.call)
    if isinstance(call, SecurityBase):
        _scheme(call, scopes, collector)


def _bare(call: Callable[..., Any] | None) -> object:
    # A scheme may be wrapped: FastAPI, too, looks for it inside.
    while isinstance(call, partial):
        call = call.func
    if call is not None and hasattr(call, "__wrapped__"):
        return unwrap(call)
    return call


def _scheme(scheme: SecurityBase, scopes: Iterable[str], collector: _Collector) -> None:
    name = scheme.scheme_name
    definition = jsonable_encoder(scheme.model, by_alias=True, exclude_none=True)
    collector.schemes[name] = SecurityScheme(name=name, definition=definition)
    known = collector.scopes.setdefault(name, [])
    known += [scope for scope in scopes if scope not in known]
    # Without `auto_error` a scheme lets everybody in, and hands the handler None.
    collector.required_security |= bool(getattr(scheme, "auto_error", True))


def _parameters(
    field: Any, location: ParameterLocation, annotation: TypeForm | None
) -> Iterator[Parameter]:
    info = field.field_info
    if not getattr(info, "include_in_schema", True):
        return
    # Python has no names with hyphens, and proxies such as nginx drop headers with underscores.
    converts = location == "header" and getattr(info, "convert_underscores", True)
    model = _model(info.annotation)
    # `Json[Filter]` is one text, whose model FastAPI keeps as the annotation.
    if model is not None and not any(type(item) is Json for item in info.metadata):
        yield from _spread_model(model, field, location, converts=converts)
        return
    field_annotation = field_type(field, annotation, words=False)
    yield Parameter(
        name=_wire_name(info, field.name, converts),
        location=location,
        type=field_annotation,
        required=location == "path" or info.is_required(),
        default=default_of(info),
        description=with_message(info.description or None, field_annotation),
        deprecated=bool(info.deprecated),
        argument=field.name,
        examples=examples_of(info),
    )


def _spread_model(
    model: type[BaseModel], field: Any, location: ParameterLocation, *, converts: bool
) -> Iterator[Parameter]:
    """Yield the fields of a model as parameters."""
    info = field.field_info
    # `filter: Filter | None = None`: none of the fields has to be sent.
    optional = info.annotation is not model and not info.is_required()
    parameters = {parameter.name: parameter for parameter in spread(model, field.name)}
    for name, inner in model.model_fields.items():
        if not getattr(inner, "include_in_schema", True):
            continue
        alias = inner.validation_alias or inner.alias
        parameter = parameters[alias if isinstance(alias, str) else name]
        converted = location == "header" and getattr(inner, "convert_underscores", converts)
        yield replace(
            parameter,
            name=_wire_name(inner, name, converted),
            location=location,
            required=parameter.required and not optional,
            examples=examples_of(inner),
        )


def _wire_name(info: Any, name: str, converts: bool) -> str:
    """Return the name on the wire: FastAPI has hyphenated an alias of its own already, the fields
    of a model it has not.
    """
    alias = info.validation_alias or info.alias
    candidates = [alias]
    if isinstance(alias, AliasChoices):
        candidates = list(alias.choices)
    candidates += [info.alias, name]
    wire_name = next(filter(_is_name, candidates))
    if converts and wire_name == name:
        return name.replace("_", "-")
    return str(wire_name)


def _is_name(alias: object) -> bool:
    return isinstance(alias, str) and alias != ""


def _model(annotation: TypeForm) -> type[BaseModel] | None:
    """Return the model whose fields are parameters."""
    bare = peel_all(annotation)
    bare = peel_all(without_none(bare) or bare)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return bare
    return None
