"""Follows the path of a value through JSON Schemas; fields may be given by their Python names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..agents.json_schemas import PARAMETERS
from ..document import parts as doc
from ..document.uses import ref_name


class Member(NamedTuple):
    """A field or an item of a value."""

    name: str
    """As JSON has it."""
    schema: doc.JsonSchema


@dataclass(frozen=True)
class SchemaPaths:
    """The schemas of a document."""

    schemas: Mapping[str, doc.JsonSchema]

    def member(self, schema: doc.JsonSchema, name: str | int) -> Member | None:
        """Find a field or an item in a schema; None if it has none of the name."""
        parts = list(self._parts(schema))
        if isinstance(name, int):
            member = _item(parts, name)
        else:
            member = _field(parts, name)
        if member is None and any(map(_allows_any_value, parts)):
            return Member(str(name), {})
        return member

    def names(self, schema: doc.JsonSchema) -> list[str]:
        """Return the fields that a schema knows."""
        names: list[str] = []
        for part in self._parts(schema):
            names += part.get("properties", {})
        return names

    def required(self, schema: doc.JsonSchema) -> list[str]:
        """Return the fields without which nothing fits a schema."""
        names: list[str] = []
        for part in self._parts(schema, with_alternatives=False):
            names += part.get("required", ())
        return names

    def _parts(self, schema: object, *, with_alternatives: bool = True) -> Iterator[dict[str, Any]]:
        """Yield a schema and those that it is composed of."""
        waiting, visited = [schema], set[str]()
        while waiting:
            part = waiting.pop(0)
            if not isinstance(part, dict):
                continue
            name = ref_name(part)
            if name is not None:
                if name not in visited:
                    visited.add(name)
                    waiting.append(self.schemas.get(name))
                continue
            yield part
            waiting += part.get("allOf", ())
            if with_alternatives:
                waiting += [*part.get("anyOf", ()), *part.get("oneOf", ())]


def _item(parts: Sequence[doc.JsonSchema], position: int) -> Member | None:
    """Return an item of an array that is composed of some schemas."""
    for part in parts:
        if isinstance(part.get("items"), dict):
            return Member(str(position), part["items"])
    return None


def _field(parts: Sequence[doc.JsonSchema], name: str) -> Member | None:
    """Return a field of an object that is composed of some schemas, declared or additional."""
    for part in parts:
        for declared, schema in part.get("properties", {}).items():
            if _plain(declared) == _plain(name):
                if not isinstance(schema, dict):
                    schema = {}
                return Member(declared, schema)
    for part in parts:
        if isinstance(part.get("additionalProperties"), dict):
            return Member(name, part["additionalProperties"])
    return None


def _allows_any_value(part: doc.JsonSchema) -> bool:
    return part.keys() <= {"title", "description", "examples"}


def own_params(method: doc.Method) -> list[doc.Param]:
    """Return the parameters of a method, without those of its contract."""
    params: list[doc.Param] = []
    for member in PARAMETERS:
        params += getattr(method, member, None) or ()
    return params


def pointer_of(steps: Iterable[str]) -> str:
    """Return the JSON pointer of some steps (RFC 6901); empty without any."""
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)


def _plain(name: str) -> str:
    """Return a name without what Python and JSON write differently."""
    return name.replace("_", "").replace("-", "").lower()
