"""Every document of the tests before third-party validators: Spectral, Redocly, AsyncAPI's parser,
in one process.

Their packages are installed by ``make test``, from ``package-lock.json`` beside this file.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.openapi.openapi_builder import OpenApiVersion

from ..asyncapi.cases import documents as asyncapi_documents
from ..exports.drawing import HTTP, WS, drawn
from ..node_packages import installed
from ..openapi.cases import documents as openapi_documents

HERE = Path(__file__).parent
ABOUT_THE_CONTRACT = frozenset(
    {
        "asyncapi-latest-version",  # 3.1 is newer than what is exported
        "operation-description",  # a docstring of one line is a summary
        "asyncapi-3-operation-description",
        "operation-4xx-response",  # the contract declares no error
    }
)
"""Remarks that no exporter can answer without inventing something."""

NO_CREDENTIAL = "Every operation should have security defined on it or on the root level."
"""Redocly's remark upon a permission whose credential no middleware declares: its `security` is
left out, for an empty one would say that none is needed. Contracts that are drawn have such
permissions."""

DRAWN = 30 if "GGDOCS_EXAMPLES" in os.environ else 8
"""How many documents of each kind come from contracts that Hypothesis draws."""

BROKEN_ITEM = {"itemSchema": 1}
BROKEN: Mapping[str, Any] = {
    "broken.openapi.json": {
        "openapi": "3.1.0",
        "info": {"title": "Broken"},
        "paths": {"/a": {"get": {}}},
    },
    "broken.3.2.openapi.json": {
        "openapi": "3.2.0",
        "info": {"title": "Broken", "version": "1"},
        "paths": {
            "/a": {
                "get": {
                    "responses": {
                        "200": {"description": "A", "content": {"text/event-stream": BROKEN_ITEM}}
                    }
                }
            }
        },
    },
    "broken.asyncapi.json": {
        "asyncapi": "3.0.0",
        "info": {"title": "Broken"},
        "channels": {"a": {"address": 1}},
    },
}
"""Of which each tool must say something, or it does not look."""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """What the validators say of all documents."""
    installed(".")
    folder = tmp_path_factory.mktemp("documents")
    for name, document in _documents():
        (folder / name).write_text(json.dumps(document), encoding="utf-8")
    done = subprocess.run(
        ["node", HERE / "check.mjs", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def _documents() -> Iterator[tuple[str, Any]]:
    yield from BROKEN.items()
    for version in get_args(OpenApiVersion):
        for name, document in openapi_documents(version):
            yield f"{name}.{version}.openapi.json", document
    yield from ((f"{name}.asyncapi.json", document) for name, document in asyncapi_documents())
    for kind, strategy, export in (
        ("openapi", HTTP, to_openapi),
        ("asyncapi", WS, to_asyncapi),
    ):
        for number, document in enumerate(drawn(strategy, export, DRAWN)):
            yield f"drawn-{number}.{kind}.json", document


def test_no_validator_finds_an_error(lines: list[dict[str, str]]) -> None:
    errors = [line for line in lines if line["severity"] == "error" and line["file"] not in BROKEN]
    assert [
        line
        for line in errors
        if not (line["file"].startswith("drawn-") and line["message"] == NO_CREDENTIAL)
    ] == []


def test_only_permissions_without_a_credential_leave_security_out() -> None:
    for name, document in _documents():
        if not name.startswith("drawn-") or "openapi" not in document:
            continue
        operations = [
            operation
            for item in document.get("paths", {}).values()
            for operation in item.values()
            if isinstance(operation, dict) and "responses" in operation
        ]
        silent = [operation for operation in operations if "security" not in operation]
        assert all(operation.get("x-permission", "public") != "public" for operation in silent), (
            name
        )


def test_documents_with_all_their_information_are_not_remarked_upon(
    lines: list[dict[str, str]],
) -> None:
    remarks = [line for line in lines if line["file"].startswith("full.")]
    assert [line for line in remarks if line["code"] not in ABOUT_THE_CONTRACT] == []


@pytest.mark.parametrize(
    ("file", "tool"),
    [
        ("broken.openapi.json", "spectral"),
        ("broken.openapi.json", "redocly"),
        ("broken.3.2.openapi.json", "redocly"),
        ("broken.asyncapi.json", "spectral"),
        ("broken.asyncapi.json", "asyncapi-parser"),
    ],
)
def test_each_validator_looks(lines: list[dict[str, str]], file: str, tool: str) -> None:
    assert any(
        (line["file"], line["tool"], line["severity"]) == (file, tool, "error") for line in lines
    )
