"""Contract documents as documents: the same bytes, older formats, and what is wrong in a file."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, assume, given, settings
from marketplace.docs import DOCS
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning, BadDocument, read_specs
from sphinxcontrib_ggdocs.catalog.export import collected_warnings
from sphinxcontrib_ggdocs.contracts import HttpContract, WebSocketContract, http, ws
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.readers.files import field_of
from sphinxcontrib_ggdocs.serving.exported_files import possible_exports

from ..exports.drawing import HTTP, WS

SPECS = read_specs(DOCS)


SEARCH = settings(
    max_examples=int(os.environ.get("GGDOCS_EXAMPLES", "60")),
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def written(folder: Path, text: str | bytes) -> ApiDocSpec:
    """The document of a file with this text."""
    path = folder / "api-docs.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return ApiDocSpec(slug="shop", contract_document=str(path))


def read(spec: ApiDocSpec, folder: Path) -> ApiDocSpec:
    """The document of a spec, written and named as a file."""
    found = written(folder, build_contract_doc(spec).to_json())
    return found.model_copy(update={"slug": spec.slug})


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
def test_bytes_are_the_same(spec: ApiDocSpec, tmp_path: Path) -> None:
    assert build_contract_doc(read(spec, tmp_path)).to_json() == build_contract_doc(spec).to_json()


FORMATS: list[Callable[[ApiDocSpec], object]] = [to_openapi, to_asyncapi]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: str(spec.slug))
@pytest.mark.filterwarnings("ignore::sphinxcontrib_ggdocs.openapi.ExportWarning")
def test_other_formats_say_the_same(
    spec: ApiDocSpec, form: Callable[[ApiDocSpec], object], tmp_path: Path
) -> None:
    assert form(read(spec, tmp_path)) == form(spec)


def test_an_empty_description_of_an_error_is_none(tmp_path: Path) -> None:
    document = json.loads(build_contract_doc(SPECS[0]).to_json())
    for error in document["errors"].values():
        error["description"] = ""
    messages = to_asyncapi(written(tmp_path, json.dumps(document)))["components"]["messages"]
    summaries = [message.get("summary") for message in messages.values() if "x-status" in message]
    assert summaries
    assert "" not in summaries


def test_its_methods_can_be_called(tmp_path: Path) -> None:
    @http.api("/files")
    class Files(Protocol):
        @http.get("/{path:path}")
        def fetch(self, path: str) -> int: ...

    spec = ApiDocSpec(slug="files", title="Files", http=[Files])
    client = TestClient(mock_service(read(spec, tmp_path)))
    assert isinstance(client.get("/files/a").json(), int)
    assert isinstance(client.get("/files/a/b").json(), int)


def test_its_messages_are_answered(tmp_path: Path) -> None:
    @ws.api("/chat", framing=ws.JSON_RPC)
    class Chat(Protocol):
        @ws.client_to_server
        def say(self, text: str) -> int: ...

    spec = ApiDocSpec(slug="chat", title="Chat", ws=[Chat])
    client = TestClient(mock_service(read(spec, tmp_path)))
    with client.websocket_connect("/chat") as connection:
        connection.send_json({"jsonrpc": "2.0", "id": 1, "method": "say", "params": {"text": "a"}})
        answer = connection.receive_json()
    assert answer.keys() == {"jsonrpc", "id", "result"}


def test_a_site_has_no_files_of_other_formats(tmp_path: Path) -> None:
    assert possible_exports(read(SPECS[0], tmp_path)) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@SEARCH
@given(http=HTTP, ws=WS)
def test_drawn_contracts(
    tmp_path_factory: pytest.TempPathFactory,
    http: list[HttpContract],
    ws: list[WebSocketContract],
) -> None:
    assume(http or ws)
    contracts: list[HttpContract | WebSocketContract] = [*http, *ws]
    groups = [
        {"name": f"{contract.name} {position}", "slug": f"g{position}", contract.kind: [contract]}
        for position, contract in enumerate(contracts)
    ]
    spec = ApiDocSpec.model_validate({"slug": "drawn", "title": "Drawn", "groups": groups})
    before = build_contract_doc(spec).to_json()
    with collected_warnings(ApplicationWarning) as warned:
        again = read(spec, tmp_path_factory.mktemp("drawn"))
        assert build_contract_doc(again).to_json() == before
    assert warned == []


DOCUMENT: dict[str, Any] = {
    "version": "2.1",
    "service": {"slug": "shop", "name": "Shop"},
    "groups": [
        {
            "name": "Orders",
            "slug": "orders",
            "contracts": [
                {
                    "name": "OrderApi",
                    "kind": "http",
                    "pathPrefix": "/orders",
                    "methods": [
                        {
                            "name": "one",
                            "httpMethod": "GET",
                            "httpPath": "/orders/{id}",
                            "pathParams": [
                                {"name": "id", "required": True, "schema": {"type": "string"}}
                            ],
                            "successResponse": {
                                "statusCode": 200,
                                "contents": [
                                    {
                                        "mediaType": "application/json",
                                        "schema": {"$ref": "#/schemas/Order"},
                                    }
                                ],
                            },
                            "errors": ["GONE"],
                        }
                    ],
                },
                {
                    "name": "Feed",
                    "kind": "ws",
                    "path": "/feed",
                    "framing": {
                        "name": "bare",
                        "request": {"x-placeholder": "payload"},
                        "event": {"x-placeholder": "payload"},
                        "answer": {"x-placeholder": "payload"},
                        "error": {"x-placeholder": "error"},
                    },
                    "methods": [
                        {
                            "name": "changed",
                            "wsDirection": "IN",
                            "wsPattern": "event",
                            "wsInput": {
                                "required": True,
                                "contents": [
                                    {
                                        "mediaType": "application/json",
                                        "schema": {"$ref": "#/schemas/Order"},
                                    }
                                ],
                            },
                            "errors": [],
                        }
                    ],
                },
            ],
        }
    ],
    "schemas": {"Order": {"type": "object", "properties": {"id": {"type": "string"}}}},
    "errors": {"GONE": {"type": "GONE", "statusCode": 410}},
    "uses": {},
}


def changed(change: Callable[[Any], object]) -> str:
    """The text of the document after a change."""
    document = json.loads(json.dumps(DOCUMENT))
    change(document)
    return json.dumps(document, indent=1)


def method_of(document: Any) -> Any:
    """Its first method."""
    return document["groups"][0]["contracts"][0]["methods"][0]


REFUSED: dict[str, Any] = {
    "OpenAPI": ('{"openapi": "3.1.0"}', "the file is not a contract document"),
    "no JSON": ("{", "api-docs.json:1:2: the file is not valid JSON: Expecting property name"),
    "a later format": (
        changed(lambda document: document.update(version="3.0")),
        "the contract document format '3.0' is not supported",
    ),
    "a format that is none": (
        changed(lambda document: document.update(version=[])),
        "the contract document format [] is not supported",
    ),
    "another form": (
        changed(lambda document: method_of(document).update(httpPath=7)),
        (
            "api-docs.json:20: #/groups/0/contracts/0/methods/0/httpPath: the file is not a contract "
            "document: input should be a valid string"
        ),
    ),
    "deep": ("[" * 5000, "nested"),
}


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadDocument) as caught:
        build_contract_doc(written(tmp_path, text))
    assert message in str(caught.value)


FAULTS: dict[str, Any] = {
    "an error": (
        lambda document: method_of(document)["errors"].append("NEVER"),
        "/groups/0/contracts/0/methods/0/errors: there is no error 'NEVER'",
    ),
    "a scheme": (
        lambda document: method_of(document).update(security=[{"key": []}, {}]),
        "/groups/0/contracts/0/methods/0/security: there is no security scheme 'key'",
    ),
    "a schema": (
        lambda document: document["schemas"]["Order"].update(items={"$ref": "#/schemas/Never"}),
        "/schemas/Order/items/$ref: the reference '#/schemas/Never' is unresolved",
    ),
    "a reference to something else": (
        lambda document: document["schemas"]["Order"].update(items={"$ref": "#/groups/0"}),
        "/schemas/Order: the reference '#/groups/0' matches none of the schemas",
    ),
    "a keyword": (
        lambda document: document["schemas"]["Order"].update(type="thing"),
        "/schemas/Order/type: 'thing' is not a type",
    ),
    "a member of a later format": (
        lambda document: method_of(document).update(later=1),
        "/groups/0/contracts/0/methods/0/later: 'later' is not known here",
    ),
}


@pytest.mark.parametrize(("change", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_warning(
    change: Callable[[Any], object], message: str, tmp_path: Path
) -> None:
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(written(tmp_path, changed(change)))
    assert [message in str(each) for each in warned] == [True]
    assert "api-docs.json:" in str(warned[0])
    again = written(tmp_path, document.to_json())
    with collected_warnings(ApplicationWarning) as none:
        assert build_contract_doc(again).to_json() == document.to_json()
    assert none == []


def test_a_logo_beside_the_other_document_is_not_shown(tmp_path: Path) -> None:
    def branding(url: str) -> str:
        return changed(lambda document: document.update(branding={"logoUrl": url}))

    assert build_contract_doc(written(tmp_path, branding("../logo.svg"))).branding is not None
    texts = [
        build_contract_doc(written(tmp_path, branding(url))).to_json().decode()
        for url in ("../logo.svg", "https://shop.example/logo.svg")
    ]
    assert "logo.svg" not in texts[0]
    assert "https://shop.example/logo.svg" in texts[1]


KEYS = [
    pytest.param("asyncapi: 3.0.0\n", "asyncapi", id="AsyncAPI"),
    pytest.param("info: {}\n'asyncapi' : 3.0.0\n", "asyncapi", id="a key in single quotes"),
    pytest.param(
        "version: '2'\n\"service\": {}\ngroups: []\n", "contract_document", id="a document"
    ),
    pytest.param("\"asyncapi': 3.0.0\n", "openapi", id="no key"),
]


@pytest.mark.parametrize(("text", "field"), KEYS)
def test_what_a_file_of_yaml_is_by_its_keys(tmp_path: Path, text: str, field: str) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text, encoding="utf-8")
    assert field_of(file) == field
