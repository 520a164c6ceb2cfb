"""Writes the schemas of a document as an audience sees them, in two steps.

First a schema is *reduced*: hidden properties, choices and other subschemas are removed, and
keywords that mention them. The names of removed properties stay in the keyword `HIDDEN`. Then it is
*finished*: hidden values are removed from its defaults, examples and enumerations, for which
`HIDDEN` is needed, and then `HIDDEN` itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..audience_rules import Audiences
from ..contracts.audiences import without_marked
from ..contracts.contract_errors import ContractError, Location, NotForAudience
from ..schema.nodes import AS_GIVEN, LOST, NULL, AsGiven, JsonSchema
from ..schema.tags import tag_of
from ..schema.traversal import SCHEMAS, SCHEMAS_BY_NAME
from .hidden_names import HiddenNames
from .schema_marks import (
    COMPOSITION,
    HIDDEN_CHOICE,
    HIDDEN_ENTIRELY,
    NO_PROPERTIES,
    OBJECT_PARTS,
    SchemaMarks,
)
from .schema_mentions import BY_PROPERTY, SchemaMentions
from .shown_values import EXAMPLES, HIDDEN, VALUES, ShownValues

SAME_OBJECT: Final = frozenset({*OBJECT_PARTS, "then", "else", *BY_PROPERTY})
"""Keywords whose schemas are about the object that the schema around them is about."""
_REMOVABLE: Final = (*COMPOSITION, "not", "propertyNames")
"""Keywords that are removed if their schema is hidden; in place of others any value is allowed."""
_DEFINITIONS: Final = ("$defs", "definitions")
_CHANGED_KEYWORDS: Final = (
    SCHEMAS
    | SCHEMAS_BY_NAME
    | {
        *VALUES,
        *("$comment", "dependentRequired", "description", "discriminator", "externalDocs"),
        *("pattern", "required", "xml"),
    }
)
"""Keywords that may be changed, besides extensions."""


class _Enclosing(NamedTuple):
    """What is known of an object from the schemas around the one that is looked at."""

    hidden: frozenset[str] = NO_PROPERTIES
    """The properties that a schema around it hides, and which it does not have, therefore."""
    declared: frozenset[str] = NO_PROPERTIES
    """The shown properties that a schema around it defines."""


_NOTHING_AROUND: Final = _Enclosing()


class ShownSchemas(Mapping[str, JsonSchema]):
    """The named schemas of a document. Each is reduced, when it is first asked for, to what an
    audience may see.

    Args:
        schemas: The schemas of the whole document, by name.
        audiences: The audiences that are requested.
        names: The names of what is hidden.
        type_names: The name of each schema's type, by the name of the schema: `Order` for the
            schema `Order-Input`. A schema that is missing here has the name of its type.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        audiences: Audiences,
        names: HiddenNames,
        type_names: Mapping[str, str],
    ) -> None:
        self.marks = SchemaMarks(schemas, audiences)
        self.mentions = SchemaMentions(names, self.marks, type_names)
        # It only keeps this mapping, which is not complete yet, and reads from it later.
        self.value_filter = ShownValues(schemas, self, names, type_names)
        self._schemas = schemas
        self._audiences = audiences
        self._hidden_somewhere = names.somewhere
        """The properties that some type hides."""
        self._type_names = type_names
        self._reduced: dict[str, JsonSchema] = {}
        """The reduced schemas that have been asked for, by name."""
        self._source: AsGiven | None = None
        """The file that the schema which is being reduced is from; None for a Python type."""
        self.problems: list[ContractError] = []
        """Parts that cannot be left out where they are; any value is allowed there instead."""

    def __getitem__(self, name: str) -> JsonSchema:
        """Return the reduced schema with a name, which is reduced when it is first asked for."""
        if name not in self._reduced:
            type_name = self._type_names.get(name, name)
            self._reduced[name] = self.reduced(self._schemas[name], type_name)
        return self._reduced[name]

    def __contains__(self, name: object) -> bool:
        """Return whether the document has a schema with a name, which is not reduced for that."""
        return name in self._schemas

    def __iter__(self) -> Iterator[str]:
        return iter(self._schemas)

    def __len__(self) -> int:
        return len(self._schemas)

    def reduced(self, schema: JsonSchema, place: str = "") -> JsonSchema:
        """Return a schema without hidden subschemas and mentions of them, with `HIDDEN`; one that
        allows any value if it is hidden as a whole.

        Args:
            schema: The schema of the whole document.
            place: Where it is, for messages.
        """
        # While one schema is reduced, another named one may be, which can be of another file.
        enclosing_source, self._source = self._source, None
        try:
            return self._subschema(schema, _NOTHING_AROUND)  # type: ignore[no-any-return]
        except NotForAudience as error:
            self.problems.append(error.at(Location(path=place)))
            return {HIDDEN: [HIDDEN_ENTIRELY]}
        finally:
            self._source = enclosing_source

    def has_examples(self, name: str) -> bool:
        """Return whether a named schema itself has examples in the whole document."""
        return not EXAMPLES.isdisjoint(self._schemas[name])

    def _subschema(self, schema: Any, enclosing: _Enclosing) -> Any:
        """Return a reduced schema; ``true`` and ``false`` stay."""
        if not isinstance(schema, dict):
            return schema
        if self.marks.shows(schema):
            return self._reduced_schema(schema, enclosing)
        return self._any_value(schema)

    def _any_value(self, schema: JsonSchema) -> JsonSchema:
        """Return the schema that takes the place of a hidden one: it allows any value. The author
        of a file gets a warning.

        Raises:
            NotForAudience: The schema is that of a Python type.
        """
        source = schema.get(AS_GIVEN, self._source)
        if source is None:
            raise self.marks.error("a type is not")  # "... for the requested audience"
        if source.on_hidden is not None:
            source.on_hidden()
        any_value: JsonSchema = {HIDDEN: [HIDDEN_ENTIRELY]}
        # Like the hidden schema, the new one is of a file, in which nothing else is changed.
        if AS_GIVEN in schema:
            any_value[AS_GIVEN] = source
        return any_value

    def _reduced_schema(self, schema: JsonSchema, enclosing: _Enclosing) -> JsonSchema:
        """Return a shown schema without its hidden subschemas, and without mentions of them.

        Args:
            schema: The schema of the whole document.
            enclosing: What is known of the object that it describes.
        """
        if not any(key in _CHANGED_KEYWORDS or key.startswith("x-") for key in schema):
            return schema  # as most are: a type, a reference, bounds
        enclosing_source = self._source
        self._source = schema.get(AS_GIVEN, enclosing_source)
        if LOST in schema:
            self.marks.check_lost_marks(schema[LOST])
        # Each part of `allOf` holds for the object; of choices, only one may.
        hidden = enclosing.hidden | self.marks.hidden_in(schema, ("allOf",))
        declared = enclosing.declared | self.marks.declared_in(schema)

        def is_hidden(name: str) -> bool:
            """Return whether a property of the object is hidden, or, if no schema around declares
            it, hidden in any other type.
            """
            return name in hidden or (name in self._hidden_somewhere and name not in declared)

        removed = self.mentions.removed_keywords(schema, is_hidden)
        shown: JsonSchema = {}
        for keyword, operand in schema.items():
            if keyword in removed:
                continue
            inside = _NOTHING_AROUND
            if keyword in SAME_OBJECT:
                inside = _Enclosing(hidden, declared)
            shown |= self._keyword(keyword, operand, inside, hidden)
        self.mentions.leave_names_out(shown, hidden, is_hidden)
        self._repair_union(shown, schema)
        # Not needed after an error, which ends the whole reduction: then `reduced` restores it.
        self._source = enclosing_source
        if hidden:
            shown[HIDDEN] = sorted(hidden)
        return shown

    def _keyword(
        self, keyword: str, operand: Any, enclosing: _Enclosing, hidden: frozenset[str]
    ) -> JsonSchema:
        """Return what is shown of a keyword, as an object that has it or is empty.

        Args:
            keyword: The keyword.
            operand: Its operand.
            enclosing: What is known of the object that its schemas describe.
            hidden: The hidden properties of the object that the schema around it describes.
        """
        if keyword in VALUES or not isinstance(operand, dict | list):
            return {keyword: operand}  # values are filtered in the second step, see the module
        if keyword in SCHEMAS and isinstance(operand, list):
            return self._list_of_schemas(keyword, operand, enclosing)
        if keyword in SCHEMAS and keyword in _REMOVABLE and not self.marks.shows(operand):
            return {}
        if keyword in SCHEMAS:
            return {keyword: self._subschema(operand, enclosing)}
        if keyword in SCHEMAS_BY_NAME and isinstance(operand, dict):
            return {keyword: dict(self._schemas_by_name(keyword, operand, enclosing, hidden))}
        # Other objects, such as links to documentation and extensions, may have marks inside.
        if self.marks.shows_mark_of(operand):
            return {keyword: without_marked(operand, self._audiences)}
        return {}

    def _list_of_schemas(
        self, keyword: str, schemas: list[Any], enclosing: _Enclosing
    ) -> JsonSchema:
        """Return a keyword with the shown schemas of a list, as an object that has it; an empty one
        if all are hidden.
        """
        shown = schemas
        if keyword != "prefixItems":  # whose schemas keep their positions
            shown = [schema for schema in schemas if self.marks.shows(schema)]
        if schemas and not shown:
            return {}
        return {keyword: [self._subschema(schema, enclosing) for schema in shown]}

    def _schemas_by_name(
        self,
        keyword: str,
        schemas: JsonSchema,
        enclosing: _Enclosing,
        hidden: frozenset[str],
    ) -> Iterator[tuple[str, Any]]:
        """Yield the reduced schemas of a keyword such as ``properties`` that are shown, by name.

        Args:
            keyword: The keyword.
            schemas: Its operand: schemas by name.
            enclosing: What is known of the object that they describe.
            hidden: The hidden properties of the object that the schema around them describes.
        """
        for name, schema in schemas.items():
            if keyword == "properties" and name in hidden:
                continue
            if keyword in _DEFINITIONS and not _is_dynamic(schema):
                continue  # references lead to named schemas of the document instead
            if self.marks.shows(schema):
                yield name, self._subschema(schema, enclosing)

    # --- unions ---

    def _repair_union(self, shown: JsonSchema, schema: JsonSchema) -> None:
        """Write a union that has lost choices as pydantic writes one that never had them, and
        remove these from its discriminator.

        Args:
            shown: The reduced schema, which is changed.
            schema: The schema before.

        Raises:
            NotForAudience: No choice is shown.
        """
        discriminator = shown.get("discriminator")
        if isinstance(discriminator, dict):
            shown["discriminator"] = self.mentions.discriminator(discriminator, schema)
        tag = tag_of(shown)
        if tag is not None and tag in self.marks.hidden_in(schema):
            # Without the tag it is a plain union, which pydantic writes with `anyOf`.
            del shown["discriminator"]
            shown["anyOf"] = shown.pop("oneOf")
        if self._source is not None:
            return  # the schema stays as the author of the file has written it
        if "allOf" in schema:
            return  # what is hidden may be a part of that, not a choice of the union
        has_hidden_choice = HIDDEN_CHOICE in self.marks.hidden_by(schema)
        if has_hidden_choice and not _has_choices(shown):
            raise self.marks.error("no member of a union is")
        if "anyOf" in shown:
            shown["anyOf"] = _flat_choices(shown["anyOf"])
            if has_hidden_choice and len(shown["anyOf"]) == 1:
                _replace_by_choice(shown)


def _is_dynamic(schema: object) -> bool:
    """Return whether a schema can be the target of ``$dynamicRef``."""
    return isinstance(schema, dict) and "$dynamicAnchor" in schema


def _has_choices(union: JsonSchema) -> bool:
    """Return whether a union has choices besides null."""
    choices = (*(union.get("anyOf") or ()), *(union.get("oneOf") or ()))
    return any(choice != NULL for choice in choices)


def _replace_by_choice(union: JsonSchema) -> None:
    """Write the only choice of a union in its place, with what the union says besides, such as its
    own description.
    """
    [choice] = union.pop("anyOf")
    schema = {**choice, **union}
    union.update(schema)


def _flat_choices(choices: list[Any]) -> list[Any]:
    """Return choices in which unions without other keywords are replaced by their choices; null is
    the last then, as in the unions that pydantic writes.
    """
    flat: list[Any] = []
    for choice in choices:
        if isinstance(choice, dict) and choice.keys() - {HIDDEN} == {"anyOf"}:
            flat += choice["anyOf"]
        else:
            flat.append(choice)
    others = [choice for choice in flat if choice != NULL]
    # Choices stay in their order if no union was among them, or if none of them is null.
    if len(flat) <= len(choices) or len(others) == len(flat):
        return flat
    return [*others, NULL]
