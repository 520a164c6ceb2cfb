"""Walks types into nodes: the first of the three passes.

Layers come off from the outside: NewType, ``Annotated`` and ``type`` aliases. Each is remembered,
for any of them may be a brand. Then:

1. a `GivenSchema`: itself;
2. classes of the scalars pydantic knows: its answer, asked once a process;
3. models, enums, dataclasses, TypedDicts, NamedTuples: a `Ref`, and a `Definition` made once;
4. unions and the common containers: described part by part;
5. everything else: pydantic's answer with holes in the places of named types (`holes`).
"""

from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterable, Mapping, MutableMapping, Sequence
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple, NewType, get_args

from pydantic import Strict

from ..audience_rules import Audiences, is_shown
from ..contracts.annotations import (
    ALIAS_TYPES,
    UNIONS,
    alias_value,
    annotated,
    get_origin,
    is_alias,
    is_class,
    metadata_of,
    parent_names,
    peel_all,
    without_none,
)
from ..contracts.audiences import combined
from ..contracts.contract_errors import ContractError, Where, too_deep
from ..contracts.hidden_names import NO_NAMES as NO_HIDDEN
from ..contracts.hidden_names import HiddenNames
from ..contracts.hook_audiences import hook_mark
from ..contracts.markers import Brand
from ..contracts.message_model import GivenSchema
from ..contracts.model import TypeForm
from ..contracts.type_audiences import mark_in, mark_of_class, not_for_audience, shown_members
from . import brand_definitions, records
from .class_config import around_in, configured, takes_config
from .class_names import generic_name
from .fitting import same_json
from .given_audiences import GivenTargets, references_in, shown_schema
from .holes import TemplateReader
from .left_out import is_left_out
from .mentions import Mention, first_gap, is_writable, mentioning_field
from .metadata import choices_of_function, sort_metadata, without_replaced_words
from .nodes import (
    CHOICE,
    HIDDEN,
    HOLE,
    NO_NAMES,
    NO_SCHEMA,
    NULL,
    Configured,
    Definition,
    Facet,
    Given,
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
from .scalars import SCALARS, Unhashed, asked, bounded_scalar, choices, scalar
from .shown_schemas import ShownSchemas

MAPPINGS: frozenset[Any] = frozenset({dict, Mapping, MutableMapping, OrderedDict, defaultdict})

_ARRAYS: frozenset[Any] = frozenset({list, set, frozenset, Sequence, Iterable})

_BUILT_IN = SCALARS | _ARRAYS | MAPPINGS
"""The classes about which pydantic is asked once a process."""


class _Mentioned(NamedTuple):
    """A class whose definition mentions others."""

    key: Any
    by: "_Mentioned | None"
    """What mentioned this class first; None for the type that is described."""


class Walker:
    """Describes types as nodes and keeps the definitions that it meets, in order of first
    mention.

    Args:
        audience: For whom; fields and members of unions that are for others are never looked at.
            None: for everyone.
    """

    def __init__(self, audience: Audiences | None = None) -> None:
        self.audience = audience
        self.hidden: HiddenNames = NO_HIDDEN
        """The names of what only others are shown, in the documents that share this."""
        self._documents: dict[int, tuple[Mapping[str, GivenSchema], ShownSchemas]] = {}
        self.definitions: dict[Hashable, Definition | None] = {}
        """By key; None while the definition is not complete."""
        self._waiting: OrderedDict[Any, _Mentioned | None] = OrderedDict()
        """The classes that are still to be defined, each with what mentioned it first."""
        self._defining: _Mentioned | None = None
        self._nodes: dict[int, tuple[TypeForm, Node]] = {}
        """By the ids of types, which are kept here. Equal types are described each for itself:
        what is inside of one may be equal for Python and yet say something else, as 1 and True
        do."""
        self._around: Configured | None = None
        """What is written inside of this class is being described, whose configuration others take
        over."""
        self.aliases = brand_definitions.Aliases()
        self._templates = TemplateReader(self, self.aliases)
        self._has_gaps = False
        """Whether it has met a type that has a schema on one side of the wire alone."""
        self._without_gaps: set[Mention] = set()

    def describe(self, form: TypeForm, facet: Facet) -> Node:
        """The node of a type, once every type that it mentions at any depth is defined.

        Args:
            form: The type.
            facet: The side of the wire that it is for.

        Raises:
            ContractError: JSON cannot carry it there, or a name in it leads nowhere.
        """
        node = self._described(form)
        if self._has_gaps:
            error = first_gap(node, facet, self.definitions, self._without_gaps)
            if error is not None:
                raise error
        return node

    def _described(self, form: TypeForm) -> Node:
        """The node of a type, whatever it is for. If it has none, the walker knows no more than
        before.
        """
        known = self.known()
        try:
            node = self.node(form)
            # First come, first served, so that definitions are in order of mention; each may add to
            # those that wait.
            while self._waiting:
                self._define_class(*self._waiting.popitem(last=False))
        except ContractError:
            self.forget_all_but(known)
            raise
        except RecursionError as error:
            self.forget_all_but(known)
            raise too_deep(Where()) from error
        return node

    def known(self) -> tuple[int, int]:
        """How much the walker knows, for `forget_all_but`."""
        return len(self.definitions), len(self._nodes)

    def forget_all_but(self, known: tuple[int, int]) -> None:
        """Undo what was described since the call of `known`."""
        # Both are insertion ordered, so that what is new is at the end.
        definitions, nodes = known
        for key in list(self.definitions)[definitions:]:
            del self.definitions[key]
            self._waiting.pop(key, None)
        for number in list(self._nodes)[nodes:]:
            del self._nodes[number]

    def node(self, form: TypeForm) -> Node:
        """The node of a type; the classes that it mentions may wait for their definitions.

        Raises:
            ContractError: As `describe` does.
        """
        if self._around is None and (known := self._nodes.get(id(form))) is not None:
            return known[1]
        origin = get_origin(form)
        node = self._of_name(form, origin) or self._of_parts(form, origin)
        if self._around is None:
            self._nodes[id(form)] = form, node
        return node

    def node_inside(self, form: TypeForm, around: Configured) -> Node:
        """The node of a type whose classes may take over the configuration of the class around
        them; see `class_config.has_plain_heirs`.
        """
        outer, self._around = self._around, around
        try:
            return self.node(form)
        finally:
            self._around = outer

    def _of_name(self, form: TypeForm, origin: Any) -> Node | None:
        """The node of what is one name: None, a NewType, a scalar, a class; None for a type with
        parts.
        """
        if form is None or form is type(None):
            return NULL
        if isinstance(form, GivenSchema):
            return self._given(form) if form.name is None else self._mention(form)
        if isinstance(form, Configured):
            return self._mention(form)
        if isinstance(form, NewType):
            return self._new_type(form)
        # what has an origin may hold metadata without a hash
        if origin is None and form in SCALARS:
            return scalar(form)
        if not is_class(form):
            return None
        if not records.is_named(form):
            return self.template(form)
        # pydantic fills a bare generic dataclass by its own rules; written out, the two ways to
        # write it are one definition.
        if (filled := records.with_arguments(form)) is not form:
            return self.node(filled)
        return self._mention(form)

    def _new_type(self, form: NewType) -> Node:
        # The name belongs to the type without the configuration; fields leave it out, too.
        if around_in(form, self._around):
            return self.node(form.__supertype__)
        return self.define(form, lambda: brand_definitions.new_type(self, form))

    def _of_parts(self, form: TypeForm, origin: Any) -> Node:
        """The node of a type that is made of others, or of one that only pydantic knows."""
        if origin is Annotated:
            return self._annotated(form)
        if origin in UNIONS:
            return self._union(form)
        if origin is Literal:
            return choices(tuple(map(repr, get_args(form))), Unhashed(form))
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
            known = self.known()
            self.definitions[key] = None
            try:
                self.definitions[key] = make()
            except ContractError:
                # Others that were met on the way may mention it: aliases that recur.
                self.forget_all_but(known)
                raise
        return Ref(key)

    def _mention(self, key: Any) -> Ref:
        """A mention of the class `key`, which is defined later: classes refer to classes in chains
        that are longer than Python's stack.
        """
        if self._around is not None and takes_config(key):
            key = configured(key, self._around)
        cls = key.cls if isinstance(key, Configured) else get_origin(key) or key
        if not is_shown(mark_of_class(cls), self.audience):
            raise not_for_audience("a type is not", self.audience)
        if key not in self.definitions:
            self.definitions[key] = None
            # The first mention alone: errors name one way to a class, in each run the same.
            self._waiting[key] = self._defining
        return Ref(key)

    def _given(self, form: GivenSchema) -> Given:
        schema = shown_schema(form, self.audience, self.hidden.members)
        if self.audience is not None and self.hidden:
            schema = self._shown_schemas(form).without_mentions(dict(schema))
        # Where something was left out, references have gone with it, and what only they lead to
        # must not become a type of the document.
        texts = form.references if schema is form.schema else references_in(schema)
        parts = {
            text: self._mention(form.references[text]) for text in texts if text in form.references
        }
        return Given(dict(schema), parts)

    def _shown_schemas(self, form: GivenSchema) -> ShownSchemas:
        """The schemas of the document that gives one, by which mentions are judged."""
        known = self._documents.get(id(form.references))
        if known is None or known[0] is not form.references:
            targets = GivenTargets(form.references, self.audience or (), self.hidden.members)
            known = form.references, ShownSchemas(targets, self.hidden)
            self._documents[id(form.references)] = known
        return known[1]

    def _definition(self, key: Any) -> Definition:
        """The definition of a class, or of a schema that a document gives under a name."""
        if not isinstance(key, GivenSchema):
            return records.definition(self, key)
        name = key.name or ""
        return Definition(
            key=key,
            name=name,
            module=key.module,
            qualname=name,
            node=self._given(key),
            is_published=True,
        )

    def _define_class(self, key: Any, mentioned_by: _Mentioned | None) -> None:
        # Another class may be in the midst of its own definition: `is_textual` cannot wait.
        outer, self._defining = self._defining, _Mentioned(key, mentioned_by)
        try:
            self.definitions[key] = self._definition(key)
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
        members = shown_members(form, self.audience)
        # Such a member is validated still, which is up to pydantic.
        if any(map(is_left_out, members)):
            return self.template(form)
        union = self._any_of(members)
        has_lost = len(members) < len(get_args(form))
        return WithKeywords(union, {HIDDEN: [CHOICE]}) if has_lost else union

    def _any_of(self, members: Iterable[TypeForm]) -> Node:
        nodes: list[Node] = []
        for member in members:
            node = NULL if member is type(None) else self.node(member)
            # `typing` flattens only what is written as a union, not an alias or `Annotated` with
            # one inside.
            for part in node.members if isinstance(node, UnionOf) else (node,):
                if not any(_is_same(part, known) for known in nodes):
                    nodes.append(part)
        if NULL in nodes:
            nodes.remove(NULL)
            # Last, as people write it and documents show it, wherever Python has put it.
            nodes.append(NULL)
        if not self._has_gaps:
            return _union_of(nodes)
        given, answered = _writable(nodes, "input"), _writable(nodes, "output")
        both = _union_of(given)
        return both if given == answered else Split(both, _union_of(answered))

    def _map(self, key: TypeForm, value: TypeForm) -> MapOf | None:
        """A dict whose keys are strings, or have a name; None for what else there is."""
        # `propertyNames` of every string would say nothing (JSON Schema 2020-12, 10.3.2.4).
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
        # pydantic writes an enumeration of one value as `const`, and without `type` where values
        # differ in theirs.
        # A list or an object among them does not count: it cannot be a key.
        listed = node.input.get("enum", [node.input.get("const")])
        choices = [choice for choice in listed if not isinstance(choice, dict | list)]
        return node.input.get("type") == "string" or (
            bool(choices) and all(isinstance(choice, str) for choice in choices)
        )

    def _alias(self, form: TypeForm) -> Node:
        alias: Any = form if isinstance(form, ALIAS_TYPES) else get_origin(form)
        value = alias_value(form)
        around = around_in(form, self._around)
        brand = brand_definitions.outermost(metadata_of(value))
        if brand is not None and brand.name == alias.__name__ and around is None:
            return self.node(value)  # ``type Email = Annotated[str, Brand("Email")]`` is one thing
        arguments = get_args(form) if form is not alias else ()
        key: Any = (alias, *arguments) if arguments else alias
        if around is not None:
            key = configured(key, around)
        return self.define(
            key,
            lambda: Definition(
                key=key,
                name=generic_name(alias.__name__, arguments),
                module=getattr(alias, "__module__", "") or "",
                qualname=alias.__name__,
                node=self.node(value),
                outer=around.outer if around else "",
            ),
        )

    def _annotated(self, form: TypeForm) -> Node:
        metadata = metadata_of(form)
        marks = mark_in(metadata), hook_mark(form, tuple(metadata))
        if not is_shown(combined(*marks), self.audience):
            raise not_for_audience("a type is not", self.audience)
        base: TypeForm = form.__origin__
        if around_in(base, self._around):  # as of a NewType
            metadata = tuple(item for item in metadata if not isinstance(item, Brand))
        brand = brand_definitions.outermost(metadata)
        if brand is not None:
            own, added = self.aliases.divide(brand, metadata)
            ref = self.define(
                brand,
                lambda: brand_definitions.annotated(self, self.aliases, brand, base, metadata),
            )
            return self.qualified(ref, annotated(base, own), added)
        choices = choices_of_function(form)
        # JSON can carry a class on both sides of the wire; pydantic leaves out other choices that
        # it cannot carry on one.
        if choices and self.audience is None and all(map(records.is_named, choices)):
            return self._any_of(choices)
        return self.qualified(None, base, metadata)

    def qualified(self, node: Node | None, base: TypeForm, metadata: tuple[Any, ...]) -> Node:
        """The node of `base` with what ``Annotated`` adds to it.

        Args:
            node: The node of `base`, when the caller has it.
            base: The type inside.
            metadata: Its metadata.
        """
        if not metadata:
            return node or self.node(base)
        sorted_metadata = sort_metadata(metadata)
        if sorted_metadata.judged:
            lasting = without_replaced_words(metadata)
            # Each place has words of its own for one type, about which pydantic is asked once.
            if len(lasting) < len(metadata):
                return self.node(annotated(base, lasting))
            return self.template(annotated(base, metadata))
        node = node or self.node(base)
        bounds = sorted_metadata.bounds
        if bounds and not isinstance(node, Template):
            # It changes what Python values are accepted, not what JSON is.
            bounds = [item for item in bounds if not isinstance(item, Strict)]
        if bounds:
            node = self._bounded(node, base, bounds)
        return WithKeywords(node, sorted_metadata.keywords) if sorted_metadata.keywords else node

    def _bounded(self, node: Node, base: TypeForm, bounds: list[Any]) -> Node:
        if get_origin(base) is None and base in SCALARS:
            return bounded_scalar(base, tuple(map(repr, bounds)), Unhashed(bounds))
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
        return self.template(annotated(base, bounds))

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
        if bare in _BUILT_IN:
            before = scalar(bare)
            after = bounded_scalar(bare, tuple(map(repr, bounds)), Unhashed(bounds))
        else:
            # What a bound is called depends on the type: `min_length` is minLength, minItems or
            # minProperties. pydantic knows which.
            before, after = asked(bare), asked(annotated(bare, bounds))
        given = _added_keywords(before.input, after.input)
        answered = _added_keywords(before.output, after.output)
        if "anyOf" in given:  # the bounds of a union went to its members
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
            key = mention.key
            cls = key.cls if isinstance(key, Configured) else get_origin(key) or key
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
        configured: Configured | None = None,
        config: Mapping[str, Any] | None = None,
        around: Configured | None = None,
    ) -> Template:
        """pydantic's answer for a type; see `TemplateReader.read`."""
        template = self._templates.read(
            form,
            root=root,
            inside=inside,
            local_names=local_names,
            configured=configured,
            config=config,
            around=around or self._around,
        )
        self._has_gaps |= NO_SCHEMA in template.input or NO_SCHEMA in template.output
        return template


def _union_of(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else UnionOf(tuple(nodes))


def _writable(members: list[Node], facet: Facet) -> list[Node]:
    """The members of a union that have a schema on a side of the wire; all, where no value would be
    left.
    """
    # As pydantic, whose `union_schema` skips such a choice. Its `nullable_schema` does not: of
    # `X | None` without a schema for X it raises the error of X, and so does the whole list here.
    writable = [member for member in members if is_writable(member, facet)]
    return members if writable in ([], [NULL]) else writable


def _is_array(origin: Any, arguments: tuple[Any, ...]) -> bool:
    """Whether a type holds any number of like items: a list, a set, ``tuple[int, ...]``."""
    if origin is tuple:
        return len(arguments) == 2 and arguments[1] is ...
    return origin in _ARRAYS and bool(arguments)


def _added_keywords(less: JsonSchema, more: JsonSchema) -> JsonSchema:
    """The keywords of the second schema that the first has not, or has with another value."""
    # `HOLE` for a keyword that is not there: None is a value that a keyword may have.
    return {key: value for key, value in more.items() if less.get(key, HOLE) != value}


def _is_same(one: Node, other: Node) -> bool:
    """Whether two members of a union say the same; for Python, the choices 1 and True are equal."""
    if one != other:
        return False
    if isinstance(one, Template) and isinstance(other, Template):
        return same_json(one.input, other.input) and same_json(one.output, other.output)
    return True
