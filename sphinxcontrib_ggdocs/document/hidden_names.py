"""Finds the names that belong only to hidden parts, since authors may mention them elsewhere."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final

from ..schema.generator import DEFINED
from ..schema.nodes import DEFAULTS, ENUMERATION, FIELDS, NAMES, Definition, JsonSchema
from ..schema.traversal import members, parts_in, subschemas
from . import parts as doc
from .model import ApiDocsDocument

_WORD = re.compile(r"[\w-]+")
TEXTS = frozenset({"description", "summary", "title"})
"""Members whose values are for people, and are shown as they were written."""

NO_DECLARATIONS = frozenset(
    {"if", "then", "else", "not", "contains", "propertyNames", "dependentSchemas"}
)
"""Keywords whose schemas name properties and define none."""


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Names of what an audience is not shown, and of nothing else."""

    names: frozenset[str] = frozenset()
    """Whole names, such as ``ItemApi.recall``, ids and places of operations."""
    words: frozenset[str] = frozenset()
    """What these consist of."""
    members: frozenset[str] = frozenset()
    """The names of types and fields, and the choices, that only hidden parts of types have."""
    fields: frozenset[str] = frozenset()
    """The names of the fields that are hidden in a type, though others may have one."""
    tags: frozenset[tuple[str, str]] = frozenset()
    """The tags that only hidden choices of unions have, each with its property, and with the names
    of the enumerations that it is a value of."""
    scopes: frozenset[str] = frozenset()
    """The scopes that only what is hidden requires."""

    def __bool__(self) -> bool:
        return bool(self.names or self.members or self.fields or self.tags or self.scopes)

    def __contains__(self, text: object) -> bool:
        """Return whether a text names something that is hidden."""
        if not isinstance(text, str):
            return False
        if not self.words.isdisjoint(_WORD.findall(text)):
            return True
        return any(name in self.names for part in text.split() for name in _ends(part))

    def leads_to(self, name: str) -> bool:
        """Return whether a name in a docstring, such as ``item.cost``, is of something hidden."""
        steps = name.split(".")
        if name in self or not self.members.isdisjoint(steps):
            return True
        return not self.fields.isdisjoint(steps[1:])

    def mentioned_in(self, value: object) -> bool:
        """Return whether data names something that is hidden, in a key or in a text, at any
        depth.
        """
        if isinstance(value, Mapping):
            if any(map(self.__contains__, value)):
                return True
            parts = (value[key] for key in value if key not in TEXTS)
            return any(map(self.mentioned_in, parts))
        if isinstance(value, list | tuple):
            return any(map(self.mentioned_in, value))
        return isinstance(value, str) and (value in self or value in self.members)

    def with_words(self, hidden: Iterable[str], shown: Iterable[str]) -> "HiddenNames":
        """These names and more of both kinds."""
        words = frozenset(hidden).difference(shown)
        return replace(self, names=self.names | words, words=self.words | words)


NO_NAMES: Final = HiddenNames()


def hidden_names(whole: "NamesIn", shown: "NamesIn") -> HiddenNames:
    """Return the names that a whole document has, and what an audience is shown of it has not."""
    tags = whole.tags - shown.tags - shown.own_tags
    values = {
        (enumeration, tag) for name, tag in tags for enumeration in whole.enumerations.get(name, ())
    }
    tags |= values
    choices = {value for context, value in shown.choices if (context, value) not in tags}
    every_choice = {value for _, value in whole.choices}
    known = shown.names | shown.types
    hidden = frozenset((whole.names | whole.types) - known)
    return HiddenNames(
        names=hidden,
        words=_words(whole.names | whole.types) - _words(known),
        members=frozenset((whole.types | every_choice) - shown.types - choices),
        fields=frozenset(whole.fields),
        tags=frozenset(tags),
        scopes=frozenset(whole.scopes - shown.scopes),
    )


class NamesIn:
    """The names that authors have given in a document.

    Args:
        document: The document.
        definitions: The types, by the names of their schemas.
        is_shown: Whether a schema is shown.
        inline: Schemas without names that no part has.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        definitions: Mapping[str, Definition],
        is_shown: Callable[[object], bool],
        inline: Iterable[JsonSchema] = (),
    ) -> None:
        self.fields: set[str] = set()
        """Those of the properties that are themselves for others."""
        self.names: set[str] = set()
        """Those of contracts, methods, errors and parameters, as authors refer to them, ids and
        places of operations."""
        self.types: set[str] = set()
        """Those of types, of their brands, and of their fields at any depth."""
        self.choices: set[tuple[str, str]] = set()
        """The texts that types list as their values, each with the property or the enumeration."""
        self.tags: set[tuple[str, str]] = set()
        """The tags of the choices of unions, each with its property."""
        self.own_tags: set[tuple[str, str]] = set()
        """The values of properties that can have one alone."""
        self.enumerations: dict[str, set[str]] = {}
        """By name of a property, the names of the enumerations that properties of this name
        have."""
        self.scopes: set[str] = set()
        self._document = document
        self._definitions = definitions
        self._is_shown = is_shown
        self._seen: set[str] = set()
        self._collect()
        for schema in inline:
            self._schema(schema, "")

    def _collect(self) -> None:
        for group in self._document.groups:
            for contract in group.contracts:
                self._contract(group, contract, contract.methods)
        self._part(self._document.errors)
        for name, schema in self._document.schemas.items():
            if not self._is_shown(schema):
                self._named(name)

    # --- parts ---

    def _contract(
        self, group: doc.Group, contract: doc.Contract, methods: Iterable[doc.Method]
    ) -> None:
        self.names.add(contract.name)
        self._require(contract.security)
        for method in methods:
            self.names |= names_of(contract, method)
            self.names.add(f"{group.slug}/{contract.name}/{method.name}")
            self._require(method.security)
            self._members(method)
        self._members(contract)

    def _require(self, security: doc.Security | None) -> None:
        for alternative in security or ():
            for scopes in alternative.values():
                self.scopes.update(scopes)

    def _part(self, value: object) -> None:
        if isinstance(value, dict):
            value = tuple(value.values())
        if isinstance(value, tuple):
            for item in value:
                self._part(item)
        elif isinstance(value, doc.Part) and _has_names(value):
            if isinstance(value, doc.Param):
                self.names.update(spellings(value))
            elif isinstance(value, doc.Error) and value.export is not None:
                self.names.add(value.export.name)
            self._members(value)

    def _members(self, part: doc.Part) -> None:
        for name, value in self._walked_members(part):
            if isinstance(value, dict) and name in ("schema", "data"):
                self._schema(value, "")
            else:
                self._part(value)

    def _walked_members(self, part: doc.Part) -> Iterator[tuple[str, object]]:
        """Yield the members of a part that may have names inside."""
        kind: Any = type(part)
        for name in _names_of_members(kind):
            value = getattr(part, name)
            if isinstance(value, doc.Part | tuple | dict):
                yield name, value

    # --- schemas ---

    def _named(self, name: str) -> None:
        definition = self._definitions.get(name)
        if name in self._seen or definition is None:
            return
        self._seen.add(name)
        self.types |= {definition.name, definition.name.partition("[")[0], *definition.brand}
        self._schema(self._document.schemas.get(name, {}), definition.name)

    def _schema(self, schema: JsonSchema, context: str) -> None:
        """Collect the names in a schema.

        Args:
            schema: The schema.
            context: The property whose schema it is, or the type.
        """
        self._keywords(schema, context)
        for name, inner in members(schema, FIELDS):
            self._field(name, inner)
        for name, inner in members(schema, "properties"):
            self._field(name, inner)
            self._property(name, inner)
            self._schema(inner, name)
        declared = {key: value for key, value in schema.items() if key not in NO_DECLARATIONS}
        declared.pop("properties", None)
        for inner in (*subschemas(declared), *schema.get(DEFAULTS, ())):
            self._schema(inner, context)

    def _keywords(self, schema: JsonSchema, context: str) -> None:
        """Collect the names that a schema has itself."""
        target = name_in(schema)
        if target is not None:
            self._named(target)
        for name in enumerations_of(schema, self._document.schemas, self._definitions):
            self.enumerations.setdefault(context, set()).add(name)
        for value in values_of(schema):
            if isinstance(value, str):
                self.choices.add((context, value))
        self.types.update(schema.get(NAMES, ()))
        if isinstance(schema.get("discriminator"), dict):
            self.tags.update(self._tags_of(*self._union(schema)))

    def _union(self, schema: JsonSchema) -> tuple[JsonSchema, list[JsonSchema]]:
        """Return the discriminator of a union and its choices."""
        return schema["discriminator"], list(parts_in(schema, ("oneOf", "anyOf")))

    def _field(self, name: str, schema: JsonSchema) -> None:
        """Collect the name of a property, and whether it is for others."""
        self.types.add(name)
        if not self._is_shown(schema):
            self.fields |= {name, *schema.get(NAMES, ())}

    def _property(self, name: str, schema: JsonSchema) -> None:
        """Collect the value of a property that can have one alone."""
        values = list(filter(None, map(tag_text, values_of(self._target(schema)))))
        if len(values) == 1:
            self.own_tags.add((name, values[0]))

    def _target(self, schema: JsonSchema) -> JsonSchema:
        return self._document.schemas.get(name_in(schema) or "", schema)

    def _tags_of(
        self, discriminator: JsonSchema, choices: Iterable[JsonSchema]
    ) -> Iterator[tuple[str, str]]:
        """Yield the tags of the choices of a union, each with its property."""
        name, mapping = str(discriminator.get("propertyName")), discriminator.get("mapping")
        mapped = mapping if isinstance(mapping, dict) else {}
        yield from ((name, tag) for tag in mapped)
        for choice in choices:
            inner = self._tag_schema(choice, name)
            tags = list(filter(None, map(tag_text, values_of(self._target(inner)))))
            definition = self._definitions.get(name_in(choice) or "")
            if len(tags) == 1:  # of several, a choice may share some with others
                yield name, tags[0]
            elif definition is not None and choice["$ref"] not in mapped.values():
                yield name, definition.name

    def _tag_schema(self, choice: JsonSchema, name: str) -> JsonSchema:
        """Return the schema of the property of a choice that is its tag."""
        return dict(members(self._target(choice), "properties")).get(name, {})


_NOT_WALKED = ("methods", "ws_frame")


@cache
def _names_of_members(kind: type) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields(kind) if entry.name not in _NOT_WALKED)


def names_of(contract: doc.Contract, method: doc.Method) -> set[str]:
    """Return what authors and links call a method."""
    names = {contract.name, f"{contract.name}.{method.name}"}
    if not isinstance(method, doc.HttpMethod):
        return names
    for path in method.http_paths or (method.http_path,):
        names |= {path, *_places(path, method.http_methods or (method.http_method,))}
    if method.export is not None:
        for export in method.export.paths or ():
            names |= {export.operation_id or f"{contract.name}_{method.name}"}
            names.update(export.verb_operation_ids)
    return names


def _places(path: str, verbs: Iterable[str]) -> list[str]:
    """Return the places of operations in a file of OpenAPI."""
    step = path.replace("~", "~0").replace("/", "~1")
    return [f"#/paths/{step}/{verb.lower()}" for verb in verbs]


def _has_names(part: doc.Part) -> bool:
    """Return whether a part gives names to something: who repeats a name by hand does not."""
    if isinstance(part, doc.Content | doc.Param):
        return not is_by_hand(part)
    return not isinstance(part, doc.Framing)


def is_by_hand(part: doc.Content | doc.Param) -> bool:
    """Return whether the author of an application has written a part as an object of OpenAPI."""
    if isinstance(part, doc.Content):
        return part.export is not None and part.export.by_hand
    return part.export is not None and part.export.cause.by_hand


def spellings(param: doc.Param) -> Iterator[str]:
    """Yield how docstrings may call what is sent: ``X-Trace``, ``x_trace``."""
    name = param.name
    yield from (name, name.title(), name.replace("-", "_"), name.replace("-", "_").lower())
    if param.export is not None and param.export.cause.argument is not None:
        yield param.export.cause.argument


def name_in(schema: JsonSchema) -> str | None:
    """Return the name of the schema that a schema refers to."""
    reference = schema.get("$ref")
    return reference.removeprefix(DEFINED) if isinstance(reference, str) else None


def enumerations_of(
    schema: JsonSchema, schemas: Mapping[str, JsonSchema], definitions: Mapping[str, Definition]
) -> Iterator[str]:
    """Yield the name of the enumeration that a schema is of, or refers to."""
    if ENUMERATION in schema:
        yield schema[ENUMERATION]
    name = name_in(schema)
    if name is not None and name in definitions and lists_values(schemas.get(name, {})):
        yield definitions[name].name


def lists_values(schema: JsonSchema) -> bool:
    """Return whether a schema is an enumeration, also one whose values have texts of their own."""
    return "enum" in schema or any("const" in part for part in parts_in(schema, ("oneOf", "anyOf")))


def values_of(schema: JsonSchema) -> Iterator[object]:
    """Yield what a schema itself lists as its values."""
    choices = schema.get("enum")
    yield from choices if isinstance(choices, list) else ()
    if "const" in schema:
        yield schema["const"]


def tag_text(value: object) -> str | None:
    """Return a value as the key of a discriminator's mapping; None of one that is no tag."""
    is_tag = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_tag else None


def _words(names: Collection[str]) -> frozenset[str]:
    """Return the words of names; those of places are not names."""
    words = (word for name in names if "/" not in name for word in _WORD.findall(name))
    return frozenset(words)


def _ends(name: str) -> Iterator[str]:
    """Yield a name, and the same without the first of its parts: the service, the group."""
    while name:
        yield name
        name = name.partition(".")[2]
