"""Draws types as a pydantic user may write them, and JSON values that fit them or nearly do."""

import dataclasses
import datetime
import decimal
import enum
import itertools
import keyword
import pathlib
import uuid
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import (
    Annotated,
    Any,
    ClassVar,  # noqa: F401 - written as strings
    Final,  # noqa: F401 - written as strings
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypeAlias,
    Union,
)

import annotated_types
import pydantic
from hypothesis import assume, reject
from hypothesis import strategies as st
from pydantic import (
    UUID4,
    AnyUrl,
    AwareDatetime,
    Base64Str,
    BaseModel,
    ByteSize,
    EmailStr,
    Field,
    FutureDate,
    Json,
    PydanticUserError,
    RootModel,
    SecretStr,
    StringConstraints,
    create_model,
)
from pydantic_core import PydanticUndefined, core_schema
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand

from .zoo import (
    ZOO,
    Aliased,
    Closed,
    Colour,
    Level,
    ListOfT,
    Mixed,
    Nested,
    Page,
    Pair,
    Point,
    Spots,
    UserId,
)

Form: TypeAlias = Any
NUMBERING = itertools.count()
"""So that no two brands have one name, which is a mistake in one module."""

SCALARS: list[Form] = [
    str,
    int,
    float,
    bool,
    None,
    Any,
    bytes,
    datetime.datetime,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    decimal.Decimal,
    uuid.UUID,
    UUID4,
    EmailStr,
    AnyUrl,
    SecretStr,
    Base64Str,
    ByteSize,
    AwareDatetime,
    FutureDate,
    pathlib.Path,
    Json[list[int]],
    Colour,
    Level,
    Mixed,
    Literal["a", "b"],
    Literal[1, "one", None],
    Literal[Colour.RED],
]
UNUSUAL = (
    "page of page",
    "TypedDict",
    "computed",
    "whole serialized",
    "extra",
    "root",
    "derived",
    "nested discriminators",
    "NamedTuple",
    "pydantic dataclass",
)
CLASSES: list[Form] = [Point, Closed, Aliased, *(ZOO[name] for name in UNUSUAL)]


def _tree() -> Form:
    class Tree(BaseModel):
        value: int
        children: "list[Tree]" = []

    return Tree


def _mutual() -> Form:
    class Ping(BaseModel):
        pong: "Pong | None" = None

    class Pong(BaseModel):
        ping: Ping | None = None
        price: decimal.Decimal

    Ping.model_rebuild(_types_namespace={"Pong": Pong})
    return Ping


def _herd() -> Form:
    class Cat(BaseModel):
        kind: Literal["cat"]

    class Cow(BaseModel):
        kind: Literal["cow"] = "cow"
        friends: "list[Annotated[Cat | Cow, Field(discriminator='kind')]]" = []

    Cow.model_rebuild(_types_namespace={"Cat": Cat, "Cow": Cow})
    return Cow


RECURSIVE = [_tree, _mutual, _herd]
"""Made anew for each example, and in lists: pydantic keeps what ``Field`` says beside such a class
with the class."""

create: Any = create_model
new_type: Any = NewType
typed_dict: Any = TypedDict
named_tuple: Any = NamedTuple


def of(origin: Any, *arguments: Form) -> Form:
    """``origin[arguments]``, of types that are known when the test runs."""
    return origin[arguments[0] if len(arguments) == 1 else arguments]


NUMBERS: dict[str, st.SearchStrategy[Any]] = {
    "ge": st.integers(-3, 3),
    "gt": st.integers(-3, 3),
    "le": st.integers(4, 9),
    "lt": st.integers(4, 9),
    "multiple_of": st.integers(1, 3),
}
PATTERNS = ["^a", "^[a-z]+$", r"\d"]
WORDS: dict[str, st.SearchStrategy[Any]] = {
    "description": st.sampled_from(["Who it is.", "What\nit is."]),
    "examples": st.just([1, "a"]),
    "deprecated": st.just(True),
    "title": st.just("Titled"),
}
EXTRA = WORDS | {"json_schema_extra": st.just({"x-unit": "cm"})}
"""For fields only: beside a class, pydantic keeps the extra with the class, and repeats it at every
later use."""

KEYS: list[Form] = [
    str,
    Colour,
    Annotated[str, Field(min_length=2)],
    int,
    uuid.UUID,
    Annotated[str, Field(pattern="^a")],
]
ALIASES = ["camelCase", "snake_case", "with-dash"]
KEYWORDS = [
    "source",
    "default",
    "example",
    "examples",
    "required",
    "value",
    "enum",
    "properties",
    "items",
    "type",
    "title",
    "description",
    "mapping",
    "discriminator",
    "const",
    "class",
    "from",
    "name",
    "uses",
    "schemas",
]
"""Names of fields that mean something to JSON Schema, to Python, or to our document."""
NAMES = ["a", "b", "camelCase", "id", "c", "d", *KEYWORDS]
ON_THE_WIRE = ["$ref", "$defs", "#", "x-brand"]
"""Aliases of fields that are words of JSON Schema."""
CONFIGS: list[Any] = [
    {"str_max_length": 4},
    {"str_min_length": 1, "str_strip_whitespace": True},
    {"json_schema_serialization_defaults_required": True},
    {"ser_json_timedelta": "float"},
    {"ser_json_bytes": "base64", "val_json_bytes": "base64"},
    {"use_enum_values": True},
    {"json_schema_mode_override": "validation"},
    {"alias_generator": str.upper},
    {"validate_by_name": True, "validate_by_alias": False},
]
"""Settings that change what is written, or may be thought to."""
SHALLOW = {"json_schema_mode_override", "str_max_length", "str_min_length"}
DEEP_CONFIGS: list[Any] = [config for config in CONFIGS if not SHALLOW & config.keys()]
"""Around any types: with an overridden mode pydantic raises a KeyError when it writes a recursive
type, and it forgets bounds and required fields where a TypedDict is mentioned twice
(`test_corrections`)."""


def _some(
    kinds: dict[str, st.SearchStrategy[Any]], *, most: int = 2
) -> st.SearchStrategy[dict[str, Any]]:
    return st.lists(st.sampled_from(sorted(kinds)), max_size=most, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({name: kinds[name] for name in chosen})
    )


@st.composite
def bounded(draw: st.DrawFn) -> Form:
    """A scalar with constraints, by `Field`, by annotated_types or by StringConstraints."""
    base = draw(st.sampled_from([int, float, decimal.Decimal, str]))
    if base is not str:
        bounds = draw(_some(NUMBERS))
        if draw(st.booleans()):
            return Annotated[base, Field(**bounds, **draw(_some(WORDS, most=1)))]
        kinds = {
            name.lower(): getattr(annotated_types, name)
            for name in ("Ge", "Gt", "Le", "Lt", "MultipleOf")
        }
        marks = tuple(kinds[name.replace("_", "")](value) for name, value in bounds.items())
        return Annotated[(base, *marks)] if marks else base
    lengths: dict[str, Any] = {
        "min_length": draw(st.integers(0, 2)),
        "max_length": draw(st.integers(3, 5)),
    }
    how = draw(st.integers(0, 2))
    if how == 0:
        return Annotated[str, StringConstraints(**lengths, pattern=draw(st.sampled_from(PATTERNS)))]
    if how == 1:
        return Annotated[str, annotated_types.Len(*lengths.values())]
    return Annotated[str, Field(**lengths, **draw(_some(WORDS)))]


@st.composite
def branded(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A NewType, a Brand, or one over the other."""
    base = draw(inner)
    name = f"UserId{next(NUMBERING)}"
    if draw(st.booleans()):
        made = new_type(name, base)
        return new_type(f"Admin{name}", made) if draw(st.booleans()) else made
    return Annotated[base, Brand(name), Field(**draw(_some(WORDS, most=1)))]


@st.composite
def containers(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A list, a map, a tuple, of what is drawn."""
    item = draw(inner)
    kind = draw(
        st.sampled_from(
            [list, set, frozenset, Sequence, Iterable, deque, "tuple", "many", "map", "bounded"]
        )
    )
    if kind == "tuple":
        return of(tuple, item, *draw(st.lists(inner, max_size=2)))
    if kind == "many":
        return of(tuple, item, ...)
    if kind == "map":
        key = draw(st.one_of(st.sampled_from(KEYS), branded(st.sampled_from([str, int]))))
        return of(draw(st.sampled_from([dict, Mapping])), key, item)
    if kind == "bounded":
        return Annotated[
            of(list, item),
            Field(min_length=draw(st.integers(0, 1)), max_length=draw(st.integers(1, 3))),
        ]
    return of(kind, item)


@st.composite
def unions(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A union, plain or by a discriminator."""
    kind = draw(st.sampled_from(["plain", "plain", "tagged", "chosen"]))
    if kind == "chosen":
        several = [Annotated[draw(inner), pydantic.Tag(tag)] for tag in ("one", "two")]
        return Annotated[Union[tuple(several)], pydantic.Discriminator(lambda value: "one")]  # noqa: UP007
    if kind == "plain":
        members = draw(st.lists(inner, min_size=1, max_size=3))
        return Optional[members[0]] if len(members) == 1 else Union[tuple(members)]  # noqa: UP007, UP045
    tags = draw(
        st.lists(st.sampled_from(["cat", "dog", "cow"]), min_size=2, max_size=3, unique=True)
    )
    variants = [
        create(tag.title(), kind=(Literal[tag], ...), value=(draw(inner), ...)) for tag in tags
    ]
    return Annotated[Union[tuple(variants)], Field(discriminator="kind")]  # noqa: UP007


@st.composite
def fields(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> dict[str, tuple[Form, Any]]:
    """The fields of a model: type and `Field` by name."""
    found: dict[str, tuple[Form, Any]] = {}
    taken: set[str] = set()
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=4, unique=True)):
        options: dict[str, Any] = draw(_some(EXTRA))
        form = draw(inner)
        default: Any = draw(st.sampled_from([..., ..., None, 1, "a", []]))
        if default is not ... and _fits(form, default):
            options["default"] = default
        elif draw(st.integers(0, 4)) == 0:
            options["default_factory"] = list
        side = draw(
            st.sampled_from(["", "", "", "alias", "validation_alias", "serialization_alias"])
        )
        if side:
            options[side] = draw(
                st.sampled_from([*(f"{name}_{alias}" for alias in ALIASES), *ON_THE_WIRE])
            )
            assume(options[side] not in taken)
            taken.add(options[side])
        found[name] = (form, Field(**options))
    return found


def _fits(form: Form, default: Any) -> bool:
    """Whether a default is a value of its type; what is none, pydantic may be unable to write."""
    try:
        pydantic.TypeAdapter(form).validate_python(default, strict=True)
    except (pydantic.ValidationError, pydantic.PydanticUserError):
        return False
    return True


CLOSED = st.one_of(st.sampled_from(SCALARS), bounded())
"""What stands in a model with ``extra``: pydantic hands that on to every TypedDict and dataclass
inside."""


WRITTEN = [
    "int",
    "list[UserId]",
    "dict[str, Colour]",
    "Point | None",
    "Annotated[str, Field(min_length=2)]",
    "Optional['Nested']",
    "Literal['a']",
    "Annotated['int', Field(ge=1)]",
]
APART = ["ClassVar", "ClassVar[int]", "ClassVar[list['Drawn']]", "'ClassVar[int]'"]
"""Annotations of what is no field."""


@st.composite
def written(draw: st.DrawFn) -> Form:
    """A class with annotations as strings, as below ``from __future__ import annotations``, with
    class variables and constants beside its fields.
    """
    names = draw(st.lists(st.sampled_from(["a", "b", "source", "value"]), unique=True, max_size=3))
    annotations = {name: draw(st.sampled_from(WRITTEN)) for name in names}
    members: dict[str, Any] = {"__module__": __name__, "__annotations__": annotations}
    if draw(st.booleans()):
        annotations["known"] = draw(st.sampled_from(APART))
        members["known"] = 1
    if draw(st.booleans()):
        annotations["fixed"] = draw(st.sampled_from(["Final[int]", "Final"]))
        if draw(st.booleans()):
            members["fixed"] = 1
    if draw(st.booleans()):
        return type("Drawn", (BaseModel,), members)
    annotations.pop("fixed", None)
    made: Any = type(
        "Drawn", (), {name: value for name, value in members.items() if name != "fixed"}
    )
    return dataclasses.dataclass(made)


@st.composite
def enums(draw: st.DrawFn) -> Form:
    """An enum whose members may have one value, which makes aliases of the later ones."""
    scalars: list[Any] = ["a", "b", 1, 2, 1.5, True, None]
    given = draw(st.lists(st.sampled_from(scalars), min_size=1, max_size=4))
    members = {f"MEMBER_{index}": value for index, value in enumerate(given)}
    kind: Any = enum.Enum
    if all(isinstance(value, str) for value in given):
        kind = draw(st.sampled_from([enum.Enum, enum.StrEnum]))
    if all(type(value) is int for value in given):
        kind = draw(st.sampled_from([enum.Enum, enum.IntEnum]))
    made = kind("Choice", members)
    made.__doc__ = draw(st.sampled_from([None, "What it may be."]))
    return made


@st.composite
def answering(draw: st.DrawFn, model: Form, inner: st.SearchStrategy[Form]) -> Form:
    """A model with what it says of its output alone: a computed field, serializers of fields."""
    members: dict[str, Any] = {"__module__": __name__, "__doc__": model.__doc__}
    serializer: Any = pydantic.field_serializer
    if draw(st.booleans()):
        words: Any = draw(_some({**WORDS, "alias": st.sampled_from(["sizeOf", "$ref"])}))
        computed = pydantic.computed_field(return_type=draw(inner), **words)
        members["size"] = computed(property(lambda self: None))
    for number in range(draw(st.integers(0, 2))):
        serialized = serializer(
            draw(st.sampled_from([*model.model_fields, "*"])),
            return_type=draw(st.one_of(st.just(PydanticUndefined), inner)),
            when_used=draw(st.sampled_from(["always", "json", "unless-none"])),
            check_fields=False,
        )
        members[f"answer_{number}"] = serialized(lambda self, value: value)
    return type(model)("Drawn", (model,), members)


@st.composite
def models(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A model, dataclass, TypedDict, NamedTuple, root model, or a generic class with arguments."""
    kind = draw(
        st.sampled_from(
            ["model", "model", "model", "dataclass", "dict", "tuple", "root", "generic", "written"]
        )
    )
    if kind == "model":
        usual: list[Any] = [{}, {"extra": "forbid"}, {"extra": "allow"}, {"title": "Named"}]
        config: Any = draw(st.one_of(st.sampled_from(usual), st.sampled_from(CONFIGS)))
        doc = draw(st.sampled_from([None, "What it is.", "First.\n\n    Second."]))
        inside = inner if config in DEEP_CONFIGS or not config else CLOSED
        chosen = draw(fields(inside))
        answers = config in usual and draw(st.booleans())
        try:
            drawn = create("Drawn", __config__=config, __doc__=doc, **chosen)
            return draw(answering(drawn, inside)) if answers else drawn
        except PydanticUserError:  # an alias of a recursive alias confuses pydantic now and then
            reject()
    if kind == "written":
        return draw(written())
    if kind == "root":
        return of(RootModel, of(list, draw(inner)))
    if kind == "generic":
        pick = draw(st.integers(0, 2))
        if pick == 0:
            return of(Page, draw(inner))
        return of(Pair, draw(inner), draw(inner)) if pick == 1 else of(ListOfT, draw(inner))
    names = st.sampled_from([name for name in NAMES if not keyword.iskeyword(name)])
    plain = {
        name: draw(inner) for name in draw(st.lists(names, min_size=1, max_size=3, unique=True))
    }
    config = (
        draw(st.one_of(st.none(), st.sampled_from(DEEP_CONFIGS)))
        if kind in ("dataclass", "dict")
        else None
    )
    if kind == "dataclass":
        made: Any = dataclasses.make_dataclass("Drawn", list(plain.items()))
        if config is None and draw(st.booleans()):
            return made
        return pydantic.dataclasses.dataclass(made, config=config)
    if kind == "dict":
        keys = {
            name: NotRequired[form] if draw(st.booleans()) else form for name, form in plain.items()
        }
        closing: Any = draw(st.sampled_from([{}, {}, {"closed": True}, {"extra_items": int}]))
        dictionary = typed_dict("Drawn", keys, total=draw(st.booleans()), **closing)
        return dictionary if config is None else pydantic.with_config(config)(dictionary)
    several = named_tuple("Drawn", list(plain.items()))
    several.__new__.__defaults__ = (None,) * draw(st.integers(0, len(plain)))
    return several


@st.composite
def aliases(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A ``type`` alias."""
    return TypeAliasType("Alias", draw(inner))


@st.composite
def worded(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A type with words beside it."""
    return Annotated[draw(inner), Field(**draw(_some(WORDS)))]


JUDGED: list[Any] = [
    pydantic.AfterValidator(lambda value: value),
    pydantic.BeforeValidator(lambda value: value),
    pydantic.WrapValidator(lambda value, handler: handler(value)),
    pydantic.PlainSerializer(str, return_type=str),
    pydantic.PlainSerializer(lambda value: [value], return_type=list[UserId]),
    pydantic.WrapSerializer(lambda value, handler: handler(value)),
    pydantic.BeforeValidator(lambda value: value, json_schema_input_type=dict[UserId, int]),
    pydantic.GetPydanticSchema(lambda form, handler: handler(form)),
]


@st.composite
def judged(draw: st.DrawFn, inner: st.SearchStrategy[Form]) -> Form:
    """A type with a validator or serializer behind it, which only pydantic can judge, and perhaps
    with words.
    """
    return Annotated[
        (draw(inner), draw(st.sampled_from(JUDGED)), Field(**draw(_some(WORDS, most=1))))
    ]


REPLACING: list[Any] = [
    *JUDGED,
    pydantic.GetPydanticSchema(lambda form, handler: core_schema.str_schema()),
    pydantic.WithJsonSchema({"type": "array", "title": "Given"}),
    pydantic.WithJsonSchema({"type": "array"}, mode="validation"),
    pydantic.WithJsonSchema({"type": "object"}, mode="serialization"),
    Field(gt=1),
    Field(default=3, description="It has a default."),
    Field(json_schema_extra={"x-unit": "cm"}),
]


@st.composite
def replaced(draw: st.DrawFn) -> Form:
    """A type with metadata that may replace what other metadata has written, in any order."""
    item = st.one_of(st.sampled_from(REPLACING), _some(WORDS).map(lambda words: Field(**words)))
    base: Any = draw(st.sampled_from([int, str, list[int]]))
    form = Annotated[(base, *draw(st.lists(item, min_size=2, max_size=5)))]
    return draw(st.sampled_from([form, of(list, form)]))


@st.composite
def bounded_optional(draw: st.DrawFn) -> Form:
    """``X | None`` with a bound that is meant for X."""
    base = draw(st.one_of(st.just(str), branded(st.just(str))))
    return Annotated[base | None, Field(min_length=draw(st.integers(1, 3)))]


def _wider(inner: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
    return st.one_of(
        containers(inner),
        unions(inner),
        models(inner),
        models(inner),
        branded(inner),
        aliases(inner),
        worded(inner),
        judged(inner),
    )


LEAVES = st.one_of(
    st.sampled_from(SCALARS),
    bounded(),
    branded(bounded()),
    st.sampled_from(CLASSES),
    st.sampled_from(RECURSIVE).map(lambda make: of(list, make())),
    st.sampled_from([Nested, Spots]),
    bounded_optional(),
    enums(),
)

FORMS: st.SearchStrategy[Form] = st.recursive(LEAVES, _wider, max_leaves=8)
"""Any type of the grammar."""

JSON = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 12),
    st.sampled_from([1.5, 3.0, -0.5]),
    st.sampled_from(
        ["", "a", "ab", "red", "cat", "1", "2020-01-02", "abcdefgh", "a@b.co", "10.0.0.1"]
    ),
    st.just([]),
    st.just({}),
)
FORMATS = {
    "date": "2199-05-06",
    "date-time": "2020-01-02T03:04:05Z",
    "time": "03:04:05Z",
    "duration": "PT5S",
    "uuid": "7d444840-9dc0-41d2-8a3c-5f6d1c2b3a4e",
    "uuid4": "7d444840-9dc0-41d2-8a3c-5f6d1c2b3a4e",
    "email": "ada@example.org",
    "uri": "https://example.org/a",
    "ipv4": "10.0.0.1",
    "json-string": "[1, 2]",
    "base64": "YWJj",
}


@st.composite
def values(draw: st.DrawFn, schema: Any, root: dict[str, Any], depth: int = 0) -> Any:
    """A JSON value that fits a schema, or, here and there, nearly does.

    Args:
        draw: Hypothesis'.
        schema: The schema, perhaps a reference into `root`.
        root: The whole schema, with its ``$defs``.
        depth: How deep we are; deep values are kept small.
    """
    while "$ref" in schema:
        schema = {
            **root["$defs"][schema["$ref"].rpartition("/")[2]],
            **{k: v for k, v in schema.items() if k != "$ref"},
        }
    if depth > 6 or draw(st.integers(0, 14)) == 0:
        return draw(JSON)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return draw(values(draw(st.sampled_from(schema[choice])), root, depth + 1))
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return draw(st.sampled_from(schema["enum"]))
    match schema.get("type"):
        case "object":
            return draw(_objects(schema, root, depth))
        case "array":
            return draw(_arrays(schema, root, depth))
        case "string":
            return draw(_strings(schema))
        case "integer":
            return draw(st.integers(-5, 12))
        case "number":
            return draw(st.one_of(st.integers(-5, 12), st.sampled_from([1.5, 2.5])))
        case "boolean":
            return draw(st.booleans())
        case "null":
            return None
    return draw(JSON)


@st.composite
def _objects(draw: st.DrawFn, schema: Any, root: dict[str, Any], depth: int) -> Any:
    found: dict[str, Any] = {}
    required = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        if draw(st.integers(0, 14)) if name in required else draw(st.booleans()):
            found[name] = draw(values(inner, root, depth + 1))
    further = schema.get(
        "additionalProperties", next(iter(schema.get("patternProperties", {}).values()), None)
    )
    for _ in range(
        draw(st.integers(0, 2)) if isinstance(further, dict) else draw(st.integers(0, 8)) // 8
    ):
        name = draw(
            st.sampled_from(["a", "abc", "red", "1", "b", "7d444840-9dc0-41d2-8a3c-5f6d1c2b3a4e"])
        )
        found.setdefault(
            name, draw(values(further, root, depth + 1)) if isinstance(further, dict) else 1
        )
    return found


@st.composite
def _arrays(draw: st.DrawFn, schema: Any, root: dict[str, Any], depth: int) -> Any:
    found = [draw(values(item, root, depth + 1)) for item in schema.get("prefixItems", ())]
    if isinstance(schema.get("items"), dict):
        size = draw(st.integers(schema.get("minItems", 0), schema.get("maxItems", 2)))
        found += [draw(values(schema["items"], root, depth + 1)) for _ in range(size)]
    return found[:-1] if found and draw(st.integers(0, 9)) == 0 else found


@st.composite
def _strings(draw: st.DrawFn, schema: Any) -> Any:
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    texts = ["a", "ab", "abc", "abcd", "1", "a1", "YWJj", "12.5"]
    fitting = [
        text
        for text in texts
        if schema.get("minLength", 0) <= len(text) <= schema.get("maxLength", 99)
    ]
    return draw(st.sampled_from(fitting or texts))
