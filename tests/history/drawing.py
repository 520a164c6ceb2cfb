"""Drawn schemas, edits of them, and values that somebody writes who follows one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]

TYPES = ("T", "U")
"""The named types of a drawn document; each may refer to both."""
NAMES = ("a", "b", "c", "default", "type")
TEXTS = ("x", "y", "zz", "long text")

PATTERNS = ("^x", "^[a-z]+$", "z$", "^(x+)+$", r"^\p{L}*$", "^(?:x|y|long text)$")
"""One that may take exponential time, and one that Python does not compile, among them."""

DEEPEST = 3
"""Values inside values; what is deeper is guessed."""

NUMBERS = st.integers(-3, 3)


@st.composite
def numbers(draw: st.DrawFn) -> Schema:
    schema: Schema = {"type": draw(st.sampled_from(["integer", "number"]))}
    bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
    for key in draw(st.sets(st.sampled_from(bounds), max_size=2)):
        schema[key] = draw(NUMBERS)
    if draw(st.booleans()) and draw(st.booleans()):
        schema["multipleOf"] = draw(st.sampled_from([2, 3, 6]))
    return schema


@st.composite
def texts(draw: st.DrawFn) -> Schema:
    schema: Schema = {"type": "string"}
    for key in draw(st.sets(st.sampled_from(["minLength", "maxLength"]))):
        schema[key] = draw(st.integers(0, 4))
    if draw(st.integers(0, 3)) == 0:
        schema["pattern"] = draw(st.sampled_from(PATTERNS))
    return schema


def listed() -> st.SearchStrategy[Schema]:
    return st.lists(st.sampled_from([*TEXTS, 1, 2, None]), min_size=1, max_size=3, unique=True).map(
        lambda values: {"enum": values}
    )


def scalars() -> st.SearchStrategy[Schema]:
    constants = st.sampled_from([*TEXTS, 1]).map(lambda value: {"const": value})
    fixed = st.sampled_from([{"type": "boolean"}, {"type": "null"}, {}])
    return st.one_of(numbers(), texts(), listed(), constants, fixed.map(dict))


def references() -> st.SearchStrategy[Schema]:
    return st.sampled_from(TYPES).map(lambda name: {"$ref": f"#/schemas/{name}"})


@st.composite
def objects(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Schema:
    properties = draw(st.dictionaries(st.sampled_from(NAMES), inner, max_size=3))
    schema: Schema = {"type": "object", "properties": properties}
    if required := sorted(name for name in properties if draw(st.booleans())):
        schema["required"] = required
    if draw(st.integers(0, 2)) == 0:
        schema["additionalProperties"] = draw(st.one_of(st.just(False), st.just(True), scalars()))
    return schema


@st.composite
def arrays(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Schema:
    schema: Schema = {"type": "array", "items": draw(inner)}
    for key in draw(st.sets(st.sampled_from(["minItems", "maxItems"]))):
        schema[key] = draw(st.integers(0, 3))
    if draw(st.integers(0, 4)) == 0:
        schema["uniqueItems"] = True
    return schema


@st.composite
def unions(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Schema:
    key = draw(st.sampled_from(["anyOf", "oneOf"]))
    return {key: draw(st.lists(inner, min_size=2, max_size=3))}


@st.composite
def tagged_unions(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Schema:
    """Objects that differ by the values of a property, most of which have a value of their own."""
    choices: list[Schema] = []
    for _ in range(draw(st.integers(2, 3))):
        tags = draw(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=2, unique=True))
        tag = {"const": tags[0]} if len(tags) == 1 else {"enum": tags}
        choice = draw(objects(inner))
        properties = {"type": tag, **choice["properties"]} | {"type": tag}
        required = sorted({*choice.get("required", []), "type"})
        choices.append(choice | {"properties": properties, "required": required})
    return {draw(st.sampled_from(["anyOf", "oneOf"])): choices}


@st.composite
def conditional(draw: st.DrawFn, inner: st.SearchStrategy[Schema]) -> Schema:
    """A schema with a keyword that is not compared by what it means."""
    name, other = draw(st.sampled_from(NAMES)), draw(st.sampled_from(NAMES))
    return draw(objects(inner)) | draw(
        st.one_of(
            inner.map(partial(_with, {}, "not")),
            st.just({"dependentRequired": {name: [other]}}),
            st.just({"if": {"required": [name]}, "then": {"required": [other]}}),
        )
    )


def joined(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return st.lists(objects(inner), min_size=2, max_size=2).map(lambda parts: {"allOf": parts})


def schemas() -> st.SearchStrategy[Schema]:
    return st.recursive(
        st.one_of(scalars(), references()),
        lambda inner: st.one_of(
            objects(inner),
            arrays(inner),
            unions(inner),
            joined(inner),
            tagged_unions(inner),
            conditional(inner),
        ),
        max_leaves=5,
    )


@st.composite
def edited(draw: st.DrawFn, schema: Schema) -> Schema:
    """A schema with an edit somewhere inside of it."""
    inside = _places(schema)
    if inside and draw(NUMBERS) != 0:
        read, write = inside[draw(st.integers(0, len(inside) - 1))]
        return write(draw(edited(read)))
    return draw(_changed(schema))


Place = tuple[Schema, Callable[[Schema], Schema]]


def _places(schema: Schema) -> list[Place]:
    """The schemas directly inside a schema, each with what writes another in its place."""
    found: list[Place] = []
    for name, inner in schema.get("properties", {}).items():
        found.append((inner, partial(_with_property, schema, name)))
    if isinstance(items := schema.get("items"), dict):
        found.append((items, partial(_with, schema, "items")))
    for key in ("anyOf", "oneOf", "allOf"):
        for index, inner in enumerate(schema.get(key, [])):
            found.append((inner, partial(_with_part, schema, key, index)))
    return found


def _with(schema: Schema, key: str, value: Any) -> Schema:
    return {**schema, key: value}


def _with_property(schema: Schema, name: str, value: Schema) -> Schema:
    return _with(schema, "properties", {**schema["properties"], name: value})


def _with_part(schema: Schema, key: str, index: int, value: Schema) -> Schema:
    parts = [*schema[key]]
    parts[index] = value
    return _with(schema, key, parts)


@st.composite
def _changed(draw: st.DrawFn, schema: Schema) -> Schema:
    """A schema with an edit at its top."""
    edits: list[st.SearchStrategy[Schema]] = [
        scalars(),
        references(),
        st.just({"anyOf": [schema, {"type": "null"}]}),
        scalars().map(lambda other: {"anyOf": [schema, other]}),
    ]
    for key in sorted(schema.keys() - {"type", "$ref"}):
        edits.append(st.just({name: each for name, each in schema.items() if name != key}))
        if isinstance(schema[key], int) and not isinstance(schema[key], bool):
            nearby = NUMBERS.map(partial(_moved, schema[key]))
            edits.append(nearby.map(partial(_with, schema, key)))
    for key in schema.keys() & {"anyOf", "oneOf", "allOf"}:
        edits.append(st.permutations(schema[key]).map(partial(_with, schema, key)))
        edits.append(st.just(_with(schema, key, schema[key][1:] or [{}])))
    if "pattern" in schema:
        edits.append(st.sampled_from(PATTERNS).map(partial(_with, schema, "pattern")))
    if "enum" in schema:
        edits.append(st.sampled_from(TEXTS).map(partial(_with_choice, schema)))
    match schema.get("type"):
        case "object":
            edits += [_property_added(schema), _required_changed(schema)]
            edits.append(st.booleans().map(partial(_with, schema, "additionalProperties")))
        case "integer" | "number":
            edits += [NUMBERS.map(partial(_with, schema, key)) for key in ("minimum", "maximum")]
            kinds = st.sampled_from(["integer", "number"])
            edits.append(kinds.map(partial(_with, schema, "type")))
        case "array":
            counts = st.integers(0, 3)
            edits += [counts.map(partial(_with, schema, key)) for key in ("minItems", "maxItems")]
    return draw(st.one_of(edits))


def _moved(bound: int, more: int) -> int:
    return max(bound + more, 1)


def _with_choice(schema: Schema, value: str) -> Schema:
    return {"enum": [*dict.fromkeys((*schema["enum"], value))]}


@st.composite
def _property_added(draw: st.DrawFn, schema: Schema) -> Schema:
    name = draw(st.sampled_from(NAMES))
    properties = {**schema.get("properties", {}), name: draw(scalars())}
    required = sorted({*schema.get("required", []), *([name] if draw(st.booleans()) else [])})
    return {**schema, "properties": properties, "required": required}


@st.composite
def _required_changed(draw: st.DrawFn, schema: Schema) -> Schema:
    names = [*schema.get("properties", {})]
    required = sorted(name for name in names if draw(st.booleans()))
    return {**schema, "required": required}


def values(schema: Any, types: dict[str, Schema], depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that somebody writes who follows a schema, most of them: of numbers and texts near
    the bounds, of objects the listed properties, and others where the schema speaks of them.
    """
    if schema is True or schema == {}:
        return st.sampled_from([None, True, 0, 1, "x", [], {}])
    if depth > DEEPEST:
        return st.sampled_from([None, "x", 0, [], {}])
    if "$ref" in schema:
        return values(types[schema["$ref"].rpartition("/")[2]], types, depth + 1)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    for key in schema.keys() & {"anyOf", "oneOf"}:
        return st.one_of([values(each, types, depth + 1) for each in schema[key]])
    if "allOf" in schema:
        parts = [values(each, types, depth + 1) for each in schema["allOf"]]
        return st.tuples(*parts).map(_merged)
    return _of_type(schema, types, depth)


def _merged(parts: tuple[Any, ...]) -> Any:
    merged: dict[str, Any] = {}
    for part in parts:
        merged |= part if isinstance(part, dict) else {}
    return merged


def _of_type(schema: Schema, types: dict[str, Schema], depth: int) -> st.SearchStrategy[Any]:
    match schema.get("type"):
        case "integer":
            return st.integers(-8, 8)
        case "number":
            return st.integers(-16, 16).map(lambda number: number / 2)
        case "string":
            return st.one_of(st.sampled_from([*TEXTS, "x1", "z"]), st.text("xz1", max_size=6))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            return st.lists(values(schema.get("items", True), types, depth + 1), max_size=4)
        case "object":
            return _object_values(schema, types, depth)
        case _:
            return st.sampled_from([None, True, 0, 1, 5, "x", "long text", [], {}])


def _object_values(schema: Schema, types: dict[str, Schema], depth: int) -> st.SearchStrategy[Any]:
    inner = {
        name: values(each, types, depth + 1) for name, each in schema.get("properties", {}).items()
    }
    required = schema.get("required", [])
    listed = st.fixed_dictionaries(
        {name: inner.get(name, st.none()) for name in required},
        optional={name: each for name, each in inner.items() if name not in required},
    )
    additional = schema.get("additionalProperties")
    if additional in (None, False) and inner:
        return listed
    if additional is False:
        return listed
    others = st.dictionaries(
        st.sampled_from(["other", *NAMES]), values(additional or {}, types, depth + 1), max_size=2
    )
    return st.tuples(others, listed).map(lambda pair: {**_unlisted(pair[0], inner), **pair[1]})


def _unlisted(others: dict[str, Any], listed: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in others.items() if name not in listed}
