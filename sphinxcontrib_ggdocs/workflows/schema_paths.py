"""Follows the path of a value through JSON Schemas: fields by their Python names, too."""

from collections.abc import Iterable, Iterator, Mapping
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
        forms = list(self._forms(schema))
        if isinstance(name, int):
            for form in forms:
                if isinstance(form.get("items"), dict):
                    return Member(str(name), form["items"])
        else:
            for form in forms:
                for known, inner in form.get("properties", {}).items():
                    if known == name or _plain(known) == _plain(name):
                        return Member(known, inner if isinstance(inner, dict) else {})
            for form in forms:
                if isinstance(form.get("additionalProperties"), dict):
                    return Member(name, form["additionalProperties"])
        if any(not form.keys() - {"title", "description", "examples"} for form in forms):
            return Member(str(name), {})  # any value
        return None

    def names(self, schema: doc.JsonSchema) -> list[str]:
        """Return the fields that a schema knows."""
        return [name for form in self._forms(schema) for name in form.get("properties", {})]

    def required(self, schema: doc.JsonSchema) -> list[str]:
        """Return the fields without which nothing fits a schema."""
        forms = self._forms(schema, with_alternatives=False)
        return [name for form in forms for name in form.get("required", ())]

    def _forms(self, schema: object, *, with_alternatives: bool = True) -> Iterator[dict[str, Any]]:
        """Yield a schema and those that it is composed of."""
        waiting, visited = [schema], set[str]()
        while waiting:
            form = waiting.pop(0)
            if not isinstance(form, dict):
                continue
            if (name := ref_name(form)) is not None:
                if name not in visited:
                    visited.add(name)
                    waiting.append(self.schemas.get(name))
                continue
            yield form
            waiting += form.get("allOf", ())
            if with_alternatives:
                waiting += [*form.get("anyOf", ()), *form.get("oneOf", ())]


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
