"""Finds the fields and items of values in JSON Schemas. Fields may be named as in JSON or as in
Python: ``order_id`` is the field ``orderId``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..agents.json_schemas import PARAMETERS
from ..document import parts as doc
from ..document.uses import ref_name


class Member(NamedTuple):
    """A field or an item of a value."""

    name: str
    """Its name in JSON; of an item its position."""
    schema: doc.JsonSchema


@dataclass(frozen=True)
class SchemaPaths:
    """Finds members of values in the schemas of one document."""

    schemas: Mapping[str, doc.JsonSchema]
    """The named schemas, to which references lead."""

    def member(self, schema: doc.JsonSchema, name: str | int) -> Member | None:
        """Return the field or the item of a schema with a name or a position; None if there is
        none.

        A schema that allows any value has every member, of which nothing is known.
        """
        parts = list(self._parts(schema))
        if isinstance(name, int):
            member = _item_member(parts, name)
        else:
            member = _field_member(parts, name)
        if member is None and any(map(_allows_any_value, parts)):
            return Member(str(name), {})
        return member

    def names(self, schema: doc.JsonSchema) -> list[str]:
        """Return the names of all declared fields of a schema."""
        names: list[str] = []
        for part in self._parts(schema):
            names += part.get("properties", {})
        return names

    def required(self, schema: doc.JsonSchema) -> list[str]:
        """Return the names of the fields that every value of a schema must have."""
        names: list[str] = []
        for part in self._parts(schema, with_alternatives=False):
            names += part.get("required", ())
        return names

    def _parts(self, schema: object, *, with_alternatives: bool = True) -> Iterator[dict[str, Any]]:
        """Yield a schema and the schemas that it is composed of, with references resolved.

        Args:
            schema: A JSON Schema; boolean ones have no parts.
            with_alternatives: Whether to include the alternatives of `anyOf` and `oneOf`, of which
                a value need not fit all, in addition to `allOf`.
        """
        queue: list[object] = [schema]
        visited_names: set[str] = set()
        while queue:
            part = queue.pop(0)
            if not isinstance(part, dict):
                continue
            name = ref_name(part)
            if name is not None:
                if name not in visited_names:  # a recursive type refers to itself
                    visited_names.add(name)
                    queue.append(self.schemas.get(name))
                continue
            yield part
            queue += part.get("allOf", ())
            if with_alternatives:
                queue += [*part.get("anyOf", ()), *part.get("oneOf", ())]


def _item_member(parts: Sequence[doc.JsonSchema], position: int) -> Member | None:
    """Return the item at a position of an array whose schema is composed of some parts.

    None if no part has `items`. Tuples, whose items have schemas of their own, are not supported.
    """
    for part in parts:
        if isinstance(part.get("items"), dict):
            return Member(str(position), part["items"])
    return None


def _field_member(parts: Sequence[doc.JsonSchema], name: str) -> Member | None:
    """Return a field of an object whose schema is composed of some parts: a declared or an
    additional one; None if the object can have neither.
    """
    for part in parts:
        for declared_name, schema in part.get("properties", {}).items():
            if _without_separators(declared_name) == _without_separators(name):
                if not isinstance(schema, dict):  # the schema `true`
                    schema = {}
                return Member(declared_name, schema)
    for part in parts:
        if isinstance(part.get("additionalProperties"), dict):
            return Member(name, part["additionalProperties"])
    return None


def _allows_any_value(part: doc.JsonSchema) -> bool:
    """Return whether a schema has only annotations, and so demands nothing of a value."""
    return part.keys() <= {"title", "description", "examples"}


def params_without_contract(method: doc.Method) -> list[doc.Param]:
    """Return the parameters of a method, without those that its contract has for all methods."""
    params: list[doc.Param] = []
    for member in PARAMETERS:
        params += getattr(method, member, None) or ()
    return params


def _without_separators(name: str) -> str:
    """Return a name in a form that is the same in Python and JSON: ``orderid`` for ``order_id`` and
    ``orderId``.
    """
    return name.replace("_", "").replace("-", "").lower()
