"""pydantic's answer for a type that is not walked, with holes in the places of named types.

What has a name of ours (classes, aliases, brands) is replaced before pydantic is asked, so that its
answer keeps the places; the nodes of these parts are described by the walker.
"""

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NewType, Union, cast, get_args

from pydantic_core import PydanticUndefined

from ..contracts.annotations import UNIONS, annotated, get_origin, is_alias, metadata_of
from ..contracts.contract_errors import NoSchema, Where
from ..contracts.model import TypeForm
from ..contracts.type_audiences import shown_members
from . import brand_definitions, class_config, records
from .json_schema import discriminator_mapping
from .left_out import is_left_out
from .metadata import sort_metadata
from .nodes import HOLE, NO_NAMES, Configured, JsonSchema, Node, Ref, Template, TypeDescriber
from .pydantic_schema import Hole, Holes, ask
from .traversal import map_schema
from .type_aliases import alias_number, aliases_in, recurs

_DEFINED = "#/$defs/"
"""How pydantic refers to a definition."""


class Recurs(NoSchema):
    """A type mentions itself without a name by which it could be referred to."""


class TemplateReader:
    """Asks pydantic for templates.

    Args:
        walker: Describes the parts.
        aliases: The brands that the walker has met.
    """

    def __init__(self, walker: TypeDescriber, aliases: brand_definitions.Aliases) -> None:
        self._walker = walker
        self._aliases = aliases

    def read(
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
        """pydantic's answer for a type, with holes for what we name.

        Args:
            form: The type.
            root: The class that is asked about; it is written out where it is the whole.
            inside: What is written at the fields of that class.
            local_names: What names in that class may mean besides those of the modules.
            configured: That class by the configuration of another.
            config: A configuration that decides which types may be inside, and no more.
            around: A class around the type, whose configuration classes inside take over.
        """
        whole = configured or form
        around = around or configured or class_config.around_heirs(root)
        if around:
            # a generic class that recurs gets no name here, and is described without it
            with contextlib.suppress(Recurs):
                return self._read(whole, root, inside, local_names, config, around)
        return self._read(whole, root, inside, local_names, config)

    def _read(
        self,
        whole: TypeForm,
        root: Any,
        inside: Iterable[TypeForm],
        local_names: Mapping[str, Any],
        config: Mapping[str, Any] | None,
        around: Configured | None = None,
    ) -> Template:
        parts: list[Node] = []
        configured = whole if isinstance(whole, Configured) else None
        form = configured.cls if configured else whole
        # A class cannot be rewritten: `holes` leaves out the classes inside it while pydantic
        # writes, and `restore` puts brands and aliases back into the answer.
        rewritten = form if root is not None else self._whole_with_holes(form, parts)
        holes = _Parts(self._walker, parts, inside, around)
        config = configured.config if configured else config
        try:
            answers = ask(
                rewritten,
                root=root,
                holes=holes,
                local_names=local_names,
                config=config,
                written=form,
            )
        except NoSchema:
            if rewritten is not form:
                ask(form, config=config)  # decides the same for the type in its written form
            raise
        # Of a class, the answer at the top is the class itself, and no mention of it.
        own = whole if root is not None else None
        sides = [self._without_definitions(answer, own, parts) for answer in answers]
        return Template(sides[0], sides[0] if sides[0] == sides[1] else sides[1], tuple(parts))

    def _whole_with_holes(self, form: TypeForm, parts: list[Node]) -> TypeForm:
        """The type that is asked about, with a `Hole` around each brand and alias inside, so that
        pydantic's answer keeps its place.

        There is none around the whole, for it would ask for the same type again, without end.
        """
        if get_origin(form) is Annotated:
            return self._annotated_with_holes(form, parts, outermost=True)
        return self._with_holes(form, parts)

    def _with_holes(self, form: TypeForm, parts: list[Node]) -> TypeForm:
        """A part of that type with holes: around the whole where it has a name, or further
        inside.
        """
        if is_left_out(form):
            return form
        origin = get_origin(form)
        if origin is Annotated:
            return self._annotated_with_holes(form, parts, outermost=False)
        if isinstance(form, NewType) or is_alias(form) or records.is_named(origin):
            return self._hole(form, parts)
        inner = get_args(form)
        if not inner:
            return form
        if origin in UNIONS:
            inner = shown_members(form, self._walker.audience)
        # The types are written anew with holes inside, and pydantic builds validators for those: to
        # search its answer for places would be a guess, since it moves and merges schemas.
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
        if brand is not None and not (outermost and form.__metadata__[-1] is brand):
            own, added = self._aliases.divide(brand, metadata_of(form))
            branded = self._hole(annotated(form.__origin__, own), parts)
            return annotated(branded, added) if added else branded
        metadata = tuple(self._metadata_with_holes(item, parts) for item in form.__metadata__)
        return annotated(self._with_holes(form.__origin__, parts), metadata)

    def _parameters_with_holes(
        self, parameters: list[TypeForm], parts: list[Node]
    ) -> list[TypeForm]:
        """The types in the inner brackets of ``Callable[[int, str], bool]``."""
        return [self._with_holes(parameter, parts) for parameter in parameters]

    def _metadata_with_holes(self, item: Any, parts: list[Node]) -> Any:
        """A serializer or validator with holes in the type that it says is on the wire."""
        # `PlainSerializer`, `WrapSerializer` and the validators are dataclasses of pydantic with
        # these two fields.
        for word in ("return_type", "json_schema_input_type"):
            given = getattr(item, word, PydanticUndefined)
            if given is not PydanticUndefined and dataclasses.is_dataclass(item):
                item = dataclasses.replace(
                    cast(Any, item), **{word: self._with_holes(given, parts)}
                )
        return item

    @staticmethod
    def _is_named_with_words(form: TypeForm) -> bool:
        """Whether an ``Annotated`` is a brand or an alias without other metadata that pydantic must
        judge.
        """
        named = isinstance(form.__origin__, NewType) or is_alias(form.__origin__)
        return (
            named or brand_definitions.outermost(metadata_of(form)) is not None
        ) and not sort_metadata(form.__metadata__).judged

    def _hole(self, form: TypeForm, parts: list[Node]) -> TypeForm:
        parts.append(self._walker.node(form))
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
        # pydantic writes a class that mentions itself into `$defs`, and refers to it at the top.
        if whole is not None and top is not None:
            name = top.rpartition("/")[2]
            if Ref(whole) not in parts:
                parts.append(Ref(whole))
            named[top] = parts.index(Ref(whole))
            # Keywords next to the reference say more than the definition, and win.
            schema = {
                **definitions[name],
                **{key: value for key, value in schema.items() if key != "$ref"},
            }

        def written(value: JsonSchema, inside: tuple[str, ...]) -> JsonSchema:
            filled = map_schema(value, lambda inner: written(inner, inside))
            # References in a mapping are texts, no schemas: `map_schema` does not meet them.
            if (mapping := discriminator_mapping(value)) is not None:
                choices = {
                    tag: _chosen(target, named, definitions) for tag, target in mapping.items()
                }
                filled["discriminator"] = {**value["discriminator"], "mapping": choices}
            ref = value.get("$ref")
            if not isinstance(ref, str) or not ref.startswith(_DEFINED):
                return filled
            del filled["$ref"]
            if ref in named:
                return {HOLE: named[ref], **filled}
            if ref in inside:
                raise Recurs(
                    f"{ref.rpartition('/')[2]} recurs without a name of its own",
                    where=Where(),
                    hint="give the recursive part a name: a model, or a TypeAliasType",
                )
            return {**written(definitions[ref.rpartition("/")[2]], (*inside, ref)), **filled}

        return written(schema, ())


def _with_arguments(form: TypeForm, arguments: tuple[Any, ...]) -> TypeForm:
    """A generic type with other arguments; the type itself when they are its own."""
    own, origin = get_args(form), get_origin(form)
    if arguments == own:
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


class _Parts(Holes):
    """The named types inside one template, each a hole and a part."""

    def __init__(
        self,
        walker: TypeDescriber,
        parts: list[Node],
        inside: Iterable[TypeForm],
        around: Configured | None,
    ) -> None:
        self._walker = walker
        self.audience = walker.audience
        self._parts = parts
        self._around = around
        """The class by whose configuration what is written changes dataclasses, TypedDicts and
        NamedTuples inside it."""
        self._indices: dict[Any, int] = {}
        mentioned = list(aliases_in(inside, {}, through_classes=around is not None))
        if around:
            # Its configuration changes what is inside an alias too; only what recurs needs the
            # name.
            mentioned = [alias for alias in mentioned if recurs(alias)]
        distinct: list[TypeForm] = []  # a generic alias that recurs mentions another equal one
        for alias in mentioned:
            if alias not in distinct:
                distinct.append(alias)
        # Two of one number cannot be distinguished in the answer, and are written out.
        numbers = Counter(map(alias_number, distinct))
        # pydantic's reference to a generic alias has the number of the alias, not of its arguments.
        self.aliases = {
            number: alias for alias in distinct if numbers[number := alias_number(alias)] == 1
        }

    def leaves_out(self, named: Any) -> bool:
        if is_alias(named):
            return not is_left_out(named)
        # Not a generic class without its arguments: pydantic gives the core schema of one the class
        # alone, whatever the arguments.
        return records.is_named(named) and not getattr(named, "__parameters__", None)

    def index_of(self, named: Any) -> int:
        if named not in self._indices:
            self._indices[named] = len(self._parts)
            self._parts.append(self._node(named))
        return self._indices[named]

    def _node(self, named: Any) -> Node:
        around = class_config.around_in(named, self._around)
        return self._walker.node_inside(named, around) if around else self._walker.node(named)

    def is_textual(self, index: int) -> bool:
        return self._walker.is_textual(self._parts[index])
