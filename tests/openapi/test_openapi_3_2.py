"""What documents of OpenAPI 3.2 say in its own members, and that those of 3.1 have none of them."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
from openapi_spec_validator import OpenAPIV32SpecValidator, validate
from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, GroupSpec
from sphinxcontrib_ggdocs.contracts import HttpContract, HttpMethod, http, security
from sphinxcontrib_ggdocs.contracts.contract_errors import BadOption
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.openapi.openapi_builder import OpenApiVersion

from .cases import documents

LATER = dict(documents("3.2"))


class Tick(BaseModel):
    price: int


DATA = {"data": {"type": "string"}}


TICKED = {"type": "object", "properties": {"event": {"const": "tick"}, **DATA}}


TICK = {"$ref": "#/components/schemas/Tick"}


JSON = {"type": "string", "contentMediaType": "application/json"}


FIELDS = {
    "event": {"type": "string"},
    "id": {"type": "string"},
    "retry": {"type": "integer", "minimum": 0},
}


@http.api("/ticks")
class TickApi(Protocol):
    @http.get("/events")
    def events(self) -> AsyncIterator[Tick]: ...

    @http.get("/anything")
    def anything(self) -> Iterator[Any]: ...

    @http.get("/lines", media_type="application/jsonl")
    def lines(self) -> Iterator[Tick]: ...

    @http.get("/sequence", media_type="application/json-seq")
    def sequence(self) -> Iterator[Tick]: ...

    @http.get("/either", media_type=["application/x-ndjson", "text/event-stream; charset=utf-8"])
    def either(self) -> Iterator[Tick]: ...

    @http.get("/whole")
    def whole(self) -> list[Tick]: ...


@pytest.mark.parametrize("name", LATER)
def test_documents_are_valid(name: str) -> None:
    assert LATER[name]["openapi"] == "3.2.0"
    assert [error.message for error in OpenAPIV32SpecValidator(LATER[name]).iter_errors()] == []


def event(**data: Any) -> Any:
    return {"type": "object", "properties": {"data": data, **FIELDS}}


EVENT = {**event(**JSON, contentSchema=TICK), "required": ["data"]}


STREAMS = {
    "events": {"text/event-stream": {"itemSchema": EVENT}},
    "anything": {"text/event-stream": {"itemSchema": event(type="string")}},
    "lines": {"application/jsonl": {"itemSchema": TICK}},
    "sequence": {"application/json-seq": {"itemSchema": TICK}},
    "either": {
        "application/x-ndjson": {"itemSchema": TICK},
        "text/event-stream; charset=utf-8": {"itemSchema": EVENT},
    },
    "whole": {"application/json": {"schema": {"type": "array", "items": TICK}}},
}


@pytest.mark.parametrize(("name", "content"), STREAMS.items(), ids=STREAMS)
def test_the_schema_of_a_stream_is_that_of_its_items(name: str, content: Mapping[str, Any]) -> None:
    document = to_openapi([TickApi], title="T", openapi_version="3.2")
    responses = document["paths"][f"/ticks/{name}"]["get"]["responses"]
    assert responses["200"]["content"] == content


def test_a_method_that_3_1_does_not_have_makes_the_whole_document_one_of_3_2() -> None:
    link = HttpMethod(name="link", verbs=("LINK",), path="")
    contract = HttpContract(name="Links", path_prefix="/links", methods=(link,))
    document = to_openapi([TickApi, contract], title="T", servers=[{"url": "/", "name": "own"}])
    assert document["openapi"] == "3.2.0"
    assert document["paths"]["/links"]["additionalOperations"].keys() == {"LINK"}
    assert document["servers"] == [{"url": "/", "name": "own"}]
    responses = document["paths"]["/ticks/lines"]["get"]["responses"]
    assert responses["200"]["content"] == STREAMS["lines"]


@pytest.mark.parametrize("version", ["3.0", "3.2.0", 3.2, None])
def test_another_version_is_refused(version: Any) -> None:
    with pytest.raises(BadOption, match="openapi_version") as caught:
        to_openapi([TickApi], title="T", openapi_version=version)
    assert caught.value.hint == "use '3.1' or '3.2'"


@http.api("/a")
class OneApi(Protocol):
    """The first."""

    @http.get()
    def one(self) -> int: ...


@http.api("/b")
class TwoApi(Protocol):
    @http.get()
    def two(self) -> int: ...


def test_groups_are_tags_above_those_of_their_contracts(tmp_path: Path) -> None:
    groups = [
        GroupSpec(name="Numbers", description="What counts.", http=[OneApi, TwoApi]),
        GroupSpec(name="TwoApi", http=[TickApi]),
    ]
    spec = ApiDocSpec(slug="s", title="S", groups=groups)
    document = to_openapi(spec, openapi_version="3.2")
    assert "x-tagGroups" not in document
    assert document["tags"] == [
        {"name": "Numbers", "description": "What counts.", "kind": "nav"},
        {"name": "OneApi", "description": "The first.", "parent": "Numbers"},
        {"name": "TwoApi", "parent": "Numbers"},
        {"name": "TwoApi_2", "summary": "TwoApi", "kind": "nav"},
        {"name": "TickApi", "parent": "TwoApi_2"},
    ]
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document))
    read = ApiDocSpec(slug="s", openapi=[str(file)])
    names = [(group.name, group.description) for group in read.resolved_groups()]
    assert names == [("Numbers", "What counts."), ("TwoApi", None)]
    assert to_openapi(read)["tags"] == document["tags"]


DEVICE = security.OAuth2(
    name="Device",
    deprecated=True,
    device_authorization=security.Flow(
        device_authorization_url="https://id.example/device",
        token_url="https://id.example/token",
        scopes={"deprecated": "Use old things."},
    ),
)


FLOW = {"tokenUrl": "https://id.example/token", "scopes": {"deprecated": "Use old things."}}


URL = "https://id.example/device"


SCHEMES = {
    "3.2": {
        "deprecated": True,
        "flows": {"deviceAuthorization": {"deviceAuthorizationUrl": URL, **FLOW}},
    },
    "3.1": {
        "x-oai-deprecated": True,
        "flows": {"x-oai-deviceAuthorization": {"x-oai-deviceAuthorizationUrl": URL, **FLOW}},
    },
}


@http.api("/tv", security=DEVICE.scoped("deprecated"))
class TvApi(Protocol):
    @http.get()
    def channels(self) -> list[int]: ...


@pytest.mark.parametrize(("version", "scheme"), SCHEMES.items(), ids=SCHEMES)
def test_the_flow_of_devices_and_deprecated_schemes(
    version: OpenApiVersion, scheme: dict[str, Any]
) -> None:
    document = to_openapi([TvApi], title="T", openapi_version=version)
    assert document["components"]["securitySchemes"] == {"Device": {"type": "oauth2", **scheme}}
    validate(document)


def contents(document: Any, path: str) -> Any:
    return document["paths"][path]["get"]["responses"]["200"]["content"]


def test_events_that_are_described_with_their_fields_stay(tmp_path: Path) -> None:
    either = {"oneOf": [TICKED, {"type": "object", "properties": DATA}]}
    given = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            f"/{name}": {"get": {"responses": {"200": {"description": "A", "content": content}}}}
            for name, content in {
                "one": {"text/event-stream": {"itemSchema": TICKED}},
                "either": {"text/event-stream": {"itemSchema": either}},
            }.items()
        },
    }
    (tmp_path / "openapi.json").write_text(json.dumps(given))
    read = ApiDocSpec(slug="t", openapi=[str(tmp_path / "openapi.json")])
    document = to_openapi(read, openapi_version="3.2")
    for path in given["paths"]:
        assert contents(document, path) == contents(given, path)
