"""Where each argument of an HTTP method travels, and what success looks like."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, Literal, NewType

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.contracts import (
    ContractError,
    HttpContract,
    HttpMethod,
    Parameter,
    contract_of,
    http,
)
from sphinxcontrib_ggdocs.contracts.model import MISSING

UserId = NewType("UserId", str)
Filter = TypeAliasType("Filter", Annotated[str, http.Header("X-Filter")])


class Item(BaseModel):
    id: int


class Search(BaseModel):
    words: str
    page: Annotated[int, Field(ge=1)] = 1
    sort_by: str = Field(default="age", alias="sortBy", deprecated=True)


class Trace(BaseModel):
    trace_id: str


@dataclass
class Point:
    x: int


def only_method(api: Any) -> HttpMethod:
    contract = contract_of(api)
    assert isinstance(contract, HttpContract)
    (method,) = contract.methods
    return method


def compiled(
    verb: Any, path: str, annotations: dict[str, Any], defaults: tuple[Any, ...] = (), **said: Any
) -> HttpMethod:
    """A method with these annotations, the last ones with defaults."""
    names = [name for name in annotations if name != "return"]
    first = len(names) - len(defaults)
    shown = [
        name if place < first else f"{name}=_{place - first}" for place, name in enumerate(names)
    ]
    space: dict[str, Any] = {f"_{place}": value for place, value in enumerate(defaults)}
    exec(f"def it({', '.join(['self', *shown])}): ...", space)
    function = space["it"]
    function.__annotations__ = {"return": None, **annotations}
    function.__module__ = __name__
    return only_method(http.api("")(type("Api", (), {"it": verb(path, **said)(function)})))


def placed(method: HttpMethod) -> dict[str, str]:
    """Where each name of the wire travels."""
    found: dict[str, str] = {parameter.name: parameter.location for parameter in method.parameters}
    content = method.body.contents[0] if method.body else None
    if content is not None:
        names = [field.name for field in content.fields or ()] or ["body"]
        found.update(dict.fromkeys(names, "body"))
    return found


SPREAD = {"words": "query", "page": "query", "sortBy": "query"}
RULES: dict[str, Any] = {
    "a name in the path": (http.get, "/{id}", {"id": int}, {"id": "path"}),
    "a path marker": (http.get, "/{id}", {"user": Annotated[int, http.Path("id")]}, {"id": "path"}),
    "an optional model": (http.post, "", {"item": Item | None}, {"body": "body"}),
    "a header": (http.get, "", {"x_size": Annotated[int, http.Header()]}, {"x-size": "header"}),
    "a scalar": (http.get, "", {"size": int}, {"size": "query"}),
    "a brand on POST": (http.post, "", {"user": UserId}, {"user": "query"}),
    "a model on POST": (http.post, "", {"item": Item}, {"body": "body"}),
    "a dataclass": (http.post, "", {"item": Point}, {"body": "body"}),
    "anything": (http.post, "", {"item": Any}, {"body": "body"}),
    "a model on GET": (http.get, "", {"search": Search}, SPREAD),
    "a body on DELETE": (http.delete, "", {"item": Annotated[Item, http.Body()]}, {"body": "body"}),
    "a named header": (http.get, "", {"size": Annotated[int, http.Header("X")]}, {"X": "header"}),
    "an alias": (
        http.get,
        "",
        {"s": Annotated[int, Field(alias="size"), http.Query()]},
        {"size": "query"},
    ),
    "a marker inside | None": (
        http.get,
        "",
        {"size": Annotated[int, http.Header("X")] | None},
        {"X": "header"},
    ),
    "a marker inside an alias": (http.get, "", {"by": Filter}, {"X-Filter": "header"}),
    "a model of headers": (
        http.get,
        "",
        {"trace": Annotated[Trace | None, http.Header()]},
        {"trace-id": "header"},
    ),
    "a model under one name": (
        http.get,
        "",
        {"item": Annotated[Item, http.Query("filter")]},
        {"filter": "query"},
    ),
    "a form": (
        http.post,
        "",
        {"a": Annotated[str, http.Form()], "b": Annotated[str, http.Form("bee")]},
        {"a": "body", "bee": "body"},
    ),
    "a literal": (
        http.post,
        "",
        {"kind": Literal["a", "b"], "item": Item},
        {"kind": "query", "body": "body"},
    ),
    "a form of a model and a text": (
        http.post,
        "",
        {"item": Annotated[Item, http.Form()], "note": Annotated[str, http.Form()]},
        {"item": "body", "note": "body"},
    ),
    "aliases": (
        http.get,
        "",
        {
            "a": Annotated[int, Field(validation_alias="theA"), http.Query()],
            "b": Annotated[int, Field(alias="b2", validation_alias="readB"), http.Query()],
            "c": Annotated[int, Field(serialization_alias="sentC"), http.Query()],
            "d_e": Annotated[int, Field(alias="the_d"), http.Header()],
            "e_f": Annotated[int, Field(validation_alias="the_e"), http.Header("X-E")],
        },
        {"theA": "query", "readB": "query", "c": "query", "the_d": "header", "X-E": "header"},
    ),
}


@pytest.mark.parametrize(("verb", "path", "annotations", "expected"), RULES.values(), ids=RULES)
def test_where_arguments_travel(
    verb: Any, path: str, annotations: dict[str, Any], expected: dict[str, str]
) -> None:
    assert placed(compiled(verb, path, annotations)) == expected


@pytest.mark.parametrize(
    ("marker", "media_type"),
    [
        (http.Form(), "application/x-www-form-urlencoded"),
        (http.File(), "multipart/form-data"),
        (http.Body(), "application/json"),
    ],
)
def test_media_types_of_request_bodies(marker: object, media_type: str) -> None:
    method = compiled(http.post, "", {"a": Annotated[bytes, marker], "b": Annotated[bytes, marker]})
    assert method.body is not None
    assert [content.media_type for content in method.body.contents] == [media_type]


def parameter(method: HttpMethod, name: str) -> Parameter:
    return next(each for each in method.parameters if each.name == name)


DEFAULTS: dict[str, Any] = {
    "none": (int, (), True, MISSING),
    "one": (int, (3,), False, 3),
    "None": (int | None, (None,), False, None),
    "optional is not left out": (int | None, (), True, MISSING),
    "in Field": (Annotated[int, Field(default=4)], (), False, 4),
}


@pytest.mark.parametrize(
    ("form", "defaults", "required", "default"),
    DEFAULTS.values(),
    ids=DEFAULTS,
)
def test_defaults(form: Any, defaults: tuple[Any, ...], required: bool, default: object) -> None:
    found = parameter(compiled(http.get, "", {"size": form}, defaults), "size")
    assert (found.required, found.default) == (required, default)


def test_a_spread_model_keeps_what_its_fields_say() -> None:
    method = compiled(http.get, "", {"search": Search})
    assert [
        (each.name, each.required, each.default, each.deprecated) for each in method.parameters
    ] == [
        ("words", True, MISSING, False),
        ("page", False, 1, False),
        ("sortBy", False, "age", True),
    ]
    optional = compiled(http.get, "", {"search": Search | None}, (None,))
    assert [each.required for each in optional.parameters] == [False, False, False]


@pytest.mark.parametrize(
    ("form", "media_type", "raw"),
    [
        pytest.param(Annotated[bytes, http.Body("image/png")], "image/png", True, id="bytes"),
        pytest.param(Annotated[str, http.Body("text/csv")], "text/csv", False, id="text"),
    ],
)
def test_bodies_of_other_media_types(form: Any, media_type: str, raw: bool) -> None:
    body = compiled(http.post, "", {"item": form}).body
    assert body is not None
    (content,) = body.contents
    assert (content.media_type, content.type is MISSING) == (media_type, raw)


ANSWERS: dict[str, Any] = {
    "a model": (Item, {}, [(200, ["application/json"])]),
    "none": (None, {}, [(204, [])]),
    "several statuses": (Item, {"status": [200, 204]}, [(200, ["application/json"]), (204, [])]),
    "bytes": (bytes, {}, [(200, ["application/octet-stream"])]),
    "images": (
        bytes,
        {"media_type": ["image/png", "image/webp"]},
        [(200, ["image/png", "image/webp"])],
    ),
    "events": (AsyncIterator[Item], {}, [(200, ["text/event-stream"])]),
    "chunks": (AsyncIterator[bytes], {}, [(200, ["application/octet-stream"])]),
}


@pytest.mark.parametrize(("answer", "said", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_success(answer: Any, said: dict[str, Any], expected: list[tuple[int, list[str]]]) -> None:
    method = compiled(http.get, "", {"return": answer}, **said)
    assert [
        (success.status, [content.media_type for content in success.contents])
        for success in method.successes
    ] == expected


MISTAKES: dict[str, Any] = {
    "query": (
        http.get,
        {"a": Annotated[int, http.Query("x")], "x": int},
        "two parameters of the query are called 'x': a and x",
    ),
    "headers, capitals aside": (
        http.get,
        {"a": Annotated[int, http.Header("X-A")], "b": Annotated[int, http.Header("x-a")]},
        "two parameters of the header",
    ),
    "form and body": (
        http.post,
        {"a": Annotated[str, http.Form()], "b": Annotated[Item, http.Body()]},
        "a form and another body",
    ),
    "two media types": (
        http.post,
        {"a": Annotated[str, http.Body("text/csv")], "b": Annotated[Item, http.Body()]},
        "one body of several media types: text/csv, application/json",
    ),
}


@pytest.mark.parametrize(("verb", "annotations", "told"), MISTAKES.values(), ids=MISTAKES)
def test_what_cannot_travel_together(verb: Any, annotations: dict[str, Any], told: str) -> None:
    with pytest.raises(ContractError, match=told):
        compiled(verb, "", annotations)


def flags(part: object) -> set[str]:
    """The kinds and names of all flags that are set in a part of the contract model."""
    if isinstance(part, tuple):
        return {flag for item in part for flag in flags(item)}
    if not is_dataclass(part):
        return set()
    found: set[str] = set()
    for field in fields(part):
        value = getattr(part, field.name)
        if value is True:
            found.add(f"{type(part).__name__}.{field.name}")
        found |= flags(value)
    return found


FORM = {"size": int, "a": Annotated[str, http.Form()], "return": Item}
JSON = {"size": int, "item": Item, "return": list[Item]}


@pytest.mark.parametrize(
    ("annotations", "of_fields"), [(FORM, {"BodyField.required"}), (JSON, set())]
)
def test_nothing_is_set_that_nobody_has_said(
    annotations: dict[str, Any], of_fields: set[str]
) -> None:
    """Such as that a field of a form is deprecated, or a body a stream."""
    required = {"Parameter.required", "RequestBody.required"}
    assert flags(compiled(http.post, "", annotations)) == required | of_fields
