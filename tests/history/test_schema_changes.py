"""Every named change of schemas, and what it means for values that are sent and received."""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from sphinxcontrib_ggdocs.history import Change, compare

from .documents import content, document, of_methods, parsed

Schema = dict[str, Any]
Case = tuple[str, Schema, Schema, str, str]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
LIST: Schema = {"type": "array", "items": TEXT}


def _object(required: str = "", /, **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required.split()}


VERDICTS: dict[tuple[str, str], list[tuple[str, Schema, Schema]]] = {
    # verdicts (wire, code) of what is sent, and of what is received: rule, old, new
    ("safe safe", "breaking safe"): [
        ("minimum-changed", NUMBER | {"minimum": 1}, NUMBER | {"minimum": 0}),
        ("min-length-changed", TEXT | {"minLength": 2}, TEXT),
    ],
    ("breaking safe", "safe safe"): [
        ("minimum-changed", NUMBER, NUMBER | {"minimum": 0}),
        ("maximum-changed", NUMBER | {"maximum": 9}, NUMBER | {"maximum": 5}),
        ("exclusive-minimum-changed", NUMBER, NUMBER | {"exclusiveMinimum": 0}),
        ("exclusive-maximum-changed", NUMBER, NUMBER | {"exclusiveMaximum": 9}),
        ("multiple-of-changed", NUMBER | {"multipleOf": 2}, NUMBER | {"multipleOf": 4}),
        ("max-length-changed", TEXT | {"maxLength": 9}, TEXT | {"maxLength": 5}),
        ("min-items-changed", LIST, LIST | {"minItems": 1}),
        ("max-items-changed", LIST, LIST | {"maxItems": 2}),
        ("unique-items-changed", LIST, LIST | {"uniqueItems": True}),
        ("min-properties-changed", {"type": "object"}, {"type": "object", "minProperties": 1}),
        ("max-properties-changed", {"type": "object"}, {"type": "object", "maxProperties": 0}),
        ("pattern-changed", TEXT, TEXT | {"pattern": "^[a-z]+$"}),
        (
            "property-names-changed",
            {"type": "object"},
            {"type": "object", "propertyNames": {"maxLength": 2}},
        ),
        ("keyword-changed", LIST, LIST | {"contains": TEXT}),
        ("schema-changed", {"allOf": [TEXT]}, {"allOf": [TEXT, {"maxLength": 3}]}),
    ],
    ("risky safe", "risky safe"): [
        ("pattern-changed", TEXT | {"pattern": "^[a-z]+$"}, TEXT | {"pattern": "^[a-y]+$"}),
    ],
    ("risky breaking", "safe safe"): [
        ("format-changed", TEXT, TEXT | {"format": "uuid"}),
        ("content-media-type-changed", TEXT, TEXT | {"contentMediaType": "text/css"}),
        ("content-encoding-changed", TEXT, TEXT | {"contentEncoding": "base64"}),
    ],
    ("risky safe", "safe safe"): [
        (
            "pattern-properties-changed",
            {"type": "object"},
            {"type": "object", "patternProperties": {"^x": NUMBER}},
        ),
        ("default-changed", TEXT | {"default": "a"}, TEXT | {"default": "b"}),
    ],
    ("safe safe", "breaking breaking"): [
        ("type-changed", NUMBER, {"type": "number"}),
        ("enum-removed", TEXT | {"enum": ["a"]}, TEXT),
        ("enum-value-added", {"enum": ["a"]}, {"enum": ["a", "b"]}),
        ("null-added", TEXT, {"anyOf": [TEXT, {"type": "null"}]}),
        ("variant-added", {"anyOf": [TEXT, LIST]}, {"anyOf": [TEXT, LIST, NUMBER]}),
        ("property-became-optional", _object("a", a=TEXT), _object(a=TEXT)),
    ],
    ("breaking breaking", "breaking breaking"): [
        ("type-changed", TEXT, NUMBER),
        (
            "items-changed",
            {"type": "array", "prefixItems": [TEXT]},
            {"type": "array", "prefixItems": [NUMBER, TEXT]},
        ),
    ],
    ("breaking breaking", "safe safe"): [
        ("enum-added", TEXT, TEXT | {"enum": ["a"]}),
        ("null-removed", {"anyOf": [TEXT, {"type": "null"}]}, TEXT),
        ("variant-removed", {"anyOf": [TEXT, LIST, NUMBER]}, {"anyOf": [TEXT, LIST]}),
        ("required-property-added", _object(), _object("b", b=TEXT)),
        ("property-became-required", _object(a=TEXT), _object("a", a=TEXT)),
        (
            "additional-properties-changed",
            {"type": "object"},
            {"type": "object", "additionalProperties": False},
        ),
        ("items-changed", {"type": "array"}, LIST),
    ],
    ("breaking breaking", "safe breaking"): [
        ("enum-value-removed", {"enum": ["a", "b"]}, {"enum": ["a"]}),
    ],
    ("safe safe", "safe safe"): [
        ("property-added", _object(a=TEXT), _object(a=TEXT, b=TEXT)),
        ("title-changed", TEXT | {"title": "A"}, TEXT),
        ("description-changed", TEXT, TEXT | {"description": "A."}),
        ("since-changed", TEXT | {"x-since": "1"}, TEXT),
        ("sunset-changed", TEXT | {"x-sunset": "2027-01-31"}, TEXT),
        ("examples-changed", TEXT, TEXT | {"examples": ["a"]}),
        ("deprecated", TEXT, TEXT | {"deprecated": True}),
        ("undeprecated", TEXT | {"deprecated": True}, TEXT),
    ],
    ("safe breaking", "safe breaking"): [
        ("property-removed", _object(a=TEXT, b=TEXT), _object(a=TEXT)),
        ("brand-changed", TEXT | {"x-brand": ["Id"]}, TEXT | {"x-brand": ["Key"]}),
    ],
    ("safe breaking", "breaking breaking"): [
        ("property-removed", _object("b", a=TEXT, b=TEXT), _object(a=TEXT)),
    ],
    ("safe breaking", "safe safe"): [
        ("brand-added", TEXT, TEXT | {"x-brand": ["Id"]}),
    ],
    ("safe safe", "safe breaking"): [
        ("brand-removed", TEXT | {"x-brand": ["Id"]}, TEXT),
    ],
}
CASES: list[Case] = [
    (rule, old, new, sent, received)
    for (sent, received), changes in VERDICTS.items()
    for rule, old, new in changes
]


def _changes(old: Schema, new: Schema, place: str) -> tuple[Change, ...]:
    at = {place: {"$ref": "#/schemas/T"}}
    return compare(document({"T": old}, **at), document({"T": new}, **at))


@pytest.mark.parametrize("case", CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_schema_change(case: Case) -> None:
    rule, old, new, sent, received = case
    found = {
        place: [
            (change.rule, f"{change.wire} {change.code}") for change in _changes(old, new, place)
        ]
        for place in ("body", "response")
    }
    assert found == {"body": [(rule, sent)], "response": [(rule, received)]}


def test_safe_changes_that_break_together() -> None:
    """Who sends the property that is gone meets a type that takes no others."""
    old = _object(a=TEXT, b=TEXT)
    new = _object(a=TEXT) | {"additionalProperties": False}
    changes = _changes(old, new, "body")
    assert [(change.rule, change.wire) for change in changes] == [
        ("property-removed", "safe"),
        ("additional-properties-changed", "safe"),
        ("changes-together", "breaking"),
    ]
    assert changes[-1].witness is not None
    assert "b" in changes[-1].witness.value


B = {"$ref": "#/schemas/B"}
A = {"$ref": "#/schemas/A"}
REFUSED: list[tuple[dict[str, Schema], dict[str, Schema], Any]] = [
    # old types, new types, a value of the old T that the new one refuses
    (
        {"T": {"allOf": [B, {"required": ["a"]}]}, "B": _object(a=TEXT, b=TEXT)},
        {"T": {"allOf": [B, {"required": ["a", "b"]}]}, "B": _object(a=TEXT, b=TEXT)},
        {"a": "x"},
    ),
    (
        {"T": _object(a=TEXT, b=TEXT) | {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
        {"T": _object(a=NUMBER, b=TEXT) | {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
        {"a": "x"},
    ),
    (
        {"T": B | {"maxLength": 10}, "B": TEXT},
        {"T": B | {"maxLength": 3}, "B": TEXT},
        "abcdef",
    ),
    (
        {"T": {"allOf": [B, _object("x", x=TEXT)]}, "B": _object("a", a=TEXT)},
        {
            "T": {"allOf": [B, _object("x", x=TEXT)]},
            "B": _object("a", a=TEXT) | {"additionalProperties": False},
        },
        {"a": "1", "x": "b"},
    ),
    (
        {"T": {"oneOf": [A, B]}, "A": _object("m", m=TEXT), "B": _object("k", k=TEXT)},
        {"T": {"oneOf": [A, B]}, "A": _object(m=TEXT), "B": _object("k", k=TEXT)},
        {"k": "1"},
    ),
    (
        {"T": {"not": B}, "B": {"enum": ["a"]}},
        {"T": {"not": B}, "B": {"enum": ["a", "b"]}},
        "b",
    ),
    (
        {"T": _object("x", x=A), "A": _object("v", v=TEXT), "B": _object("v", v=NUMBER)},
        {
            "T": {"anyOf": [_object("x k", x=B, k=TEXT), _object("x", x=B)]},
            "A": _object("v", v=TEXT),
            "B": _object("v", v=NUMBER),
        },
        {"x": {"v": "s"}},
    ),
    (
        {"T": {"type": "object", "properties": {"a": TEXT}, "required": ["b"]}},
        {"T": {"type": "object", "properties": {"a": TEXT, "b": NUMBER}, "required": ["b"]}},
        {"b": "x"},
    ),
    (
        {"T": {"type": "object", "properties": {"a": TEXT}, "required": ["b"]}},
        {
            "T": {
                "type": "object",
                "properties": {"a": TEXT},
                "required": ["b"],
                "maxProperties": 1,
            }
        },
        {"a": "1", "b": "x"},
    ),
    (
        {"T": {"type": ["object", "null"], "allOf": [B]}, "B": {}},
        {"T": {"type": "object", "allOf": [B]}, "B": {}},
        None,
    ),
]


@pytest.mark.parametrize(("old", "new", "value"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused_is_never_called_safe(
    old: dict[str, Schema], new: dict[str, Schema], value: Any
) -> None:
    at = {"body": {"$ref": "#/schemas/T"}}
    follows, accepts = (
        Draft202012Validator({"$ref": "#/schemas/T", "schemas": types}) for types in (old, new)
    )
    assert follows.is_valid(value)
    assert not accepts.is_valid(value)
    changes = compare(document(old, **at), document(new, **at))
    assert any(change.wire != "safe" for change in changes)


def test_conditions_are_not_known() -> None:
    """Neither that all values meet them, nor that one does not."""
    condition = {"dependentRequired": {"a": ["b"]}}
    old, new = _object("a", a=TEXT, b=TEXT) | condition, _object("a b", a=TEXT, b=TEXT) | condition
    assert {change.wire for change in _changes(old, new, "body")} == {"risky"}


WITNESSES: list[tuple[dict[str, Schema], dict[str, Schema], Any]] = [
    # old types, new types, the witness
    (
        {"T": {"const": {"a": {"b": 1}}}},
        {"T": _object(a={"type": "object", "dependentRequired": {"b": ["c"]}})},
        {"a": {"b": 1}},
    ),
    (
        {"T": NUMBER, "B": {}},
        {"T": B, "B": {"oneOf": [{"type": "number"}, NUMBER]}},
        0,
    ),
    (
        {"T": {"anyOf": [NUMBER, TEXT]}},
        {"T": {"oneOf": [{"type": ["string", "integer"]}, NUMBER]}},
        0,
    ),
    (
        {"T": _object("b a", b=TEXT, a=TEXT, c=TEXT)},
        {"T": _object("b a c", b=TEXT, a=TEXT, c=TEXT)},
        {"b": "a", "a": "a"},
    ),
]


@pytest.mark.parametrize(("old", "new", "value"), WITNESSES, ids=range(len(WITNESSES)))
def test_the_witness(old: dict[str, Schema], new: dict[str, Schema], value: Any) -> None:
    at = {"body": {"$ref": "#/schemas/T"}}
    changes = compare(document(old, **at), document(new, **at))
    witnesses = [change.witness for change in changes if change.wire == "breaking"]
    values = [witness.value for witness in witnesses if witness is not None]
    assert values == [value]
    if isinstance(value, dict):
        assert list(values[0]) == list(value)


PATTERNS = ("(?=a)b", "^(?i)b$", "[a--b]", "(a{99}){99999}b", "[[a]]")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_that_are_not_tried(pattern: str) -> None:
    """Those that the engine does not know, or does not read as JSON Schema does."""
    listed = {"enum": [f"{'a' * 60}!"]}
    assert _verdicts(listed, TEXT | {"pattern": pattern}) == {"risky"}
    assert _verdicts(TEXT, TEXT | {"pattern": pattern}) <= {"risky", "breaking"}
    longer, shorter = ({"pattern": pattern, "maxLength": length} for length in (9, 5))
    assert "safe" not in _verdicts(TEXT | longer, TEXT | shorter)
    assert _verdicts(TEXT | shorter, TEXT | longer) == {"safe"}


def _verdicts(old: Schema, new: Schema) -> set[str]:
    return {change.wire for change in _changes(old, new, "body")}


def _tagged(count: int, **more: Schema) -> dict[str, Schema]:
    """A union of objects, each with a tag of its own."""
    names = [f"V{number}" for number in range(count)]
    fields = {f"p{number}": LIST for number in range(15)}
    choices = {name: _object("kind p1", kind={"const": name}, **fields, **more) for name in names}
    return {"T": {"oneOf": [{"$ref": f"#/schemas/{name}"} for name in names]}, **choices}


def test_unions_of_many_tags() -> None:
    at = {"body": {"$ref": "#/schemas/T"}}
    smaller, larger = (document(_tagged(count), **at) for count in (60, 61))
    assert {change.wire for change in compare(smaller, larger)} == {"safe"}
    removed = [change for change in compare(larger, smaller) if change.wire != "safe"]
    assert [(change.rule, change.wire) for change in removed] == [("variant-removed", "breaking")]
    changed = document(_tagged(60, more=TEXT), **at)
    assert {change.wire for change in compare(smaller, changed)} == {"safe"}
    inline = [
        document(
            {"T": {"oneOf": [each for name, each in _tagged(count).items() if name != "T"]}}, **at
        )
        for count in (60, 61)
    ]
    assert {change.wire for change in compare(*inline)} == {"safe"}


def test_many_listed_values_are_not_multiplied() -> None:
    """Objects with several lists of values, of which no alternative takes all."""
    listed = {"enum": [f"a{number}" for number in range(40)]}
    fields = dict.fromkeys("abcdef", listed)
    old = _object("a b c d e f", **fields)
    other = _object("a b c d e f", **fields | {"f": {"enum": ["q"]}})
    halves = [{"enum": listed["enum"][:20]}, {"enum": listed["enum"][20:]}]
    parts = [_object("a b c d e f", **fields | {"e": half}) for half in halves]
    assert _verdicts(old, {"anyOf": [*parts, other]}) == {"safe"}


def test_types_without_end_are_not_known() -> None:
    itself = {"T": {"anyOf": [{"$ref": "#/schemas/T"}, TEXT]}}
    at = {"body": {"$ref": "#/schemas/T"}}
    changes = compare(document({"T": TEXT}, **at), document(itself, **at))
    assert {change.wire for change in changes} == {"risky"}


def test_recursion_over_an_optional_reference() -> None:
    old = _object("v", n={"anyOf": [{"$ref": "#/schemas/T"}, {"type": "null"}]}, v=TEXT)
    new = old | {"properties": old["properties"] | {"w": TEXT}}
    for place in ("body", "response"):
        assert {change.wire for change in _changes(old, new, place)} == {"safe"}


@pytest.mark.parametrize(
    ("kind", "keyword"), [("number", "multipleOf"), ("object", "propertyNames")]
)
def test_a_keyword_that_is_null_limits_nothing(kind: str, keyword: str) -> None:
    """Foreign documents have such keywords, although JSON Schema does not allow them."""
    without_keyword = document({}, body={"type": kind})
    with_null = document({}, body={"type": kind, keyword: None})
    assert compare(without_keyword, with_null) == ()
    assert compare(with_null, without_keyword) == ()


def test_a_member_of_a_union_that_is_no_schema_is_told_in_words() -> None:
    (change,) = compare(document({}, body={"anyOf": ["a"]}), document({}, body={}))
    assert change.message == "type anything is now anything"


def test_long_lists_of_values_are_compared_at_once() -> None:
    old = {"enum": [f"a{number}" for number in range(1000)]}
    new = {"enum": [f"b{number}" for number in range(1000)]}
    assert len(_changes(old, new, "body")) == 2000


def test_bytes_of_two_versions_of_openapi_are_the_same() -> None:
    old, new = {"format": "binary"}, {"contentMediaType": "application/octet-stream"}
    for place in ("body", "response"):
        assert _changes(_object(file=TEXT | old), _object(file=TEXT | new), place) == ()
    assert _verdicts(TEXT | old, TEXT | {"contentMediaType": "image/png"}) == {"risky", "safe"}


def test_changes_that_cancel_out_are_safe() -> None:
    old = {"anyOf": [NUMBER, TEXT]}
    new = {"anyOf": [TEXT, {"type": "number"}]}
    assert {change.wire for change in _changes(old, new, "body")} == {"safe"}


RENAMED = (
    (
        {"T": {"$ref": "#/schemas/A"}, "A": TEXT},
        {"T": {"$ref": "#/schemas/B"}, "B": TEXT},
        ["type-renamed"],
    ),
    (
        {"T": {"$ref": "#/schemas/A"}, "A": TEXT, "B": NUMBER},
        {"T": {"$ref": "#/schemas/B"}, "A": TEXT, "B": NUMBER},
        ["type-exchanged"],
    ),
    (
        {"T": TEXT},
        {"T": TEXT, "A": TEXT},
        ["type-added"],
    ),
    (
        {"T": TEXT, "A": TEXT},
        {"T": TEXT},
        ["type-removed"],
    ),
)


@pytest.mark.parametrize(("old", "new", "rules"), RENAMED)
def test_named_types(old: dict[str, Schema], new: dict[str, Schema], rules: list[str]) -> None:
    at = {"body": {"$ref": "#/schemas/T"}}
    changes = compare(document(old, **at), document(new, **at))
    assert [change.rule for change in changes] == rules


def test_a_change_inside_a_type_is_told_once_at_the_type() -> None:
    types = {"T": _object(u={"$ref": "#/schemas/U"}), "U": _object(a=TEXT)}
    changed = types | {"U": _object(a=NUMBER)}
    at = {"body": {"$ref": "#/schemas/T"}, "response": {"$ref": "#/schemas/U"}}
    (change,) = compare(document(types, **at), document(changed, **at))
    assert (change.place.kind, change.place.key, change.place.path) == ("type", "U", ("a",))


TEXT_B = {"B": TEXT | {"enum": ["a"]}}
MORE_B = {"B": TEXT | {"enum": ["a", "b"]}}
SPELLINGS: list[Schema] = [
    B,
    B | {"description": "Beside."},
    B | {"x-order": 1},
    {"allOf": [B]},
    {"allOf": [B], "description": "Around."},
    {"allOf": [B, {"description": "As a part."}]},
    {"allOf": [{"title": "First"}, B], "type": "string", "x-order": 1},
    {"allOf": [B | {"example": "a"}, {"type": "string", "description": "Typed."}]},
]
"""The same reference, as files of OpenAPI write it with texts."""
TEXT_RULES = {"title-changed", "description-changed", "examples-changed"}


@pytest.mark.parametrize("old", SPELLINGS, ids=range(len(SPELLINGS)))
@pytest.mark.parametrize("new", SPELLINGS, ids=range(len(SPELLINGS)))
@pytest.mark.parametrize("place", ["body", "response"])
def test_a_reference_in_all_of_is_that_reference(old: Schema, new: Schema, place: str) -> None:
    """Only its texts change, and what changes in its type is reported there alone."""
    before = {"T": _object(a=old, b={"type": "array", "items": old}), **TEXT_B}
    after = {"T": _object(a=new, b={"type": "array", "items": new}), **MORE_B}
    at = {place: {"$ref": "#/schemas/T"}}
    changes = compare(document(before, **at), document(after, **at))
    by_type = {(change.place.key, change.rule) for change in changes}
    of_values = {(key, rule) for key, rule in by_type if rule not in TEXT_RULES}
    assert of_values == {("B", "enum-value-added")}
    directly = compare(document(before, **{place: old}), document(after, **{place: new}))
    found = {(change.place.kind, change.rule) for change in directly}
    assert {pair for pair in found if pair[1] not in TEXT_RULES} == {("type", "enum-value-added")}


def test_types_that_are_joined_do_not_repeat_findings() -> None:
    """Of a base and what is inside of it, at any depth; what is not reported there stays."""
    more = _object("x", x=TEXT)
    types: dict[str, Schema] = {
        "T": {"allOf": [{"$ref": "#/schemas/Base"}, more]},
        "U": {"oneOf": [{"allOf": [{"$ref": "#/schemas/T"}, more]}, NUMBER]},
        "Base": _object("b", b=B),
    }
    at = {"response": {"type": "array", "items": {"$ref": "#/schemas/U"}}}
    changes = compare(document(types | TEXT_B, **at), document(types | MORE_B, **at))
    assert [(change.place.key, change.rule) for change in changes] == [("B", "enum-value-added")]


def _with_texts(schema: Schema, word: str) -> Schema:
    return schema | {"description": word, "x-word": word, "$comment": word, "title": word}


ANNOTATED: dict[str, Any] = {
    "not": lambda text: {"not": text},
    "conditions": lambda text: {"if": text, "then": {"minLength": 1}, "type": "string"},
    "contains": lambda text: LIST | {"contains": text},
    "a part of allOf": lambda text: {"allOf": [text, {"pattern": "^a(?=b)"}]},
    "a part more": lambda text: {"allOf": [B, _object(a=B)] + ([{}] if "new" in str(text) else [])},
    "overlapping choices": lambda text: {"oneOf": [text, B, {"type": "string"}]},
    "a joined type": lambda text: {"allOf": [B | text, {"not": B | text}]},
}


@pytest.mark.parametrize("name", ANNOTATED)
@pytest.mark.parametrize("place", ["body", "response"])
def test_texts_and_extensions_alone_are_safe(name: str, place: str) -> None:
    make = ANNOTATED[name]
    inner = TEXT if name != "a joined type" else {}
    types = [
        {"T": _with_texts(_object(a=make(_with_texts(inner, word))), word), "B": TEXT}
        for word in ("old", "new")
    ]
    at = {place: {"$ref": "#/schemas/T"}}
    changes = compare(document(types[0], **at), document(types[1], **at))
    verdicts = {(change.rule, change.verdict) for change in changes}
    assert {verdict for _, verdict in verdicts} == {"safe"}, verdicts


def test_a_schema_that_nothing_refers_to() -> None:
    """A payload of webhooks, described in words: whoever receives it meets its changes."""
    types: dict[str, Schema] = {"Payload": _object("b", b=B)}
    old, new = document(types | TEXT_B), document(types | MORE_B)
    [change] = compare(old, new)
    assert (change.place.key, change.rule, change.wire) == ("B", "enum-value-added", "breaking")
    assert change.flow == "received"
    fewer = {"Payload": _object(a=TEXT), **TEXT_B}
    found = {
        (change.rule, change.wire): change.code for change in compare(old, document(fewer | TEXT_B))
    }
    assert found == {
        ("property-removed", "breaking"): "breaking",
        ("property-added", "safe"): "safe",
    }


def test_a_type_of_a_method_that_is_gone_is_not_one_that_nothing_refers_to() -> None:
    method = {"name": "act", "httpMethod": "POST", "httpPath": "/act"}
    body = {"required": True, "contents": content({"$ref": "#/schemas/B"})}
    uses = {"methods": {"group/Api/act": {"requestBody": ["B"]}}}
    old = of_methods([method | {"requestBody": body}], schemas=TEXT_B, uses=uses)
    new = of_methods([], schemas=MORE_B)
    rules = [change.rule for change in compare(parsed(old), parsed(new))]
    assert rules == ["method-removed"]


def test_compositions_in_words() -> None:
    """What is joined is named in messages, and not called anything."""
    old = {"T": _object(a={"allOf": [B, _object(a=TEXT)]}), "B": _object(b=TEXT)}
    new = {"T": _object(a=TEXT), "B": _object(b=TEXT)}
    at = {"body": {"$ref": "#/schemas/T"}}
    [change] = compare(document(old, **at), document(new, **at))
    assert (change.old, change.new) == ("B & object", "string")


PARTS: Schema = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}


def test_what_is_beside_a_union_has_names() -> None:
    old, new = _object(a=TEXT, b=TEXT), _object(a=TEXT, b=TEXT, c=NUMBER)
    found = {change.rule for change in _changes(old | PARTS, new | PARTS, "body")}
    assert found == {"property-added"}
    [change] = _changes(old, old | PARTS, "body")
    assert (change.rule, change.wire) == ("keyword-changed", "breaking")
    assert change.message == "keyword anyOf changed"
    [change] = _changes(old | PARTS, old | {"anyOf": PARTS["anyOf"][:1]}, "body")
    assert change.message == "alternative object with b removed"


def test_types_inside_that_matter_together() -> None:
    """The union itself is what it was; whether a value fits two alternatives is another question."""
    types: dict[str, Schema] = {"T": {"oneOf": [A, B]}, "A": _object(m=TEXT)}
    at = {"response": {"$ref": "#/schemas/T"}}
    old, new = (document(types | {"B": _object(**more)}, **at) for more in ({}, {"b": TEXT}))
    found = {(change.place.key, change.rule, change.wire) for change in compare(old, new)}
    assert found == {("B", "property-added", "safe"), ("T", "inner-types-changed", "risky")}
    assert {change.reason != "" for change in compare(old, new) if change.wire == "risky"} == {True}


def test_a_type_that_neither_document_defines_is_not_compared() -> None:
    at = {"body": {"$ref": "#/schemas/T"}}
    gone: Schema = {"$ref": "#/schemas/Gone"}
    old = document({"T": _object(a=gone)}, **at)
    new = document({"T": _object(a=gone, b=TEXT)}, **at)
    assert "property-added" in {change.rule for change in compare(old, new)}
