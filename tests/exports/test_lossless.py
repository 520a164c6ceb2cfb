"""Exported documents, read back by parsers of others, say of every method of the example all that
its contract says.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from marketplace.docs import DOCS
from openapi_pydantic.v3.v3_1 import OpenAPI, Operation, Parameter, RequestBody, Response

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts.model import (
    HttpContract,
    HttpMethod,
    Interaction,
    WebSocketContract,
)
from sphinxcontrib_ggdocs.openapi import to_openapi

from .facts import beside, flat, http_facts, ws_facts

SPECS = [ApiDocSpec.model_validate(values) for values in DOCS]
NOTHING = {"type": "null"}
READER = Path(__file__).parents[1] / "validators" / "read.mjs"
CONTRACTS = [
    (spec, each) for spec in SPECS for group in spec.resolved_groups() for each in group.contracts
]
METHODS = [
    pytest.param(spec.slug, contract, method, verb, id=f"{contract.name}.{method.name} {verb}")
    for spec, contract in CONTRACTS
    if isinstance(contract, HttpContract)
    for method in contract.methods
    for verb in method.verbs
]
INTERACTIONS = [
    pytest.param(spec.slug, contract, each, id=f"{contract.name}.{each.name}")
    for spec, contract in CONTRACTS
    if isinstance(contract, WebSocketContract)
    for each in contract.interactions
]


class Read:
    """An OpenAPI document as openapi-pydantic understands it."""

    def __init__(self, spec: ApiDocSpec) -> None:
        self.parsed = OpenAPI.model_validate(json.loads(json.dumps(to_openapi(spec))))
        components = self.parsed.components
        assert components is not None
        self.schemas = {
            name: self.plain(schema) for name, schema in (components.schemas or {}).items()
        }
        self.schemes = components.securitySchemes or {}

    @staticmethod
    def plain(schema: Any) -> Any:
        return schema.model_dump(by_alias=True, exclude_unset=True, mode="json")

    def schema(self, schema: Any) -> Any:
        return flat(self.plain(schema), self.schemas)

    def operation(self, path: str, verb: str) -> Operation:
        assert self.parsed.paths is not None
        found = getattr(self.parsed.paths[path], verb.lower())
        assert isinstance(found, Operation)
        return found

    def facts(self, path: str, verb: str) -> dict[str, Any]:
        operation = self.operation(path, verb)
        responses = operation.responses or {}
        parameters = [each for each in operation.parameters or () if isinstance(each, Parameter)]
        answers = {status: each for status, each in responses.items() if status < "400"}
        refused = {status: each for status, each in responses.items() if status >= "400"}
        body = operation.requestBody
        extensions = operation.model_extra or {}
        return {
            "tag": next(iter(operation.tags or ()), None),
            "prose": (
                operation.summary,
                operation.description,
                bool(operation.deprecated),
                str(operation.externalDocs.url) if operation.externalDocs else None,
            ),
            "parameters": {
                (str(each.param_in.value), each.name): self.beside(each) for each in parameters
            },
            "body": (bool(body.required), self.contents(body))
            if isinstance(body, RequestBody)
            else None,
            "answers": {
                status: (
                    self.contents(each),
                    {name: self.beside(header) for name, header in (each.headers or {}).items()},
                )
                for status, each in answers.items()
                if isinstance(each, Response)
            },
            "errors": {
                status: self.errors(each)
                for status, each in refused.items()
                if isinstance(each, Response)
            },
            "credentials": {
                header
                for choice in operation.security or ()
                for name in choice
                for header in [self.header(name)]
            },
            "permission": extensions.get("x-permission"),
        }

    def beside(self, each: Any) -> Any:
        return beside(
            self.schema(each.param_schema), each.required, each.description, each.deprecated
        )

    def contents(self, holder: Any) -> dict[str, Any]:
        found = {}
        for media_type, media in (holder.content or {}).items():
            found[media_type] = _without_limits(self.schema(media.media_type_schema))
        return found

    def errors(self, response: Response) -> dict[str, Any]:
        """By type: media type, description, data; a response without content keeps the names in its
        description.
        """
        found = {}
        for media_type, media in (response.content or {}).items():
            schema = self.schema(media.media_type_schema)
            for body in schema.get("oneOf", [schema]):
                members = body["properties"]
                found[members["type"]["const"]] = (
                    media_type,
                    body.get("description"),
                    members.get("data"),
                )
                assert ("data" in body["required"]) is ("data" in members)
                assert members["type"]["const"] in response.description
        return found

    def header(self, name: str) -> str:
        scheme: Any = self.schemes[name]
        return (
            "Authorization"
            if (scheme.type, scheme.scheme) == ("http", "bearer")
            else str(scheme.name)
        )


def _without_limits(schema: Any) -> Any:
    """The sizes of files stand in the schema of OpenAPI and beside the type in a contract."""
    if isinstance(schema, dict):
        binary = schema.get("format") == "binary"
        return {
            k: _without_limits(v) for k, v in schema.items() if not (binary and k == "maxLength")
        }
    return [_without_limits(each) for each in schema] if isinstance(schema, list) else schema


@pytest.fixture(scope="module")
def read() -> dict[str, Read]:
    return {spec.slug: Read(spec) for spec in SPECS}


@pytest.mark.parametrize(("slug", "contract", "method", "verb"), METHODS)
def test_openapi(
    read: dict[str, Read], slug: str, contract: HttpContract, method: HttpMethod, verb: str
) -> None:
    said = http_facts(contract, method)
    found = read[slug].facts(contract.full_path(method), verb)
    if verb == "HEAD":  # an answer to HEAD has no body
        said["answers"] = {
            status: ({}, headers) for status, (_, headers) in said["answers"].items()
        }
        said["errors"] = {status: {} for status in said["errors"]}
    assert found == said


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What AsyncAPI's parser finds: operations by id, of each document."""
    if not (READER.parent / "node_modules").is_dir() or shutil.which("node") is None:
        pytest.skip("the validators are not installed: make validators")
    folder = tmp_path_factory.mktemp("asyncapi")
    for spec in SPECS:
        (folder / f"{spec.slug}.json").write_text(json.dumps(to_asyncapi(spec)), encoding="utf-8")
    done = subprocess.run(["node", READER, folder], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("slug", "contract", "each"), INTERACTIONS)
def test_asyncapi(
    operations: dict[str, dict[str, Any]], slug: str, contract: WebSocketContract, each: Interaction
) -> None:
    read = operations[f"{slug}.json"][f"{contract.name}_{each.name}"]
    replies = [message for message in read["replies"] if not message["status"]]
    refusals = [message for message in read["replies"] if message["status"]]
    found = {
        "address": read["address"],
        "action": read["action"],
        "tag": read["tags"][0],
        "prose": (read["summary"], read["description"]),
        "message": _payloads(read["messages"]),
        "answer": _payloads(replies),
        "is_request": bool(read["replies"]),
        "errors": _refusals(refusals),
        "credentials": set(read["credentials"]),
        "permission": read["permission"],
    }
    assert found == ws_facts(contract, each)


def _payloads(messages: list[Any]) -> list[Any]:
    """The payloads inside the frames; null is no value."""
    members = [flat(message["payload"], {})["properties"] for message in messages]
    return [each["data"] for each in members if each.get("data", NOTHING) != NOTHING]


def _refusals(messages: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for message in messages:
        body = flat(message["payload"], {})["properties"]["error"]
        data = body["properties"].get("data")
        said = (message["contentType"], body.get("description"), data)
        found.setdefault(str(message["status"]), {})[body["properties"]["type"]["const"]] = said
    return found
