"""Finds the keywords of schemas that mention something hidden, and removes what they say of it.

Such keywords are conditions, patterns, lists of properties, discriminators, descriptions, and
extensions of the author. In case of doubt a keyword is removed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, TypeAlias

from ..contracts.audiences import EXTENSIONS
from ..contracts.authoring.docstrings import without_hidden, without_unread_sections
from ..schema.bounded_patterns import may_reveal
from ..schema.generator import DEFINED
from ..schema.nodes import DEFAULTS, FIELDS, LOST, JsonSchema, without
from ..schema.overlay import with_references
from ..schema.tags import tag_of
from ..schema.traversal import every_schema, parts_in, references_in
from .hidden_names import WORD, HiddenNames, name_in
from .schema_marks import SchemaMarks
from .shown_values import VALUES, is_extension, texts_in

IsHidden: TypeAlias = Callable[[str], bool]
"""Returns whether the property with a name is hidden at the place that is looked at."""

CONDITIONS: Final = ("if", "not", "contains", "propertyNames")
_DEPENDS_ON: Final = {
    "then": "if",
    "else": "if",
    "minContains": "contains",
    "maxContains": "contains",
}
"""Keywords that say nothing without another one."""
BY_PROPERTY: Final = ("dependentRequired", "dependentSchemas", "dependencies")
"""Keywords whose operands are objects by property."""
_KEYWORDS_OF_MARKS: Final = frozenset({*EXTENSIONS, FIELDS, DEFAULTS, LOST})


class SchemaMentions:
    """Answers which keywords mention something hidden.

    Args:
        names: The names of what is hidden.
        marks: Which schemas and properties are hidden.
        type_names: The name of each schema's type, by the name of the schema: `Order` for the
            schema `Order-Input`.
    """

    def __init__(
        self, names: HiddenNames, marks: SchemaMarks, type_names: Mapping[str, str]
    ) -> None:
        self._names = names
        self._marks = marks
        self._type_names = type_names
        self._hidden_somewhere = names.somewhere
        """The properties that some type hides, though another type may show one of that name."""
        self._names_of_types = names.members | names.words
        """The names of types and fields, and the words of other names, such as ``ItemApi``, that
        only hidden parts have. The pattern of a text may list them as its values."""
        self._names_by_pattern: dict[str, list[str]] = {}
        """By pattern: the hidden names that its readers learn; filled by `_shows_name`."""

    def names_hidden(self, schema: JsonSchema) -> bool:
        """Return whether a schema, or one that it leads to, names something hidden."""
        schemas = self._marks.schemas
        waiting = [schema]
        seen: set[str] = set()
        while waiting:
            inner = waiting.pop()
            # References have the names of schemas; what is hidden is known by the names of types.
            if self._names.mentioned_in(with_references(inner, self._type_name)):
                return True
            for reference in references_in(inner):
                name = reference.removeprefix(DEFINED)
                if name in schemas and name not in seen:
                    seen.add(name)
                    waiting.append(schemas[name])
        return False

    def _type_name(self, reference: str) -> str:
        """Return the name of the type that a reference leads to, else the reference."""
        return self._type_names.get(reference.removeprefix(DEFINED), reference)

    # --- keywords that are removed as a whole ---

    def removed_keywords(self, schema: JsonSchema, is_hidden: IsHidden) -> set[str]:
        """Return the keywords of a schema that mention something hidden, those that say nothing
        without these, and marks.
        """
        removed = schema.keys() & _KEYWORDS_OF_MARKS
        for keyword in schema:
            if self._mentions_hidden(keyword, schema, is_hidden):
                removed.add(keyword)
        for keyword, needed in _DEPENDS_ON.items():
            if needed in removed:
                removed.add(keyword)
        return removed

    def _mentions_hidden(self, keyword: str, schema: JsonSchema, is_hidden: IsHidden) -> bool:
        """Return whether a keyword mentions something hidden, or may do so."""
        operand = schema[keyword]
        if keyword == "$comment":
            # Not meant for readers (JSON Schema 2020-12, 8.3): removed where anything is hidden.
            return bool(self._names)
        if keyword == "pattern":
            return self._shows_name(operand, self._names_of_types.__contains__)
        if keyword == "discriminator":
            return self._is_hidden_discriminator(schema, is_hidden)
        if keyword == "contains":  # a condition of the items, not of the object
            names = self._hidden_somewhere | self._marks.hidden_in(schema.get("items"))
            is_hidden = names.__contains__
        if keyword in CONDITIONS:
            return isinstance(operand, dict) and self._is_about_hidden(operand, is_hidden)
        if is_extension(keyword):
            return self._names.mentioned_in(operand) or any(map(is_hidden, _words_in(operand)))
        return False

    def _is_hidden_discriminator(self, schema: JsonSchema, is_hidden: IsHidden) -> bool:
        """Return whether the discriminator of a schema other than a union is a hidden property."""
        if tag_of(schema) is not None:  # a union, which is changed as a whole
            return False
        discriminator = schema["discriminator"]
        if isinstance(discriminator, dict):  # AsyncAPI has the name itself
            discriminator = discriminator.get("propertyName")
        name = str(discriminator)
        return is_hidden(name) or name in self._marks.hidden_in(schema)

    def _is_about_hidden(self, condition: JsonSchema, is_hidden: IsHidden) -> bool:
        """Return whether a condition, which is a schema, is about something hidden."""
        if any(map(is_hidden, _names_in_condition(condition))):
            return True
        return any(self._shows_name(pattern, is_hidden) for pattern in _patterns_in(condition))

    def _shows_name(self, pattern: Any, is_hidden: IsHidden) -> bool:
        """Return whether readers of a pattern learn a hidden name: ``^(cost|price)$`` names two
        properties.

        Args:
            pattern: The pattern, as the author has written it; only a text names anything.
            is_hidden: Returns whether a name is hidden where the pattern is.
        """
        if not isinstance(pattern, str):
            return False
        # The names that a pattern reveals are the same everywhere; which of them are hidden is not.
        if pattern not in self._names_by_pattern:
            names = self._hidden_somewhere | self._names_of_types
            shown_names = [name for name in names if may_reveal(pattern, name)]
            self._names_by_pattern[pattern] = shown_names
        return any(map(is_hidden, self._names_by_pattern[pattern]))

    # --- keywords that lose hidden names alone ---

    def leave_names_out(
        self, schema: JsonSchema, hidden_properties: frozenset[str], is_hidden: IsHidden
    ) -> None:
        """Change a schema so that its description, and its keywords about properties by name, have
        no hidden names.

        Args:
            schema: The schema, which is changed.
            hidden_properties: The properties of the object that are certainly hidden.
            is_hidden: Whether a property may be hidden.
        """
        for keyword in schema.keys() & {"required", *BY_PROPERTY}:
            schema[keyword] = _without_names(schema[keyword], is_hidden)
        patterns = schema.get("patternProperties")
        if isinstance(patterns, dict):
            hidden = [pattern for pattern in patterns if self._shows_name(pattern, is_hidden)]
            schema["patternProperties"] = without(patterns, *hidden)
        text = schema.get("description")
        if isinstance(text, str):
            schema["description"] = self._description(text, hidden_properties, is_hidden)
        for keyword in ("required", "patternProperties", "description"):
            if keyword in schema and not schema[keyword]:
                del schema[keyword]

    def _description(
        self, text: str, hidden_properties: frozenset[str], is_hidden: IsHidden
    ) -> str | None:
        """Return a description without what its sections, such as ``Attributes:``, say of hidden
        names; None if nothing is left.

        Sections that could not be parsed may be about any property. They are removed as a whole if
        the object has hidden properties.

        Args:
            text: The description.
            hidden_properties: The properties of the object that are certainly hidden.
            is_hidden: Whether a property may be hidden.
        """

        def leads_to_hidden(name: str) -> bool:
            """Return whether a name in a section, such as ``cost`` or ``item.cost``, is hidden."""
            # The first step is a field of the described class, the others are of other types.
            return is_hidden(name.partition(".")[0]) or self._names.leads_to(name)

        shown: str | None = text
        if hidden_properties:
            shown = without_unread_sections(text, of_class=True)
        if shown is None:
            return None
        return without_hidden(shown, leads_to_hidden)

    def discriminator(self, discriminator: JsonSchema, union: JsonSchema) -> JsonSchema:
        """Return the discriminator of a union with the shown choices in its mapping alone.

        Args:
            discriminator: The discriminator, which is not changed.
            union: The union in the whole document.
        """
        shown = dict(discriminator)
        shown_references: set[Any] = set()
        hidden_references: set[Any] = set()
        for choice in parts_in(union, ("oneOf", "anyOf")):
            if self._marks.shows(choice):
                shown_references.add(choice.get("$ref"))
            else:
                hidden_references.add(choice.get("$ref"))
        hidden_references -= shown_references  # a type may be listed with a mark and without one

        def is_shown(target: Any) -> bool:
            """Return whether the target of a mapping is shown."""
            return self._shows_target(target, hidden_references)

        mapping = discriminator.get("mapping")
        if isinstance(mapping, dict):
            shown["mapping"] = {tag: target for tag, target in mapping.items() if is_shown(target)}
        if "defaultMapping" in discriminator and not is_shown(discriminator["defaultMapping"]):
            del shown["defaultMapping"]
        return shown

    def _shows_target(self, target: Any, hidden_references: Collection[str]) -> bool:
        """Return whether the target of a mapping is shown: a reference, or, as pydantic writes a
        union in a union, a schema.

        Args:
            target: The target.
            hidden_references: The choices that are hidden by marks next to their references.
        """
        if isinstance(target, dict):
            return self._marks.shows(target)
        name = name_in({"$ref": target})
        if name is None or name not in self._marks.schemas:
            return True  # not a type of the document
        if target in hidden_references or self._type_names.get(name) in self._names.members:
            return False
        return self._marks.shows(self._marks.schemas[name])


def _names_in_condition(schema: JsonSchema) -> Iterator[str]:
    """Yield the properties and the strings that a schema mentions, at any depth."""
    for inner in every_schema(schema):
        yield from inner.get("properties") or ()
        for keyword in ("required", *BY_PROPERTY, *VALUES):
            yield from texts_in(inner.get(keyword))


def _patterns_in(schema: JsonSchema) -> Iterator[Any]:
    """Yield the patterns of values and of properties in a schema, at any depth."""
    for inner in every_schema(schema):
        yield inner.get("pattern")
        patterns = inner.get("patternProperties")
        if isinstance(patterns, dict):
            yield from patterns


def _words_in(value: Any) -> Iterator[str]:
    """Yield the words in the strings and keys of a JSON value."""
    for text in texts_in(value):
        yield from WORD.findall(text)


def _without_names(names: Any, is_hidden: IsHidden) -> Any:
    """Remove hidden names from the operand of ``required``, a list of properties, or of
    ``dependentRequired``, an object of such lists by property.
    """
    if isinstance(names, list):
        return [name for name in names if not is_hidden(name)]
    if not isinstance(names, dict):
        return names
    shown: JsonSchema = {}
    for name, inner in names.items():
        if is_hidden(name):
            continue
        if isinstance(inner, list):
            inner = _without_names(inner, is_hidden)
        shown[name] = inner
    return shown
