"""What authors write by hand beside Python types: schemas, examples, members of an operation. What
mentions a hidden part goes with it, and no output for the public has a trace of it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from fastapi import Body, FastAPI, Query
from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    WithJsonSchema,
    computed_field,
    create_model,
)
from pydantic.config import JsonDict
from pydantic.dataclasses import dataclass as pydantic_dataclass
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import Audience
from sphinxcontrib_ggdocs.openapi import to_openapi

from .outputs import exported, outputs, traces
from .secret_shop import TOKEN

INTERNAL = Audience("internal")
MARKED: JsonDict = {"x-internal": True}


def item(extra: Any, **fields: Any) -> type[BaseModel]:
    """A model with a hidden field and something by hand."""
    hidden = {TOKEN: (Annotated[str, INTERNAL], "")}
    made: type[BaseModel] = create_model(
        "Item",
        __config__=ConfigDict(json_schema_extra=extra, populate_by_name=True),
        __module__=__name__,
        **{"shown": (str, ...), **(fields or hidden)},
    )
    return made


MENTIONS: dict[str, dict[str, Any]] = {
    "required in a choice": {"anyOf": [{"required": ["shown"]}, {"required": [TOKEN]}]},
    "properties in a choice": {"oneOf": [{"properties": {TOKEN: {"const": TOKEN}}}, {}]},
    "all": {"allOf": [{"required": [TOKEN]}, {"properties": {TOKEN: {"minLength": 1}}}]},
    "a condition": {
        "if": {"properties": {TOKEN: {"const": "a"}}},
        "then": {"required": [TOKEN]},
        "else": {"properties": {TOKEN: {"enum": [TOKEN]}}},
    },
    "a condition deep inside": {"if": {"not": {"anyOf": [{"required": [TOKEN]}]}}},
    "then": {"if": {"required": ["shown"]}, "then": {"properties": {TOKEN: {"const": "a"}}}},
    "not": {"not": {"required": [TOKEN]}},
    "const": {"const": {"shown": "a", TOKEN: TOKEN}},
    "enum": {"enum": [{"shown": "a", TOKEN: TOKEN}]},
    "required": {"required": ["shown", TOKEN]},
    "properties": {"properties": {"shown": {"type": "string"}, TOKEN: {"type": "string"}}},
    "dependentRequired": {"dependentRequired": {"shown": [TOKEN], TOKEN: ["shown"]}},
    "dependentSchemas": {"dependentSchemas": {"shown": {"required": [TOKEN]}}},
    "dependencies": {"dependencies": {"shown": [TOKEN], TOKEN: {"required": ["shown"]}}},
    "propertyNames": {"propertyNames": {"enum": ["shown", TOKEN]}},
    "a pattern of propertyNames": {"propertyNames": {"pattern": f"^(shown|{TOKEN})$"}},
    "patternProperties": {
        "patternProperties": {f"^{TOKEN}": {"type": "string", "description": f"A {TOKEN}."}}
    },
    "patternProperties in a choice": {
        "anyOf": [{"patternProperties": {f"{TOKEN}$": {"minLength": 1}}}, {"minProperties": 1}]
    },
    "a condition on patternProperties": {
        "if": {"patternProperties": {f"^{TOKEN}$": {"const": 1}}},
        "then": {"required": ["shown"]},
    },
    "a discriminator": {"discriminator": {"propertyName": TOKEN}},
    "a comment": {"$comment": f"What {TOKEN} is, only the team knows."},
    "a comment of a part": {"allOf": [{"$comment": f"{TOKEN}: see the wiki."}]},
    "an extension": {"x-order": ["shown", TOKEN], "x-more": {"of": {TOKEN: 1}}},
    "a text of an extension": {"x-query": f"shown = 1 and {TOKEN} = 2"},
    "examples": {"examples": [{"shown": "a", TOKEN: TOKEN}]},
    "an example": {"example": {"shown": "a", TOKEN: TOKEN}},
    "an example that names it": {"examples": [{"shown": TOKEN}]},
    "an unknown place in an example": {"examples": [{"shown": "a", "deep": [{TOKEN: TOKEN}]}]},
    "examples of a choice": {"allOf": [{"examples": [{TOKEN: TOKEN}], "default": {TOKEN: 1}}]},
    "contains": {
        "properties": {
            "shown": {
                "items": {"$ref": "#/$defs/Item"},
                "contains": {"required": [TOKEN], "properties": {TOKEN: {"const": TOKEN}}},
            }
        }
    },
}


class Hidden(BaseModel):
    code: Literal["zqsecretzq_tag"] = "zqsecretzq_tag"
    zqsecretzq_name: str


class Shown(BaseModel):
    code: str
    shown: str = ""


class Aliased(BaseModel):
    model_config = ConfigDict(
        populate_by_name=True,
        json_schema_extra={
            "examples": [{"shown": "a", "cost": TOKEN}, {"shown": "a", "price": TOKEN}]
        },
    )
    shown: str
    cost: Annotated[str, INTERNAL] = Field("", validation_alias=AliasChoices("total", "price"))


class CostOfAnother(BaseModel):
    """Shows the names that `Aliased` hides."""

    cost: str = ""
    price: str = ""
    aliased: Aliased


class MarkedModel(BaseModel):
    model_config = ConfigDict(json_schema_extra=MARKED, title=TOKEN)
    zqsecretzq_field: str = ""


@pydantic_dataclass(config=ConfigDict(json_schema_extra=MARKED))
class MarkedDataclass:
    zqsecretzq_data: str = ""


class MarkedDict(TypedDict):
    __pydantic_config__ = ConfigDict(json_schema_extra=MARKED)  # type: ignore[misc]
    zqsecretzq_key: str


def marks(schema: dict[str, Any]) -> None:
    """Marks a schema, as the functions of authors do."""
    schema.update(MARKED)


class Hooked(BaseModel):
    """Nothing but its hook marks it."""

    zqsecretzq_hooked: str = ""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        return {**handler(core), **MARKED}


class HookedText(str):
    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return handler(str)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        return {"type": "string", "format": TOKEN, **MARKED}


class HookedByFunction(BaseModel):
    model_config = ConfigDict(json_schema_extra=marks)
    zqsecretzq_configured: str = ""


class MarkedByFields(BaseModel):
    """The hook of the class marks one of its fields."""

    shown: str
    zqsecretzq_inside: str = TOKEN

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        schema = handler(core)
        schema["properties"]["zqsecretzq_inside"] |= MARKED
        return schema


class MarkedByHooks(BaseModel):
    shown: str
    zqsecretzq_called: int = Field(1, json_schema_extra=marks)
    zqsecretzq_written: Annotated[int, WithJsonSchema({"type": "integer", **MARKED})] = 1
    zqsecretzq_text: HookedText | None = None
    hooked: Hooked | None = None
    zqsecretzq_list: Annotated[list[MarkedByFields], Field(json_schema_extra=marks)] = []
    choice: Shown | HookedByFunction | None = HookedByFunction()
    fields: MarkedByFields = MarkedByFields(shown="a")


class Computed(BaseModel):
    shown: str

    @computed_field(json_schema_extra=MARKED)  # type: ignore[prop-decorator]
    @property
    def zqsecretzq_margin(self) -> str:
        return TOKEN

    @computed_field(alias="zqsecretzq_alias", json_schema_extra={"x-audience": ["partner"]})  # type: ignore[prop-decorator]
    @property
    def other(self) -> str:
        return TOKEN

    @computed_field(json_schema_extra=marks)  # type: ignore[prop-decorator]
    @property
    def zqsecretzq_called(self) -> Annotated[str, Field(title=TOKEN)]:
        return TOKEN


class WithComputed(BaseModel):
    one: Computed = Computed(shown="a")
    several: list[Computed] = [Computed(shown="a")]
    any: Any = Computed(shown="a")


class Tagged(BaseModel):
    kind: Literal["shown"] = "shown"


class HiddenTagged(BaseModel):
    model_config = ConfigDict(json_schema_extra=MARKED)
    kind: Literal["zqsecretzq_kind"] = "zqsecretzq_kind"
    price: int = 1


class BaseOfTagged(BaseModel):
    kind: Literal["shown", "zqsecretzq_kind"] = "zqsecretzq_kind"


class Tags(BaseModel):
    shown: str
    base: BaseOfTagged
    choice: Tagged | HiddenTagged = Field(HiddenTagged(), discriminator="kind")
    any: Any = HiddenTagged()


class Kind(Enum):
    SHOWN = "shown"
    HIDDEN = "zqsecretzq_kind"


class OfKind(BaseModel):
    kind: Literal[Kind.SHOWN]


class OfHiddenKind(BaseModel):
    model_config = ConfigDict(json_schema_extra=MARKED)
    kind: Literal[Kind.HIDDEN]


class Kinds(BaseModel):
    choice: OfKind | OfHiddenKind = Field(discriminator="kind")
    allowed: list[Kind]
    shown: str
    text: Literal["shown", "other"] = "other"


@dataclass(frozen=True)
class Held:
    """A value of a field that may be anything."""

    shown: Any
    any: Any = None


@dataclass
class DefaultsInDataclass:
    shown: str
    held: Any = Held("a", Held(HookedByFunction(zqsecretzq_configured=TOKEN)))
    several: Any = (Hooked(zqsecretzq_hooked=TOKEN),)


class UntaggedDefault(BaseModel):
    shown: str
    any: Any = HookedByFunction(zqsecretzq_configured=TOKEN)
    several: list[Any] = [MarkedByFields(shown="a")]


class MarkedParts(BaseModel):
    shown: str
    one: MarkedModel
    optional: MarkedModel | None = None
    zqsecretzq_other: Annotated[str, Field(json_schema_extra=MARKED)] = ""
    choice: Shown | MarkedDataclass
    entry: Shown | MarkedDict | None = None


class Choice(BaseModel):
    shown: str
    value: Shown | Annotated[Hidden, INTERNAL] = Field(
        examples=[{"code": "a"}, {"code": "zqsecretzq_tag", "shown": "a"}, {"zqsecretzq_name": "a"}]
    )
    text: int | Annotated[str, INTERNAL] = Field(1, examples=[1, TOKEN])


@dataclass
class Plain:
    shown: str
    zqsecretzq_plain: Annotated[str, INTERNAL] = TOKEN


def returning(form: Any, **options: Any) -> FastAPI:
    """An application with one route."""
    app = FastAPI()

    async def get_a() -> Any:
        return None

    app.get("/a", response_model=form, **options)(get_a)
    return app


def taking(form: Any, *examples: Any) -> FastAPI:
    """An application whose route takes a body with examples."""
    app = FastAPI()
    named = {f"example{number}": {"value": each} for number, each in enumerate(examples)}

    @app.post("/a")
    async def get_a(body: Annotated[form, Body(openapi_examples=named)]) -> None:
        """Take it."""

    return app


def asking(query: Any) -> FastAPI:
    """An application whose route takes a parameter."""
    app = FastAPI()

    @app.get("/a")
    async def get_a(shown: str, zqsecretzq_query: str = query) -> None:
        """Take it."""

    return app


ITEM = item(None)
SCHEMA = {"schema": {"properties": {TOKEN: {}, "shown": {}}, "example": {TOKEN: 1}}}
APPLICATIONS: dict[str, Callable[[], FastAPI]] = {
    "Python names in examples": lambda: returning(Aliased),
    "names that others show": lambda: returning(CostOfAnother),
    "marks of classes": lambda: returning(MarkedParts),
    "marks that hooks write": lambda: returning(MarkedByHooks),
    "marks that hooks write of what is taken": lambda: taking(
        MarkedByHooks, {"shown": "a", "zqsecretzq_called": 1, "hooked": {"zqsecretzq_hooked": ""}}
    ),
    "parameters that functions mark": lambda: asking(Query("1", json_schema_extra=marks)),
    "computed fields": lambda: returning(WithComputed),
    "tags of hidden choices": lambda: returning(Tags),
    "named values of hidden choices": lambda: returning(Kinds),
    "defaults of hidden classes": lambda: returning(UntaggedDefault),
    "defaults of dataclasses": lambda: returning(DefaultsInDataclass),
    "a choice that is hidden": lambda: returning(Choice),
    "a body of two choices": lambda: taking(
        Shown | Annotated[Hidden, INTERNAL],
        {"code": "a"},
        {"code": "zqsecretzq_tag", "shown": "a"},
        {"code": "a", "zqsecretzq_name": "b"},
    ),
    "a body": lambda: taking(ITEM, {"shown": "a", TOKEN: TOKEN}, {"shown": TOKEN}, "zqsecretzq"),
    "a dataclass": lambda: taking(Plain, {"shown": "a", "zqsecretzq_plain": TOKEN}),
    "a response": lambda: returning(
        ITEM,
        responses={418: {"description": TOKEN, "model": Hidden, **MARKED}, 404: {"model": ITEM}},
    ),
    "the usual response": lambda: returning(
        ITEM, responses={202: {"description": TOKEN, "model": Hidden, "x-audience": "partner"}}
    ),
    "parts of a response": lambda: returning(
        ITEM,
        responses={
            404: {
                "description": "shown",
                "headers": {f"X-{TOKEN}": {"schema": {"type": "string"}, **MARKED}},
                "content": {
                    "text/csv": {"example": TOKEN, "schema": {"type": "string"}, **MARKED},
                    "application/json": {
                        "examples": {"a": {"value": TOKEN, **MARKED}, "b": {"value": 1}}
                    },
                },
            }
        },
    ),
    "members of an operation": lambda: returning(
        ITEM,
        openapi_extra={
            "x-order": ["shown", TOKEN],
            "x-codeSamples": [{"lang": "json", "source": f'{{"{TOKEN}": 1}}'}],
            "x-shown": ["shown"],
            "requestBody": {"content": {"application/json": SCHEMA}},
        },
    ),
    "a parameter by hand": lambda: returning(
        ITEM,
        openapi_extra={
            "parameters": [{"name": TOKEN, "in": "query", "schema": {"type": "string"}}],
        },
    ),
    "a definition of a body by hand": lambda: returning(
        ITEM,
        openapi_extra={
            "requestBody": {
                "content": {
                    "application/json": {
                        "schema": {
                            "title": "Taken",
                            "properties": {"a": {"$ref": "#/$defs/A"}},
                            "$defs": {"A": {"properties": {TOKEN: {"type": "string"}}}},
                        }
                    }
                }
            }
        },
    ),
    **{
        f"json_schema_extra: {name}": partial(returning, item(extra))
        for name, extra in MENTIONS.items()
    },
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", APPLICATIONS.values(), ids=APPLICATIONS)
def test_what_mentions_a_hidden_part_goes_with_it(make: Callable[[], FastAPI]) -> None:
    spec = ApiDocSpec.model_validate({"slug": "shop", "app": make()})
    whole, public = exported(spec), outputs(spec.for_audience("public"))
    assert any(TOKEN in content.decode().lower() for content in whole.values())
    traces = [name for name, content in public.items() if TOKEN in content.decode().lower()]
    assert traces == []
    assert b"shown" in public["document"]
    assert b"shown" in public["openapi"]


def test_what_is_whole_stays() -> None:
    app = returning(
        item({"examples": [{"shown": "a", TOKEN: "b"}], "x-order": ["shown"], "not": {"const": 1}}),
        openapi_extra={"x-shown": ["shown"]},
    )
    public = ApiDocSpec.model_validate({"slug": "shop", "app": app}).for_audience("public")
    exported = to_openapi(public)
    schema = exported["components"]["schemas"]["Item"]
    assert schema["examples"] == [{"shown": "a"}]
    assert schema["x-order"] == ["shown"]
    assert schema["not"] == {"const": 1}
    assert exported["paths"]["/a"]["get"]["x-shown"] == ["shown"]


def test_a_default_of_a_hidden_class_goes_as_a_whole() -> None:
    public = ApiDocSpec.model_validate({"slug": "shop", "app": returning(UntaggedDefault)})
    exported = to_openapi(public.for_audience("public"))
    properties = exported["components"]["schemas"]["UntaggedDefault"]["properties"]
    assert "default" not in properties["any"]
    assert properties["several"]["default"] == [{"shown": "a"}]


def test_an_enumeration_loses_the_tags_of_hidden_choices() -> None:
    public = ApiDocSpec.model_validate({"slug": "shop", "app": returning(Kinds)})
    schemas = to_openapi(public.for_audience("public"))["components"]["schemas"]
    assert schemas["Kind"] == {"type": "string", "enum": ["shown"], "title": "Kind"}
    whole = to_openapi(public)["components"]["schemas"]["Kind"]
    assert whole["enum"] == ["shown", "zqsecretzq_kind"]


def public_spec(tmp_path: Path, schemas: dict[str, Any], name: str) -> ApiDocSpec:
    """What everybody sees of a file whose only method answers with a named schema."""
    schema = {"schema": {"$ref": f"#/components/schemas/{name}"}}
    answer = {"description": "A", "content": {"application/json": schema}}
    file = tmp_path / "openapi.json"
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": answer}}}},
        "components": {"schemas": schemas},
    }
    file.write_text(json.dumps(document), encoding="utf-8")
    return ApiDocSpec(slug="a", openapi=str(file), audience="public")


def test_an_enumeration_of_a_file_loses_the_tags_of_hidden_choices(tmp_path: Path) -> None:
    """Values of others that are equal to a tag stay."""
    choices = {
        "Card": {"properties": {"kind": {"const": "card"}}},
        "Cost": {"properties": {"kind": {"const": "cost"}}, **MARKED},
    }
    references = [{"$ref": f"#/components/schemas/{name}"} for name in choices]
    payment = {"oneOf": references, "discriminator": {"propertyName": "kind"}}
    search = {
        "kind": {"$ref": "#/components/schemas/Kind"},
        "sort": {"enum": ["cost", "date"]},
        "payment": payment,
    }
    schemas: dict[str, Any] = {
        **choices,
        "Kind": {"enum": ["card", "cost"]},
        "Search": {"properties": search},
    }
    spec = public_spec(tmp_path, schemas, "Search")
    shown = to_openapi(spec)["components"]["schemas"]
    assert shown["Kind"] == {"enum": ["card"]}
    assert shown["Search"]["properties"]["sort"] == {"enum": ["cost", "date"]}


def test_an_enumeration_that_only_hidden_parts_refer_to_is_no_problem(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Though it has the tag of a hidden choice, and a property of the same name refers to it."""
    schemas: dict[str, Any] = {
        "Card": {"properties": {"kind": {"const": "card"}}},
        "Cost": {"properties": {"kind": {"const": "cost"}}, **MARKED},
        "Kind": {"enum": ["card", "cost"], **MARKED},
        "Search": {
            "properties": {
                "kind": {"$ref": "#/components/schemas/Kind", **MARKED},
                "payment": {
                    "oneOf": [
                        {"$ref": "#/components/schemas/Card"},
                        {"$ref": "#/components/schemas/Cost"},
                    ],
                    "discriminator": {"propertyName": "kind"},
                },
            }
        },
    }
    shown = to_openapi(public_spec(tmp_path, schemas, "Search"))["components"]["schemas"]
    assert sorted(shown) == ["Card", "Search"]
    assert [str(warning.message) for warning in recwarn] == []


def test_a_tag_that_is_also_the_name_of_a_hidden_property(tmp_path: Path) -> None:
    """No keyword has it, though an enumeration that is shown has listed it."""
    tag = "zqsecretzq"
    schemas: dict[str, Any] = {
        "Card": {"properties": {"kind": {"const": "card"}}},
        "Cost": {"properties": {"kind": {"const": tag}}, **MARKED},
        "Kind": {"enum": ["card", tag]},
        "Margin": {"properties": {"net": {}, tag: MARKED}},
        "Shown": {
            "properties": {
                "kind": {"$ref": "#/components/schemas/Kind"},
                "margin": {"$ref": "#/components/schemas/Margin"},
                "payment": {
                    "oneOf": [
                        {"$ref": "#/components/schemas/Card"},
                        {"$ref": "#/components/schemas/Cost"},
                    ],
                    "discriminator": {"propertyName": "kind"},
                },
            },
            "x-note": {"of": [tag]},
            "examples": [{"note": tag}, {"note": "shown"}],
        },
    }
    public = outputs(public_spec(tmp_path, schemas, "Shown"))
    assert traces(public, tag) == []
    assert b'"shown"' in public["document"]
