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

_MODEL_REFERENCE = re.compile(r"^#/components/schemas/(?:.*__)?(.+?)(?:-Input|-Output)?$")
"""A reference to a model; the group is its name. Pydantic writes the module before a name that two
models have, as in ``app__models__Item``, and ``-Input`` or ``-Output`` after the name of a model
with two schemas."""


@dataclass(slots=True)
class Models:
    """Finds the types for hand-written schemas, which may refer to models of the application.

    Args:
        routes: Returns the routes, in whose responses and bodies models are searched for when a
            schema refers to one.
    """

    routes: Callable[[], Iterable[Any]]
    _models_by_name: dict[str, type] | None = field(default=None)
    """None until a schema refers to a model."""
    _written: WrittenSchemas = field(default_factory=WrittenSchemas)

    def type_of(self, schema: Mapping[str, Any]) -> TypeForm:
        """Return the type for a hand-written schema: the model that it refers to, a list or union
        of models, or else a type that has this very schema.

        In the last case, references in the schema become plain names.
        """
        return self._referenced_type(schema) or self._written.type_of(schema)

    def _referenced_type(self, schema: Any) -> TypeForm | None:
        """Return the type for a schema that consists of references to models: a reference, an array
        of references, or alternatives of these. None for unknown models and other schemas, also for
        those with a further keyword, which the type would not have.
        """
        match schema:
            case {"$ref": str(reference), **others} if not others:
                match = _MODEL_REFERENCE.match(reference)
                if match:
                    return self._model(match[1])
            case {"type": "array", "items": items, **others} if not others:
                item_type: Any = self._referenced_type(items)
                if item_type is not None:
                    return list[item_type]
            case {"anyOf": list(choices), **others} | {"oneOf": list(choices), **others} if (
                not others and choices
            ):
                members = [self._referenced_type(choice) for choice in choices]
                if None not in members:
                    return reduce(or_, members)
        return None

    def _model(self, name: str) -> type | None:
        """Return the application's model or enum with a name; None if it has none."""
        if self._models_by_name is None:
            self._models_by_name = {}
            for route in self.routes():
                for annotation in _annotations(route):
                    _collect_models(annotation, self._models_by_name)
        return self._models_by_name.get(name)


def _annotations(route: Any) -> Iterator[TypeForm]:
    """Yield the types that one of FastAPI's routes declares for its response, in ``responses=`` and
    for its body; None where it declares none.
    """
    yield getattr(route, "response_model", None)
    for response in (getattr(route, "responses", None) or {}).values():
        yield response.get("model")
    body = getattr(route, "body_field", None)
    if body is not None:
        yield body.field_info.annotation


def _collect_models(annotation: TypeForm, models_by_name: dict[str, type]) -> None:
    """Add the models and enums in an annotation, and those in the fields of these models, to
    `models_by_name`. Of several models with one name, the first is kept.
    """
    if is_class(annotation) and issubclass(annotation, BaseModel | Enum):
        if annotation.__name__ in models_by_name:
            return
        models_by_name[annotation.__name__] = annotation
        for field_info in getattr(annotation, "model_fields", {}).values():
            _collect_models(field_info.annotation, models_by_name)
    for argument in get_args(annotation):
        _collect_models(argument, models_by_name)
