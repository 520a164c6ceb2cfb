"""Schemas that a document gives, without what is for other readers."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import EXTENSIONS
from ..contracts.given_schemas import GivenSchema
from ..contracts.type_audiences import audience_of
from .nodes import HIDDEN, JsonSchema
from .traversal import SCHEMAS, SCHEMAS_BY_NAME, every_schema

COMPOSITION = ("allOf", "anyOf", "oneOf", "if", "then", "else")
"""Keywords whose schemas are about the same value as the schema that has them."""

_OF_NAMES = ("dependentRequired", "dependentSchemas", "dependencies")
_NONE: frozenset[str] = frozenset()


def shown_schema(form: GivenSchema, asked: Audiences | None) -> Mapping[str, Any]:
    """The schema of a type without the parts that are for others; any value in the place of a
    schema that cannot be left out.
    """
    if asked is None:
        return form.schema
    shown = _Shown(form.references, asked)
    schema = dict(form.schema)
    return shown.schema(schema, _NONE) if shown.is_shown(schema) else {}


def references_in(schema: Mapping[str, Any]) -> dict[str, None]:
    """The texts of the references in a schema, in order, those of discriminators included."""
    found: dict[str, None] = {}
    for inner in every_schema(dict(schema)):
        discriminator = inner.get("discriminator")
        choices = discriminator if isinstance(discriminator, dict) else {}
        mapping = choices.get("mapping")
        targets = mapping.values() if isinstance(mapping, dict) else ()
        texts = (inner.get("$ref"), *targets, choices.get("defaultMapping"))
        found |= {text: None for text in texts if isinstance(text, str)}
    return found


def composed(schema: Mapping[str, Any]) -> Iterator[JsonSchema]:
    """The schemas directly in a schema that are about the same value."""
    for key in COMPOSITION:
        value = schema.get(key)
        parts = value if isinstance(value, list) else [value]
        yield from (part for part in parts if isinstance(part, dict))


class _Shown:
    """Takes out of one schema what is for others."""

    def __init__(self, references: Mapping[str, GivenSchema], asked: Audiences) -> None:
        self._references = references
        self._asked = asked

    def is_shown(self, schema: object) -> bool:
        """Whether a schema, or what it is a reference to, is for the audience."""
        if not isinstance(schema, dict):
            return True
        form = GivenSchema(schema=schema, references=self._references)
        return is_shown(audience_of(form), self._asked)

    def schema(self, schema: JsonSchema, above: frozenset[str]) -> JsonSchema:
        """A schema without what is for others.

        Args:
            schema: The schema, itself for the audience.
            above: The hidden properties of the object that a schema around this is about.
        """
        hidden = above | self._hidden(schema)
        found: JsonSchema = {}
        for key, value in schema.items():
            if key in SCHEMAS:
                found |= self._part(key, value, hidden if key in COMPOSITION else _NONE)
            elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
                found[key] = dict(self._named(value, hidden if key in _OF_NAMES else _NONE))
            elif key not in EXTENSIONS:
                found[key] = value
        own = self._hidden_properties(schema)
        if own:
            found[HIDDEN] = sorted(own)
        self._leave_choices_out(found)
        return _without_names(found, hidden) if hidden else found

    def _part(self, key: str, value: Any, hidden: frozenset[str]) -> JsonSchema:
        """A keyword with one schema or several; without any left there is none."""
        if isinstance(value, list):
            shown = [self._inner(item, hidden) for item in value if self.is_shown(item)]
            return {key: shown} if shown or not value else {}
        return {key: self._inner(value, hidden) if self.is_shown(value) else {}}

    def _named(self, schemas: JsonSchema, hidden: frozenset[str]) -> Iterator[tuple[str, Any]]:
        for name, inner in schemas.items():
            if self.is_shown(inner):
                yield name, self._inner(inner, hidden)

    def _inner(self, schema: Any, hidden: frozenset[str]) -> Any:
        return self.schema(schema, hidden) if isinstance(schema, dict) else schema

    def _hidden(self, schema: JsonSchema) -> frozenset[str]:
        """The properties that are for others, of the object that a schema is about."""
        found: set[str] = set()
        waiting = [(schema, self)]
        seen: set[int] = set()
        while waiting:
            inner, shown = waiting.pop()
            found |= shown._hidden_properties(inner)
            waiting += [(part, shown) for part in composed(inner)]
            target = shown._references.get(str(inner.get("$ref")))
            if target is not None and id(target) not in seen:
                seen.add(id(target))
                waiting.append((dict(target.schema), _Shown(target.references, self._asked)))
        return frozenset(found)

    def _hidden_properties(self, schema: JsonSchema) -> frozenset[str]:
        properties = schema.get("properties")
        inside = properties if isinstance(properties, dict) else {}
        return frozenset(name for name, inner in inside.items() if not self.is_shown(inner))

    def _leave_choices_out(self, schema: JsonSchema) -> None:
        """Leave out the choices of a discriminator that are for others."""
        discriminator = schema.get("discriminator")
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        if isinstance(discriminator, dict) and isinstance(mapping, dict):
            kept = {tag: text for tag, text in mapping.items() if self.is_shown({"$ref": text})}
            schema["discriminator"] = {**discriminator, "mapping": kept}


def _without_names(schema: JsonSchema, hidden: frozenset[str]) -> JsonSchema:
    """A schema that says nothing of hidden properties, unless it has one of that name itself."""
    properties = schema.get("properties")
    names = hidden - properties.keys() if isinstance(properties, dict) else hidden
    if isinstance(required := schema.get("required"), list):
        schema["required"] = [name for name in required if name not in names]
        if not schema["required"]:
            del schema["required"]
    for key in _OF_NAMES:
        if isinstance(mapping := schema.get(key), dict):
            schema[key] = dict(_without_keys(mapping, names))
    return schema


def _without_keys(mapping: Mapping[str, Any], names: frozenset[str]) -> Iterator[tuple[str, Any]]:
    for key, value in mapping.items():
        if key not in names:
            is_list = isinstance(value, list)
            yield key, [item for item in value if item not in names] if is_list else value
