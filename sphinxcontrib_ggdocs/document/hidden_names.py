"""Finds the names that only hidden parts of a document have, since visible parts may mention them.

A description, an example or a link that a reader sees may name a hidden method or field. To remove
such mentions, `DeclaredNames` collects the names in a whole document, and a subclass those in what
the audience is shown (`shown_names`); `hidden_names` returns the difference.

The schemas of a whole document have keywords of ours for this purpose: `NAMES` has the other names
of a property, `FIELDS` the marks of fields that a schema written by hand does not show, `DEFAULTS`
the schemas of objects in a default, and `ENUMERATION` the name of an enumeration.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final

from ..json_pointer import json_pointer
from ..schema.generator import DEFINED
from ..schema.nodes import DEFAULTS, ENUMERATION, FIELDS, NAMES, Definition, JsonSchema
from ..schema.traversal import members, parts_in, subschemas
from . import parts as doc
from .model import ApiDocsDocument

WORD: Final = re.compile(r"[\w-]+")
TEXTS: Final = frozenset({"description", "summary", "title"})
"""Members whose values are for people, and are shown as they were written."""

NO_DECLARATIONS: Final = frozenset(
    {"if", "then", "else", "not", "contains", "propertyNames", "dependentSchemas"}
)
"""Keywords whose schemas name properties and define none."""

_UNION_KEYWORDS: Final = ("oneOf", "anyOf")


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Names of what an audience is not shown, and of nothing else."""

    names: frozenset[str] = frozenset()
    """Whole names, such as ``ItemApi.recall``, ids and places of operations."""
    words: frozenset[str] = frozenset()
    """The words in these names."""
    members: frozenset[str] = frozenset()
    """The names of types and fields, and the choices, that only hidden parts of types have."""
    fields: frozenset[str] = frozenset()
    """The names of the fields that are hidden in a type, though others may have one."""
    tags: frozenset[tuple[str, str]] = frozenset()
    """The tags that only hidden choices of unions have, each with its property, and with the names
    of the enumerations that it is a value of."""
    scopes: frozenset[str] = frozenset()
    """The scopes that only what is hidden requires."""

    @property
    def somewhere(self) -> frozenset[str]:
        """Return the properties that some type hides, though others may show one of that name."""
        return self.fields | self.members

    def __bool__(self) -> bool:
        """Return whether anything is hidden."""
        return bool(self.names or self.members or self.fields or self.tags or self.scopes)

    def __contains__(self, text: object) -> bool:
        """Return whether a text names something that is hidden."""
        if not isinstance(text, str):
            return False
        if not self.words.isdisjoint(WORD.findall(text)):
            return True
        for part in text.split():
            for name in _name_and_its_ends(part):
                if name in self.names:
                    return True
        return False

    def leads_to(self, name: str) -> bool:
        """Return whether a name in a docstring, such as ``item.cost``, is of something hidden."""
        steps = name.split(".")
        if name in self or not self.members.isdisjoint(steps):
            return True
        # The first step may be a shown parameter or field that is called like a hidden field of
        # another type; callers that know the hidden ones of the described part add these.
        return not self.fields.isdisjoint(steps[1:])

    def mentioned_in(self, value: object) -> bool:
        """Return whether JSON data names something hidden, in a key or in a string, at any depth;
        texts for people, such as descriptions, are not looked at. A string, but no key, may also be
        a type, a field or a choice.
        """
        if isinstance(value, Mapping):
            if any(map(self.__contains__, value)):
                return True
            data = (inner for key, inner in value.items() if key not in TEXTS)
            return any(map(self.mentioned_in, data))
        if isinstance(value, list | tuple):
            return any(map(self.mentioned_in, value))
        return isinstance(value, str) and (value in self or value in self.members)

    def with_words(self, words: Collection[str]) -> "HiddenNames":
        """Return the same with further names of what is hidden, which are words without dots, such
        as those of parameters.
        """
        return replace(self, names=self.names.union(words), words=self.words.union(words))


NO_NAMES: Final = HiddenNames()


def hidden_names(whole: "DeclaredNames", shown: "DeclaredNames") -> HiddenNames:
    """Return the names of a whole document that what an audience is shown does not have.

    A value that a shown enumeration lists only as the tag of a hidden choice counts as hidden,
    since the enumeration loses it.
    """
    # A property that can have one value alone shows it, whether a union has it as tag or not.
    tags = whole.tags - shown.tags - shown.single_values
    for name, tag in tuple(tags):  # a copy, since tags are added
        for enumeration in whole.enumerations.get(name, ()):
            tags.add((enumeration, tag))
    all_choices = {value for _, value in whole.choices}
    shown_choices = {value for context, value in shown.choices if (context, value) not in tags}
    # Types and other names together: what has the name of anything that is shown is not hidden.
    all_names = whole.names | whole.types
    shown_names = shown.names | shown.types
    return HiddenNames(
        names=frozenset(all_names - shown_names),
        words=_words(all_names) - _words(shown_names),
        members=frozenset((whole.types | all_choices) - shown.types - shown_choices),
        fields=frozenset(whole.fields),
        tags=frozenset(tags),
        scopes=frozenset(whole.scopes - shown.scopes),
    )


class DeclaredNames:
    """The names that authors have given in a document.

    Args:
        document: The document.
        definitions: The types, by the names of their schemas.
        shows: Returns whether the audience is shown a schema.
        inline: Schemas without names that no part has.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        definitions: Mapping[str, Definition],
        shows: Callable[[object], bool],
        inline: Iterable[JsonSchema] = (),
    ) -> None:
        self.fields: set[str] = set()
        """The names of properties that are themselves hidden."""
        self.names: set[str] = set()
        """The names of contracts, methods, errors and parameters, as authors refer to them, ids and
        places of operations."""
        self.types: set[str] = set()
        """The names of types, of their brands, and of their fields at any depth."""
        self.choices: set[tuple[str, str]] = set()
        """The strings that types list as their values, each with the property or enumeration."""
        self.tags: set[tuple[str, str]] = set()
        """The tags of the choices of unions, each with its property."""
        self.single_values: set[tuple[str, str]] = set()
        """The values of properties that can have one value alone, each with its property."""
        self.enumerations: dict[str, set[str]] = {}
        """The names of the enumerations that properties of a name have, by that name."""
        self.scopes: set[str] = set()
        """The scopes that callers need."""
        self._document = document
        self._definitions = definitions
        self._shows = shows
        self._collected_types: set[str] = set()
        """The names of schemas, each of which is collected once, even if it refers to itself."""
        self._collect()
        for schema in inline:
            self._collect_schema(schema, "")

    def _collect(self) -> None:
        """Collect the names in the whole document."""
        for group in self._document.groups:
            for contract in group.contracts:
                self._collect_contract(group, contract, contract.methods)
        self._collect_part(self._document.errors)
        # Types that no part reaches count only if they are hidden: what is shown is collected from
        # parts alone, so that such a type would seem to be hidden.
        for name, schema in self._document.schemas.items():
            if not self._shows(schema):
                self._collect_type(name)

    # --- parts ---

    def _collect_contract(
        self, group: doc.Group, contract: doc.Contract, methods: Iterable[doc.Method]
    ) -> None:
        """Collect the names in a contract and in methods.

        Args:
            group: The group of the contract.
            contract: The contract.
            methods: Its methods, or those of them that count.
        """
        self.names.add(contract.name)
        self._collect_scopes(contract.security)
        for method in methods:
            self.names |= names_of(contract, method)
            self.names.add(f"{group.slug}/{contract.name}/{method.name}")
            self._collect_scopes(method.security)
            self._collect_members(method)
        self._collect_members(contract)

    def _collect_scopes(self, security: doc.Security | None) -> None:
        """Collect the scopes that callers of a contract or a method need."""
        for alternative in security or ():
            for scopes in alternative.values():
                self.scopes.update(scopes)

    def _collect_part(self, value: object) -> None:
        """Collect the names in a part, or in the parts of a tuple or an object."""
        if isinstance(value, dict):
            value = tuple(value.values())
        if isinstance(value, tuple):
            for item in value:
                self._collect_part(item)
        elif isinstance(value, doc.Part) and _declares_names(value):
            if isinstance(value, doc.Param):
                self.names.update(spellings(value))
            elif isinstance(value, doc.Error) and value.export is not None:
                self.names.add(value.export.name)
            self._collect_members(value)

    def _collect_members(self, part: doc.Part) -> None:
        """Collect the names in the schemas and the parts that a part has."""
        for name, value in self._members_with_names(part):
            if isinstance(value, dict) and name in ("schema", "data"):
                self._collect_schema(value, "")  # of no property and no type
            else:
                self._collect_part(value)

    def _members_with_names(self, part: doc.Part) -> Iterator[tuple[str, object]]:
        """Yield the members of a part that may have names inside."""
        kind: Any = type(part)
        for name in _collected_members(kind):
            value = getattr(part, name)
            if isinstance(value, doc.Part | tuple | dict):
                yield name, value

    # --- schemas ---

    def _collect_type(self, schema_name: str) -> None:
        """Collect the names of a type and of its fields, once."""
        definition = self._definitions.get(schema_name)
        if schema_name in self._collected_types or definition is None:
            return
        self._collected_types.add(schema_name)
        # Texts call `Page[Item]` also `Page`, and a branded type by its brand.
        name_without_arguments = definition.name.partition("[")[0]
        self.types |= {definition.name, name_without_arguments, *definition.brand}
        self._collect_schema(self._document.schemas.get(schema_name, {}), definition.name)

    def _collect_schema(self, schema: JsonSchema, context: str) -> None:
        """Collect the names in a schema.

        Args:
            schema: The schema.
            context: The property whose schema it is, or the type.
        """
        self._collect_keywords(schema, context)
        # Fields that have marks, but no property in a schema that a hook has written.
        for name, inner in members(schema, FIELDS):
            self._collect_field(name, inner)
        for name, inner in members(schema, "properties"):
            self._collect_field(name, inner)
            self._collect_single_value(name, inner)
            self._collect_schema(inner, name)
        declaring = {key: value for key, value in schema.items() if key not in NO_DECLARATIONS}
        declaring.pop("properties", None)
        for inner in (*subschemas(declaring), *schema.get(DEFAULTS, ())):
            self._collect_schema(inner, context)

    def _collect_keywords(self, schema: JsonSchema, context: str) -> None:
        """Collect the names that a schema has itself, besides those of its properties."""
        target = name_in(schema)
        if target is not None:
            self._collect_type(target)
        for name in _enumerations_of(schema, self._document.schemas, self._definitions):
            self.enumerations.setdefault(context, set()).add(name)
        for value in _values_of(schema):
            if isinstance(value, str):
                self.choices.add((context, value))
        self.types.update(schema.get(NAMES, ()))
        if isinstance(schema.get("discriminator"), dict):
            self.tags.update(self._tags_of(*self._discriminator_and_choices(schema)))

    def _discriminator_and_choices(self, union: JsonSchema) -> tuple[JsonSchema, list[JsonSchema]]:
        """Return the discriminator of a union and its choices; a subclass leaves out hidden
        ones.
        """
        return union["discriminator"], list(parts_in(union, _UNION_KEYWORDS))

    def _collect_field(self, name: str, schema: JsonSchema) -> None:
        """Collect the name of a property, and whether it is hidden."""
        self.types.add(name)
        if not self._shows(schema):
            self.fields |= {name, *schema.get(NAMES, ())}

    def _collect_single_value(self, name: str, schema: JsonSchema) -> None:
        """Collect the value of a property that can have one alone."""
        values = _tag_texts(self._target(schema))
        if len(values) == 1:
            self.single_values.add((name, values[0]))

    def _target(self, schema: JsonSchema) -> JsonSchema:
        """Return the schema that a schema refers to, else itself."""
        return self._document.schemas.get(name_in(schema) or "", schema)

    def _tags_of(
        self, discriminator: JsonSchema, choices: Iterable[JsonSchema]
    ) -> Iterator[tuple[str, str]]:
        """Yield the tags of the choices of a union, each with its property."""
        name = str(discriminator.get("propertyName"))
        mapping = discriminator.get("mapping")
        if not isinstance(mapping, dict):
            mapping = {}
        for tag in mapping:
            yield name, tag
        for choice in choices:
            tags = _tag_texts(self._target(self._tag_schema(choice, name)))
            definition = self._definitions.get(name_in(choice) or "")
            if len(tags) == 1:  # of several, a choice may share some with others
                yield name, tags[0]
            elif definition is not None and choice["$ref"] not in mapping.values():
                yield name, definition.name  # the tag of a choice without a mapping (OpenAPI)

    def _tag_schema(self, choice: JsonSchema, name: str) -> JsonSchema:
        """Return the schema of the property of a choice that is its tag."""
        return dict(members(self._target(choice), "properties")).get(name, {})


_NOT_COLLECTED: Final = ("methods", "ws_frame")
"""Members of parts: methods are collected by their contract, and frames name nothing of their own.
"""


@cache
def _collected_members(kind: type) -> tuple[str, ...]:
    """Return the names of the members of a class of parts that may have names inside."""
    return tuple(entry.name for entry in fields(kind) if entry.name not in _NOT_COLLECTED)


def names_of(contract: doc.Contract, method: doc.Method) -> set[str]:
    """Return what authors and links call a method: ``ItemApi.recall``, ``/items/{id}``,
    ``#/paths/~1items/get``, ids of operations.
    """
    names = {contract.name, f"{contract.name}.{method.name}"}
    if not isinstance(method, doc.HttpMethod):
        return names
    for path in method.paths:
        names |= {path, *_pointers(path, method.verbs)}
    if method.export is not None:
        for export in method.export.paths or ():
            names.add(export.operation_id or f"{contract.name}_{method.name}")
            names.update(export.verb_operation_ids)
    return names


def _pointers(path: str, verbs: Iterable[str]) -> list[str]:
    """Return the JSON pointers of operations in a file of OpenAPI."""
    return ["#" + json_pointer(("paths", path, verb.lower())) for verb in verbs]


def _declares_names(part: doc.Part) -> bool:
    """Return whether names in a part are declared there: an object of OpenAPI that an author has
    written by hand repeats those of other parts, and a framing names errors of methods.
    """
    if isinstance(part, doc.Content | doc.Param):
        return not is_by_hand(part)
    return not isinstance(part, doc.Framing)


def is_by_hand(part: doc.Content | doc.Param) -> bool:
    """Return whether the author of an application has written a part as an object of OpenAPI."""
    if isinstance(part, doc.Content):
        return part.export is not None and part.export.by_hand
    return part.export is not None and part.export.cause.by_hand


def spellings(param: doc.Param) -> Iterator[str]:
    """Yield how docstrings may call a parameter: ``X-Trace``, ``x_trace``."""
    name = param.name
    yield from (name, name.title(), name.replace("-", "_"), name.replace("-", "_").lower())
    if param.export is not None and param.export.cause.argument is not None:
        yield param.export.cause.argument


def name_in(schema: JsonSchema) -> str | None:
    """Return the name of the schema that a schema refers to; None without a reference."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return reference.removeprefix(DEFINED)
    return None


def _enumerations_of(
    schema: JsonSchema, schemas: Mapping[str, JsonSchema], definitions: Mapping[str, Definition]
) -> Iterator[str]:
    """Yield the name of the enumeration that a schema is of, or refers to.

    Args:
        schema: The schema.
        schemas: The named schemas of the document.
        definitions: The named types, by the names of their schemas.
    """
    if ENUMERATION in schema:
        yield schema[ENUMERATION]
    name = name_in(schema)
    if name is not None and name in definitions and lists_values(schemas.get(name, {})):
        yield definitions[name].name


def lists_values(schema: JsonSchema) -> bool:
    """Return whether a schema is an enumeration, also one whose values have texts of their own."""
    return "enum" in schema or any("const" in part for part in parts_in(schema, _UNION_KEYWORDS))


def _values_of(schema: JsonSchema) -> Iterator[object]:
    """Yield what a schema itself lists as its values."""
    values = schema.get("enum")
    if isinstance(values, list):
        yield from values
    if "const" in schema:
        yield schema["const"]


def _tag_texts(schema: JsonSchema) -> list[str]:
    """Return the values of a schema that may be tags, as keys of a discriminator's mapping."""
    texts = map(tag_text, _values_of(schema))
    return list(filter(None, texts))


def tag_text(value: object) -> str | None:
    """Return a value as the key of a discriminator's mapping; None of one that is no tag."""
    if isinstance(value, str | int) and not isinstance(value, bool):  # in Python, `True` is an int
        return str(value)
    return None


def _words(names: Collection[str]) -> frozenset[str]:
    """Return the words of names, but not those of paths and pointers, whose steps are also usual
    words of texts.
    """
    words: set[str] = set()
    for name in names:
        if "/" not in name:
            words.update(WORD.findall(name))
    return frozenset(words)


def _name_and_its_ends(name: str) -> Iterator[str]:
    """Yield a name, and the same without its first parts: for ``shop.ItemApi.recall`` also
    ``ItemApi.recall`` and ``recall``.
    """
    while name:
        yield name
        name = name.partition(".")[2]
