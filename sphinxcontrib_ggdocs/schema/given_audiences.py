"""Schemas that a document gives, without what is for other readers."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import EXTENSIONS, audience_in, without_marked
from ..contracts.message_model import GivenSchema
from ..contracts.type_audiences import COMPOSITION, audience_of, hidden_properties, parts_in
from .nodes import HIDDEN, WHOLE, JsonSchema
from .traversal import SCHEMAS, SCHEMAS_BY_NAME, every_schema

_ALWAYS = ("allOf",)
"""Those whose schemas all values have to fit."""

_OF_NAMES = ("dependentRequired", "dependentSchemas", "dependencies")
_CONDITIONS = (("not", ("not",)), ("if", ("if", "then", "else")))
"""Keywords whose schemas are conditions, and what goes with each."""

_DEFINITIONS = ("$defs", "definitions")
"""Schemas that have names; references lead to types of their own."""

_VALUES = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords whose values are data, in which an extension is a property like any other."""

_NONE: frozenset[str] = frozenset()


def shown_schema(form: GivenSchema, asked: Audiences | None) -> Mapping[str, Any]:
    """The schema of a type without the parts that are for others; any value in the place of a
    schema that cannot be left out.
    """
    if asked is None:
        return form.schema
    if not is_shown(audience_of(form), asked):
        form.warn_of_place()
        return {HIDDEN: list(WHOLE)}
    return _Shown(form, asked).schema(dict(form.schema), _NONE, _NONE)


def references_in(schema: Mapping[str, Any]) -> dict[str, None]:
    """The texts of the references in a schema, in order, those of discriminators included."""
    references: dict[str, None] = {}
    for inner in every_schema(dict(schema)):
        discriminator = inner.get("discriminator")
        choices = discriminator if isinstance(discriminator, dict) else {}
        mapping = choices.get("mapping")
        targets = mapping.values() if isinstance(mapping, dict) else ()
        texts = (inner.get("$ref"), *targets, choices.get("defaultMapping"))
        references |= {text: None for text in texts if isinstance(text, str)}
    return references


def composed(schema: Mapping[str, Any]) -> Iterator[JsonSchema]:
    """The schemas directly in a schema that are about the same value."""
    return parts_in(schema, COMPOSITION)


class _Shown:
    """Takes out of one schema what is for others."""

    def __init__(self, form: GivenSchema, asked: Audiences) -> None:
        self._references = form.references
        self._form = form
        self._asked = asked

    def _inside(self, schema: JsonSchema) -> GivenSchema:
        return GivenSchema(schema=schema, references=self._references)

    def is_shown(self, schema: object) -> bool:
        """Whether a schema, or what it is a reference to, is for the audience."""
        if not isinstance(schema, dict):
            return True
        return is_shown(audience_of(self._inside(schema)), self._asked)

    def schema(
        self, schema: JsonSchema, above: frozenset[str], certain: frozenset[str]
    ) -> JsonSchema:
        """A schema without what is for others.

        Args:
            schema: The schema, itself for the audience.
            above: The hidden properties of the object that a schema around this is about, or of
                a choice next to this.
            certain: Those of them that every value would have to hide.
        """
        form = self._inside(schema)
        hidden = above | hidden_properties(form, self._asked, COMPOSITION)
        certain = certain | hidden_properties(form, self._asked, _ALWAYS)
        shown: JsonSchema = {}
        for key, value in schema.items():
            if key in COMPOSITION:
                shown |= self._part(key, value, hidden, certain)
            elif key in SCHEMAS:
                shown |= self._part(key, value, _NONE, _NONE)
            elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
                shown[key] = dict(self._named(key, value, hidden, certain))
            elif key in _VALUES:
                shown[key] = value
            elif key not in EXTENSIONS and is_shown(audience_in(value), self._asked):
                shown[key] = without_marked(value, self._asked)
        own = hidden_properties(form, self._asked, ())
        if own:
            shown[HIDDEN] = sorted(own)
        self._leave_choices_out(shown)
        return without_names(shown, hidden) if hidden else shown

    def _part(
        self, key: str, value: Any, hidden: frozenset[str], certain: frozenset[str]
    ) -> JsonSchema:
        """A keyword with one schema or several; without any left there is none. What has a place
        in a list keeps it.
        """
        if key == "prefixItems" and isinstance(value, list):
            return {key: [self._in_its_place(item) for item in value]}
        if isinstance(value, list):
            shown = [self._inner(part, hidden, certain) for part in value if self.is_shown(part)]
            return {key: shown} if shown or not value else {}
        if self.is_shown(value):
            return {key: self._inner(value, hidden, certain)}
        return {} if key in (*COMPOSITION, "not", "propertyNames") else {key: self._gone()}

    def _in_its_place(self, schema: Any) -> Any:
        return self._inner(schema, _NONE, _NONE) if self.is_shown(schema) else self._gone()

    def _gone(self) -> JsonSchema:
        self._form.warn_of_place()
        return {HIDDEN: list(WHOLE)}

    def _named(
        self, key: str, schemas: JsonSchema, hidden: frozenset[str], certain: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        around = (hidden, certain) if key in _OF_NAMES else (_NONE, _NONE)
        for name, inner in schemas.items():
            is_hidden = key == "properties" and name in certain
            if key in _DEFINITIONS:
                is_hidden = not isinstance(inner, dict) or "$dynamicAnchor" not in inner
            if not is_hidden and self.is_shown(inner):
                yield name, self._inner(inner, *around)

    def _inner(self, schema: Any, hidden: frozenset[str], certain: frozenset[str]) -> Any:
        return self.schema(schema, hidden, certain) if isinstance(schema, dict) else schema

    def _leave_choices_out(self, schema: JsonSchema) -> None:
        """Leave out the choices of a discriminator that are for others."""
        discriminator = schema.get("discriminator")
        if not isinstance(discriminator, dict):
            return
        left = dict(discriminator)
        mapping = discriminator.get("mapping")
        if isinstance(mapping, dict):
            left["mapping"] = {
                tag: text for tag, text in mapping.items() if self.is_shown({"$ref": text})
            }
        if not self.is_shown({"$ref": discriminator.get("defaultMapping")}):
            del left["defaultMapping"]
        schema["discriminator"] = left


def without_names(schema: JsonSchema, hidden: frozenset[str]) -> JsonSchema:
    """A schema that says nothing of hidden properties, unless it has one of that name itself."""
    properties = schema.get("properties")
    names = hidden - properties.keys() if isinstance(properties, dict) else hidden
    for key in _OF_NAMES:
        if isinstance(mapping := schema.get(key), dict):
            schema[key] = dict(_without_keys(mapping, names))
    for key in schema.keys() & {"required", "propertyNames"}:
        schema[key] = _without_mentions(schema[key], names)
    for key in [key for key in schema if key.startswith("x-") and key != HIDDEN]:
        schema[key] = _without_mentions(schema[key], names)
    left_out = {key for first, keys in _CONDITIONS for key in keys if _asks(schema, first, names)}
    if schema.get("required") == []:
        left_out.add("required")
    return {key: value for key, value in schema.items() if key not in left_out}


def _asks(schema: JsonSchema, key: str, names: frozenset[str]) -> bool:
    return _mentions(schema.get(key), names)


def _mentions(schema: Any, names: frozenset[str]) -> bool:
    """Whether a schema of the same object asks for properties of some names."""
    if not isinstance(schema, dict):
        return False
    given = {
        name
        for key in ("required", "properties", *_OF_NAMES)
        for name in schema.get(key) or ()
        if isinstance(name, str)
    }
    if not given.isdisjoint(names):
        return True
    return any(_mentions(part, names) for part in parts_in(schema, (*COMPOSITION, "not")))


def _without_mentions(value: Any, names: frozenset[str]) -> Any:
    """Data without the members and the items that are names of hidden properties."""
    if isinstance(value, dict):
        members = ((key, inner) for key, inner in value.items() if key not in names)
        return {key: _without_mentions(inner, names) for key, inner in members}
    if isinstance(value, list):
        items = (item for item in value if not isinstance(item, str) or item not in names)
        return [_without_mentions(item, names) for item in items]
    return value


def _without_keys(mapping: Mapping[str, Any], names: frozenset[str]) -> Iterator[tuple[str, Any]]:
    for key, value in mapping.items():
        if key not in names:
            is_list = isinstance(value, list)
            yield key, [item for item in value if item not in names] if is_list else value
