"""Decides by marks which schemas and properties of a document an audience may see.

A mark is the keyword ``x-audience`` or ``x-internal``, or the one that Python types have. A schema
is hidden by its own mark, by that of the schema it refers to, and, if it is ``X | None``, by that
of ``X``. A hook, such as ``__get_pydantic_json_schema__`` of a class, may replace the schema of a
type, and lose marks.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import EXTENSIONS, audience_in
from ..contracts.contract_errors import Location, NotForAudience
from ..schema.nodes import FIELDS, NAMES, NULL, JsonSchema, LostMarks
from ..schema.traversal import members, parts_in
from .hidden_names import name_in

HIDDEN_ENTIRELY: Final = "*"
"""Is listed among the hidden properties of a schema that is hidden as a whole."""
HIDDEN_CHOICE: Final = "|"
"""Is listed among the hidden properties of a schema with a hidden choice of a union, or with a
hidden part of ``allOf``."""

NO_PROPERTIES: Final[frozenset[str]] = frozenset()

OBJECT_PARTS: Final = ("allOf", "anyOf", "oneOf")
"""Keywords whose schemas define properties of the same object; others have conditions."""
COMPOSITION: Final = (*OBJECT_PARTS, "if", "then", "else")
"""Keywords whose schemas are about the same value."""
_DEPENDENT: Final = frozenset({"dependentSchemas", "dependencies"})
_DECIDING_KEYWORDS: Final = frozenset({*EXTENSIONS, "$ref", "anyOf"})
"""A schema without any of these is shown."""


class SchemaMarks:
    """Answers which schemas, properties and choices an audience may see.

    Args:
        schemas: The named schemas of the whole document, with their marks.
        audiences: The audiences that are requested.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], audiences: Audiences) -> None:
        self.schemas = schemas
        self._audiences = audiences
        self._hidden_properties: dict[int, tuple[JsonSchema, frozenset[str]]] = {}
        """What `hidden_by` has returned, by the id of the schema. Each schema is kept next to it,
        so that no other one gets the same id."""

    def shows(self, schema: object) -> bool:
        """Return whether a schema is for the audience: by its own mark, by that of the schema it
        refers to, and by that of ``X`` in ``X | None``.

        Marks of other parts, such as properties or members of larger unions, do not hide it.
        """
        # Each turn looks at one schema, and goes on to the schema that it refers to, or to X. The
        # chain ends with None, or with a schema that cannot be hidden.
        seen: set[str] = set()
        while isinstance(schema, dict) and not _DECIDING_KEYWORDS.isdisjoint(schema):
            if not self.shows_mark_of(schema):
                return False
            name = name_in(schema)
            if name is None or name in seen:  # no reference, or one that leads back to itself
                schema = _besides_null(schema)
            else:
                seen.add(name)
                schema = self.schemas.get(name)
        return True

    def shows_mark_of(self, value: object) -> bool:
        """Return whether the mark of a JSON object, if it has one, includes the audience."""
        return is_shown(audience_in(value), self._audiences)

    def hidden_by(self, schema: JsonSchema) -> frozenset[str]:
        """Return the properties that a schema itself hides, not those that its references or
        choices hide; with `HIDDEN_CHOICE` and `HIDDEN_ENTIRELY` where these apply.
        """
        known = self._hidden_properties.get(id(schema))
        if known is not None:
            return known[1]
        hidden: set[str] = set()
        for name, inner in (*members(schema, "properties"), *members(schema, FIELDS)):
            if not self.shows(inner):
                # Under all names: texts may call it by that in Python.
                hidden |= {name, *inner.get(NAMES, ())}
        if not all(map(self.shows, parts_in(schema, OBJECT_PARTS))):
            hidden.add(HIDDEN_CHOICE)
        if not self.shows_mark_of(schema):
            hidden.add(HIDDEN_ENTIRELY)
        properties = frozenset(hidden)
        self._hidden_properties[id(schema)] = schema, properties
        return properties

    def hidden_in(self, schema: object, keywords: Collection[str] | None = None) -> frozenset[str]:
        """Return the hidden properties of the object that a schema describes.

        Args:
            schema: The schema, with its marks.
            keywords: Keywords to follow besides references, such as ``allOf``; None for all.
        """
        described = self._schemas_of_value(schema, keywords)
        return NO_PROPERTIES.union(*map(self.hidden_by, described))

    def declared_in(self, schema: object) -> frozenset[str]:
        """Return the shown properties that a schema, its references and its choices define."""
        names: set[str] = set()
        for described in self._schemas_of_value(schema, OBJECT_PARTS):
            properties = described.get("properties") or {}
            names |= properties.keys() - self.hidden_by(described)
        return frozenset(names)

    def _schemas_of_value(
        self, schema: object, keywords: Collection[str] | None
    ) -> Iterator[JsonSchema]:
        """Return a schema and all shown schemas that describe the same value."""
        return schemas_of_value([schema], self.schemas, keywords, is_followed=self.shows)

    def check_lost_marks(self, lost: LostMarks) -> None:
        """Check that the audience may see all parts of a schema that a hook has replaced, since
        nobody knows where they are in the new schema.

        Args:
            lost: The marks, each with the place that had it.

        Raises:
            NotForAudience: A part had a mark that hides it.
        """
        for mark, place in lost.marks:
            if not is_shown(mark, self._audiences):
                raise self.error(f"{place}, whose schema a hook has replaced, is not")

    def error(self, subject: str) -> NotForAudience:
        """Return the error about something hidden that cannot be left out where it is.

        Args:
            subject: The beginning of the message, such as ``a type is not``.
        """
        names = ", ".join(self._audiences) or "everyone"
        return NotForAudience(
            f"{subject} for the requested audience ({names}), but what contains it is",
            where=Location(),  # callers add the place
            hint=(
                "give the field, the parameter or the method around it the same audience: "
                "Annotated[..., Audience(...)], or audience=... of a decorator"
            ),
        )


def schemas_of_value(
    schemas: Iterable[object],
    named: Mapping[str, JsonSchema],
    keywords: Collection[str] | None = None,
    *,
    is_followed: Callable[[JsonSchema], bool] = bool,
) -> Iterator[JsonSchema]:
    """Yield schemas, and all schemas that describe the same value: targets of references, parts of
    ``allOf``, choices, conditions.

    Args:
        schemas: The schemas, of which ``true`` and ``false`` are left out.
        named: The targets of references, by name.
        keywords: Keywords to follow besides references; None for all.
        is_followed: Whether a part or a choice is yielded; by default all that say something.
    """
    waiting = [schema for schema in schemas if isinstance(schema, dict)]
    seen: set[str] = set()
    while waiting:
        schema = waiting.pop()
        yield schema
        waiting += filter(is_followed, parts_in(schema, keywords or COMPOSITION))
        if keywords is None:
            waiting += _dependent_schemas(schema)
        name = name_in(schema)
        if name is not None and name not in seen and name in named:
            seen.add(name)
            waiting.append(named[name])


def _dependent_schemas(schema: JsonSchema) -> list[JsonSchema]:
    """Return the schemas that a value has to fit if it has some property."""
    dependent: list[JsonSchema] = []
    if not _DEPENDENT.isdisjoint(schema):  # most schemas have no such keyword
        for keyword in _DEPENDENT:
            dependent += dict(members(schema, keyword)).values()
    return dependent


def _besides_null(schema: JsonSchema) -> object:
    """Return the schema of X for that of ``X | None``; None for other schemas."""
    choices = schema.get("anyOf") or ()
    others = [choice for choice in choices if choice != NULL]
    if len(others) == 1 < len(choices):
        return others[0]
    return None
