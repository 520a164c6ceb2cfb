"""Defaults, examples and choices: true and JSON in every output, or left out and named by the
linter.
"""

import dataclasses
import datetime
import enum
import json
import math
import re
import subprocess
import sys
from typing import Annotated, Any, Literal, NewType, Protocol

import pytest
from jsonschema import Draft202012Validator
from pydantic import (
    BaseModel,
    Field,
    Secret,
    SecretBytes,
    SecretStr,
    TypeAdapter,
    WithJsonSchema,
    create_model,
)
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.contracts import http, ws
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.schema.fitting import (
    DEEPEST,
    MOST_STEPS,
    fits,
    is_json,
    json_key,
    json_type,
    same_json,
    validity,
)
from sphinxcontrib_ggdocs.schema.keywords import encoded_default

from .normal import ours

SECRET = "hunter2"
CREATE: Any = create_model


class Letter(enum.Enum):
    A = "a"
    ALSO_A = "a"  # noqa: PIE796  # meant
    B = "b"


class Number(enum.Enum):
    ONE = 1
    TRUE = True
    TEXT = "1"


class Limit(enum.Enum):
    NONE = math.inf
    ONE = 1.0


class Account(BaseModel):
    password: SecretStr = SecretStr(SECRET)
    name: str = "ada"


@dataclasses.dataclass
class Login:
    password: SecretStr = SecretStr(SECRET)  # noqa: RUF009  # secrets do not change
    pin: Secret[int] = 4711  # type: ignore[assignment]  # many write so


class Token(TypedDict):
    value: Annotated[SecretStr, Field(default=SECRET)]


Password = NewType("Password", SecretStr)


@pytest.mark.parametrize(
    ("form", "choices"),
    [
        (Letter, ["a", "b"]),
        (Number, [1, "1"]),
        (Limit, [1.0]),
        (Literal[1, True, 0, False], [1, True, 0, False]),
    ],
)
def test_equal_choices_are_written_once(form: Any, choices: list[Any]) -> None:
    schema = ours(form, "input")
    schema = schema["$defs"][form.__name__] if "$ref" in schema else schema
    assert json.dumps(schema["enum"]) == json.dumps(choices)


def test_a_name_is_required_once() -> None:
    alias: Any = (str, Field(alias="key"))
    cls = create_model("Twice", a=alias, b=alias)
    assert ours(cls, "input")["$defs"]["Twice"]["required"] == ["key"]


LEFT_OUT = [
    (float, math.nan),
    (float, math.inf),
    (bytes, b"\xff"),
    (Any, object()),
    (int, "x"),
    (Literal["a"], "b"),
    (Annotated[int, Field(ge=3)], 1),
    (Annotated[str, Field(pattern="^a")], "b"),
    (Annotated[str, Field(max_length=2)], "long"),
    (tuple[int, str], ("a", 1)),
    (Letter, "c"),
]
KEPT = [
    (int, 2**80, 2**80),
    (str, "a", "a"),
    (int | None, None, None),
    (datetime.timedelta, datetime.timedelta(days=5), "P5D"),
    (Letter, Letter.ALSO_A, "a"),
    (Annotated[str, Field(pattern=re.compile(r"\Aa\Z"))], "a", "a"),
]


def _field(form: Any, value: Any, *, as_example: bool) -> dict[str, Any]:
    said = Field(examples=[value]) if as_example else Field(value)
    schema = ours(CREATE("Holder", field=(form, said)), "input")["$defs"]["Holder"]
    found: dict[str, Any] = schema["properties"]["field"]
    return found


@pytest.mark.parametrize(("form", "value"), LEFT_OUT)
def test_a_default_that_does_not_hold_is_left_out(form: Any, value: Any) -> None:
    assert "default" not in _field(form, value, as_example=False)
    (finding,) = check_contracts(
        _api(CREATE("Holder", field=(form, value))), off=_others("unusable-value")
    )
    assert re.search(
        r"field of Holder: the default .+ (cannot be written as JSON|does not match its type)",
        finding.message,
    )
    assert finding.severity == "warning"


@pytest.mark.parametrize(("form", "value", "expected"), KEPT)
def test_a_default_that_holds_is_kept(form: Any, value: Any, expected: Any) -> None:
    assert _field(form, value, as_example=False)["default"] == expected
    assert (
        check_contracts(_api(CREATE("Holder", field=(form, value))), off=_others("unusable-value"))
        == ()
    )


@pytest.mark.parametrize("value", ["x", math.nan, 1, [], {"a": 1}])
def test_examples_that_do_not_hold_are_left_out(value: Any) -> None:
    assert "examples" not in _field(Annotated[int, Field(ge=3)], value, as_example=True)
    schema = ours(Annotated[int, Field(ge=3, examples=[value, 5])], "input")
    assert schema["examples"] == [5]


@pytest.mark.slow
def test_the_order_of_sets_does_not_depend_on_the_process() -> None:
    code = (
        "from pydantic import BaseModel; from tests.schema.normal import ours\n"
        "class Tags(BaseModel):\n    names: set[str] = {'red', 'green', 'blue'}\n"
        "class Post(BaseModel):\n    tags: Tags = Tags()\n    nested: list[frozenset[str]] = "
        "[frozenset('abcdef')]\n"
        "print(ours(Post, 'output'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(outputs) == 1


SECRETIVE = [
    pytest.param(SecretStr, SecretStr(SECRET), id="SecretStr"),
    pytest.param(SecretBytes, SecretBytes(SECRET.encode()), id="SecretBytes"),
    pytest.param(Secret[str], Secret(SECRET), id="Secret"),
    pytest.param(SecretStr | None, SECRET, id="optional"),
    pytest.param(list[SecretStr], [SECRET], id="list"),
    pytest.param(dict[str, Secret[str]], {"a": SECRET}, id="dict"),
    pytest.param(tuple[SecretStr, int], (SECRET, 1), id="tuple"),
    pytest.param(Account, Account(), id="model"),
    pytest.param(Account, {"password": SECRET}, id="model, as dict"),
    pytest.param(Login, Login(), id="dataclass"),
    pytest.param(Token, {"value": SECRET}, id="TypedDict"),
    pytest.param(Password, SECRET, id="NewType"),
]


@pytest.mark.parametrize(("form", "default"), SECRETIVE)
def test_secrets_never_publish_a_default(form: Any, default: Any) -> None:
    model: Any = CREATE("Holder", held=(form, default))

    @http.api("/things")
    class ThingApi(Protocol):
        @http.post("")
        def put(
            self, body: model, header: Annotated[form, http.Header("held")] = default
        ) -> model: ...

        @http.post("/form")
        def send(self, held: Annotated[form, http.Form()] = default) -> None: ...

    @ws.api("/ws")
    class ThingSocket(Protocol):
        @ws.client_to_server
        def put(self, body: model, held: form = default) -> model: ...

    document = build_contract_doc(
        ApiDocSpec(slug="things", title="Things", http=[ThingApi], ws=[ThingSocket])
    )
    outputs = [
        document.model_dump_json(),
        markdown_of(document),
        json.dumps(to_openapi([ThingApi], title="Things")),
        json.dumps(to_asyncapi([ThingSocket], title="Things")),
    ]
    for output in outputs:
        assert SECRET not in output
        assert "**********" not in output
        assert "4711" not in output
        assert "x-ggdocs" not in output


def test_that_a_secret_may_be_null_is_no_secret() -> None:
    assert _field(SecretStr | None, None, as_example=False)["default"] is None


class HookedReference(BaseModel):
    size: int

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {"type": "object", "properties": {"size": {"$ref": "#/$defs/Nowhere"}}}


class ExtraReference(BaseModel):
    size: int = Field(json_schema_extra={"$ref": "#/components/schemas/Nowhere"})


class WrittenReference(BaseModel):
    size: Annotated[int, WithJsonSchema({"items": {"$ref": "#/$defs/Nowhere"}})]


@pytest.mark.parametrize(
    ("form", "expected", "place"),
    [
        pytest.param(
            ExtraReference,
            {"size": {"type": "integer"}},
            "ExtraReference.size",
            id="extra of a field",
        ),
        pytest.param(
            WrittenReference, {"size": {"items": {}}}, "WrittenReference.size", id="WithJsonSchema"
        ),
        pytest.param(HookedReference, {"size": {}}, "HookedReference.size", id="hook"),
    ],
)
def test_a_reference_that_leads_nowhere_is_left_out_and_reported(
    form: Any, expected: Any, place: str
) -> None:
    with pytest.warns(
        ExportWarning,
        match=f"unresolved references are left out: '#/.*/Nowhere' in {place};",
    ):
        document = to_openapi([_api(form)], title="References")
    schemas = document["components"]["schemas"]
    assert schemas[form.__name__]["properties"] == expected
    findings = check_contracts(_api(form), off=_others("unusable-reference"))
    assert ["is unresolved" in finding.message for finding in findings] == [True]


FITTING = [
    ({"uniqueItems": False}, [[1, 1], [1, 2]]),
    ({"type": "integer"}, [1, 1.0, True, "1", 1.5, None]),
    ({"type": ["string", "null"]}, ["a", None, 1]),
    ({"minimum": 1, "exclusiveMaximum": 3, "multipleOf": 0.1}, [1, 3, 1.1, 0, "a", 1.05]),
    ({"exclusiveMinimum": 1, "maximum": 2}, [1, 1.5, 2, 3, 0]),
    ({"minLength": 1, "maxLength": 2, "pattern": "^a"}, ["", "a", "ab", "abc", "b", 1]),
    (
        {"prefixItems": [{"type": "integer"}], "items": False, "minItems": 1},
        [[1], [1, 2], ["a"], [], {}],
    ),
    ({"uniqueItems": True, "maxItems": 2}, [[1, True], [1, 1.0], [1, 2, 3], "aa"]),
    ({"properties": {"a": {"type": "integer"}}, "required": ["a"]}, [{"a": 1}, {"a": "x"}, {}, 1]),
    (
        {"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": False},
        [{"ab": "x"}, {"ab": 1}, {"b": 1}, 1, ["ab"]],
    ),
    ({"additionalProperties": False, "propertyNames": {"minLength": 9}}, ["a", [1]]),
    (
        {"propertyNames": {"minLength": 2}, "maxProperties": 1, "minProperties": 1},
        [{"ab": 1}, {"a": 1}, {}],
    ),
    ({"anyOf": [{"type": "integer"}, {"minLength": 2}]}, [1, "ab", "a"]),
    ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, [1, "ab", None]),
    ({"allOf": [{"minimum": 1}, {"maximum": 2}]}, [1, 3]),
    (
        {"$ref": "#/$defs/Tree"},
        [{"inner": []}, {"inner": [{"inner": 1}]}, {"inner": [{"inner": []}]}],
    ),
]
TREE = {"Tree": {"properties": {"inner": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}}}


@pytest.mark.parametrize(("schema", "values"), FITTING)
def test_fits_as_a_validator_says(schema: dict[str, Any], values: list[Any]) -> None:
    validator = Draft202012Validator({**schema, "$defs": TREE})
    for value in values:
        assert fits(value, schema, TREE) is validator.is_valid(value), value
        assert validity(value, schema, TREE) is validator.is_valid(value), value


INTEGER, TEXT = {"type": "integer"}, {"type": "string"}
STRICT = [
    ({"oneOf": [{"minimum": 1}, {"maximum": 3}]}, [0, 2, 4, "a"]),
    ({"if": INTEGER, "then": {"minimum": 2}, "else": {"minLength": 2}}, [1, 2, "a", "ab", None]),
    ({"if": INTEGER, "then": False}, [1, "a"]),
    ({"if": INTEGER, "else": False}, [1, "a"]),
    ({"contains": INTEGER}, [[], ["a"], ["a", 1], "a"]),
    ({"contains": INTEGER, "minContains": 2, "maxContains": 3}, [[1] * n for n in range(6)]),
    ({"contains": INTEGER, "minContains": 0}, [[], ["a"]]),
    ({"dependentRequired": {"a": ["b", "c"]}}, [{}, {"a": 1}, {"a": 1, "b": 1, "c": 1}, [], "a"]),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, [{}, {"a": 1}, {"a": 1, "b": 1}, "a"]),
    ({"not": {"anyOf": [INTEGER, TEXT]}}, [1, "a", None]),
    ({"properties": {"a": INTEGER}, "additionalProperties": TEXT}, [{"a": 1, "b": "c"}, {"b": 1}]),
    (True, [1, None]),
    (False, [1, None]),
]


@pytest.mark.parametrize(("schema", "values"), STRICT)
def test_the_validity_is_that_of_a_validator(schema: Any, values: list[Any]) -> None:
    validator = Draft202012Validator(schema)
    for value in values:
        assert validity(value, schema, {}) is validator.is_valid(value), value


UNKNOWN: dict[str, Any] = {"contentSchema": True}
"""Of every value it is not known whether it is an instance."""


@pytest.mark.parametrize(
    ("value", "schema", "expected"),
    [
        (1, UNKNOWN, None),
        (1, {"type": "string", **UNKNOWN}, False),
        (1, {"$ref": "#/$defs/Nowhere"}, None),
        (1, {"$ref": 1}, None),
        (1, {"type": "decimal"}, None),
        (1, {"type": ["decimal", "integer"]}, True),
        (1, {"pattern": "(?i)a"}, True),
        (1, {"anyOf": [UNKNOWN, TEXT]}, None),
        (1, {"anyOf": [UNKNOWN, INTEGER]}, True),
        (1, {"oneOf": [UNKNOWN, INTEGER]}, None),
        (1, {"oneOf": [UNKNOWN, INTEGER, {"minimum": 1}]}, False),
        (1, {"allOf": [UNKNOWN, TEXT]}, False),
        (1, {"not": UNKNOWN}, None),
        (1, {"if": UNKNOWN, "then": INTEGER, "else": INTEGER}, True),
        (1, {"if": UNKNOWN, "then": TEXT}, None),
        (1, {"if": UNKNOWN, "else": TEXT}, None),
        (1, {"if": UNKNOWN}, True),
        ([1, "a"], {"contains": UNKNOWN, "minContains": 0}, True),
        ({"é": 1}, {"patternProperties": {"^a": INTEGER}}, True),
        ({"é": 1}, {"patternProperties": {"^a": TEXT}, "additionalProperties": INTEGER}, None),
        ({"é": 1}, {"patternProperties": {"^a": INTEGER}, "additionalProperties": False}, None),
        *[(1, {keyword: {}}, None) for keyword in ("dependencies", "additionalItems")],
        *[(1, {f"unevaluated{kind}": False}, None) for kind in ("Items", "Properties")],
        (1, {"$dynamicRef": "#a"}, None),
    ],
)
def test_a_validity_that_is_not_known(value: Any, schema: Any, expected: bool | None) -> None:
    assert validity(value, schema, {}) is expected


def test_deep_schemas_and_long_lists_are_not_known() -> None:
    deep: Any = INTEGER
    for _ in range(DEEPEST):
        deep = {"allOf": [deep]}
    assert validity(1, deep, {}) is True
    assert validity(1, {"allOf": [deep]}, {}) is None
    assert validity([1] * (MOST_STEPS - 1), {"items": INTEGER}, {}) is True
    assert validity([1] * MOST_STEPS, {"items": INTEGER}, {}) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        ([1], [True], False),
        ([1], [1, 2], False),
        ({"a": 1}, {"a": True}, False),
        ({}, [], False),
        (None, False, False),
        ("1", 1, False),
    ],
)
def test_values_that_are_one_in_json(one: Any, other: Any, same: bool) -> None:
    assert same_json(one, other) is same
    assert (json_key(one) == json_key(other)) is same


@pytest.mark.parametrize("value", [math.inf, math.nan, b"a", {1: "a"}, [{"a": {1}}], (object(),)])
def test_values_that_json_cannot_carry(value: Any) -> None:
    assert not is_json(value)


def _api(model: Any) -> type:
    @http.api("/things")
    class ThingApi(Protocol):
        @http.get("")
        def get(self) -> model: ...

    return ThingApi


def _others(rule: str) -> list[str]:
    from sphinxcontrib_ggdocs.lint import RULES

    return [name for name in RULES if name != rule]


class WrittenExamples(BaseModel):
    size: Annotated[int, WithJsonSchema({"type": "integer", "examples": 3})]


def test_examples_that_are_no_list_are_left_out_and_reported() -> None:
    api = _api(WrittenExamples)
    schema = to_openapi([api], title="A")["components"]["schemas"]["WrittenExamples"]
    assert schema["properties"] == {"size": {"type": "integer"}}
    (finding,) = check_contracts(api, off=_others("unusable-value"))
    assert "size of WrittenExamples: the example 3 is not a list of examples" in finding.message


class Translated:
    """A text that is translated when it is read, as those of Django."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


def test_texts_that_are_translated_when_they_are_read_are_documented_as_text() -> None:
    texts: Any = {"title": Translated("Grösse"), "description": Translated("In Metern.")}
    schema = ours(CREATE("Sized", size=(int, Field(**texts))), "input")["$defs"]["Sized"]
    assert json.loads(json.dumps(schema))["properties"]["size"] == {
        "type": "integer",
        "title": "Grösse",
        "description": "In Metern.",
    }


class WithSizes(BaseModel):
    kind: Literal["sizes"]
    sizes: set[int]


class WithoutSizes(BaseModel):
    kind: Literal["none"]


@pytest.mark.parametrize(
    ("form", "value", "written"),
    [
        pytest.param(set[int], {8, 1}, [1, 8], id="numbers"),
        pytest.param(set[int] | None, {8, 1}, [1, 8], id="inside a union"),
        pytest.param(dict[str, set[int]], {"a": {8, 1}}, {"a": [1, 8]}, id="inside a map"),
        pytest.param(set[int | None], {8, None, 1}, [None, 1, 8], id="with null"),
        pytest.param(
            Annotated[WithSizes | WithoutSizes, Field(discriminator="kind")],
            WithSizes(kind="sizes", sizes={8, 1}),
            {"kind": "sizes", "sizes": [1, 8]},
            id="in a tagged union",
        ),
    ],
)
def test_sets_have_one_order(form: Any, value: Any, written: Any) -> None:
    assert _field(form, value, as_example=False)["default"] == written


@pytest.mark.parametrize(
    "value",
    [[], [1, True, 1.5, "a", None], ("a", "b"), [[1], {"a": 1}], [datetime.date.min], {1}],
    ids=repr,
)
def test_a_default_is_the_json_that_pydantic_writes_whether_it_is_asked_or_not(
    value: object,
) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(type(value))
    assert repr(encoded_default(value)) == repr(adapter.dump_python(value, mode="json"))


JSON_TYPES = ((None, "null"), (True, "boolean"), (1, "number"), (1.5, "number"), ("a", "string"))


@pytest.mark.parametrize(("value", "name"), [*JSON_TYPES, ([], "array"), ({}, "object")])
def test_types_of_json_values(value: object, name: str) -> None:
    assert json_type(value) == name
