"""Converts hand-written schemas in ``responses=`` and ``openapi_extra=`` into types."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from operator import or_
from typing import Any, get_args

from pydantic import BaseModel

from ...contracts.annotations import is_class
from ...contracts.model import TypeForm
from ..shared.written_schemas import WrittenSchemas

_NAME = re.compile(r"^#/components/schemas/(?:.*__)?(.+?)(?:-Input|-Output)?$")
"""A reference to a model. pydantic writes the module before a name that two models have, and the
side behind that of a model with two schemas."""


@dataclass(slots=True)
class Models:
    """The models of an application by name, looked for when the first reference asks for one.

    Args:
        routes: Gives the routes.
    """

    routes: Callable[[], Iterable[Any]]
    _by_name: dict[str, type] | None = field(default=None)
    _written: WrittenSchemas = field(default_factory=WrittenSchemas)

    def type_of(self, schema: Mapping[str, Any]) -> TypeForm:
        """Return the type of a schema: the models that it refers to, else the schema itself.

        A reference that is unresolved, or is nested deeply, stays a name.
        """
        return self._referred(schema) or self._written.type_of(schema)

    def _referred(self, schema: Any) -> TypeForm | None:
        match schema:
            case {"$ref": str(reference), **rest} if not rest:
                match = _NAME.match(reference)
                if match:
                    return self._named(match[1])
            case {"type": "array", "items": items, **rest} if not rest:
                item: Any = self._referred(items)
                if item is not None:
                    return list[item]
            case {"anyOf": list(choices), **rest} | {"oneOf": list(choices), **rest} if (
                not rest and choices
            ):
                members = [self._referred(choice) for choice in choices]
                if None not in members:
                    return reduce(or_, members)
        return None

    def _named(self, name: str) -> type | None:
        if self._by_name is None:
            self._by_name = {}
            for route in self.routes():
                for annotation in _annotations(route):
                    _collect(annotation, self._by_name)
        return self._by_name.get(name)


def _annotations(route: Any) -> Iterator[TypeForm]:
    yield getattr(route, "response_model", None)
    for response in (getattr(route, "responses", None) or {}).values():
        yield response.get("model")
    body = getattr(route, "body_field", None)
    if body is not None:
        yield body.field_info.annotation


def _collect(annotation: TypeForm, by_name: dict[str, type]) -> None:
    if is_class(annotation) and issubclass(annotation, BaseModel | Enum):
        if annotation.__name__ in by_name:
            return
        by_name[annotation.__name__] = annotation
        for inner in getattr(annotation, "model_fields", {}).values():
            _collect(inner.annotation, by_name)
    for argument in get_args(annotation):
        _collect(argument, by_name)
