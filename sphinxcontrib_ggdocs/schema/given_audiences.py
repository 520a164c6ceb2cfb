"""Removes the parts for other audiences from schemas of imported documents."""

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import EXTENSIONS, audience_in, without_marked
from ..contracts.message_model import GivenSchema
from ..contracts.type_audiences import (
    COMPOSITION,
    audience_of,
    hidden_properties,
    members,
    not_for_audience,
    parts_in,
    shown_mapping,
)
from .nodes import CHOICE, HIDDEN, WHOLE, JsonSchema
from .traversal import SCHEMAS, SCHEMAS_BY_NAME, every_schema

_ALWAYS = ("allOf",)
"""Keywords whose schemas all apply."""

_LISTS = ("allOf", "anyOf", "oneOf")

_SAME_OBJECT = (*_LISTS, "then", "else", "dependentSchemas", "dependencies")
"""Keywords whose schemas are about the same value as the schema that has them, and no condition:
that goes as a whole."""

_DEFINITIONS = ("$defs", "definitions")
"""Schemas that have names; references lead to types of their own."""

_VALUES = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords whose values are data, in which an extension is a property like any other."""

_NONE: frozenset[str] = frozenset()


def shown_schema(
    form: GivenSchema, asked: Audiences | None, hidden: Container[str]
) -> Mapping[str, Any]:
    """Remove the parts that are for other audiences from the schema of a type.

    Args:
        form: The type.
        asked: The audiences that are requested.
        hidden: The names of types that only hidden parts mention.
    """
    if asked is None:
        return form.schema
    if not is_shown(audience_of(form), asked):
        form.warn_of_place()
        return {HIDDEN: [WHOLE]}
    return _Shown(form, asked, hidden).schema(dict(form.schema), _NONE)


def shown_answer(schema: JsonSchema, asked: Audiences | None) -> JsonSchema:
    """Remove the parts that hooks have marked for other audiences from pydantic's schema.

    Args:
        schema: The schema.
        asked: The audiences that are requested.

    Raises:
        NotForAudience: The type itself is for others.
    """
    marks = map(audience_in, every_schema(schema))
    if asked is None or all(is_shown(mark, asked) for mark in marks):
        return schema
    form = GivenSchema(schema=schema)
    if not is_shown(audience_of(form), asked):
        raise not_for_audience("a type is not", asked)
    return dict(shown_schema(form, asked, ()))


class GivenTargets(Mapping[str, JsonSchema]):
    """Targets of references in an imported document, filtered for an audience, by the last step of
    the reference.

    Args:
        references: The target of each reference.
        asked: The audiences that are requested.
        hidden: The names of types that only hidden parts mention.
    """

    def __init__(
        self, references: Mapping[str, GivenSchema], asked: Audiences, hidden: Container[str]
    ) -> None:
        self._forms = {text.rpartition("/")[2]: form for text, form in references.items()}
        self._asked = asked
        self._hidden = hidden
        self._schemas: dict[str, JsonSchema] = {}

    def __getitem__(self, name: str) -> JsonSchema:
        if name not in self._schemas:
            quiet = replace(self._forms[name], on_hidden=None)
            self._schemas[name] = dict(shown_schema(quiet, self._asked, self._hidden))
        return self._schemas[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._schemas)

    def __len__(self) -> int:
        return len(self._schemas)


def references_in(schema: Mapping[str, Any]) -> dict[str, None]:
    """Return the references in a schema, in order, including those of discriminators."""
    references: dict[str, None] = {}
    for inner in every_schema(dict(schema)):
        discriminator = inner.get("discriminator")
        choices = discriminator if isinstance(discriminator, dict) else {}
        mapping = choices.get("mapping")
        targets = mapping.values() if isinstance(mapping, dict) else ()
        texts = (inner.get("$ref"), *targets, choices.get("defaultMapping"))
        references |= {text: None for text in texts if isinstance(text, str)}
    return references


def composed(
    schema: Mapping[str, Any], keywords: Collection[str] | None = None
) -> Iterator[JsonSchema]:
    """Yield the schemas directly in a schema that describe the same value.

    Args:
        schema: The schema.
        keywords: The keywords to follow; None: all.
    """
    yield from parts_in(schema, COMPOSITION if keywords is None else keywords)
    if keywords is None:
        for key in ("dependentSchemas", "dependencies"):
            yield from (inner for _, inner in members(schema, key))


class _Shown:
    """Filters one schema for an audience."""

    def __init__(self, form: GivenSchema, asked: Audiences, hidden: Container[str]) -> None:
        self._references = form.references
        self._form = form
        self._asked = asked
        self._hidden = hidden

    def _inside(self, schema: JsonSchema) -> GivenSchema:
        return GivenSchema(schema=schema, references=self._references)

    def is_shown(self, schema: object) -> bool:
        """Return whether a schema, or the target of a reference, is for the audience."""
        if not isinstance(schema, dict):
            return True
        return is_shown(audience_of(self._inside(schema)), self._asked)

    def schema(self, schema: JsonSchema, above: frozenset[str]) -> JsonSchema:
        """Remove the parts that are for other audiences from a schema.

        Args:
            schema: The schema, itself for the audience.
            above: The properties that a schema around this hides, which is about the same object.
        """
        form = self._inside(schema)
        hidden = above | hidden_properties(form, self._asked, _ALWAYS)
        shown: JsonSchema = {}
        for key, value in schema.items():
            around = hidden if key in _SAME_OBJECT else _NONE
            if key in SCHEMAS:
                shown |= self._part(key, value, around)
            elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
                gone = hidden if key == "properties" else _NONE
                shown[key] = dict(self._named(key, value, around, gone))
            elif key in _VALUES:
                shown[key] = value
            elif key not in EXTENSIONS and is_shown(audience_in(value), self._asked):
                shown[key] = without_marked(value, self._asked)
        if isinstance(discriminator := shown.get("discriminator"), dict):
            shown["discriminator"] = self._discriminator(discriminator, form)
        own = self._own(form)
        return {**shown, HIDDEN: own} if own else shown

    def _own(self, form: GivenSchema) -> list[str]:
        """Return the properties that a schema itself hides, and a mark if a choice is left out."""
        own = hidden_properties(form, self._asked, ()).union(form.schema.get(HIDDEN, ()))
        is_whole = all(map(self.is_shown, parts_in(form.schema, _LISTS)))
        return sorted(own if is_whole else own | {CHOICE})

    def _part(self, key: str, value: Any, hidden: frozenset[str]) -> JsonSchema:
        """Filter a keyword with one schema or a list of schemas; ``prefixItems`` keep their
        positions.
        """
        if key == "prefixItems" and isinstance(value, list):
            return {key: [self._in_its_place(item) for item in value]}
        if isinstance(value, list):
            shown = [self._inner(part, hidden) for part in value if self.is_shown(part)]
            return {key: shown} if shown or not value else {}
        if self.is_shown(value):
            return {key: self._inner(value, hidden)}
        return {} if key in (*COMPOSITION, "not", "propertyNames") else {key: self._gone()}

    def _in_its_place(self, schema: Any) -> Any:
        return self._inner(schema, _NONE) if self.is_shown(schema) else self._gone()

    def _gone(self) -> JsonSchema:
        self._form.warn_of_place()
        return {HIDDEN: [WHOLE]}

    def _named(
        self, key: str, schemas: JsonSchema, around: frozenset[str], hidden: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        for name, inner in schemas.items():
            is_hidden = name in hidden
            if key in _DEFINITIONS:
                is_hidden = not isinstance(inner, dict) or "$dynamicAnchor" not in inner
            if not is_hidden and self.is_shown(inner):
                yield name, self._inner(inner, around)

    def _inner(self, schema: Any, hidden: frozenset[str]) -> Any:
        return self.schema(schema, hidden) if isinstance(schema, dict) else schema

    def _discriminator(self, given: JsonSchema, form: GivenSchema) -> JsonSchema:
        """Filter the mapping of a discriminator by the choices that are left."""
        shown = dict(given)
        if isinstance(given.get("mapping"), dict):
            shown["mapping"] = shown_mapping(form, self._asked, self._hidden)
        default = {"": given.get("defaultMapping")}
        alone = replace(form, schema={**form.schema, "discriminator": {"mapping": default}})
        if not shown_mapping(alone, self._asked, self._hidden):
            shown.pop("defaultMapping", None)
        return shown
