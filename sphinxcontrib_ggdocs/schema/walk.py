"""Walks types into nodes: the first of the three passes.

Layers come off from the outside: NewType, ``Annotated`` and ``type`` aliases. Each is remembered,
for brands live there. Then:

1. classes of the scalars pydantic knows: its answer, asked once a process;
2. models, enums, dataclasses, TypedDicts, NamedTuples: a `Ref`, and a `Definition` made once;
3. unions and the common containers: described part by part;
4. everything else: pydantic's answer with holes where named types stand (`pydantic_schema`).
"""

import contextlib
import dataclasses
import datetime
import decimal
import uuid
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, NewType, Union, cast, get_args

from pydantic import Strict
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import PydanticUndefined

from ..contracts.annotations import (
    ALIAS_TYPES,
    UNIONS,
    alias_value,
    get_origin,
    is_alias,
    is_class,
    metadata_of,
    parent_names,
    peel_all,
    without_none,
)
from ..contracts.contract_errors import ContractError, NoSchema, Where
from ..contracts.model import TypeForm
from . import brand_definitions, records
from .fitting import same_json
from .forms import forms_of
from .json_schema import discriminator_mapping
from .mentions import mentioning_field
from .metadata import sort_metadata
from .nodes import (
    HOLE,
    NO_NAMES,
    NULL,
    Definition,
    JsonSchema,
    ListOf,
    MapOf,
    Node,
    Ref,
    Split,
    Template,
    UnionOf,
    WithKeywords,
)
from .pydantic_schema import Hole, Holes, ask, too_deep
from .traversal import map_schema

_SKIP: Any = SkipJsonSchema

SCALARS: frozenset[Any] = frozenset(
    {
        str,
        int,
        float,
        bool,
        bytes,
        object,
        Any,
        datetime.datetime,
        datetime.date,
        datetime.time,
        datetime.timedelta,
        decimal.Decimal,
        uuid.UUID,
    }
)


MAPPINGS: frozenset[Any] = frozenset({dict, Mapping, MutableMapping, OrderedDict, defaultdict})


_DEFINED = "#/$defs/"
"""How pydantic refers to a definition."""


class Recurs(NoSchema):
    """A type mentions itself without a name by which it could be referred to."""


class _Mentioned(NamedTuple):
    """A class whose definition mentions others."""

    key: Any
    by: "_Mentioned | None"
    """What mentioned this class first; None for the type that is described."""


class Walker:
    """Describes types as nodes and keeps the definitions that it meets, in order of first
    mention.
    """

    def __init__(self) -> None:
        self.definitions: dict[Hashable, Definition | None] = {}
        """By key; None while the definition is not complete."""
        self._waiting: OrderedDict[Any, _Mentioned | None] = OrderedDict()
        """The classes that are still to be defined, each with what mentioned it first."""
        self._defining: _Mentioned | None = None
        self._nodes: dict[Any, Node] = {}
        self.aliases = brand_definitions.Aliases()

    def describe(self, form: TypeForm) -> Node:
        """The node of a type, once every type that it mentions at any depth is defined.

        Raises:
            ContractError: JSON cannot carry it, or a name in it leads nowhere. The walker knows no
                more then than before.
        """
        known = self.known()
        try:
            node = self.node(form)
            while self._waiting:
                self._define_class(*self._waiting.popitem(last=False))
        except ContractError:
            self.forget_all_but(known)
            raise
        except RecursionError as error:
            self.forget_all_but(known)
            raise too_deep() from error
        return node

    def known(self) -> tuple[int, int]:
        """How much the walker knows, for `forget_all_but`."""
        return len(self.definitions), len(self._nodes)

    def forget_all_but(self, known: tuple[int, int]) -> None:
        """Undo what was described since the call of `known`."""
        definitions, nodes = known
        for key in list(self.definitions)[definitions:]:
            del self.definitions[key]
            self._waiting.pop(key, None)
        for form in list(self._nodes)[nodes:]:
            del self._nodes[form]

    def node(self, form: TypeForm) -> Node:
        """The node of a type; the classes that it mentions may wait for their definitions.

        Raises:
            ContractError: As `describe` does.
        """
        try:
            return self._nodes[form]
        except KeyError:
            cacheable = isinstance(form, NewType) or is_class(form)
        except TypeError:  # unhashable metadata
            cacheable = False
        origin = get_origin(form)
        node = self._of_name(form, origin) or self._of_parts(form, origin)
        if cacheable:
            self._nodes[form] = node
        return node

    def _of_name(self, form: TypeForm, origin: Any) -> Node | None:
        """The node of what is one name: None, a NewType, a scalar, a class; None for a type with
        parts.
        """
        if form is None or form is type(None):
            return NULL
        if isinstance(form, NewType):
            return self.define(form, lambda: brand_definitions.new_type(self, form))
        # what has an origin may hold metadata without a hash
        if origin is None and form in SCALARS:
            return scalar(form)
        if not is_class(form):
            return None
        if not records.is_named(form):
            return self.template(form)
        if (filled := records.with_arguments(form)) is not form:
            return self.node(filled)
        return self._mention(form)

    def _of_parts(self, form: TypeForm, origin: Any) -> Node:
        """The node of a type that is made of others, or of one that only pydantic knows."""
        if origin is Annotated:
            return self._annotated(form)
        if origin in UNIONS:
            return self._union(form)
        if origin is Literal:
            return _choices(tuple(map(repr, get_args(form))), Unhashed(form))
        if is_alias(form):
            return self._alias(form)
        arguments = get_args(form)  # none in a bare `typing.List`
        if _is_array(origin, arguments):
            return ListOf(self.node(arguments[0]), unique=origin in (set, frozenset))
        if origin in MAPPINGS and arguments and (node := self._map(*arguments)):
            return node
        if records.is_named(origin):
            return self._mention(form)
        return self.template(form)

    def define(self, key: Any, make: Any) -> Ref:
        """A mention of the brand or alias `key`, which is defined on its first mention."""
        if key not in self.definitions:
            self.definitions[key] = None
            try:
                self.definitions[key] = make()
            except ContractError:
                del self.definitions[key]
                raise
        return Ref(key)

    def _mention(self, key: Hashable) -> Ref:
        """A mention of the class `key`, which is defined later: classes refer to classes in chains
        that are longer than Python's stack.
        """
        if key not in self.definitions:
            self.definitions[key] = None
            self._waiting[key] = self._defining
        return Ref(key)

    def _define_class(self, key: Any, mentioned_by: _Mentioned | None) -> None:
        outer, self._defining = self._defining, _Mentioned(key, mentioned_by)
        try:
            self.definitions[key] = records.definition(self, key)
        except ContractError as error:
            raise error.at(self._place_of(key, mentioned_by)) from error.__cause__
        finally:
            self._defining = outer

    def _place_of(self, key: Any, mentioned_by: _Mentioned | None) -> Where:
        """The classes and fields that lead to a class: ``Order.customer.Customer.address``."""
        steps: list[str] = []
        while mentioned_by is not None:
            definition = self.definitions.get(mentioned_by.key)
            if definition is not None:
                field = mentioning_field(definition.node, key)
                steps += [definition.name, field][::-1] if field else [definition.name]
            key, mentioned_by = mentioned_by
        return Where(path=".".join(reversed(steps)))

    def _union(self, form: TypeForm) -> Node:
        members = get_args(form)
        if any(type(item) is _SKIP for member in members for item in metadata_of(member)):
            return self.template(form)
        nodes: list[Node] = []
        for member in members:
            node = NULL if member is type(None) else self.node(member)
            for part in node.members if isinstance(node, UnionOf) else (node,):
                if not any(_is_same(part, known) for known in nodes):
                    nodes.append(part)
        if NULL in nodes:
            nodes.remove(NULL)
            nodes.append(NULL)
        return nodes[0] if len(nodes) == 1 else UnionOf(tuple(nodes))

    def _map(self, key: TypeForm, value: TypeForm) -> MapOf | None:
        """A dict whose keys are strings, or have a name; None for what else there is."""
        if key is str:
            return MapOf(self.node(value))
        node = self.node(key)
        bare = peel_all(key)
        if not isinstance(node, Ref) or not (
            bare in SCALARS or (isinstance(bare, type) and issubclass(bare, Enum))
        ):
            return None
        return MapOf(self.node(value), node, self.is_textual(node))

    def is_textual(self, node: Node) -> bool:
        """Whether a map's keys of this type are the strings that JSON has for keys."""
        if isinstance(node, WithKeywords):
            return self.is_textual(node.node)
        if isinstance(node, Ref):
            if node.key in self._waiting:
                del self._waiting[node.key]
                self._define_class(node.key, None)
            definition = self.definitions.get(node.key)
            return definition is not None and self.is_textual(definition.node)
        if not isinstance(node, Template):
            return False
        choices = node.input.get("enum", [node.input.get("const")])
        return node.input.get("type") == "string" or all(
            isinstance(choice, str) for choice in choices
        )

    def _alias(self, form: TypeForm) -> Node:
        alias: Any = form if isinstance(form, ALIAS_TYPES) else get_origin(form)
        value = alias_value(form)
        brand = brand_definitions.outermost(metadata_of(value))
        if brand is not None and brand.name == alias.__name__:
            return self.node(value)  # ``type Email = Annotated[str, Brand("Email")]`` is one thing
        arguments = get_args(form) if form is not alias else ()
        return self.define(
            (alias, *arguments) if arguments else alias,
            lambda: Definition(
                key=(alias, *arguments) if arguments else alias,
                name=records.generic_name(alias.__name__, arguments),
                module=getattr(alias, "__module__", "") or "",
                qualname=alias.__name__,
                node=self.node(value),
            ),
        )

    def _annotated(self, form: TypeForm) -> Node:
        metadata = metadata_of(form)
        base: TypeForm = form.__origin__
        brand = brand_definitions.outermost(metadata)
        if brand is not None:
            own, added = self.aliases.divide(brand, metadata)
            ref = self.define(
                brand,
                lambda: brand_definitions.annotated(self, self.aliases, brand, base, metadata),
            )
            return self.qualified(ref, Annotated[(base, *own)], added)
        return self.qualified(None, base, metadata)

    def qualified(self, node: Node | None, base: TypeForm, metadata: tuple[Any, ...]) -> Node:
        """The node of `base` with what ``Annotated`` adds to it.

        Args:
            node: The node of `base`, when the caller has it.
            base: The type inside.
            metadata: What stands behind it.
        """
        if not metadata:
            return node or self.node(base)
        found = sort_metadata(metadata)
        if found.judged:
            return self.template(Annotated[(base, *metadata)])
        node = node or self.node(base)
        bounds = found.bounds
        if bounds and not isinstance(node, Template):
            bounds = [item for item in bounds if not isinstance(item, Strict)]
        if bounds:
            node = self._bounded(node, base, bounds)
        return WithKeywords(node, found.keywords) if found.keywords else node

    def _bounded(self, node: Node, base: TypeForm, bounds: list[Any]) -> Node:
        if get_origin(base) is None and base in SCALARS:
            return _bounded_scalar(base, tuple(map(repr, bounds)), Unhashed(bounds))
        if get_origin(base) in UNIONS and (inner := without_none(base)) is not None:
            bounded = self.qualified(
                None, inner, tuple(bounds)
            )  # what is meant for X of ``X | None``
            return UnionOf(
                (*(bounded.members if isinstance(bounded, UnionOf) else (bounded,)), NULL)
            )
        kinds = Ref if get_origin(peel_all(base)) in UNIONS else Ref | WithKeywords | ListOf | MapOf
        if isinstance(node, kinds) and (extra := self._extra_bounds(base, bounds)):
            given, answered = (
                WithKeywords(node, keywords) if keywords else node for keywords in extra
            )
            return given if given == answered else Split(given, answered)
        return self.template(Annotated[(base, *bounds)])

    def _extra_bounds(
        self, base: TypeForm, bounds: list[Any]
    ) -> tuple[JsonSchema, JsonSchema] | None:
        """The keywords that bounds add to a named scalar or a container, by facet; None for what is
        no such thing.
        """
        bare = peel_all(base)
        if get_origin(bare) not in UNIONS:
            bare = get_origin(bare) or bare
            if not isinstance(bare, type) or records.is_named(bare):
                return None
        if bare in SCALARS:
            before, after = (
                scalar(bare),
                _bounded_scalar(bare, tuple(map(repr, bounds)), Unhashed(bounds)),
            )
        else:
            before, after = _asked(bare), _asked(Annotated[(bare, *bounds)])
        given = _added_keywords(before.input, after.input)
        answered = _added_keywords(before.output, after.output)
        if "anyOf" in given or "anyOf" in answered:  # the bounds of a union went to its members
            return None
        return (given, answered) if given or answered else None

    def local_names(self) -> Mapping[str, Any]:
        """The names of the functions in which the models are defined that lead to what is
        described.

        pydantic reads annotations of a dataclass, TypedDict or NamedTuple with the names that the
        model around it has kept.
        """
        names: dict[str, Any] = {}
        mention = self._defining
        while mention is not None:
            cls = get_origin(mention.key) or mention.key
            names = {**parent_names(cls), cls.__name__: cls, **names}
            mention = mention.by
        return names

    def template(
        self,
        form: TypeForm,
        *,
        root: Any = None,
        inside: Iterable[TypeForm] = (),
        local_names: Mapping[str, Any] = NO_NAMES,
    ) -> Template:
        """pydantic's answer for a type, with holes for what we name.

        Args:
            form: The type.
            root: The class that is asked about; it is written out where it is the whole.
            inside: What is written at the fields of that class.
            local_names: What names in that class may mean besides those of the modules.
        """
        if root is not None and records.hands_on_config(root):
            # what recurs needs a name, and is then described by its own configuration
            with contextlib.suppress(Recurs):
                return self._template(form, root, inside, local_names, hands_on=True)
        return self._template(form, root, inside, local_names, hands_on=False)

    def _template(
        self,
        form: TypeForm,
        root: Any,
        inside: Iterable[TypeForm],
        local_names: Mapping[str, Any],
        *,
        hands_on: bool,
    ) -> Template:
        parts: list[Node] = []
        rewritten = form if root is not None else self._with_holes(form, parts, outermost=True)
        holes = _Parts(self, parts, inside, hands_on=hands_on)
        try:
            answers = ask(rewritten, root=root, holes=holes, local_names=local_names)
        except NoSchema:
            if rewritten is not form:
                ask(form)  # says the same of the type as it is written
            raise
        sides = [self._without_definitions(answer, root and form, parts) for answer in answers]
        return Template(sides[0], sides[0] if sides[0] == sides[1] else sides[1], tuple(parts))

    def _with_holes(
        self, form: TypeForm, parts: list[Node], *, outermost: bool = False
    ) -> TypeForm:
        """`form` with a `Hole` around each brand and alias inside, so that pydantic's answer keeps
        its place.
        """
        origin = get_origin(form)
        if origin is Annotated:
            return self._annotated_with_holes(form, parts, outermost=outermost)
        if isinstance(form, NewType) or is_alias(form):
            return form if outermost else self._hole(form, parts)
        inner = get_args(form)
        if not inner or origin is Literal or is_class(form):
            return form
        if not outermost and records.is_named(origin):
            return self._hole(form, parts)
        filled = tuple(
            self._parameters_with_holes(item, parts)
            if isinstance(item, list)
            else self._with_holes(item, parts)
            for item in inner
        )
        return _with_arguments(form, filled)

    def _annotated_with_holes(
        self, form: TypeForm, parts: list[Node], *, outermost: bool
    ) -> TypeForm:
        """An ``Annotated`` with holes: around the whole, around its brand, or further inside."""
        if not outermost and self._is_named_with_words(form):
            return self._hole(form, parts)
        brand = brand_definitions.outermost(metadata_of(form))
        if brand is not None and form.__metadata__[-1] is not brand:
            own, added = self.aliases.divide(brand, metadata_of(form))
            if not outermost or added:
                branded = self._hole(Annotated[(form.__origin__, *own)], parts)
                return Annotated[(branded, *added)] if added else branded
        metadata = tuple(self._metadata_with_holes(item, parts) for item in form.__metadata__)
        return Annotated[(self._with_holes(form.__origin__, parts), *metadata)]

    def _parameters_with_holes(
        self, parameters: list[TypeForm], parts: list[Node]
    ) -> list[TypeForm]:
        """The types in the inner brackets of ``Callable[[int, str], bool]``."""
        return [self._with_holes(parameter, parts) for parameter in parameters]

    def _metadata_with_holes(self, item: Any, parts: list[Node]) -> Any:
        """A serializer or validator with holes in the type that it says is on the wire."""
        for word in ("return_type", "json_schema_input_type"):
            said = getattr(item, word, PydanticUndefined)
            if said is not PydanticUndefined and dataclasses.is_dataclass(item):
                item = dataclasses.replace(cast(Any, item), **{word: self._with_holes(said, parts)})
        return item

    @staticmethod
    def _is_named_with_words(form: TypeForm) -> bool:
        """Whether an ``Annotated`` is a brand or an alias with nothing beside it that pydantic must
        judge.
        """
        named = isinstance(form.__origin__, NewType) or is_alias(form.__origin__)
        return (
            named or brand_definitions.outermost(metadata_of(form)) is not None
        ) and not sort_metadata(form.__metadata__).judged

    def _hole(self, form: TypeForm, parts: list[Node]) -> TypeForm:
        parts.append(self.node(form))
        base = form.__origin__ if get_origin(form) is Annotated else form
        return Annotated[form, Hole(len(parts) - 1, base)]

    def _without_definitions(self, schema: JsonSchema, whole: Any, parts: list[Node]) -> JsonSchema:
        """`schema` with each ``$defs`` entry written in its place; those that recur get names.

        Args:
            schema: pydantic's answer.
            whole: The class that was asked about, with its arguments.
            parts: The parts of the template, which may grow.
        """
        definitions: dict[str, JsonSchema] = schema.pop("$defs", {})
        if not definitions:
            return schema
        named: dict[str, int] = {}
        top = schema.get("$ref")
        if whole is not None and top is not None:
            name = top.rpartition("/")[2]
            named[top] = len(parts)
            parts.append(Ref(whole))
            schema = {
                **definitions[name],
                **{key: value for key, value in schema.items() if key != "$ref"},
            }

        def written(value: JsonSchema, inside: tuple[str, ...]) -> JsonSchema:
            found = map_schema(value, lambda inner: written(inner, inside))
            if (mapping := discriminator_mapping(value)) is not None:
                choices = {
                    tag: _chosen(target, named, definitions) for tag, target in mapping.items()
                }
                found["discriminator"] = {**value["discriminator"], "mapping": choices}
            ref = value.get("$ref")
            if not isinstance(ref, str) or not ref.startswith(_DEFINED):
                return found
            del found["$ref"]
            if ref in named:
                return {HOLE: named[ref], **found}
            if ref in inside:
                raise Recurs(
                    f"{ref.rpartition('/')[2]} recurs without a name of its own",
                    where=Where(),
                    hint="give the recursive part a name: a model, or a TypeAliasType",
                )
            return {**written(definitions[ref.rpartition("/")[2]], (*inside, ref)), **found}

        return written(schema, ())


def _is_array(origin: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a type holds any number of like items: a list, a set, ``tuple[int, ...]``."""
    if origin is tuple:
        return len(arguments) == 2 and arguments[1] is ...
    return origin in (list, set, frozenset) and bool(arguments)


def _with_arguments(form: TypeForm, arguments: tuple[Any, ...]) -> TypeForm:
    """A generic type with other arguments; the type itself when they are its own."""
    own, origin = get_args(form), get_origin(form)
    if arguments == own and all(new is old for new, old in zip(arguments, own, strict=True)):
        return form
    if origin in UNIONS:
        return Union[arguments]  # noqa: UP007  # the members are known at run time only
    return form.copy_with(arguments) if hasattr(form, "copy_with") else origin[arguments]


def _chosen(target: Any, named: Mapping[str, int], definitions: Mapping[str, JsonSchema]) -> Any:
    """A choice of a discriminator's mapping: a hole where it has a name of ours.

    Args:
        target: The choice, as pydantic has written it.
        named: The holes of what has a name, by reference.
        definitions: What pydantic has defined, by name.
    """
    if not isinstance(target, str):
        return target
    if target in named:
        return {HOLE: named[target]}
    definition = definitions.get(target.removeprefix(_DEFINED), {})
    return definition if HOLE in definition else target


def _added_keywords(less: JsonSchema, more: JsonSchema) -> JsonSchema:
    """The keywords of the second schema that the first has not, or has with another value."""
    return {key: value for key, value in more.items() if less.get(key, HOLE) != value}


class _Parts(Holes):
    """The named types inside one template, each a hole and a part."""

    def __init__(
        self,
        walker: Walker,
        parts: list[Node],
        inside: Iterable[TypeForm],
        *,
        hands_on: bool = False,
    ) -> None:
        self._walker = walker
        self._parts = parts
        self._hands_on = hands_on
        """Whether the class that is written changes TypedDicts and NamedTuples inside it by its
        configuration."""
        self._indices: dict[Any, int] = {}
        mentioned = list(_aliases(inside, set(), through_classes=hands_on))
        if (
            hands_on
        ):  # the configuration changes what is inside an alias too; only what recurs needs the name
            mentioned = [alias for alias in mentioned if _recurs(alias)]
        numbers = Counter(_alias_number(alias) for alias in mentioned)
        # of a generic alias with several arguments pydantic's reference does not tell which one it
        # is
        self.aliases = {
            number: alias for alias in mentioned if numbers[number := _alias_number(alias)] == 1
        }

    def leaves_out(self, named: Any) -> bool:
        if is_alias(named):
            return True
        if not records.is_named(named) or getattr(named, "__parameters__", None):
            return False
        return not (self._hands_on and records.takes_config(named))

    def index_of(self, named: Any) -> int:
        if named not in self._indices:
            self._indices[named] = len(self._parts)
            self._parts.append(self._walker.node(named))
        return self._indices[named]

    def is_textual(self, index: int) -> bool:
        return self._walker.is_textual(self._parts[index])


def _alias_number(form: TypeForm) -> int:
    """The id of a ``type`` alias, without its arguments."""
    return id(get_origin(form) or form)


def _aliases(
    forms: Iterable[TypeForm], seen: set[int], *, through_classes: bool = False
) -> Iterator[TypeForm]:
    """The ``type`` aliases in some types, those inside other aliases included.

    Args:
        forms: The types.
        seen: The ids of the aliases and classes that have been looked at.
        through_classes: Whether to look into classes that take over the configuration of the class
            around them.
    """
    for form in forms:
        inside: Iterable[TypeForm] = get_args(form) if get_origin(form) is not Literal else ()
        if is_alias(form):
            if id(form) in seen:
                continue
            seen.add(id(form))
            yield form
            inside = (alias_value(form),)
        elif isinstance(form, NewType):
            inside = (form.__supertype__,)
        elif through_classes and records.takes_config(form):
            cls = get_origin(form) or form
            inside = () if id(cls) in seen else forms_of(form, cls)
            seen.add(id(cls))
        yield from _aliases(inside, seen, through_classes=through_classes)


def _recurs(alias: TypeForm) -> bool:
    """Whether a ``type`` alias mentions itself, directly or inside another alias."""
    given = list(_aliases(get_args(alias), set()))
    return any(
        _alias_number(inner) == _alias_number(alias) and inner not in given
        for inner in _aliases((alias_value(alias),), set())
    )


def _is_same(one: Node, other: Node) -> bool:
    """Whether two members of a union say the same; for Python, the choices 1 and True are equal."""
    if isinstance(one, Template) and isinstance(other, Template) and one == other:
        return same_json(one.input, other.input) and same_json(one.output, other.output)
    return one == other


class Unhashed:
    """Carries a value through `lru_cache` without being part of the key."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashed)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=256)
def scalar(form: TypeForm) -> Template:
    """pydantic's answer for a plain scalar class."""
    return _asked(form)


@lru_cache(maxsize=1024)
def _choices(texts: tuple[str, ...], form: Unhashed) -> Template:
    """A ``Literal``. The texts are the key: two with the same values in another order are equal."""
    return _asked(form.value)


@lru_cache(maxsize=4096)
def _bounded_scalar(base: TypeForm, texts: tuple[str, ...], bounds: Unhashed) -> Template:
    """A scalar with bounds. The texts are the key: ``Ge(1)`` and ``Ge(1.0)`` are equal but do not
    read alike.
    """
    return _asked(Annotated[(base, *bounds.value)])


def _asked(form: TypeForm) -> Template:
    given, answered = ask(form)
    return Template(given, given if given == answered else answered)
