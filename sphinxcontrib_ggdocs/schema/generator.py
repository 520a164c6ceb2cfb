"""Extends pydantic's generator of JSON Schema to describe many types for one document.

One generator serves a document: each class is described once, under a key of its own, whatever
mentions it. pydantic's own `generate` serves one type, and gives definitions names that it chooses
anew each time.

Terms:

- A *core schema* is pydantic's internal description of a type: a dict with the member ``type``.
- A *key* identifies a class, such as ``shop.models.Order:94027``. A *definition* is the JSON Schema
  of a class in one mode, stored under ``key@mode``.
- A *hook* is code of a user that changes the JSON Schema of a type:
  ``__get_pydantic_json_schema__``, or a callable ``json_schema_extra``.
- A *mark* is the audience that a type or a field is restricted to. A hook may lose it.

Keywords with names in capitals, such as `LOST`, are written for later steps (see `nodes`).

It uses one of pydantic's private names, ``GenerateJsonSchema._mode``: the mode that is described,
which has no public setter.
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
from .keywords import encoded_default, extra_keyword
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
"""pydantic's names of the modes."""
_MODES: Mapping[str, Mode] = {
    pydantic_mode: mode for mode, pydantic_mode in _PYDANTIC_MODES.items()
}
"""The modes by pydantic's names."""
_CLASSES = frozenset({"model", "dataclass", "typed-dict", "enum", "named-tuple", "call"})
"""The types of core schemas that describe classes; before pydantic 2.14 a NamedTuple is a call."""
_VALIDATORS = frozenset({"function-before", "function-after", "function-wrap"})
"""The types of core schemas that are a function around another core schema."""
_SCALAR_TYPES = ("string", "number", "integer", "boolean", "null")
"""JSON types of values without fields: a hook that writes one of them publishes no field of a
class."""
_WRAPPERS = _VALIDATORS | {
    *("model-field", "dataclass-field", "typed-dict-field", "computed-field"),
    *("default", "nullable"),
}
"""The types of core schemas that contain one other core schema, whose marks apply to them."""
_PATTERN_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE}
"""The letters by which a pattern sets the flags of Python's regular expressions: ``(?i)``."""
_MEMBERS_WITHOUT_TYPES = frozenset({"metadata", "cls", "serialization", "default"})
"""Members of core schemas that contain no core schemas."""
_DEEPEST = 8
"""How deeply classes are described inside classes; deeper classes are described afterwards. Each
level takes some 30 frames of Python's stack, which has 1,000 unless somebody changes that."""


def reference(key: str, mode: Mode) -> JsonSchema:
    """Return a reference to a definition by key and mode, before definitions have names."""
    return {"$ref": f"{DEFINED}{key}@{mode}"}


class Generator(GenerateJsonSchema):
    """Describes pydantic's core schemas, and keeps the definitions of classes by ``key@mode``.

    Methods that are called like those of pydantic's generator (such as `definitions_schema`, for
    the core schemas of the type ``definitions``) replace these. Of pydantic's attributes,
    `core_to_defs_refs` maps a key and pydantic's mode to ``key@mode``, `defs_to_core_refs` maps
    back, and `json_to_defs_refs` maps the text of a reference to ``key@mode``.

    Args:
        describe_old_model: Returns the schema of a model of ``pydantic.v1``.
    """

    ignored_warning_kinds = {  # noqa: RUF012
        "skipped-choice",
        "skipped-discriminator",
        "non-serializable-default",
    }

    def __init__(self, describe_old_model: Callable[[Any, Mode], JsonSchema]) -> None:
        """Create a generator without definitions."""
        super().__init__(ref_template=DEFINED + "{model}")
        self._describe_old_model = describe_old_model
        self.classes: dict[str, Any] = {}
        """Classes by key."""
        self._core_of_class: dict[str, Any] = {}
        """The core schemas of these classes, by key."""
        self.outer: dict[str, str] = {}
        """By the key of a class that takes over the configuration of the class around it: the name
        of the class around it."""
        self._core: dict[str, Any] = {}
        """The core schemas that others refer to, by key."""
        self._waiting: dict[tuple[str, Any], None] = {}
        """The definitions (key and mode) that are mentioned but not written yet."""
        self._open: dict[tuple[str, Any], Any] = {}
        """The core schemas of the definitions (key and mode) that are being written."""
        self._enclosing_classes: list[Any] = []
        """The classes with a configuration around the core schema that is being written, the
        innermost last."""
        self._configured_keys: dict[str, list[tuple[dict[str, Any], str]]] = {}
        """By the key of a class without a configuration: the configurations of other classes under
        which it is described, each with the key that it has there."""
        self._failed: tuple[Exception | None, list[Any]] = None, []
        """The last error, and the core schemas of the classes that were being written, the
        innermost first."""
        self._hook_schemas: list[tuple[LostMarks, list[JsonSchema], JsonSchema]] = []
        """The schemas that hooks have written (last), each with what pydantic writes without the
        hook (second), to find the marks that are missing (first)."""

    def describe(self, core: Any, mode: Mode) -> JsonSchema:
        """Return the JSON Schema of a core schema, and define all classes that it mentions.

        Args:
            core: The core schema.
            mode: The mode in which it and the classes are described.

        Raises:
            Exception: Errors of pydantic and hooks; the definitions are as before.
        """
        definitions_before = len(self.definitions)
        self._mode = _PYDANTIC_MODES[mode]
        try:
            json_schema = self.generate_inner(core)
            while self._waiting:  # a definition may mention further ones
                (key, pydantic_mode), _ = self._waiting.popitem()
                self._define(key, pydantic_mode)
            self._record_lost_marks()
        except BaseException:
            self._forget_definitions_after(definitions_before)
            raise
        return json_schema

    def _forget_definitions_after(self, count: int) -> None:
        """Remove all definitions that were added after the first `count`, and everything that is in
        progress.
        """
        self._waiting.clear()
        self._open.clear()
        self._hook_schemas.clear()
        for key in list(self.definitions)[count:]:
            del self.definitions[key]

    def place_of(self, error: Exception) -> tuple[list[str], Any]:
        """Return the path of classes and fields to the type that caused an error, and the innermost
        class of this path.

        For an error in the field `total` of `Order`, which is used in the field `order` of
        `Invoice`, the path is ``["Invoice", "order", "Order", "total"]``, and the class is `Order`.
        An error that this generator did not raise has an empty path and no class.
        """
        failed, chain = self._failed
        if failed is not error:
            return [], None
        path: list[str] = []
        definitions_before = len(self.definitions)
        for core in reversed(chain):  # from the outermost class to the innermost
            path.append(_class_of(core).__name__)
            field = self._failing_field(core)
            if field:
                path.append(field)
            # Looking for the field has added definitions.
            self._forget_definitions_after(definitions_before)
        innermost_class = _class_of(chain[0])
        return path, innermost_class

    def names_of_fields(self, key: str, mode: Mode) -> dict[str, str]:
        """Return the names on the wire of a class's fields, by their names in Python.

        Args:
            key: The key of the class.
            mode: The mode, since a field may have different aliases in input and output.
        """
        return _names_of(self._core_of_class[key], mode)

    def _failing_field(self, core: Any) -> str | None:
        """Return the name of the first field of a class whose schema cannot be generated; None if
        all can.
        """
        for name, item in _fields_of(core):
            try:
                self.generate_inner(item)
            except PydanticOmit:  # pydantic leaves out such a field without an error
                continue
            except Exception:  # noqa: BLE001  # hooks may raise anything
                return name
        return None

    def _is_defined(self, schema_key: Any) -> bool:
        """Return whether a class has a definition.

        Args:
            schema_key: The key and pydantic's mode.
        """
        return self.core_to_defs_refs.get(schema_key, "") in self.definitions

    def _define(self, ref: str, mode: Any) -> None:
        """Add the definition of a class that was mentioned to `definitions`; does nothing if its
        core schema is unknown.

        Args:
            ref: The key of the class.
            mode: pydantic's name of the mode.
        """
        core = self._core.get(ref)
        if core is None:
            return
        mode_before = self._mode
        self._mode = mode
        try:
            self.generate_inner(core)  # which stores the definition; it returns only a reference
        finally:
            self._mode = mode_before

    def get_defs_ref(self, core_mode_ref: Any) -> Any:
        """Return ``key@mode`` as the key of a definition; pydantic would choose a name instead."""
        ref, mode = core_mode_ref
        return f"{ref}@{_MODES[mode]}"

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False: pydantic would add a title made from the field's name, which says nothing
        new.
        """
        return False

    def definitions_schema(self, schema: Any) -> JsonSchema:
        """Write a core schema that has definitions.

        Classes among the definitions are written when something mentions them.
        """
        for item in schema["definitions"]:
            self._core.setdefault(item["ref"], item)
        for item in schema["definitions"]:
            # Anything but a class depends on the configuration of the class around it, so it is
            # written now.
            if _class_of(item) is None:
                # An error matters only if something mentions the definition.
                with suppress(PydanticInvalidForJsonSchema):
                    self.generate_inner(item)
        return self.generate_inner(schema["schema"])

    def definition_ref_schema(self, schema: Any) -> JsonSchema:
        """Write a reference to a definition, which is written later if it does not exist yet.

        A class that depends on the configuration of the class around it is written here instead.
        """
        ref = schema["schema_ref"]
        core = self._core.get(ref)
        if core is not None and not _has_own_configuration(_class_of(core)):
            inherited_settings = _inheritable_settings(self._enclosing_class)
            if inherited_settings:
                return self.generate_inner(core)
        schema_key = ref, self.mode
        if schema_key not in self._open and not self._is_defined(schema_key):
            self._waiting[schema_key] = None
        return super().definition_ref_schema(schema)

    def get_schema_from_definitions(self, json_ref: Any) -> JsonSchema | None:
        """Return the definition that a reference leads to; one that is waiting is written now.

        pydantic does not know references that hooks have written by hand; their text is kept under
        `BY_HAND` until the names of the document are known.
        """
        if json_ref not in self.json_to_defs_refs:
            return {BY_HAND: json_ref}
        schema_key = cast(Any, self.defs_to_core_refs[self.json_to_defs_refs[json_ref]])
        if schema_key in self._waiting:
            del self._waiting[schema_key]
            self._define(*schema_key)
        return super().get_schema_from_definitions(json_ref)

    def resolve_ref_schema(self, json_schema: JsonSchema) -> JsonSchema:
        """Return the target of a reference; for a class that is being written only its properties.

        pydantic looks for the discriminator of a union among the properties, so their names
        suffice.
        """
        key: Any = self.json_to_defs_refs.get(json_schema.get("$ref", ""))
        core: Any = None
        if key not in self.definitions:
            core = self._open.get(cast(Any, self.defs_to_core_refs.get(key)))
        if core is None:
            return super().resolve_ref_schema(json_schema)
        names = _names_of(core, _MODES[self.mode])
        return {"properties": {name: {} for name in names.values()}}

    def handle_ref_overrides(self, json_schema: JsonSchema) -> JsonSchema:
        """Remove keywords next to a reference that only repeat the target's keywords.

        A schema that is nothing but a reference is returned at once, which saves pydantic's
        comparison.
        """
        if len(json_schema) == 1:
            return json_schema
        return super().handle_ref_overrides(json_schema)

    def generate_inner(self, schema: Any) -> JsonSchema:
        """Write the JSON Schema of a core schema, with the audience that the core schema is marked
        for.
        """
        json_schema = self._schema_or_reference(schema)
        mark = (schema.get("metadata") or {}).get(MARK)
        if not mark:
            return json_schema
        all_marks = combined(mark, tuple(json_schema.get(MARKED, ())))
        return {**json_schema, MARKED: list(all_marks)}

    def _schema_or_reference(self, core: Any) -> JsonSchema:
        """Write the JSON Schema of a core schema; for a class a reference to its definition.

        A core schema with the key of an alias is left to pydantic, even if the alias is of a class.
        """
        # Without a key nothing can refer to a class.
        cls = _class_of(core) if "ref" in core else None
        if cls is None or not _is_key_of(core["ref"], cls):
            return self._generate(core)
        if not _has_own_configuration(cls):
            # Its schema depends on the enclosing class, so it may get another key.
            return self._class_schema(self._under_enclosing_class(core), cls)
        schema_key = core["ref"], self.mode
        is_too_deep = len(self._open) > _DEEPEST
        if is_too_deep and not self._is_defined(schema_key):
            # It is described after the enclosing classes, with a new stack.
            self._core[core["ref"]] = core
            self._waiting[schema_key] = None
            _, reference_schema = self.get_cache_defs_ref_schema(core["ref"])
            return reference_schema
        self._enclosing_classes.append(cls)
        try:
            return self._class_schema(core, cls)
        finally:
            self._enclosing_classes.pop()

    def _class_schema(self, core: Any, cls: Any) -> JsonSchema:
        """Return a reference to a class, and define the class if it is not defined yet.

        Args:
            core: The core schema of the class, whose ``ref`` is the key of the class.
            cls: The class.
        """
        ref = core["ref"]
        schema_key = ref, self.mode
        self.classes[ref] = cls
        self._core_of_class[ref] = core
        # A class that is being written mentions itself: it is not written a second time.
        if schema_key in self._open or self._is_defined(schema_key):
            _, reference_schema = self.get_cache_defs_ref_schema(ref)
            return reference_schema
        self._open[schema_key] = core
        try:
            json_schema = self._generate(core)
            self._keep_marks_of_fields(core)
            return json_schema
        except Exception as error:
            # The error passes through all enclosing classes, from the inside to the outside.
            failed, chain = self._failed
            if failed is not error:
                chain = []
                self._failed = error, chain
            chain.append(core)
            raise
        finally:
            self._open.pop(schema_key, None)

    @property
    def _enclosing_class(self) -> Any:
        """The innermost enclosing class that has a configuration; None if there is none."""
        if not self._enclosing_classes:
            return None
        return self._enclosing_classes[-1]

    def _under_enclosing_class(self, core: Any) -> Any:
        """Return the core schema of a class that takes over the configuration of the class around
        it.

        It gets another key, so that it is described once for each configuration: enclosing classes
        with equal settings share a key. If they have no settings that change the schema, the key
        stays.
        """
        enclosing_class = self._enclosing_class
        settings = _inheritable_settings(enclosing_class)
        if not settings:
            return core
        known_keys = self._configured_keys.setdefault(core["ref"], [])
        for known_settings, key in known_keys:
            if known_settings == settings:
                return {**core, "ref": key}
        key = f"{core['ref']} in {id(enclosing_class)}"
        known_keys.append((settings, key))
        self.outer[key] = enclosing_class.__qualname__
        return {**core, "ref": key}

    def _generate(self, core: Any) -> JsonSchema:
        """Write the JSON Schema of a core schema, and clean what authors have written by hand.

        Args:
            core: The core schema; a class is written with its fields, not as a reference.
        """
        metadata = core.get("metadata") or {}
        prepared = core
        # The value of `json_schema_extra`: keywords, or a function that pydantic calls.
        extra = metadata.get("pydantic_js_extra")
        if isinstance(extra, dict) and not is_json(extra):  # which pydantic would refuse
            prepared = {**core, "metadata": _with_json_extra(metadata, extra)}
        json_schema = super().generate_inner(prepared)
        if metadata:  # hooks and extras are in the metadata, so nothing else is written by hand
            json_schema = self._cleaned(json_schema)
        if _has_hook(core) and self._has_marks(core):
            return self._with_lost_marks(core, json_schema)
        return json_schema

    def _with_lost_marks(self, core: Any, json_schema: JsonSchema) -> JsonSchema:
        """Add a `LostMarks` to the schema that a hook has written, for the marks that the hook has
        lost.

        `_record_lost_marks` fills it later: not all marks are known while the enclosing classes are
        being written.

        Args:
            core: The core schema that has the hook.
            json_schema: The schema that the hook has written.
        """
        if self.resolve_ref_schema(json_schema).get("type") in _SCALAR_TYPES:
            # It shows no field, so it needs no marks.
            return json_schema
        lost_marks = LostMarks()
        schemas_without_hook: list[JsonSchema] = []
        cls = _class_of(core)
        # Without its metadata, the core schema has no hook. Of a class only the fields are written,
        # since its configuration may have a hook, too.
        fields = [("", without(core, "ref", "metadata"))]
        if cls is not None:
            fields = self._present_fields(core)
        for name, field in fields:
            # A field without a schema is often the reason why a class has a hook.
            with suppress(Exception):
                field_schema = self.generate_inner(field)
                if name:  # inside of its class, so that `_marks` can name the place of a mark
                    field_schema = {"title": cls.__name__, "properties": {name: field_schema}}
                schemas_without_hook.append(field_schema)
        self._hook_schemas.append((lost_marks, schemas_without_hook, json_schema))
        key = self.json_to_defs_refs.get(cast(Any, json_schema.get("$ref", "")))
        if cls is None or key not in self.definitions:
            return {**json_schema, LOST: lost_marks}
        # In the definition it applies to every use of the class.
        self.definitions[key] = {**self.definitions[key], LOST: lost_marks}
        return json_schema

    def _keep_marks_of_fields(self, core: Any) -> None:
        """Keep the marks of fields whose properties a hook has written without them, under
        `FIELDS`.

        Args:
            core: The core schema of a class.
        """
        marks: dict[str, Audiences] = {}
        for name, field in (*_fields_of(core), *_computed_fields_of(core)):
            mark = self._mark(field)
            if mark:
                marks[name] = mark
        if not marks:  # as in most classes
            return
        key, _ = self.get_cache_defs_ref_schema(core["ref"])
        definition = self.definitions.get(key, {})
        properties = definition.get("properties", {})
        wire_names = _names_of(core, _MODES[self.mode])
        # By name on the wire, as the properties would be.
        marks_to_keep: JsonSchema = {}
        for name, _field in self._present_fields(core):
            wire_name = wire_names[name]
            property_schema = properties.get(wire_name)
            has_mark = isinstance(property_schema, dict) and may_be_marked(property_schema)
            if name in marks and not has_mark:
                marks_to_keep[wire_name] = {MARKED: list(marks[name])}
        if marks_to_keep:
            self.definitions[key] = {**definition, FIELDS: marks_to_keep}

    def _mark(self, core: Any) -> Audiences:
        """Return the mark of a field: those of its core schema and of the core schemas inside,
        combined.

        Args:
            core: The core schema of a field. Inside are those of its default, validators and type.
        """
        marks: list[Audiences] = []
        inner: Any = core
        # A reference to an unknown core schema, which is None, ends the loop, too.
        while isinstance(inner, dict):
            metadata = inner.get("metadata")
            if metadata:
                marks.append(metadata.get(MARK, ()))
                # The `json_schema_extra` of a ``Field``; that of a class is in its configuration.
                marks.append(audience_in(metadata.get("pydantic_js_extra")))
            cls = inner.get("cls")
            if cls is not None:
                marks.append(audience_in(_config_of(cls).get("json_schema_extra")))
            if inner["type"] == "definition-ref":
                inner = self._core.get(inner["schema_ref"])
            elif inner["type"] == "computed-field":
                inner = inner["return_schema"]
            elif inner["type"] in _WRAPPERS:
                inner = inner["schema"]
            else:
                break
        return combined(*marks)

    def _has_marks(self, core: Any) -> bool:
        """Return whether a core schema, one inside it, or one that it refers to has a mark.

        A core schema inside that has a hook counts as marked, since the hook may have lost a mark.
        """
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
                if _is_marked(part) or (part is not core and _is_core_with_hook(part)):
                    return True
                waiting += self._parts_of(part)
        return False

    def _parts_of(self, core: Any) -> list[Any]:
        """Return the members of a core schema that may contain types, and the core schema that it
        refers to.
        """
        parts: list[Any] = []
        reference = core.get("schema_ref")
        if isinstance(reference, str):
            # None if the reference is unknown. Callers ignore whatever is not a core schema.
            parts.append(self._core.get(reference))
        parts += [part for key, part in core.items() if key not in _MEMBERS_WITHOUT_TYPES]
        return parts

    def _record_lost_marks(self) -> None:
        """Record which marks of pydantic's schemas are missing in the schemas of hooks.

        Each mark of a hook's schema makes up for one equal mark of pydantic's. The record of a hook
        is itself a part of the hook's schema: while it is filled, it is ignored.
        """
        for lost_marks, schemas_without_hook, json_schema in self._hook_schemas:
            present = Counter(mark for mark, _ in self._marks([json_schema], ignored=lost_marks))
            for mark, place in self._marks(schemas_without_hook, ignored=lost_marks):
                if present[mark] > 0:
                    present[mark] -= 1
                else:
                    lost_marks.marks.append((mark, place))
        self._hook_schemas.clear()

    def _marks(self, schemas: list[JsonSchema], ignored: LostMarks) -> list[tuple[Audiences, str]]:
        """Return all marks in schemas and in the definitions that they refer to, each with its
        place.

        The place is in words, such as ``the field 'cost' of Order``. Marks that the hooks of inner
        types have lost are included.

        Args:
            schemas: The schemas.
            ignored: The lost marks of the hook for which this is called, which are not included.
        """
        waiting = list(schemas)
        seen: set[str] = set()
        marks: list[tuple[Audiences, str]] = []
        # By the id of a property's schema: the property in words.
        places: dict[int, str] = {}
        while waiting:
            for inner in every_schema(waiting.pop()):
                properties = inner.get("properties") or {}
                for name, property_schema in properties.items():
                    place = f"the field {name!r} of {inner.get('title')}"
                    places[id(property_schema)] = place
                # Without the keyword, `get` returns `ignored`, too.
                if inner.get(LOST, ignored) is not ignored:
                    marks += inner[LOST].marks
                mark = audience_in(inner)
                if mark:
                    marks.append((mark, places.get(id(inner), "a part of a type")))
                key = self.json_to_defs_refs.get(cast(Any, inner.get("$ref", "")))
                if key is not None and key not in seen:
                    seen.add(key)
                    waiting.append(self.definitions.get(key, {}))
        return marks

    def _present_fields(self, core: Any) -> list[tuple[str, Any]]:
        """Return the names and core schemas of the fields that a class has in the current mode."""
        fields = [(name, item) for name, item in _fields_of(core) if self.field_is_present(item)]
        if self.mode == "serialization":
            fields += _computed_fields_of(core)
        return fields

    def _cleaned(self, json_schema: JsonSchema) -> JsonSchema:
        """Remove invalid parts of a schema, which may have been written by hand.

        If the schema is only a reference, the definition that it leads to is cleaned.
        """
        target = json_schema.get("$ref")
        is_only_reference = isinstance(target, str) and len(json_schema) == 1
        if not is_only_reference:
            return _clean(json_schema)
        key = self.json_to_defs_refs.get(cast(Any, target), cast(Any, ""))
        if key in self.definitions:
            self.definitions[key] = _clean(self.definitions[key])
        return json_schema

    def encode_default(self, dft: Any) -> Any:
        """Return a default as JSON; a `NotJson` if it has no JSON form.

        Most defaults are encoded without pydantic, which would create a TypeAdapter for each.
        """
        default = encoded_default(dft)
        # Final in both cases: a value that is JSON already has no other form, a `NotJson` has none.
        if is_json(dft) or isinstance(default, NotJson):
            return default
        # Dates, bytes and the like have several forms in JSON, and `default` may be the wrong one:
        # the configuration of the class decides, which only pydantic knows here.
        return super().encode_default(dft)

    def default_schema(self, schema: Any) -> JsonSchema:
        """Write a type with a default.

        If the default contains instances of classes with marks, the schemas of these classes are
        added under `DEFAULTS`. A filter for an audience reads in them which members of the default
        to hide; the schema of the type may not say so, if it is that of a base class.
        """
        json_schema = super().default_schema(schema)
        if "default" not in json_schema:  # as with a default from a factory
            return json_schema
        marked: list[JsonSchema] = []
        for cls in classes_in(schema.get("default")):
            marked += _marked_schemas_of(cls)
        if marked:
            return {**json_schema, DEFAULTS: marked}
        return json_schema

    def json_or_python_schema(self, schema: Any) -> JsonSchema:
        """Write a type that differs in JSON and Python; a ``Secret`` is marked with `SECRET`."""
        json_schema = super().json_or_python_schema(schema)
        # `Secret` has no type of core schema of its own, so it is recognised by its serializer.
        serializer = schema.get("serialization", {}).get("function")
        is_of_pydantic = getattr(serializer, "__module__", "") == "pydantic.types"
        if is_of_pydantic and "secret" in serializer.__name__:
            json_schema[SECRET] = True
        return json_schema

    def literal_schema(self, schema: Any) -> JsonSchema:
        """Write a ``Literal``; if its values are members of an enumeration, with the enumeration's
        name, which pydantic drops.
        """
        json_schema = super().literal_schema(schema)
        first = next(iter(schema["expected"]), None)
        if isinstance(first, Enum):
            json_schema[ENUMERATION] = type(first).__name__
        return json_schema

    def str_schema(self, schema: Any) -> JsonSchema:
        """Write a string type. The flags of a compiled pattern, which pydantic drops, become a
        prefix such as ``(?i)``.
        """
        json_schema = super().str_schema(schema)
        pattern = schema.get("pattern")
        if isinstance(pattern, re.Pattern):
            letters = [letter for letter, flag in _PATTERN_FLAGS.items() if pattern.flags & flag]
            prefix = f"(?{''.join(letters)})" if letters else ""
            json_schema["pattern"] = prefix + pattern.pattern
        return json_schema

    def function_plain_schema(self, schema: Any) -> JsonSchema:
        """Write a type that only a function validates; a model of ``pydantic.v1`` describes
        itself.
        """
        model = old_model_of(schema)
        if model is None:
            return super().function_plain_schema(schema)
        return self._describe_old_model(model, _MODES[self.mode])

    def tagged_union_schema(self, schema: Any) -> JsonSchema:
        """Write a discriminated union.

        If a function chooses the member, a value may match several, so ``anyOf`` replaces
        ``oneOf``. If a member has no definition of its own, to which the discriminator could refer
        (OpenAPI 3.1, 4.8.25), the union is written like one without a discriminator: pydantic puts
        the whole schema of such a member into the discriminator.
        """
        union = super().tagged_union_schema(schema)
        mapping = union.get("discriminator", {}).get("mapping", {})
        if not all(isinstance(target, str) for target in mapping.values()):
            return self.get_flattened_anyof(union["oneOf"])
        if "discriminator" not in union:  # a function chooses
            union["anyOf"] = union.pop("oneOf")
        return union

    def get_flattened_anyof(self, schemas: list[JsonSchema]) -> JsonSchema:
        """Write a union, with the choices of a union inside it as its own, and each choice once.

        pydantic's own method would merge the choices 1 and true, which are equal in Python.

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
    """Return the class that a core schema describes, also below validators; None if it is no
    class.
    """
    while core["type"] in _VALIDATORS:
        core = core["schema"]
    if core["type"] not in _CLASSES:
        return None
    return core.get("cls") or core.get("function")  # of a NamedTuple before pydantic 2.14


def _is_marked(core: Any) -> bool:
    """Return whether a core schema itself is marked for an audience; schemas inside do not
    count.
    """
    metadata = core.get("metadata") or {}
    # The `json_schema_extra` of a ``Field``, and that in the configuration of a class.
    extra_of_field = metadata.get("pydantic_js_extra")
    extra_of_class = _config_of(core.get("cls")).get("json_schema_extra")
    return any((metadata.get(MARK), audience_in(extra_of_field), audience_in(extra_of_class)))


def _is_core_with_hook(part: Any) -> bool:
    """Return whether a member of a core schema is itself a core schema, and has a hook."""
    # In a dict of fields, `type` is the field with this name, and its value no text.
    return isinstance(part.get("type"), str) and _has_hook(part)


def _is_among(schema: JsonSchema, others: list[JsonSchema]) -> bool:
    """Return whether a schema equals one of the others.

    Python takes 1 and true for equal, so `same_json` decides. Python's comparison comes first,
    since it is faster and rules out nearly all.
    """
    return any(schema == other and same_json(schema, other) for other in others)


def _with_json_extra(metadata: Any, extra: dict[str, Any]) -> Any:
    """Return metadata that add a ``json_schema_extra`` in its JSON form.

    pydantic would refuse values that are not JSON. But it accepts a function in the place of the
    extra, which may add anything to the schema.
    """
    keywords = {key: extra_keyword(key, value) for key, value in extra.items()}
    return {**metadata, "pydantic_js_extra": lambda written: written.update(keywords)}


def _is_key_of(ref: str, cls: Any) -> bool:
    """Return whether a core schema's key is that of a class, and not that of an alias of the class.

    pydantic's keys have the form ``shop.models.Order:94027``, with the `id` of the class, or
    ``shop.models.Page:94027[int:87201]`` for a generic class with arguments.
    """
    generic = getattr(cls, "__pydantic_generic_metadata__", None) or {}
    number = f":{id(generic.get('origin') or cls)}"
    return ref.endswith(number) or (f"{number}[" in ref and ref.endswith("]"))


def _fields_of(core: Any) -> list[tuple[str, Any]]:
    """Return the names and core schemas of the fields in the core schema of a class."""
    # The core schemas of a model and of its validators are around that of the fields.
    while "schema" in core:
        core = core["schema"]
    fields = core.get("fields", ())
    if isinstance(fields, dict):  # of a model or a TypedDict
        return [*fields.items()]
    # A list, of a dataclass.
    return [(item["name"], item) for item in fields]


def _computed_fields_of(core: Any) -> list[tuple[str, Any]]:
    """Return the names and core schemas of the computed fields in the core schema of a class."""
    # The core schemas of a model and of its validators are around that of the fields.
    while "schema" in core:
        core = core["schema"]
    return [(item["property_name"], item) for item in core.get("computed_fields", ())]


def _has_hook(core: Any) -> bool:
    """Return whether code outside pydantic changes the JSON Schema of a core schema.

    Such hooks are ``__get_pydantic_json_schema__`` and a callable ``json_schema_extra``.
    """
    cls = _class_of(core)
    # The `json_schema_extra` of a class, which is in its configuration.
    if cls is not None and callable(_config_of(cls).get("json_schema_extra")):
        return True
    metadata = core.get("metadata")
    if not metadata:
        return False
    # The functions of objects in ``Annotated``. Those of pydantic's own objects count, too: by
    # `WithJsonSchema`, for example, the author replaces the whole schema.
    if metadata.get("pydantic_js_annotation_functions"):
        return True
    # The `json_schema_extra` of a ``Field``.
    if callable(metadata.get("pydantic_js_extra")):
        return True
    # The functions of classes. pydantic's own types, such as `EmailStr`, have some, which only say
    # what the type is.
    return not all(map(_is_of_pydantic, metadata.get("pydantic_js_functions", ())))


def _is_of_pydantic(function: Any) -> bool:
    """Return whether a function is pydantic's own; of a `functools.partial` its function counts."""
    module = getattr(getattr(function, "func", function), "__module__", None) or ""
    return bool(module.partition(".")[0] == "pydantic")


def _names_of(core: Any, mode: Mode) -> dict[str, str]:
    """Return the names on the wire of a class's fields, by their names in Python.

    Args:
        core: The core schema of the class.
        mode: The mode, since a field may have different aliases in input and output.
    """
    config = getattr(_class_of(core), "model_config", {})
    names: dict[str, str] = {}
    for name, field in _fields_of(core):
        if mode == "output":
            names[name] = field.get("serialization_alias", name)
        elif config.get("validate_by_alias") is False:  # the names in Python are accepted instead
            names[name] = name
        else:
            names[name] = _input_name(name, field)
    for name, field in _computed_fields_of(core):
        names[name] = field.get("alias", name)
    return names


def _input_name(name: str, field: Any) -> str:
    """Return the name of a field in input; of several aliases the first that is no path of keys.

    If all are such paths, return the name in Python.
    """
    alias: Any = field.get("validation_alias", name)
    if isinstance(alias, str):
        return alias
    # A list of paths, such as ``[["userName"], ["user", "name"]]`` for `AliasChoices`.
    for path in alias:
        if len(path) == 1 and isinstance(path[0], str):
            return path[0]
    return name


_INHERITABLE_SETTINGS = frozenset(
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
"""The settings in the configuration of a class that change the schemas of the classes inside it."""


def _has_own_configuration(cls: Any) -> bool:
    """Return whether the schema of a class does not depend on the class around it.

    A dataclass, a TypedDict or a NamedTuple without a configuration takes over that of the class
    around it. True also if there is no class.
    """
    # Each model has a configuration of its own, and an enumeration does not depend on any.
    if cls is None or issubclass(cls, BaseModel | Enum):
        return True
    return hasattr(cls, "__pydantic_config__")


def _config_of(cls: Any) -> Mapping[str, Any]:
    """Return the pydantic configuration of a class; empty if it has none."""
    if cls is None:
        return {}
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    if isinstance(config, Mapping):
        return config
    return {}


def _inheritable_settings(cls: Any) -> dict[str, Any]:
    """Return the settings of a class that change the schemas of classes inside it; empty if it has
    none, or if it is None.
    """
    settings: dict[str, Any] = {}
    for name, value in _config_of(cls).items():
        # Ignoring further properties is what pydantic does without the setting, too.
        is_default = name == "extra" and value in ("ignore", None)
        if name in _INHERITABLE_SETTINGS and not is_default:
            settings[name] = value
    return settings


def _clean(schema: JsonSchema) -> JsonSchema:
    """Return a schema whose hand-written parts are valid: JSON values, keywords with values of the
    right kind, and no definitions of its own.
    """
    return _without_own_definitions(well_formed(_as_json(schema)))


def _as_json(schema: JsonSchema) -> JsonSchema:
    """Convert the values of extensions, examples, titles and descriptions in a schema to JSON.

    Titles and descriptions may be objects that translate a text when they are converted to `str`.
    """
    changed: JsonSchema = {}
    for key, value in schema.items():
        is_extra = key.startswith("x-") or key in ("example", "examples")
        # An object or a boolean, which an author may have written, is no text that translates.
        is_text = key in ("title", "description") and not isinstance(value, dict | bool)
        if is_extra and not is_json(value):
            changed[key] = extra_keyword(key, value)
        elif is_text and not isinstance(value, str):
            changed[key] = str(value)
    if changed:
        return {**schema, **changed}
    return schema


def _without_own_definitions(root: JsonSchema) -> JsonSchema:
    """Replace references to a schema's own ``$defs`` by these definitions.

    Hooks write such ``$defs``; pydantic does not find them once the schema is inside another one.

    Raises:
        NoSchema: A definition refers to itself.
    """
    own_definitions = root.get("$defs")
    if not isinstance(own_definitions, dict):
        return root

    def inline(schema: JsonSchema, expanding: tuple[str, ...] = ()) -> JsonSchema:
        """Replace references to own definitions in a schema, at any depth.

        Args:
            schema: The schema.
            expanding: The names of the definitions that the schema is inside of.
        """
        inlined = map_schema(schema, lambda inner: inline(inner, expanding))
        reference_text = str(inlined.get("$ref", ""))
        name = reference_text.removeprefix(DEFINED)
        if name not in own_definitions:
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
        definition = inline(own_definitions[name], (*expanding, name))
        # Keywords next to the reference, such as a description, win.
        return {**definition, **without(inlined, "$ref")}

    return inline(without(root, "$defs"))


_marked_schemas: WeakKeyDictionary[type, tuple[JsonSchema, ...]] = WeakKeyDictionary()
"""The results of `_marked_schemas_of`, by class."""


def _marked_schemas_of(cls: type) -> tuple[JsonSchema, ...]:
    """Return those schemas of a class and of the classes that it mentions that have marks.

    A class is described once, since many defaults may have instances of it.
    """
    if cls not in _marked_schemas:
        # The class may be the default of a field of its own; it must not be described again then.
        _marked_schemas[cls] = ()
        # If the class has no schema, an error is reported where the class is used.
        with suppress(Exception):
            schemas = _schemas_in_output(cls)
            _marked_schemas[cls] = tuple(filter(_contains_mark, schemas))
    return _marked_schemas[cls]


def _schemas_in_output(cls: type) -> list[JsonSchema]:
    """Return the schemas of a class and of the classes that it mentions, in output mode, in which
    pydantic writes defaults.

    A reference to the class may have keywords next to it; the first schema has those, too.
    """
    # Models of `pydantic.v1` have no marks, so their schemas are of no interest here.
    generator = Generator(lambda _model, _mode: {})
    schema_of_class = generator.describe(core_schema_of(cls), "output")
    definitions: dict[Any, JsonSchema] = dict(generator.definitions)
    root = generator.resolve_ref_schema(schema_of_class)
    return [{**root, **without(schema_of_class, "$ref")}, *definitions.values()]


def _contains_mark(schema: JsonSchema) -> bool:
    """Return whether a schema or a schema inside it is marked for an audience."""
    return any(map(audience_in, every_schema(schema)))


def may_be_marked(schema: JsonSchema) -> bool:
    """Return whether a schema or a schema inside it is marked for an audience.

    The target of a reference is not known yet, so a reference counts as marked.
    """
    return any("$ref" in inner or audience_in(inner) for inner in every_schema(schema))


def core_schema_of(annotation: Any) -> Any:
    """Return pydantic's core schema of a type.

    Raises:
        Exception: Errors of pydantic and hooks.
    """
    with warnings.catch_warnings():
        # Given the type of a field alone, pydantic from 2.12 on warns that `alias`,
        # `default` and the like have no effect there (`UnsupportedFieldAttributeWarning`). It also
        # warns that `ReadOnly` is not enforced. Neither matters for documentation.
        warnings.simplefilter("ignore", UserWarning)
        adapter: TypeAdapter[Any] = TypeAdapter(annotation)
    if not adapter.pydantic_complete:  # names that are defined later
        adapter.rebuild(raise_errors=True)
    return adapter.core_schema
