"""Asks pydantic for JSON Schema, with holes in the places of types that we name ourselves.

Whatever is not plain goes this way, so that nothing pydantic knows is written a second time here.
"""

import re
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, cast

from pydantic import BaseModel, TypeAdapter, create_model
from pydantic.errors import (
    PydanticInvalidForJsonSchema,
    PydanticUndefinedAnnotation,
    PydanticUserError,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticOmit, SchemaError

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import MARK, audience_in, combined
from ..contracts.contract_errors import ContractError, NoSchema, UnresolvedType, Where, too_deep
from ..contracts.type_audiences import mark_of_class, not_for_audience
from .class_names import type_name
from .fitting import is_json
from .given_audiences import shown_answer
from .keywords import encoded, extra_keyword
from .nodes import (
    BY_HAND,
    CHOICE,
    HIDDEN,
    HOLE,
    NO_NAMES,
    NO_SCHEMA,
    SECRET,
    JsonSchema,
    NotJson,
    without,
)
from .traversal import map_schema

_HOLE = "ggdocs_hole"
_WRITTEN = "ggdocs_written"
"""Our keys in the metadata of core schemas."""


@dataclass(frozen=True)
class Hole:
    """Metadata in the ``Annotated`` of a type that we describe ourselves: pydantic validates it and
    we name it.

    It marks the core schema of that type, so that later metadata (a constraint, a
    serializer, a hook) still works on it as pydantic works on the type itself. A hook that hands on
    another type makes no use of it.
    """

    index: int
    form: Any = field(compare=False, repr=False)

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        schema = handler(source)
        if source != self.form:
            return schema
        # Its serializer works on it once, inside; one that is added outside is around the hole.
        return {**without(schema, "serialization"), "metadata": {_HOLE: (self.index, schema)}}


class Holes:
    """Says which types inside a schema are left out; this base class leaves none out."""

    audience: Audiences | None = None
    """For whom the schema is; fields and choices that are for others are left out."""
    aliases: Mapping[int, Any] = {}
    """The ``type`` aliases that are mentioned inside, by their ids."""

    def leaves_out(self, named: Any) -> bool:
        """Whether there is a hole in the place of a class or an alias; not for None."""
        return False

    def index_of(self, named: Any) -> int:
        """The index of the hole for a class or an alias that is left out."""
        raise NotImplementedError

    def is_textual(self, index: int) -> bool:
        """Whether what belongs into a hole is a string, so that it can restrict the keys of an
        object.
        """
        return False


NO_HOLES = Holes()


class _MethodsByKind(dict[str, Any]):
    """The methods of a generator by the core schemas that they are for, each looked up when it is
    needed: pydantic looks up some sixty for each generator, most of which serve one small type.
    """

    def __init__(self, generator: GenerateJsonSchema) -> None:
        super().__init__()
        self._generator = generator

    def __missing__(self, kind: str) -> Any:
        method = self[kind] = getattr(self._generator, f"{kind.replace('-', '_')}_schema")
        return method


class _Generator(GenerateJsonSchema):
    """pydantic's generator, except that it leaves holes for classes that get names of their own."""

    def __init__(
        self, holes: Holes, root: object, wrapper: object, *, keeps_unknown: bool = False
    ) -> None:
        super().__init__(ref_template="#/$defs/{model}")
        self.keeps_unknown = keeps_unknown
        """Whether references that pydantic does not know are marked; it raises KeyErrors."""
        self.holes = holes
        self.root = root
        self.wrapper = wrapper
        """The model that was made around it."""
        self._held: dict[int, Any] = {}
        """The core schemas of the classes in holes."""
        self.ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}
        self._looking_at: Literal["", "choices", "fields"] = ""
        """Whether the choices of a discriminated union are being looked at, and then the fields of
        one of them, whose own unions do not matter."""
        self._root_reference: JsonSchema = {}
        """The reference to the class whose schema is generated, in the requested mode."""
        self._core_definitions: dict[str, Any] = {}
        """The core schemas that others refer to, by reference."""
        self._generated: set[tuple[str, str]] = set()
        """The references, each with the mode, whose definitions are generated."""

    def build_schema_type_to_method(self) -> dict[Any, Any]:
        return _MethodsByKind(self)

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False  # a name in capitals adds nothing

    def generate_inner(self, schema: Any) -> JsonSchema:
        written = self._generate(schema)
        if not self.keeps_unknown:
            return written
        # While it generates, pydantic moves schemas into the definitions, so that marks are looked
        # for there each time.
        for name, definition in self.definitions.items():
            self.definitions[name] = self._marked_unknown(definition)
        return self._marked_unknown(written)

    def _marked_unknown(self, schema: JsonSchema) -> JsonSchema:
        written = map_schema(schema, self._marked_unknown)
        reference = written.get("$ref")
        if _is_inside(reference) and reference not in self.json_to_defs_refs:
            written[BY_HAND] = written.pop("$ref")
        return written

    def _generate(self, schema: Any) -> JsonSchema:
        if not self._is_shown(schema):
            if schema["type"] in _FIELD_SCHEMAS:
                # pydantic leaves such a field out of the properties and of what is required.
                raise PydanticOmit
            raise not_for_audience("a type is not", self.holes.audience)
        hole = schema.get("metadata", {}).get(_HOLE)
        if hole is not None:
            return self._marked(schema, *hole)
        named = self._named(schema)
        if not self.holes.leaves_out(named):
            written = self._completed(super().generate_inner(schema))
            defs_ref = self.core_to_defs_refs.get((schema.get("ref", ""), self.mode))
            if defs_ref is not None and defs_ref in self.definitions:
                self.definitions[defs_ref] = self._completed(self.definitions[defs_ref])
            return written
        index = self.holes.index_of(named)
        # pydantic looks for a discriminator inside the class: see `resolve_ref_schema`. Without its
        # `ref`, by which pydantic would return the definition, a hole, in place of the fields.
        self._held[index] = without(schema, "ref")
        if "ref" in schema:  # a recursive mention elsewhere looks for the definition
            defs_ref, _ = self.get_cache_defs_ref_schema(schema["ref"])
            self.definitions[defs_ref] = {HOLE: index}
        if schema["type"] == "definition-ref":
            return self._with_hooks(schema, {HOLE: index})
        # The words of a mention are written where it is described (`restore`).
        return {HOLE: index}

    def definitions_schema(self, schema: Any) -> JsonSchema:
        """A core schema with the definitions that it refers to.

        Of a connected API most belong to classes inside of other classes. Those with holes are
        generated only where they are mentioned; the others here, since the configuration of the
        class around a mention does not hold for a definition.
        """
        self._core_definitions |= {item["ref"]: item for item in schema["definitions"]}
        written_out = [
            item for item in schema["definitions"] if not self.holes.leaves_out(self._named(item))
        ]
        for item in written_out:
            if item.get("cls") is self.root:
                _, self._root_reference = self.get_cache_defs_ref_schema(item["ref"])
        self._generated |= {(item["ref"], self.mode) for item in written_out}
        return super().definitions_schema(cast(Any, {**schema, "definitions": written_out}))

    def definition_ref_schema(self, schema: Any) -> JsonSchema:
        """A reference to a definition.

        pydantic has generated each in one mode, and misses it in the other when a class with
        ``json_schema_mode_override`` mentions itself, whose schema is one in both.
        """
        reference = schema["schema_ref"]
        definition = self._core_definitions.get(reference)
        if definition is None or (reference, self.mode) in self._generated:
            return super().definition_ref_schema(schema)
        if self._root_reference and definition.get("cls") is self.root:
            return dict(self._root_reference)
        # Before it is generated, since it may mention itself.
        self._generated.add((reference, self.mode))
        self.generate_inner(definition)
        return super().definition_ref_schema(schema)

    def is_instance_schema(self, schema: Any) -> JsonSchema:
        """An instance of a class, which JSON has no form for; what can be hashed can be
        anything.
        """
        return {} if schema["cls"] is Hashable else super().is_instance_schema(schema)

    def _marked(self, schema: Any, index: int, original: Any) -> JsonSchema:
        """A `Hole`, with what was added to the type inside it."""
        self.generate_inner(original)  # its definitions must exist for whoever refers to them
        written = {HOLE: index}
        bare, before = (
            without(stage, "metadata", "serialization", "ref") for stage in (schema, original)
        )
        if any(before.get(key) is not value for key, value in bare.items()):
            # Only what was added around the hole: the keywords of the type itself are in its own
            # definition, and would be written twice.
            plain = super().generate_inner(before)
            written |= {
                key: value
                for key, value in super().generate_inner(bare).items()
                if plain.get(key) != value
            }
        if self._serializes(schema):
            schema = {
                **schema,
                "metadata": _added(original.get("metadata", {}), schema["metadata"]),
            }
        return self._with_hooks(schema, written)

    def _serializes(self, schema: Any) -> bool:
        """Whether a serializer says what the output is, so that the type itself is not written."""
        return (
            self.mode == "serialization"
            and "serialization" in schema
            and self.ser_schema(schema["serialization"]) is not None
        )

    def _completed(self, written: JsonSchema) -> JsonSchema:
        """What pydantic has written, where authors add what it takes over unchanged: definitions,
        and values such as dates in a ``json_schema_extra``.
        """
        for key, value in written.items():
            if (key.startswith("x-") or key in {"example", "examples"}) and not is_json(value):
                written[key] = extra_keyword(key, value)
        return self._without_own_definitions(written)

    def _without_own_definitions(self, written: JsonSchema) -> JsonSchema:
        """What a hook has written, with definitions of its own in their places, where pydantic
        would not find them.
        """
        own = written.get("$defs")
        if not isinstance(own, dict):
            return written

        def inline(schema: JsonSchema, inside: tuple[str, ...] = ()) -> JsonSchema:
            inlined = map_schema(schema, lambda inner: inline(inner, inside))
            name = str(inlined.get("$ref", "")).removeprefix("#/$defs/")
            if name not in own:
                return inlined
            if name in inside:
                raise NoSchema(
                    f"the definition {name} of a hook mentions itself",
                    where=Where(),
                    hint=(
                        "give the recursive part a class of its own, and let the hook ask "
                        "pydantic for it"
                    ),
                )
            del inlined["$ref"]
            return {**inline(own[name], (*inside, name)), **inlined}

        return inline({key: value for key, value in written.items() if key != "$defs"})

    def _with_hooks(self, schema: Any, written: JsonSchema) -> JsonSchema:
        """Apply the serializer or hook around a core schema to the JSON Schema written for it."""
        metadata = {**schema.get("metadata", {}), _HOLE: None, _WRITTEN: written}
        serialization = {key: schema[key] for key in ("serialization",) if key in schema}
        return super().generate_inner(
            cast(Any, {"type": "any", "metadata": metadata, **serialization})
        )

    def encode_default(self, dft: Any) -> Any:
        """A default as JSON; pydantic would drop what has no form there without a word.

        It makes a TypeAdapter for each default, which those that are JSON already do not need.
        """
        if dft is None or type(dft) in (str, int, bool):
            return dft
        if isinstance(encoded(dft), NotJson):
            return NotJson(dft)
        return super().encode_default(dft)

    def json_or_python_schema(self, schema: Any) -> JsonSchema:
        """Two ways to one type; a ``Secret`` is marked, which its JSON Schema does not show."""
        answer = super().json_or_python_schema(schema)
        function = schema.get("serialization", {}).get("function")
        if (
            getattr(function, "__module__", "") == "pydantic.types"
            # `Secret` has no core schema of its own; its serializer is the only trace.
            and "secret" in function.__name__
        ):
            answer[SECRET] = True
        return answer

    def str_schema(self, schema: Any) -> JsonSchema:
        """A string; the flags of a compiled pattern are written into it, where pydantic forgets
        them.
        """
        answer = super().str_schema(schema)
        # Of a compiled pattern, which keeps its flags apart from its text.
        if isinstance(pattern := schema.get("pattern"), re.Pattern):
            flags = "".join(
                letter for letter, flag in _PATTERN_FLAGS.items() if pattern.flags & flag
            )
            answer["pattern"] = f"(?{flags}){pattern.pattern}" if flags else pattern.pattern
        return answer

    def any_schema(self, schema: Any) -> JsonSchema:
        """Anything; or a hole, which takes the place of a schema that can be anything."""
        written = schema.get("metadata", {}).get(_WRITTEN)
        return super().any_schema(schema) if written is None else dict(written)

    def _is_shown(self, schema: Any) -> bool:
        """Whether a part of a core schema is for the audience."""
        asked = self.holes.audience
        return asked is None or is_shown(self._mark(schema), asked)

    def _mark(self, schema: Any) -> Audiences:
        """The mark of a part of a core schema, or of what it is around."""
        marks: list[Audiences] = []
        inner: Any = schema
        while isinstance(inner, dict):
            metadata = inner.get("metadata") or {}
            marks += [metadata.get(MARK, ()), audience_in(metadata.get("pydantic_js_extra"))]
            marks.append(mark_of_class(inner.get("cls")))
            if held := metadata.get(_HOLE):
                marks.append(self._mark(held[1]))
            inner = self._inside(inner)
        return combined(*marks)

    def _inside(self, schema: Any) -> Any:
        """What a core schema is around that adds to one; None for any other."""
        if schema["type"] == "definition-ref":
            return self._core_definitions.get(schema["schema_ref"])
        if schema["type"] == "computed-field":
            return schema["return_schema"]
        return schema["schema"] if schema["type"] in _WRAPPERS else None

    def union_schema(self, schema: Any) -> JsonSchema:
        """A union without the choices that are for others."""
        choices = schema["choices"]
        shown = [choice for choice in choices if self._is_shown(_choice(choice))]
        left = {**schema, "choices": self._some(shown, choices)}
        return self._partly(super().union_schema(cast(Any, left)), shown, choices)

    @staticmethod
    def _partly(union: JsonSchema, shown: Any, choices: Any) -> JsonSchema:
        """A union, with a remark where choices have been left out."""
        return union if len(shown) == len(choices) else {**union, HIDDEN: [CHOICE]}

    def _some(self, shown: Any, choices: Any) -> Any:
        """The choices that are left.

        Raises:
            NotForAudience: All are for others.
        """
        if choices and not shown:
            raise not_for_audience("no member of a union is", self.holes.audience)
        return shown

    def tagged_union_schema(self, schema: Any) -> JsonSchema:
        """A discriminated union; pydantic looks for an aliased discriminator inside the choices,
        holes or not.
        """
        choices = schema["choices"]
        shown = {tag: choice for tag, choice in choices.items() if self._is_shown(choice)}
        schema = {**schema, "choices": self._some(shown, choices)}
        # Unions may be inside of unions, and pydantic writes the inner ones meanwhile.
        before = self._looking_at
        self._looking_at = before or "choices"
        try:
            union = super().tagged_union_schema(schema)
        finally:
            self._looking_at = before
        if "discriminator" not in union:  # a function chooses: a value may fit several
            union["anyOf"] = union.pop("oneOf")
        return self._partly(union, shown, choices)

    def resolve_ref_schema(self, json_schema: JsonSchema) -> JsonSchema:
        """What a reference leads to."""
        resolved = super().resolve_ref_schema(json_schema)
        held = self._held.get(resolved.get(HOLE, -1)) if self._looking_at == "choices" else None
        if held is None:
            return resolved
        self._looking_at = "fields"
        try:
            return super().generate_inner(held)
        finally:
            self._looking_at = "choices"

    def dict_schema(self, schema: Any) -> JsonSchema:
        """A map."""
        return self._keyed(schema, super().dict_schema(schema))

    def frozendict_schema(self, schema: Any) -> JsonSchema:
        """A map that does not change; from pydantic 2.14."""
        return self._keyed(schema, super().frozendict_schema(schema))

    def ordered_dict_schema(self, schema: Any) -> JsonSchema:
        """A map that keeps an order; from pydantic 2.14."""
        return self._keyed(schema, super().ordered_dict_schema(schema))

    def counter_schema(self, schema: Any) -> JsonSchema:
        """A map of numbers; from pydantic 2.14."""
        return self._keyed(schema, super().counter_schema(schema))

    def _keyed(self, schema: Any, written: JsonSchema) -> JsonSchema:
        """A map with the schema of its keys, which pydantic leaves out if it cannot write it."""
        if "keys_schema" in schema and "propertyNames" not in written:
            keys = self.generate_inner(schema["keys_schema"])
            if HOLE in keys and self.holes.is_textual(keys[HOLE]):
                written["propertyNames"] = keys
        return written

    def _named(self, schema: Any) -> Any:
        """The class, or the recursive ``type`` alias, of a core schema."""
        cls = schema.get("cls")
        if isinstance(cls, type):
            is_asked = cls is self.root or cls is self.wrapper
            return cls if not is_asked and schema["type"] in _CLASS_SCHEMAS else None
        if not self.holes.aliases:
            return None
        number = _REF_NUMBER.search(schema.get("schema_ref") or schema.get("ref") or "")
        return self.holes.aliases.get(int(number[1])) if number else None


_PATTERN_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}

_REF_NUMBER = re.compile(r"^[^:]*:(\d+)")
"""The id of the type object in pydantic's key of a type: module, name, id."""

_CLASS_SCHEMAS = frozenset({"model", "dataclass", "typed-dict", "enum", "named-tuple"})


_FIELD_SCHEMAS = frozenset({"model-field", "dataclass-field", "typed-dict-field", "computed-field"})

_WRAPPERS = _FIELD_SCHEMAS | {
    "default",
    "nullable",
    "function-before",
    "function-after",
    "function-wrap",
}
"""The core schemas that are around another one, whose mark is theirs, too."""


def _choice(choice: Any) -> Any:
    """A choice of a union, which may have a label."""
    return choice[0] if isinstance(choice, tuple) else choice


def ask(
    form: Any,
    *,
    root: object = None,
    holes: Holes = NO_HOLES,
    local_names: Mapping[str, Any] = NO_NAMES,
    config: Mapping[str, Any] | None = None,
    written: Any = None,
) -> tuple[JsonSchema, JsonSchema]:
    """pydantic's schemas of a type, for input and for output.

    Where JSON carries the type on one side of the wire alone, the other has `NO_SCHEMA`.

    Args:
        form: The type.
        root: The class that is being asked about, which therefore gets no hole.
        holes: What to leave out.
        local_names: What names may mean besides those of the modules.
        config: The configuration around the type.
        written: The type without holes, for messages about one side; None: that type.

    Raises:
        NoSchema: JSON has no form for the type.
        UnresolvedType: A forward reference leads nowhere.
    """
    try:
        with refusals(form):
            wrapper = None if config is None else _wrapper_model(form, config)
            adapter = _adapter(form if wrapper is None else wrapper)
            # Names that are defined later, or in a function.
            if not adapter.pydantic_complete:
                adapter.rebuild(raise_errors=True, _types_namespace=local_names or None)
            answers = _both_modes(adapter, holes, root, wrapper, written or form)
            return answers if wrapper is None else (_inside(answers[0]), _inside(answers[1]))
    except PydanticUndefinedAnnotation as error:
        raise UnresolvedType(
            f"the type {error.name!r} is not defined",
            where=Where(),
            hint=_where_to_define(error.name, form),
        ) from error


def _adapter(form: Any) -> TypeAdapter[Any]:
    with warnings.catch_warnings():
        # Asked for the type of a field alone, pydantic from 2.12 takes `alias`, `default` and the
        # like for misplaced (`UnsupportedFieldAttributeWarning`).
        warnings.filterwarnings("ignore", r"The '\w+' attribute with value .* was provided")
        return TypeAdapter(form)


@contextmanager
def refusals(form: Any) -> Iterator[None]:
    """Raise what pydantic and hooks say against a type as errors of ours, except for names that
    lead nowhere: where to define them depends on who asks.

    Raises:
        NoSchema: JSON has no form for the type.
    """
    try:
        yield
    except (ContractError, PydanticUndefinedAnnotation):
        raise
    except RecursionError as error:
        raise too_deep(Where()) from error
    except (PydanticUserError, PydanticOmit, SchemaError) as error:
        raise _refused(form, str(error)) from error
    except Exception as error:  # types have hooks of their own, which may raise anything
        raise _refused(form, f"it raises {type(error).__name__}: {error}") from error


def _is_inside(reference: object) -> bool:
    return isinstance(reference, str) and reference.startswith("#/")


def _both_modes(
    adapter: TypeAdapter[Any], holes: Holes, root: object, wrapper: object, form: Any
) -> tuple[JsonSchema, JsonSchema]:
    def answer(mode: Literal["validation", "serialization"], keeps_unknown: bool) -> JsonSchema:
        # A generator serves once (pydantic raises an error at the second use).
        generator = _Generator(holes, root, wrapper, keeps_unknown=keeps_unknown)
        try:
            written = generator.generate(adapter.core_schema, mode=mode)
            return shown_answer(written, holes.audience)
        except (PydanticInvalidForJsonSchema, PydanticOmit) as error:
            return {NO_SCHEMA: _refused(form, str(error))}

    def answers(*, keeps_unknown: bool) -> tuple[JsonSchema, JsonSchema]:
        given = answer("validation", keeps_unknown)
        if _is_plain_enum(adapter, root):
            return given, dict(given)
        answered = answer("serialization", keeps_unknown)
        if NO_SCHEMA in given and NO_SCHEMA in answered:
            raise given[NO_SCHEMA]
        return given, answered

    try:
        # A reference that a hook has written by hand is an error of pydantic's only when it
        # collects the definitions. Few types have one, so that not every schema of all others is
        # looked at for it.
        return answers(keeps_unknown=False)
    except KeyError as error:
        if not _is_inside(error.args[0]):
            raise
        return answers(keeps_unknown=True)


def _is_plain_enum(adapter: TypeAdapter[Any], root: object) -> bool:
    """Whether an enum has nothing that looks at the mode; its members are the same in both."""
    has_hook = any(hasattr(root, f"__get_pydantic_{name}_schema__") for name in ("core", "json"))
    is_enum = isinstance(root, type) and issubclass(root, Enum)
    schema: Any = adapter.core_schema if is_enum and not has_hook else {}
    return schema.get("type") == "enum" and "serialization" not in schema


def _wrapper_model(form: Any, config: Mapping[str, Any]) -> type[BaseModel]:
    """A model with a configuration and one field, whose type takes the configuration over."""
    # `TypeAdapter(form, config=...)` refuses dataclasses and TypedDicts: the usage error
    # `type-adapter-config-unused` of pydantic.
    create: Any = create_model
    model: type[BaseModel] = create("Wrapper", __config__=config, field=(form, ...))
    return model


def _inside(answer: JsonSchema) -> JsonSchema:
    """What the answer for a model with one field says of the field's type."""
    if NO_SCHEMA in answer:
        return answer
    [field_schema] = answer["properties"].values()
    definitions = {key: answer[key] for key in ("$defs",) if key in answer}
    return {**field_schema, **definitions}


def _is_of_v1(form: Any) -> bool:
    """Whether a class is a model of ``pydantic.v1``, for which pydantic has a validator only."""
    bases = form.__mro__ if isinstance(form, type) else ()
    # Its constrained types are no models.
    names = ((base.__module__, base.__qualname__) for base in bases)
    return ("pydantic.v1.main", "BaseModel") in names


def _refused(form: Any, reason: str) -> NoSchema:
    if _is_of_v1(form):
        return NoSchema(
            f"no JSON Schema for {_shown(form)}: it is a model of pydantic.v1",
            where=Where(),
            hint="derive it from pydantic.BaseModel, or give it `__get_pydantic_json_schema__`",
        )
    # pydantic ends messages with a link to its documentation of errors, and with advice for models
    # that users of a contract cannot follow.
    first_line = reason.split("\n", 1)[0].partition(" Set `arbitrary_types_allowed=")[0]
    return NoSchema(
        f"no JSON Schema for {_shown(form)}: {first_line or 'pydantic omits it'}",
        where=Where(),
        hint=(
            "use a type that JSON can carry, or give it `__get_pydantic_json_schema__` or "
            "WithJsonSchema"
        ),
    )


def _where_to_define(name: str | None, form: Any) -> str:
    if "<locals>" in getattr(form, "__qualname__", ""):
        return (
            f"define {name} at the top of the module: annotations that are strings are not "
            "looked up in functions"
        )
    return f"import or define {name} where {_shown(form)} is defined, not only under TYPE_CHECKING"


def _added(before: Mapping[str, Any], metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a type merged with that around the type: hooks in order, later
    words win.
    """
    added = {**before, **metadata}
    for key, value in before.items():
        match value, metadata.get(key):
            case list(), list() as later:
                added[key] = [*value, *later]
            case dict(), dict() as later:
                added[key] = {**value, **later}
    return added


def _shown(form: Any) -> str:
    return f"{form.__module__}.{form.__qualname__}" if isinstance(form, type) else type_name(form)
