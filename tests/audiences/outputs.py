"""Everything that is made of a document: files of a site with feeds and a skill, exports, workflows,
the answers of an MCP server, tools made of methods, and what a mock sends.

It knows nothing of how documents are filtered, so that a search in it holds for any filter.
"""

import asyncio
import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import anyio
import httpx
from mcp.client.client import Client

from sphinxcontrib_ggdocs.agents import mcp_server, mcp_tools
from sphinxcontrib_ggdocs.agents.server import TOOLS, document_of
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.mock.schemas import Schemas
from sphinxcontrib_ggdocs.mock.values import Values
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.workflows import given, step, to_arazzo, workflow

EXPORTS = ("openapi", "asyncapi", "document", "arazzo")
"""Of `outputs`, those that are JSON."""
JSON = {"content-type": "application/json"}
SILENCE = 0.02
"""For how long a mock sends nothing on a WebSocket when it has sent everything."""


@http.api("/before")
class Before(Protocol):
    """What a service had in a released version, and has no more."""

    @http.get("")
    def before(self) -> int: ...


def outputs(spec: ApiDocSpec) -> dict[str, bytes]:
    """All that is made of a document but what is the same for each: the scripts of the UI."""
    with warnings.catch_warnings(), TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")
        document = build_contract_doc(spec)
        with_more = spec.model_copy(
            update={"history": folder, "workflows": list(_workflows(document))}
        )
        _keep_versions(with_more, document)
        site = native_site([SiteDocument.of(with_more, with_methods=True)])
        files = {path: each.content for path, each in site.items() if "assets/" not in path}
        exports = exported(spec)
        if with_more.workflows:
            exports["arazzo"] = json.dumps(to_arazzo(with_more)).encode()
        texts = dict(_mcp_answers(with_more)) | dict(_tools(spec, document))
        texts |= dict(asyncio.run(_mocked(spec, document)))
    return files | exports | {name: text.encode() for name, text in texts.items()}


def exported(spec: ApiDocSpec) -> dict[str, bytes]:
    """The document, and the same in other formats."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "openapi": json.dumps(to_openapi(spec)).encode(),
            "asyncapi": json.dumps(to_asyncapi(spec)).encode(),
            "document": build_contract_doc(spec).to_json(),
        }


def traces(found: dict[str, bytes], token: str) -> list[str]:
    """The outputs that have a token, in letters of any case."""
    return [name for name, content in found.items() if token in content.decode().lower()]


def _http_methods(document: ApiDocsDocument) -> Iterator[tuple[str, doc.HttpMethod]]:
    """The methods that clients call, by what a workflow calls them."""
    for group in document.groups:
        for contract in group.contracts:
            if isinstance(contract, doc.HttpContract) and not contract.outgoing:
                for method in contract.methods:
                    yield f"{group.slug}/{contract.name}/{method.name}", method


def _workflows(document: ApiDocsDocument) -> Iterator[Any]:
    """A workflow for each method, whose caller gives everything that the method takes."""
    for number, (key, method) in enumerate(_http_methods(document)):
        places = (method.path_params, method.query_params, method.header_params)
        taken = {one.name: given(one.name) for params in places for one in params or ()}
        if method.request_body is not None:
            taken["body"] = given("body")
        yield workflow(f"flow{number}", [step(key, **taken)])


def _keep_versions(spec: ApiDocSpec, document: ApiDocsDocument) -> None:
    """Keep a version in which nothing was, and one in which all was that is shown now."""
    before = build_contract_doc([Before], title="Before", slug=spec.slug)
    folder = spec.snapshots
    assert isinstance(folder, Path)
    for version, released in (("0.1", before), ("0.2", document)):
        path = snapshot_path(folder, spec.slug, version)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(snapshot_of(released, version))


# --- agents ---


def _mcp_answers(spec: ApiDocSpec) -> Iterator[tuple[str, str]]:
    """What an MCP server answers about each object of a document."""
    document = document_of(spec)
    server = mcp_server([document])
    calls: list[tuple[str, dict[str, Any]]] = [("changes", {})]
    for objtype, name in view_of(document).objects:
        calls.append(("search", {"query": name}))
        calls.append(("read", {"name": name}))
        if objtype != "contract":
            calls.append(("read", {"name": name, "format": "json"}))
        if objtype in ("schema", "brand"):
            calls.append(("brand", {"name": name}))
        if objtype == "method":
            calls += [("chain", {"name": name}), ("code", {"name": name})]
    assert {tool for tool, _ in calls} <= {*TOOLS}

    async def ask() -> list[str]:
        async with Client(server) as client:
            listed = [await client.list_tools(), await client.list_resources()]
            resources = [
                await client.read_resource(f"ggdocs://{spec.slug}/api-docs.{suffix}")
                for suffix in ("md", "json")
            ]
            results = [await client.call_tool(tool, arguments) for tool, arguments in calls]
        return [each.model_dump_json() for each in (*results, *listed, *resources)]

    names = [f"mcp {tool} {arguments}" for tool, arguments in calls]
    names += ["mcp tools", "mcp resources", "mcp markdown", "mcp json"]
    yield from zip(names, anyio.run(ask), strict=True)


def _tools(spec: ApiDocSpec, document: ApiDocsDocument) -> Iterator[tuple[str, str]]:
    """The tools that are made of the methods of a document."""
    names = []
    for key, method in _http_methods(document):
        answer = method.success_response
        if not any(content.stream for content in (answer and answer.contents) or ()):
            names.append(".".join(key.split("/")[1:]))
    for tool in mcp_tools(spec, methods=names, server="https://shop.example").tools:
        yield f"tool {tool.name}", tool.model_dump_json()


# --- the mock ---


async def _mocked(spec: ApiDocSpec, document: ApiDocsDocument) -> list[tuple[str, str]]:
    """What a mock answers to calls that are right and to calls that are wrong."""
    mock = mock_service(spec, pace=0, events=2)
    answers: list[tuple[str, str]] = []
    transport = httpx.ASGITransport(mock)
    async with httpx.AsyncClient(transport=transport, base_url="http://mock") as client:
        for key, method in _http_methods(document):
            path = re.sub(r"\{[^}]*\}", "1", method.http_path)
            for name, request in _requests(method, document):
                answer = await client.request(method.http_method, path, **request)
                text = f"{answer.status_code} {answer.headers} {answer.text}"
                answers.append((f"mock {key} {name}", text))
    for group in document.groups:
        for contract in group.contracts:
            if isinstance(contract, doc.WebSocketContract):
                path = "/" + re.sub(r"\{[^}]*\}", "1", contract.path).lstrip("/")
                sent = await _talk(mock, path, [*_frames(contract, document)])
                answers.append((f"mock {group.slug}/{contract.name}", sent))
    return answers


def _requests(
    method: doc.HttpMethod, document: ApiDocsDocument
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests of a method: with nothing, with other values, with drawn ones, for each error."""
    yield "without anything", {}
    yield "of another body", {"content": '{"other": [1]}', "headers": JSON}
    for key in method.errors:
        error = document.errors[key]
        yield f"for {key}", {"headers": {"prefer": f"error={error.type}"}}
    drawn = Values(Schemas(document.schemas, "readOnly"), method.name)
    request: dict[str, Any] = {
        "params": {one.name: _text(drawn.of(one.schema)) for one in method.query_params or ()},
        "headers": {one.name: _text(drawn.of(one.schema)) for one in method.header_params or ()},
    }
    for content in (method.request_body.contents if method.request_body else ())[:1]:
        if content.schema is not None:
            body = drawn.of(content.schema)
            is_json = "json" in content.media_type
            request["content"] = json.dumps(body) if is_json else _text(body)
            request["headers"]["content-type"] = content.media_type
    yield "of drawn values", request


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _frames(contract: doc.WebSocketContract, document: ApiDocsDocument) -> Iterator[str]:
    """Messages that are wrong, and one of each method with a drawn content."""
    yield "no JSON"
    yield '{"other": [1]}'
    drawn = Values(Schemas(document.schemas, "readOnly"), contract.name)
    for method in contract.methods:
        if method.ws_direction == "OUT" and method.ws_input is not None:
            for content in method.ws_input.contents[:1]:
                value = drawn.of(content.schema) if content.schema is not None else None
                for frame in (value, {"id": 1, "method": method.name, "params": value}):
                    yield json.dumps(frame)


async def _talk(application: Any, path: str, frames: list[str]) -> str:
    """What an application sends over a WebSocket, as one text."""
    events: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    events += [{"type": "websocket.receive", "text": frame} for frame in frames]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if events:
            return events.pop(0)
        count = -1
        while count != len(sent):
            count = len(sent)
            await asyncio.sleep(SILENCE)
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }
    await application(scope, receive, send)
    return repr(sent)
