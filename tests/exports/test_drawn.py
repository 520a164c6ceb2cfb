"""Contracts that Hypothesis draws give documents that the specifications accept, whatever stands in
them.
"""

import json
import os
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft7Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, OpenAPIV32SpecValidator

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import HttpContract, WebSocketContract
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..node_packages import installed
from .drawing import HTTP, WS, exported

LONGER = int(os.environ.get("GGDOCS_EXAMPLES", "0"))
SEARCH = settings(
    max_examples=LONGER or 50,
    derandomize=not LONGER,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.filterwarnings(
    "ignore::pydantic.warnings.UnsupportedFieldAttributeWarning",
    "ignore:Annotation 'fixed' is marked as final:DeprecationWarning",
)


@SEARCH
@given(contracts=HTTP)
def test_openapi(contracts: list[HttpContract]) -> None:
    document = exported(to_openapi, contracts)
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    operations = list(_operations(document))
    assert len(operations) == sum(len(contract.methods) for contract in contracts)
    identifiers = [operation["operationId"] for operation in operations]
    assert len(set(identifiers)) == len(identifiers)
    assert _dangling(document) == []
    later = exported(partial(to_openapi, openapi_version="3.2"), contracts)
    assert [error.message for error in OpenAPIV32SpecValidator(later).iter_errors()] == []


def _operations(document: Any) -> Any:
    return (operation for path in document["paths"].values() for operation in path.values())


@cache
def _asyncapi() -> Draft7Validator:
    specification = installed("@asyncapi/specs/schemas/3.0.0.json")
    return Draft7Validator(json.loads(specification.read_bytes()))


@SEARCH
@given(contracts=WS)
def test_asyncapi(contracts: list[WebSocketContract]) -> None:
    document = exported(to_asyncapi, contracts)
    assert [error.message for error in _asyncapi().iter_errors(document)] == []
    assert len(document["channels"]) == len(contracts)
    interactions = [one for contract in contracts for one in contract.interactions]
    # A channel whose events may fail has an operation for their failures, too.
    declared = [name for name in document.get("operations", {}) if not name.endswith("_failed")]
    assert len(declared) == len(interactions)
    assert _dangling(document) == []


def _dangling(document: Any) -> list[str]:
    """References that lead nowhere."""
    return [reference for reference in _references(document) if not _leads(document, reference)]


def _references(value: Any) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _leads(document: Any, reference: str) -> bool:
    at = document
    for step in reference.removeprefix("#/").split("/"):
        if not isinstance(at, dict) or step not in at:
            return False
        at = at[step]
    return True
