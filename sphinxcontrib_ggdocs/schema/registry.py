"""All schemas of one document: types go in, names are chosen, JSON Schema comes out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from ..contracts.contract_errors import BrandConflict, ContractError, OnBadType, Where, too_deep
from ..contracts.hidden_names import NO_NAMES, HiddenNames
from ..contracts.model import MISSING, BodyField, Example, TypeForm
from .json_schema import write
from .keywords import encoded, jsonable
from .mentions import Mention, leaves, mentions, tagged_choices
from .nodes import (
    AS_GIVEN,
    NULL,
    Definition,
    Facet,
    Given,
    JsonSchema,
    ListOf,
    MapOf,
    Member,
    Node,
    ObjectOf,
    Ref,
    Split,
    Template,
    UnionOf,
    WithKeywords,
    both,
)
from .schema_names import choose_names
from .shown_schemas import GONE, ShownSchemas
from .tags import with_tag, with_union_tags
from .values import LeftOut, Values
from .walk import Walker

FILE: JsonSchema = {"type": "string", "format": "binary"}
"""A file inside a multipart body, as OpenAPI 3.1, 4.8.14.3 and older readers alike understand
it."""


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """A use of a type in a document; `Written` has its schema."""

    node: Node
    facet: Facet


class UseText(NamedTuple):
    """The description and the deprecation of a use of a type, by its schema."""

    description: str | None
    deprecated: bool


NOWHERE = Where()

Dialect: TypeAlias = Callable[[JsonSchema], JsonSchema]


def _as_written(schema: JsonSchema) -> JsonSchema:
    return schema


class SchemaRegistry:
    """Collects the types of one document.

    Usage: `add` every type, then `write` once; the slots that `add` returned lead to their schemas.

    Args:
        walker: Describes the types; documents with the same types may share it, and their types are
            described once.
        hidden: The names of what is for other readers, by which nothing is replaced.
    """

    def __init__(self, walker: Walker | None = None, hidden: HiddenNames = NO_NAMES) -> None:
        self._walker = walker or Walker()
        self._hidden = hidden
        self._slots: list[Slot] = []

    def add(
        self,
        form: TypeForm,
        facet: Facet,
        *,
        where: Where = NOWHERE,
        path: str = "",
        default: object = MISSING,
        description: str | None = None,
        deprecated: bool = False,
        on_bad_type: OnBadType | None = None,
    ) -> Slot:
        """Take in one mention of a type.

        Args:
            form: The type as written.
            facet: ``input`` for what clients send, ``output`` for what the service answers.
            where: The place, for messages.
            path: The step from there to the type, if there is one.
            default: The default at this use.
            description: The description of this use, unless the type has the same itself.
            deprecated: Whether this mention is deprecated.
            on_bad_type: Takes the error of a type that has no schema.

        Raises:
            ContractError: The type has no JSON Schema, or a name in it leads nowhere, and there is
                no `on_bad_type`.
        """
        node = self._node(form, facet, where, path, on_bad_type)
        return self._slot(_with_use(node, default, description, deprecated), facet)

    def add_object(
        self,
        *,
        fields: Iterable[BodyField],
        facet: Facet,
        where: Where = NOWHERE,
        title: str | None = None,
        on_bad_type: OnBadType | None = None,
    ) -> Slot:
        """Take in an object that has no class: the fields of a form, or several arguments of one
        body.

        Raises:
            ContractError: As `add` does.
        """
        members = tuple(
            Member(
                input_name=item.name,
                output_name=item.name,
                node=self._field(item, facet, where, on_bad_type),
                required=item.required,
            )
            for item in fields
        )
        return self._slot(
            ObjectOf(members=members, keywords={"title": title} if title else {}), facet
        )

    def shown_examples(self, slot: Slot | None, examples: Sequence[Example]) -> tuple[Example, ...]:
        """Examples of a slot, or of what has no type, without what is for other readers. Of one
        that is a text, or that is elsewhere, nothing is left where its type has such properties.
        """
        if not examples or self._walker.audience is None:
            return tuple(examples)
        if slot is None:
            return tuple(filter(self._names_nothing_hidden, examples))
        definitions = _DefinedSchemas(self._walker, slot.facet)
        schema = write(slot.node, slot.facet, definitions.refer)
        hidden = ShownSchemas(definitions, self._hidden)
        if not hidden.hides(schema):
            return tuple(filter(self._names_nothing_hidden, examples))
        given = [example for example in examples if example.value is not MISSING]
        schema = hidden.without_mentions(schema)
        left = ((example, hidden.shown_value(jsonable(example.value), schema)) for example in given)
        return tuple(
            replace(example, value=value, serialized=None, external_value=None)
            for example, value in left
            if value is not GONE
        )

    def _names_nothing_hidden(self, example: Example) -> bool:
        address = unquote(example.external_value or "")
        return not self._hidden.mentioned_in([example.value, example.serialized, address])

    def _node(
        self, form: TypeForm, facet: Facet, where: Where, path: str, on_bad_type: OnBadType | None
    ) -> Node:
        try:
            return self._walker.describe(form, facet)
        except ContractError as error:
            # Made here alone: there are as many places as types, and few errors.
            place = where / path if path else where
            if on_bad_type is None:
                raise error.at(place) from error.__cause__
            on_bad_type(error.at(place))
            return self._walker.describe(Any, facet)

    def _field(
        self, item: BodyField, facet: Facet, where: Where, on_bad_type: OnBadType | None
    ) -> Node:
        node = self._node(item.type, facet, where, item.name, on_bad_type)
        if item.file is not None:
            node = _as_file(node)
        return _with_use(node, item.default, item.description, item.deprecated)

    def _slot(self, node: Node, facet: Facet) -> Slot:
        slot = Slot(node, facet)
        self._slots.append(slot)
        return slot

    def write(
        self, template: str = "#/schemas/{name}", dialect: Dialect = _as_written
    ) -> "Written":
        """Choose names and write every schema.

        Args:
            template: What references look like, with ``{name}`` in the place of the name.
            dialect: What the format makes of each schema.

        Raises:
            BrandConflict: A brand's name means two things in one module.
        """
        definitions = {
            key: item for key, item in self._walker.definitions.items() if item is not None
        }
        return Written(definitions, self._slots, template, dialect, self._hidden)


class _DefinedSchemas(Mapping[str, JsonSchema]):
    """The definitions of a walker as schemas, before they have names in a document."""

    def __init__(self, walker: Walker, facet: Facet) -> None:
        self._definitions = walker.definitions
        self._facet = facet
        self._keys: dict[str, Hashable] = {}

    def refer(self, key: Hashable, facet: Facet) -> JsonSchema:
        """A reference by which the definition of a type is found here."""
        name = str(id(key))
        self._keys[name] = key
        return {"$ref": name}

    def __getitem__(self, name: str) -> JsonSchema:
        definition = self._definitions.get(self._keys[name])
        return {} if definition is None else write(definition.node, self._facet, self.refer)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def _as_file(node: Node) -> Node:
    """A file, or a list of files where the argument is a list."""
    if isinstance(node, ListOf):
        return ListOf(_as_file(node.item))
    if isinstance(node, UnionOf):
        return UnionOf(
            tuple(member if member == NULL else _as_file(member) for member in node.members)
        )
    if isinstance(node, WithKeywords):
        return WithKeywords(_as_file(node.node), node.keywords)
    return both(FILE)


def _with_use(node: Node, default: object, description: str | None, deprecated: bool) -> Node:
    keywords: dict[str, Any] = {}
    if default is not MISSING:
        keywords["default"] = encoded(default)
    if description is not None and not (
        isinstance(node, WithKeywords) and "description" in node.keywords
    ):
        keywords["description"] = description
    if deprecated:
        keywords["deprecated"] = True
    if not keywords:
        return node
    return (
        WithKeywords(node.node, {**node.keywords, **keywords})
        if isinstance(node, WithKeywords)
        else WithKeywords(node, keywords)
    )


class Written:
    """The schemas of one document, by name."""

    def __init__(
        self,
        definitions: Mapping[Hashable, Definition],
        slots: Sequence[Slot],
        template: str,
        dialect: Dialect,
        hidden: HiddenNames = NO_NAMES,
    ) -> None:
        self._definitions, self._same = _merged(definitions)
        self._template = template
        self._dialect = dialect
        self._direct: dict[Mention, Counter[Hashable]] = {}
        self._facets: dict[Hashable, set[Facet]] = defaultdict(set)
        self._order: list[Mention] = []
        self._read: Counter[Hashable] = Counter()
        """How often each type is mentioned where something is read."""
        self._templates: list[tuple[Template, Facet]] = []
        """What may have unions inside, once for each use."""
        self._reach(slots)
        # After all mentions are known, since a choice that is read alone as well has no tag to
        # send.
        self._tags = self._read_tags()
        """By type that is a choice of tagged unions: its tag, or None where it is read in other
        places too."""
        self._splits = self._split_keys()
        reached = dict.fromkeys(key for key, _ in self._order)
        self.names: dict[Hashable, str] = choose_names(self._definitions[key] for key in reached)
        """The name of each type, by the type."""
        self._refs: dict[Mention, str] = {}
        self._of_slots: dict[Slot, JsonSchema] = {}
        self._bare = self._write()
        """Every named schema, before unions and the dialect have been looked at."""
        references = {name: template.format(name=name) for name in self._bare}
        self._values = Values(self._bare, references, hidden)
        self.schemas: dict[str, JsonSchema] = {
            name: self._finished(schema) for name, schema in self._bare.items()
        }
        """Every named schema, sorted by name."""

    @property
    def given_names(self) -> frozenset[str]:
        """The names of schemas that a document gives."""
        return frozenset(name for name, schema in self._bare.items() if AS_GIVEN in schema)

    def schema(self, slot: Slot) -> JsonSchema:
        """The schema of a slot: a reference, or written out; the same each time."""
        if slot not in self._of_slots:
            self._of_slots[slot] = self._finished(write(slot.node, slot.facet, self._refer))
        return self._of_slots[slot]

    def _finished(self, schema: JsonSchema) -> JsonSchema:
        try:
            schema = self._values.cleaned(schema)
            return self._dialect(with_union_tags(schema, self._bare) if self._tags else schema)
        except RecursionError as error:
            raise too_deep(Where()) from error

    @property
    def lost_patterns(self) -> Iterable[str]:
        """The patterns that what has been written so far cannot say."""
        return tuple(self._values.lost_patterns)

    @property
    def lost_references(self) -> Mapping[str, Sequence[str]]:
        """The references in schemas by hand that lead nowhere, in what has been written so far;
        each with the types that have it, or the fields: ``Order``, ``Order.total``.
        """
        places: dict[str, list[str]] = {name: [] for name in self._values.lost_references}
        for name in self._bare if places else ():
            for field, omission in self.left_out_of(name):
                if omission.reference in places:
                    place = name if field is None else f"{name}.{field}"
                    places[omission.reference].append(place)
        return places

    def left_out(self, slot: Slot) -> Iterator[LeftOut]:
        """The defaults, examples and patterns at a slot that documents do not have, and why."""
        return self._values.left_out(write(slot.node, slot.facet, self._refer))

    def left_out_of(self, name: str) -> Iterator[tuple[str | None, LeftOut]]:
        """The same of a named schema, each with the property that it is in, if it is in one."""
        schema = self._bare[name]
        rest = {key: value for key, value in schema.items() if key != "properties"}
        yield from ((None, omission) for omission in self._values.left_out(rest))
        for field, inner in schema.get("properties", {}).items():
            yield from ((field, omission) for omission in self._values.left_out(inner))

    def parted(self, slot: Slot) -> tuple[JsonSchema, UseText]:
        """The schema at a slot without the text that a parameter has itself, and that text."""
        schema = self.schema(slot)
        text = UseText(schema.get("description"), bool(schema.get("deprecated")))
        if "description" in schema or "deprecated" in schema:
            schema = {
                key: value
                for key, value in schema.items()
                if key not in ("description", "deprecated")
            }
        return schema, text

    def reached(self, slot: Slot, seen: set[Mention]) -> list[str]:
        """The named types that are mentioned at a slot, directly or inside another type, but for
        those in `seen`.

        They are added to `seen`, so that a walk over all slots takes each type once.
        """
        waiting = [(self._canonical(key), facet) for key, facet in mentions(slot.node, slot.facet)]
        names: list[str] = []
        while waiting:
            mention = waiting.pop()
            if mention not in seen:
                seen.add(mention)
                key, facet = mention
                names.append(self.names[key])
                waiting.extend((inner, facet) for inner in self._direct[mention])
        return names

    def origins(self) -> dict[str, str]:
        """By name of a schema: where its type was defined, ``package.module.Name``; types without a
        name left out.
        """
        origins: dict[str, str] = {}
        for key, facet in self._order:
            definition = self._definitions[key]
            name = definition.qualname.partition("[")[0]
            if definition.module and name.replace(".", "").isidentifier():
                origins[self._schema_name(key, facet)] = f"{definition.module}.{name}"
        return origins

    def _canonical(self, key: Hashable) -> Hashable:
        return self._same.get(key, key)

    def _reach(self, slots: Iterable[Slot]) -> None:
        waiting = [mention for slot in slots for mention in self._mentioned(slot.node, slot.facet)]
        self._read.update(key for key, facet in waiting if facet == "input")
        # Depth first in the order of mention: names are chosen in it, and a document must not
        # depend on anything else.
        waiting.reverse()
        while waiting:
            mention = waiting.pop()
            if mention in self._direct:
                continue
            key, facet = mention
            inside = self._mentioned(self._definitions[key].node, facet)
            self._direct[mention] = Counter(inner for inner, _ in inside)
            if facet == "input":
                self._read.update(self._direct[mention])
            self._facets[key].add(facet)
            self._order.append(mention)
            waiting.extend(reversed(inside))

    def _mentioned(self, node: Node, facet: Facet) -> list[Mention]:
        """The named types that a node mentions; its templates are kept on the way."""
        mentioned: list[Mention] = []
        for leaf in leaves(node, facet):
            if isinstance(leaf, Ref):
                mentioned.append((self._canonical(leaf.key), facet))
            elif leaf.parts:
                self._templates.append((leaf, facet))
        return mentioned

    def _read_tags(self) -> dict[Hashable, str | None]:
        tags: dict[Hashable, set[str]] = defaultdict(set)
        read: Counter[Hashable] = Counter()
        for template, facet in self._templates:
            for key, tag in tagged_choices(template, facet):
                key = self._canonical(key)
                tags[key].add(tag)
                read[key] += facet == "input"
        return {
            key: next(iter(several)) if len(several) == 1 and read[key] == self._read[key] else None
            for key, several in tags.items()
        }

    def _split_keys(self) -> set[Hashable]:
        """The types whose facets differ, themselves or through a type that they mention, and that
        are used in both.
        """
        mentioned_by: dict[Hashable, set[Hashable]] = defaultdict(set)
        for (key, _), inside in self._direct.items():
            for inner in inside:
                mentioned_by[inner].add(key)
        waiting = [
            key
            for key, definition in self._definitions.items()
            if key in self._facets and _differs(definition.node)
        ]
        different: set[Hashable] = set()
        while waiting:
            key = waiting.pop()
            if key not in different:
                different.add(key)
                # A class whose field refers to a type with two schemas has two itself.
                waiting.extend(mentioned_by[key])
        # Used in one facet, a type needs one schema: the name stays without a suffix.
        return {key for key in different if len(self._facets[key]) == 2}

    def _refer(self, key: Hashable, facet: Facet) -> JsonSchema:
        ref = self._refs.get((key, facet))
        if ref is None:
            ref = self._refs[key, facet] = self._template.format(
                name=self._schema_name(self._canonical(key), facet)
            )
        return {"$ref": ref}

    def _schema_name(self, key: Hashable, facet: Facet) -> str:
        # The suffixes of pydantic and FastAPI, for types that both sides have.
        name = self.names[key]
        return f"{name}-{facet.capitalize()}" if key in self._splits else name

    def _write(self) -> dict[str, JsonSchema]:
        schemas: dict[str, JsonSchema] = {}
        for key, facet in self._order:
            name = self._schema_name(key, facet)
            if name in schemas:
                continue
            definition = self._definitions[key]
            schema = write(definition.node, facet, self._refer)
            if definition.brand:
                schema = {**schema, "title": definition.name, "x-brand": list(definition.brand)}
            # A title next to a reference would rename what it leads to; a schema that a document
            # gives stays as its author wrote it.
            elif "$ref" not in schema and not isinstance(definition.node, Given):
                schema.setdefault("title", definition.name)
            if key in self._splits:
                # By which readers know that `X-Input` and `X-Output` are one type.
                schema = {**schema, "x-type": self.names[key]}
            if (tag := self._tags.get(key)) is not None:
                schema = with_tag(schema, tag)
            schemas[name] = schema
        return dict(sorted(schemas.items()))


def _differs(node: Node) -> bool:
    match node:
        case Template(given, answered, parts):
            return given is not answered or any(map(_differs, parts))
        case Ref() | Given():
            return False
        case Split():
            return True
        case WithKeywords(inner) | ListOf(inner) | MapOf(inner):
            return _differs(inner)
        case UnionOf(members):
            return any(map(_differs, members))
        case ObjectOf(members=fields):
            return any(
                item.side or item.input_name != item.output_name or _differs(item.node)
                for item in fields
            )


def _merged(
    definitions: Mapping[Hashable, Definition],
) -> tuple[dict[Hashable, Definition], dict[Hashable, Hashable]]:
    """Brands of one name and one meaning made one; of one name, one module and two meanings
    refused.
    """
    kept: dict[Hashable, Definition] = {}
    same: dict[Hashable, Hashable] = {}
    first: dict[tuple[str, str], Definition] = {}
    for key, definition in definitions.items():
        # A NewType is one object wherever it is imported; `Brand("Email")` may be written in many
        # lines.
        if definition.brand and definition.line is not None:
            earlier = first.setdefault((definition.module, definition.name), definition)
            if earlier is not definition:
                if (earlier.claim or earlier.node) != (definition.claim or definition.node):
                    raise BrandConflict(
                        f"the brand {definition.name!r} means two things: "
                        f"{earlier.module}:{earlier.line} and "
                        f"{definition.module}:{definition.line}",
                        where=Where(),
                        hint=(
                            "write the brand once as an alias and use the alias, or rename one "
                            "of the two"
                        ),
                    )
                same[key] = earlier.key
                continue
        kept[key] = definition
    return kept, same
