"""Extends pydantic's generator of JSON Schema to describe many types for one document.

One generator serves a document: each class is described once, under a key of its own, whatever
mentions it. pydantic's own `generate` serves one type, and gives definitions names that it chooses
anew each time.

It uses one of pydantic's private names, ``GenerateJsonSchema._mode``: the side of the wire that is
described, which has no public setter.
"""

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any, cast
from weakref import WeakKeyDictionary

from pydantic import BaseModel, TypeAdapter
from pydantic.errors import (
    PydanticInvalidForJsonSchema,
)
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import PydanticOmit

from ..audience_rules import Audiences
from ..contracts.audiences import MARK, MARKED, audience_in, combined
from ..contracts.contract_errors import Location, NoSchema
from .fitting import is_json, same_json
from .keyword_kinds import well_formed
from .keywords import encoded, extra_keyword
from .marked_defaults import classes_in
from .nodes import (
    BY_HAND,
    DEFAULTS,
    ENUMERATION,
    FIELDS,
    LOST,
    SECRET,
    JsonSchema,
    LostMarks,
    Mode,
    NotJson,
    without,
)
from .old_models import old_model_of
from .traversal import every_schema, map_schema

DEFINED = "#/$defs/"
"""The prefix of references to definitions; a `SchemaKey` follows."""

_PYDANTIC_MODES: Mapping[Mode, Any] = {"input": "validation", "output": "serialization"}
_MODES: Mapping[str, Mode] = {
    pydantic_mode: mode for mode, pydantic_mode in _PYDANTIC_MODES.items()
}
_CLASSES = frozenset({"model", "dataclass", "typed-dict", "enum", "named-tuple", "call"})
_VALIDATORS = frozenset({"function-before", "function-after", "function-wrap"})
_WITHOUT_FIELDS = ("string", "number", "integer", "boolean", "null")
"""Types of values that have no fields, so that nothing of a class in their place is published."""
_WRAPPERS = _VALIDATORS | {
    *("model-field", "dataclass-field", "typed-dict-field", "computed-field"),
    *("default", "nullable"),
}
"""The core schemas that are around another one, whose mark is theirs, too."""
_PATTERN_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
_NO_CORE = frozenset({"metadata", "cls", "serialization", "default"})
"""Members of core schemas in which there are no types."""
_DEEPEST = 8
"""Classes inside classes; deeper classes are described afterwards. Each takes some 30 frames of
Python's stack, which has 1,000 unless somebody changes that."""


def reference(key: str, mode: Mode) -> JsonSchema:
    """Return a reference to a definition by key and mode, before definitions have names."""
    return {"$ref": f"{DEFINED}{key}@{mode}"}


class Generator(GenerateJsonSchema):
    """Describes core schemas, and keeps their definitions by ``key@mode``.

    Args:
        of_old_model: Returns the schema of a model of ``pydantic.v1``.
    """

    ignored_warning_kinds = {  # noqa: RUF012
        "skipped-choice",
        "skipped-discriminator",
        "non-serializable-default",
    }

    def __init__(self, of_old_model: Callable[[Any, Mode], JsonSchema]) -> None:
        super().__init__(ref_template=DEFINED + "{model}")
        self._of_old_model = of_old_model
        self.classes: dict[str, Any] = {}
        """The class that each key is of."""
        self._written: dict[str, Any] = {}
        """The core schema of each."""
        self.outer: dict[str, str] = {}
        """By keys of classes that take over a configuration: the class whose it is."""
        self._core: dict[str, Any] = {}
        """The core schemas that others refer to."""
        self._waiting: dict[tuple[str, Any], None] = {}
        """The definitions that are mentioned and not written yet, each with its mode."""
        self._open: dict[tuple[str, Any], Any] = {}
        """The definitions that are being written, with their core schemas."""
        self._around: list[Any] = []
        """The enclosing classes with configurations."""
        self._heirs: dict[str, list[tuple[dict[str, Any], str]]] = {}
        """Of classes without a configuration: those by which they are described, and their keys."""
        self._failed: tuple[Exception | None, list[Any]] = None, []
        """An error, and the core schemas of the classes that it was raised in, from the inside."""
        self._hooked: list[tuple[LostMarks, list[JsonSchema], JsonSchema]] = []
        """What hooks have written, each with what pydantic writes in its place."""

    def describe(self, core: Any, mode: Mode) -> JsonSchema:
        """Write the schema of a core schema, and define everything that it mentions.

        Raises:
            Exception: Errors of pydantic and hooks; the definitions are as before.
        """
        known = len(self.definitions)
        self._mode = _PYDANTIC_MODES[mode]
        try:
            json_schema = self.generate_inner(core)
            while self._waiting:
                self._define(*self._waiting.popitem()[0])
            self._count_marks()
        except BaseException:
            self._forget_all_but(known)
            raise
        return json_schema

    def _forget_all_but(self, known: int) -> None:
        """Remove all definitions after the first `known`."""
        self._waiting.clear()
        self._open.clear()
        self._hooked.clear()
        for key in list(self.definitions)[known:]:
            del self.definitions[key]

    def place_of(self, error: Exception) -> tuple[list[str], Any]:
        """Return the classes and fields that lead to an error, and the class in which it was
        raised.
        """
        failed, chain = self._failed
        if failed is not error:
            return [], None
        steps: list[str] = []
        known = len(self.definitions)
        for core in reversed(chain):
            steps.append(_class_of(core).__name__)
            field = self._failing_field(core)
            if field:
                steps.append(field)
            self._forget_all_but(known)
        return steps, _class_of(chain[0])

    def names_of_fields(self, key: str, mode: Mode) -> dict[str, str]:
        """Return the names of the fields of a class on the wire, by their names in Python."""
        return _names_of(self._written[key], mode)

    def _failing_field(self, core: Any) -> str | None:
        """Return the first field of a class that has no schema."""
        for name, item in _fields_of(core):
            try:
                self.generate_inner(item)
            except PydanticOmit:
                continue
            except Exception:  # noqa: BLE001  # it is the one that is looked for
                return name
        return None

    def _is_defined(self, schema_key: Any) -> bool:
        return self.core_to_defs_refs.get(schema_key, "") in self.definitions

    def _define(self, ref: str, mode: Any) -> None:
        if (core := self._core.get(ref)) is not None:
            outer, self._mode = self._mode, mode
            try:
                self.generate_inner(core)
            finally:
                self._mode = outer

    def get_defs_ref(self, core_mode_ref: Any) -> Any:
        """Return the key of a definition."""
        ref, mode = core_mode_ref
        return f"{ref}@{_MODES[mode]}"

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False: a title made of the field's name adds nothing."""
        return False

    def definitions_schema(self, schema: Any) -> JsonSchema:
        """Write a core schema with definitions; classes among these are written when they are
        mentioned.
        """
        for item in schema["definitions"]:
            self._core.setdefault(item["ref"], item)
        for item in schema["definitions"]:
            # The configuration of the class around changes what is not a class.
            if _class_of(item) is None:
                with suppress(PydanticInvalidForJsonSchema):  # it need not be mentioned
                    self.generate_inner(item)
        return self.generate_inner(schema["schema"])

    def definition_ref_schema(self, schema: Any) -> JsonSchema:
        """Write a reference to a definition."""
        ref = schema["schema_ref"]
        core = self._core.get(ref)
        if (
            core is not None
            and not _has_configuration(_class_of(core))
            and _handed_on(self._nearest)
        ):
            return self.generate_inner(core)
        schema_key = schema["schema_ref"], self.mode
        if schema_key not in self._open and not self._is_defined(schema_key):
            self._waiting[schema_key] = None
        return super().definition_ref_schema(schema)

    def get_schema_from_definitions(self, json_ref: Any) -> JsonSchema | None:
        """Return the target of a reference; a reference written by hand is kept for later."""
        if json_ref not in self.json_to_defs_refs:
            return {BY_HAND: json_ref}
        schema_key = cast(Any, self.defs_to_core_refs[self.json_to_defs_refs[json_ref]])
        if schema_key in self._waiting:
            del self._waiting[schema_key]
            self._define(*schema_key)
        return super().get_schema_from_definitions(json_ref)

    def resolve_ref_schema(self, json_schema: JsonSchema) -> JsonSchema:
        """Return the target of a reference; for a class that is being written only its properties.

        pydantic needs them to find discriminators.
        """
        key: Any = self.json_to_defs_refs.get(json_schema.get("$ref", ""))
        schema_key: Any = self.defs_to_core_refs.get(key) if key not in self.definitions else None
        core = self._open.get(schema_key)
        if core is None:
            return super().resolve_ref_schema(json_schema)
        names = _names_of(core, _MODES[self.mode])
        return {"properties": {name: {} for name in names.values()}}

    def handle_ref_overrides(self, json_schema: JsonSchema) -> JsonSchema:
        """Remove keywords from the schema of a field that repeat its type."""
        return json_schema if len(json_schema) == 1 else super().handle_ref_overrides(json_schema)

    def generate_inner(self, schema: Any) -> JsonSchema:
        """Write the schema of a core schema, with its mark."""
        json_schema = self._written_for(schema)
        mark = (schema.get("metadata") or {}).get(MARK)
        if not mark:
            return json_schema
        return {**json_schema, MARKED: [*combined(mark, tuple(json_schema.get(MARKED, ())))]}

    def _written_for(self, schema: Any) -> JsonSchema:
        cls = _class_of(schema) if "ref" in schema else None
        if cls is None or not _is_key_of(schema["ref"], cls):
            return self._generate(schema)
        if not _has_configuration(cls):
            return self._class_schema(self._configured(schema), cls)
        schema_key = schema["ref"], self.mode
        if len(self._open) > _DEEPEST and not self._is_defined(schema_key):
            self._core[schema["ref"]] = schema
            self._waiting[schema_key] = None
            return self.get_cache_defs_ref_schema(schema["ref"])[1]
        self._around.append(cls)
        try:
            return self._class_schema(schema, cls)
        finally:
            self._around.pop()

    def _class_schema(self, schema: Any, cls: Any) -> JsonSchema:
        """Write a reference to a class, and define the class if it is not defined yet."""
        ref, schema_key = schema["ref"], (schema["ref"], self.mode)
        self.classes[ref] = cls
        self._written[ref] = schema
        if schema_key in self._open or self._is_defined(schema_key):
            return self.get_cache_defs_ref_schema(ref)[1]
        self._open[schema_key] = schema
        try:
            json_schema = self._generate(schema)
            self._keep_marks(schema)
            return json_schema
        except Exception as error:
            if self._failed[0] is not error:
                self._failed = error, []
            self._failed[1].append(schema)
            raise
        finally:
            self._open.pop(schema_key, None)

    @property
    def _nearest(self) -> Any:
        """Return the innermost enclosing class that has a configuration."""
        return self._around[-1] if self._around else None

    def _configured(self, schema: Any) -> Any:
        """Return the core schema of a class without configuration, under a key for the enclosing
        one.
        """
        around = self._nearest
        config = _handed_on(around)
        if not config:
            return schema
        known = self._heirs.setdefault(schema["ref"], [])
        for other, key in known:
            if other == config:
                return {**schema, "ref": key}
        key = f"{schema['ref']} in {id(around)}"
        known.append((config, key))
        self.outer[key] = around.__qualname__
        return {**schema, "ref": key}

    def _generate(self, schema: Any) -> JsonSchema:
        metadata = schema.get("metadata") or {}
        prepared = schema
        extra = metadata.get("pydantic_js_extra")
        if isinstance(extra, dict) and not is_json(extra):
            prepared = {**schema, "metadata": _with_json_extra(metadata, extra)}
        json_schema = super().generate_inner(prepared)
        if metadata:
            json_schema = self._completed(json_schema)
        if _has_hook(schema) and self._has_marks(schema):
            return self._compared(schema, json_schema)
        return json_schema

    def _compared(self, schema: Any, json_schema: JsonSchema) -> JsonSchema:
        """Return the schema of a hook, with the marks that it has lost, which are counted later:
        the classes around are being written.
        """
        if self.resolve_ref_schema(json_schema).get("type") in _WITHOUT_FIELDS:
            return json_schema
        lost, plain = LostMarks(), list[JsonSchema]()
        cls = _class_of(schema)
        fields = [("", without(schema, "ref", "metadata"))]
        if cls is not None:
            fields = self._written_fields(schema)
        for name, part in fields:
            with suppress(Exception):  # hooks are there for what JSON cannot carry
                inner = self.generate_inner(part)
                if name:
                    inner = {"title": cls.__name__, "properties": {name: inner}}
                plain.append(inner)
        self._hooked.append((lost, plain, json_schema))
        key = self.json_to_defs_refs.get(cast(Any, json_schema.get("$ref", "")))
        if cls is None or key not in self.definitions:
            return {**json_schema, LOST: lost}
        self.definitions[key] = {**self.definitions[key], LOST: lost}  # wherever it is mentioned
        return json_schema

    def _keep_marks(self, schema: Any) -> None:
        """Keep the marks of fields whose properties the author has written by hand."""
        key = self.get_cache_defs_ref_schema(schema["ref"])[0]
        definition = self.definitions.get(key, {})
        properties = definition.get("properties", {})
        names = _names_of(schema, _MODES[self.mode])
        kept: JsonSchema = {}
        for name, item in self._written_fields(schema):
            mark, wire = self._mark(item), names[name]
            wire_schema = properties.get(wire)
            if mark and not (isinstance(wire_schema, dict) and self._is_marked(wire_schema)):
                kept[wire] = {MARKED: [*mark]}
        if kept:
            self.definitions[key] = {**definition, FIELDS: kept}

    def _is_marked(self, json_schema: JsonSchema) -> bool:
        """Return whether a property has the mark of its field, or may have it."""
        return any("$ref" in inner or audience_in(inner) for inner in every_schema(json_schema))

    def _mark(self, schema: Any) -> Audiences:
        """Return the mark of a part of a core schema, and of what it is around."""
        marks: list[Audiences] = []
        inner: Any = schema
        while isinstance(inner, dict):
            metadata = inner.get("metadata") or {}
            marks += [metadata.get(MARK, ()), audience_in(metadata.get("pydantic_js_extra"))]
            marks.append(audience_in(_config_of(inner.get("cls")).get("json_schema_extra")))
            if inner["type"] == "definition-ref":
                inner = self._core.get(inner["schema_ref"])
            elif inner["type"] == "computed-field":
                inner = inner["return_schema"]
            else:
                inner = inner["schema"] if inner["type"] in _WRAPPERS else None
        return combined(*marks)

    def _has_marks(self, core: Any) -> bool:
        """Return whether something in a core schema, or in what it mentions, is for others."""
        waiting: list[Any] = [core]
        seen: set[int] = set()
        while waiting:
            part = waiting.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            if isinstance(part, list | tuple):
                waiting += part
            elif isinstance(part, dict):
                if _is_marked(part) or (part is not core and _is_hooked(part)):
                    return True
                waiting += self._parts_of(part)
        return False

    def _parts_of(self, core: Any) -> list[Any]:
        """Return what is directly in a core schema, and the one that it refers to."""
        parts: list[Any] = []
        reference = core.get("schema_ref")
        if isinstance(reference, str):
            parts.append(self._core.get(reference))
        parts += [part for key, part in core.items() if key not in _NO_CORE]
        return parts

    def _count_marks(self) -> None:
        """Compare the marks that hooks have written with those of pydantic's schemas."""
        for lost, plain, json_schema in self._hooked:
            kept = Counter(mark for mark, _ in self._marks([json_schema], lost))
            for mark, place in self._marks(plain, lost):
                if kept[mark] > 0:
                    kept[mark] -= 1
                else:
                    lost.marks.append((mark, place))
        self._hooked.clear()

    def _marks(self, schemas: list[JsonSchema], own: LostMarks) -> list[tuple[Audiences, str]]:
        """Return the marks in schemas and in what they refer to, each with its field, and those
        that hooks in these have lost, but for `own`.
        """
        waiting, seen = list(schemas), set[str]()
        marks: list[tuple[Audiences, str]] = []
        names: dict[int, str] = {}
        while waiting:
            for inner in every_schema(waiting.pop()):
                properties = inner.get("properties") or {}
                for name, part in properties.items():
                    names[id(part)] = f"the field {name!r} of {inner.get('title')}"
                if inner.get(LOST, own) is not own:
                    marks += inner[LOST].marks
                if mark := audience_in(inner):
                    marks.append((mark, names.get(id(inner), "a part of a type")))
                key = self.json_to_defs_refs.get(cast(Any, inner.get("$ref", "")))
                if key is not None and key not in seen:
                    seen.add(key)
                    waiting.append(self.definitions.get(key, {}))
        return marks

    def _written_fields(self, core: Any) -> list[tuple[str, Any]]:
        """Return the fields of a class that are in its schema on this side of the wire."""
        fields = [(name, item) for name, item in _fields_of(core) if self.field_is_present(item)]
        if self.mode == "serialization":
            fields += _computed_fields_of(core)
        return fields

    def _completed(self, json_schema: JsonSchema) -> JsonSchema:
        """Convert hand-written parts of a schema to JSON, leave out what is of a wrong kind, and
        inline its own definitions.
        """
        target = json_schema.get("$ref")
        if not isinstance(target, str) or len(json_schema) > 1:
            return _clean(json_schema)
        key = self.json_to_defs_refs.get(cast(Any, target), cast(Any, ""))
        if key in self.definitions:
            self.definitions[key] = _clean(self.definitions[key])
        return json_schema

    def encode_default(self, dft: Any) -> Any:
        """Encode a default as JSON; a default without JSON form becomes a `NotJson`.

        pydantic makes a TypeAdapter for each default, which JSON values do not need.
        """
        default = encoded(dft)
        if is_json(dft) or isinstance(default, NotJson):
            return default
        return super().encode_default(dft)

    def default_schema(self, schema: Any) -> JsonSchema:
        """Write a default, with the marks of the classes of which it has instances."""
        json_schema = super().default_schema(schema)
        if "default" not in json_schema:
            return json_schema
        marked: list[JsonSchema] = []
        for cls in classes_in(schema.get("default")):
            marked += _marked_in(cls)
        if marked:
            return {**json_schema, DEFAULTS: marked}
        return json_schema

    def json_or_python_schema(self, schema: Any) -> JsonSchema:
        """Write a type that differs in JSON and Python, and mark a ``Secret``."""
        answer = super().json_or_python_schema(schema)
        function = schema.get("serialization", {}).get("function")
        if (
            getattr(function, "__module__", "") == "pydantic.types"
            # `Secret` has no core schema of its own; its serializer is the only trace.
            and "secret" in function.__name__
        ):
            answer[SECRET] = True
        return answer

    def literal_schema(self, schema: Any) -> JsonSchema:
        """Write constants, with the name of the enumeration whose members they are."""
        json_schema = super().literal_schema(schema)
        first = next(iter(schema["expected"]), None)
        if isinstance(first, Enum):
            json_schema[ENUMERATION] = type(first).__name__
        return json_schema

    def str_schema(self, schema: Any) -> JsonSchema:
        """Write a string, with the flags of a compiled pattern in the pattern."""
        answer = super().str_schema(schema)
        if isinstance(pattern := schema.get("pattern"), re.Pattern):
            flags = "".join(
                letter for letter, flag in _PATTERN_FLAGS.items() if pattern.flags & flag
            )
            answer["pattern"] = f"(?{flags}){pattern.pattern}" if flags else pattern.pattern
        return answer

    def function_plain_schema(self, schema: Any) -> JsonSchema:
        """Write a type that a function validates; a model of ``pydantic.v1`` as it says."""
        model = old_model_of(schema)
        if model is None:
            return super().function_plain_schema(schema)
        return self._of_old_model(model, _MODES[self.mode])

    def tagged_union_schema(self, schema: Any) -> JsonSchema:
        """Write a discriminated union."""
        union = super().tagged_union_schema(schema)
        if "discriminator" not in union:  # a function chooses: a value may fit several
            union["anyOf"] = union.pop("oneOf")
        return union

    def get_flattened_anyof(self, schemas: list[JsonSchema]) -> JsonSchema:
        """Write a union; pydantic would merge the choices 1 and true, which are equal in Python.

        Raises:
            PydanticInvalidForJsonSchema: None of the choices has a schema.
        """
        if not schemas:
            raise PydanticInvalidForJsonSchema("none of the choices of a union has a JSON Schema")
        choices: list[JsonSchema] = []
        for schema in schemas:
            if schema.keys() == {"anyOf"}:
                choices += schema["anyOf"]
            else:
                choices.append(schema)
        distinct: list[JsonSchema] = []
        for choice in choices:
            if not _is_among(choice, distinct):
                distinct.append(choice)
        if len(distinct) == 1:
            return distinct[0]
        return {"anyOf": distinct}


def _class_of(core: Any) -> Any:
    """Return the class of a core schema, also below validators; None for other core schemas."""
    while core["type"] in _VALIDATORS:
        core = core["schema"]
    if core["type"] not in _CLASSES:
        return None
    return core.get("cls") or core.get("function")  # of a NamedTuple before pydantic 2.14


def _is_marked(core: Any) -> bool:
    """Return whether a core schema itself is for others."""
    metadata = core.get("metadata") or {}
    extra = _config_of(core.get("cls")).get("json_schema_extra")
    marks = (metadata.get(MARK), audience_in(metadata.get("pydantic_js_extra")), audience_in(extra))
    return any(marks)


def _is_hooked(part: Any) -> bool:
    """Return whether a part of a core schema is one itself, and has a hook."""
    return isinstance(part.get("type"), str) and _has_hook(part)


def _is_among(schema: JsonSchema, others: list[JsonSchema]) -> bool:
    """Return whether a schema is among others, in JSON and in Python."""
    return any(schema == other and same_json(schema, other) for other in others)


def _with_json_extra(metadata: Any, extra: dict[str, Any]) -> Any:
    """Return metadata that adds keywords which are no JSON in their forms in JSON."""
    keywords = {key: extra_keyword(key, value) for key, value in extra.items()}
    return {**metadata, "pydantic_js_extra": lambda written: written.update(keywords)}


def _is_key_of(ref: str, cls: Any) -> bool:
    """Return whether a key of pydantic is that of a class itself, and not of an alias."""
    generic = getattr(cls, "__pydantic_generic_metadata__", None) or {}
    number = f":{id(generic.get('origin') or cls)}"
    return ref.endswith(number) or (f"{number}[" in ref and ref.endswith("]"))


def _fields_of(core: Any) -> list[tuple[str, Any]]:
    """Return the fields of the core schema of a class, by name."""
    while "schema" in core:
        core = core["schema"]
    fields = core.get("fields", ())
    if isinstance(fields, dict):
        return [*fields.items()]
    return [(item["name"], item) for item in fields]


def _computed_fields_of(core: Any) -> list[tuple[str, Any]]:
    """Return the computed fields of the core schema of a class, by name."""
    while "schema" in core:
        core = core["schema"]
    return [(item["property_name"], item) for item in core.get("computed_fields", ())]


def _has_hook(core: Any) -> bool:
    """Return whether a function outside pydantic changes the JSON Schema of a core schema."""
    metadata = core.get("metadata") or {}
    if metadata.get("pydantic_js_annotation_functions"):
        return True
    config = _config_of(_class_of(core))
    if callable(metadata.get("pydantic_js_extra")) or callable(config.get("json_schema_extra")):
        return True
    return not all(map(_is_of_pydantic, metadata.get("pydantic_js_functions", ())))


def _is_of_pydantic(function: Any) -> bool:
    """Return whether a function, or the one that it is a part of, is pydantic's own."""
    module = getattr(getattr(function, "func", function), "__module__", None) or ""
    return bool(module.partition(".")[0] == "pydantic")


def _names_of(core: Any, mode: Mode) -> dict[str, str]:
    """Return the names of fields on the wire."""
    config = getattr(_class_of(core), "model_config", {})
    names: dict[str, str] = {}
    for name, field in _fields_of(core):
        if mode == "output":
            names[name] = field.get("serialization_alias", name)
        elif config.get("validate_by_alias") is False:
            names[name] = name
        else:
            names[name] = _input_name(name, field)
    for name, field in _computed_fields_of(core):
        names[name] = field.get("alias", name)
    return names


def _input_name(name: str, field: Any) -> str:
    """Return the name of a field in input; of several aliases the first that is not a path."""
    alias: Any = field.get("validation_alias", name)
    if isinstance(alias, str):
        return alias
    for path in alias:
        if len(path) == 1 and isinstance(path[0], str):
            return path[0]
    return name


_HANDED_ON = frozenset(
    {
        "alias_generator",
        "use_attribute_docstrings",
        "extra",
        "json_schema_mode_override",
        "json_schema_serialization_defaults_required",
        "json_encoders",
        "ser_json_bytes",
        "ser_json_temporal",
        "ser_json_timedelta",
        "val_json_bytes",
        "str_max_length",
        "str_min_length",
        "field_title_generator",
        "use_enum_values",
    }
)
"""The settings of a class that change the schemas of classes inside."""


def _has_configuration(cls: Any) -> bool:
    """Return whether a class keeps its schema inside any other class."""
    is_own = cls is None or issubclass(cls, BaseModel | Enum)
    return is_own or hasattr(cls, "__pydantic_config__")


def _config_of(cls: Any) -> Mapping[str, Any]:
    """Return the configuration of a class."""
    if cls is None:
        return {}
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    if isinstance(config, Mapping):
        return config
    return {}


def _handed_on(cls: Any) -> dict[str, Any]:
    """Return the settings of a class that also apply to classes inside it."""
    settings: dict[str, Any] = {}
    for name, value in _config_of(cls).items():
        is_usual = name == "extra" and value in ("ignore", None)
        if name in _HANDED_ON and not is_usual:
            settings[name] = value
    return settings


def _clean(schema: JsonSchema) -> JsonSchema:
    """Return a schema that may have parts by hand as other modules read it."""
    return _without_own_definitions(well_formed(_as_json(schema)))


def _as_json(schema: JsonSchema) -> JsonSchema:
    """Convert extensions, examples and lazy texts of a schema to JSON."""
    changed: JsonSchema = {}
    for key, value in schema.items():
        is_extra = key.startswith("x-") or key in ("example", "examples")
        # In a mapping of properties these are names.
        is_text = key in ("title", "description") and not isinstance(value, dict | bool)
        if is_extra and not is_json(value):
            changed[key] = extra_keyword(key, value)
        elif is_text and not isinstance(value, str):
            changed[key] = str(value)
    if changed:
        return {**schema, **changed}
    return schema


def _without_own_definitions(root: JsonSchema) -> JsonSchema:
    """Inline the definitions that a hook has written, which pydantic would not find."""
    own = root.get("$defs")
    if not isinstance(own, dict):
        return root

    def inline(schema: JsonSchema, expanding: tuple[str, ...] = ()) -> JsonSchema:
        """Replace the references to own definitions in a schema, of which some are being expanded
        around it.
        """
        inlined = map_schema(schema, lambda inner: inline(inner, expanding))
        reference_text = str(inlined.get("$ref", ""))
        name = reference_text.removeprefix(DEFINED)
        if name not in own:
            return inlined
        if name in expanding:
            raise NoSchema(
                f"the definition {name} of a hook refers to itself",
                where=Location(),
                hint=(
                    "give the recursive part a class of its own, and let the hook request "
                    "its schema from pydantic"
                ),
            )
        definition = inline(own[name], (*expanding, name))
        # What is written next to the reference, such as a description, wins.
        beside = without(inlined, "$ref")
        return {**definition, **beside}

    return inline(without(root, "$defs"))


_marked: WeakKeyDictionary[type, tuple[JsonSchema, ...]] = WeakKeyDictionary()


def _marked_in(cls: type) -> tuple[JsonSchema, ...]:
    """Return the schemas of a class, and of those that it mentions, that have marks."""
    if cls not in _marked:
        _marked[cls] = ()  # a default of itself adds nothing
        generator = Generator(lambda _model, _mode: {})
        with suppress(Exception):  # what it cannot be described by is reported where it is used
            own = generator.describe(core_schema_of(cls), "output")
            known: dict[Any, JsonSchema] = dict(generator.definitions)
            root = generator.resolve_ref_schema(own)
            schemas = [{**root, **without(own, "$ref")}, *known.values()]
            _marked[cls] = tuple(
                schema for schema in schemas if any(map(audience_in, every_schema(schema)))
            )
    return _marked[cls]


def core_schema_of(annotation: Any) -> Any:
    """Return pydantic's core schema of a type.

    Raises:
        Exception: Errors of pydantic and hooks.
    """
    with warnings.catch_warnings():
        # Asked for the type of a field alone, pydantic from 2.12 takes `alias`, `default` and the
        # like for misplaced (`UnsupportedFieldAttributeWarning`).
        # It warns of `ReadOnly`, too. Both are not business of documentation.
        warnings.simplefilter("ignore", UserWarning)
        adapter: TypeAdapter[Any] = TypeAdapter(annotation)
    if not adapter.pydantic_complete:  # names that are defined later
        adapter.rebuild(raise_errors=True)
    return adapter.core_schema
