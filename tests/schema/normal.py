"""Brings two schemas into one form: references written out, our additions and corrections gone."""

import json
import re
from collections.abc import Collection
from typing import Any

from jsonschema import Draft202012Validator
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from sphinxcontrib_ggdocs.schema import JsonSchema, Mode, SchemaRegistry
from sphinxcontrib_ggdocs.schema.tags import tag_of
from sphinxcontrib_ggdocs.schema.traversal import every_schema, map_schema

MODES: dict[Mode, Any] = {"input": "validation", "output": "serialization"}
NESTING = frozenset(
    {"properties", "patternProperties", "additionalProperties", "items", "prefixItems"}
)
"""The keywords that lead one level deeper into the value."""
DEPTH = 9
"""How deep the values are looked at: recursive types have no end."""
OURS = frozenset({"title", "x-brand", "x-enum-varnames", "x-type", "x-keys"})


class Untitled(GenerateJsonSchema):
    """pydantic's generator without the titles it makes from field names, and without warnings."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def emit_warning(self, kind: Any, detail: str) -> None:
        return None


def theirs(form: Any, mode: Mode) -> JsonSchema:
    """What pydantic says."""
    return TypeAdapter(form).json_schema(mode=MODES[mode], schema_generator=Untitled)


def ours(form: Any, mode: Mode) -> JsonSchema:
    """What we say, as one self-contained JSON Schema."""
    registry = SchemaRegistry()
    slot = registry.add(form, mode)
    written = registry.write("#/$defs/{name}")
    schema = written.schema(slot)
    return {**schema, "$defs": written.schemas} if written.schemas else schema


def normal(schema: JsonSchema) -> Any:
    """`schema` with every reference written out down to a depth of the values, without our
    additions, and without what `test_corrections` says that we correct.
    """
    schema = _fitting(schema, schema)
    definitions = schema.get("$defs", {})
    tags = {tag for each in every_schema(schema) if (tag := tag_of(each)) is not None}
    """pydantic asks for them when it reads, but not in its schema."""

    def walk(value: Any, depth: int, *, names: bool) -> Any:
        """`names` says whether the keys of an object are names of properties rather than
        keywords.
        """
        if isinstance(value, list):
            return [walk(item, depth, names=False) for item in value]
        if not isinstance(value, dict):
            return value
        if not names and isinstance(value.get("$ref"), str):
            return reference(value, depth)
        walked = {}
        for key, item in value.items():
            if not names and (key in OURS or key == "$defs"):
                continue
            if not names and key in ("default", "examples", "const", "enum"):
                walked[key] = item
            elif not names and key == "mapping":
                walked[key] = {
                    tag: walk({"$ref": target}, depth, names=False) for tag, target in item.items()
                }
            else:
                below = depth + (key in NESTING and not names)
                walked[key] = (
                    walk(
                        item, below, names=key in ("properties", "patternProperties") and not names
                    )
                    if below < DEPTH
                    else "and so on"
                )
        return walked if names else _tidy(walked, tags)

    def reference(value: JsonSchema, depth: int) -> Any:
        name = value["$ref"].rpartition("/")[2]
        beside = {key: item for key, item in value.items() if key != "$ref"}
        target = definitions[name]
        while set(target) - OURS == {"$ref"}:  # a brand over a brand adds nothing but its name
            name = target["$ref"].rpartition("/")[2]
            target = definitions[name]
        return walk({**target, **beside}, depth, names=False)

    return walk(schema, 0, names=False)


def _fitting(schema: JsonSchema, root: JsonSchema) -> JsonSchema:
    """A schema without defaults and examples that it refuses, by a validator of others, with equal
    values once, and with choices that may overlap where a function chooses.
    """
    schema = _any_of_chosen(schema)
    if isinstance(names := schema.get("propertyNames"), dict):
        # Names are strings, which pydantic does not write.
        schema = {**schema, "propertyNames": {"type": "string", **names}}
    fitting = map_schema(schema, lambda inner: _fitting(inner, root))
    bare = {
        key: item for key, item in fitting.items() if key not in ("default", "examples", "$defs")
    }
    validator = Draft202012Validator({**bare, "$defs": root.get("$defs", {})})

    def fits(value: Any) -> bool:
        return _is_finite(value) and validator.is_valid(value)

    if "default" in schema and not fits(schema["default"]):
        del fitting["default"]
    if "examples" in schema:
        fitting["examples"] = list(filter(fits, schema["examples"]))
        if not fitting["examples"]:
            del fitting["examples"]
    if "enum" in schema:
        texts = list(dict.fromkeys(map(json.dumps, schema["enum"])))
        fitting["enum"] = [json.loads(text) for text in texts]
    return fitting


def _flat(schema: JsonSchema) -> JsonSchema:
    """A union with the choices of the unions in it, which pydantic writes so, too, unless a function
    chooses; a union of one choice is that choice.
    """
    choices: list[Any] = []
    for choice in schema.get("anyOf", ()):
        inner = (
            choice["anyOf"] if isinstance(choice, dict) and set(choice) == {"anyOf"} else [choice]
        )
        choices += [item for item in inner if item not in choices]
    if not choices:
        return {**schema}
    if len(choices) == 1 and isinstance(choices[0], dict):
        rest = {key: item for key, item in schema.items() if key != "anyOf"}
        return {**choices[0], **rest}
    choices.sort(key=lambda choice: choice == {"type": "null"})
    return {**schema, "anyOf": choices}


def overlapping(schema: JsonSchema) -> JsonSchema:
    """`schema` with choices that may overlap where no discriminator can say which one it is;
    pydantic writes ``oneOf`` there. Where one can, values have its tag: without it, pydantic
    accepts none, but its schema allows any object if the tag of a choice has a default.
    """
    return map_schema(_with_tag(_any_of_chosen(schema)), overlapping)


def _with_tag(schema: JsonSchema) -> JsonSchema:
    """A union with a discriminator, which requires the tag; other schemas as they are."""
    if "discriminator" not in schema:
        return schema
    tag = schema["discriminator"]["propertyName"]
    return {**schema, "required": [*schema.get("required", ()), tag]}


def _any_of_chosen(schema: JsonSchema) -> JsonSchema:
    """A union without a discriminator, or with one that has whole schemas instead of references."""
    mapping = schema.get("discriminator", {}).get("mapping", {})
    has_references = all(isinstance(target, str) for target in mapping.values())
    if "oneOf" not in schema or ("discriminator" in schema and has_references):
        return schema
    rest = {key: item for key, item in schema.items() if key not in ("oneOf", "discriminator")}
    return {**rest, "anyOf": schema["oneOf"]}


def _is_finite(value: Any) -> bool:
    return not {"NaN", "Infinity"} & set(re.findall("[A-Z][A-Za-z]+", json.dumps(value)))


def _tidy(schema: JsonSchema, tags: Collection[str]) -> JsonSchema:
    """A schema without the tags that unions ask for, the defaults of secrets, and what a map says
    of its names.
    """
    schema = _flat(schema)
    if any(each.get("format") == "password" for each in every_schema(schema)):
        schema.pop("default", None)  # pydantic masks it only where it is a `Secret`
    if isinstance(schema.get("required"), list):
        schema["required"] = sorted(set(schema["required"]).difference(tags))
        if not schema["required"]:
            del schema["required"]
    names = schema.get("propertyNames")
    if isinstance(names, dict):
        names = {key: item for key, item in names.items() if key != "type"}
        pattern = names.pop("pattern", None)
        if pattern is not None and "additionalProperties" in schema:
            schema["patternProperties"] = {pattern: schema.pop("additionalProperties")}
        schema["propertyNames"] = names
        if not names:
            del schema["propertyNames"]
    return schema
