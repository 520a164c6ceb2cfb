"""Docstrings of Starlette's handlers that are operations of OpenAPI, as its schema generator reads
them: YAML, after ``---`` where there is text before it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from sys import modules
from typing import Any

from starlette.schemas import BaseSchemaGenerator, SchemaGenerator

from ..catalog.application_warnings import ApplicationWarning, warn_at
from ..catalog.readers import read_openapi
from ..catalog.spec_errors import UnreadableRoute
from ..contracts.contract_errors import Where
from ..contracts.message_model import where_of
from ..contracts.model import HttpContract, HttpMethod
from .shared.functions import source_of

_MEMBERS = frozenset(
    {
        "callbacks",
        "deprecated",
        "description",
        "externalDocs",
        "operationId",
        "parameters",
        "requestBody",
        "responses",
        "security",
        "servers",
        "summary",
        "tags",
    }
)
"""Of an operation (OpenAPI 3.1, 4.8.10)."""
_REFERENCE = re.compile(r'"#/components/schemas/([^"/]+)"')
_MEANT = re.compile(r"^---\n\s*-?\s*(?:parameters|requestBody|responses):", re.MULTILINE)
"""Text that is meant to be an operation."""
_HINT = "write the members of an operation of OpenAPI after ---, such as responses:"

Operations = Mapping[tuple[str, str], HttpMethod]
"""By path and verb."""


def operation_in(handler: Any) -> dict[str, Any]:
    """The operation that the docstring of a handler is; empty where it is ordinary text."""
    try:
        parsed = BaseSchemaGenerator().parse_docstring(handler)
    except Exception:  # noqa: BLE001  # text that is no YAML, or PyYAML is not installed
        return {}
    if not all(key in _MEMBERS or str(key).startswith("x-") for key in parsed):
        return {}
    operation: dict[str, Any] = json.loads(json.dumps(parsed, default=str))
    responses = operation.get("responses")
    for response in responses.values() if isinstance(responses, dict) else ():
        # Starlette's guide writes the value that is sent in a member that OpenAPI does not have.
        if isinstance(response, dict) and "examples" in response and "content" not in response:
            response["content"] = {"application/json": {"example": response.pop("examples")}}
    return operation


def text_of(handler: Any, *, has_operation: bool) -> str:
    """The docstring of a handler, without the operation in it where it has one."""
    text = cleandoc(getattr(handler, "__doc__", None) or "")
    return text.rpartition("---")[0].strip() if has_operation else text


def documented_operations(routes: list[Any]) -> Operations:
    """The operations in docstrings of routes and of those that are mounted."""
    document = _Document()
    endpoints = BaseSchemaGenerator().get_endpoints(routes)
    seen: set[tuple[str, int]] = set()
    for path, verb, handler in sorted(endpoints, key=lambda endpoint: endpoint[:2]):
        if (path, id(handler)) not in seen:  # one handler answers a set of verbs
            seen.add((path, id(handler)))
            document.add(path, verb, handler)
    return document.operations() if document.paths else {}


@dataclass(slots=True)
class _Document:
    """An OpenAPI document of docstrings."""

    paths: dict[str, dict[str, Any]] = field(default_factory=dict)
    _schemas: dict[str, Any] = field(default_factory=dict)
    _components: dict[str, Any] = field(default_factory=dict)
    _places: dict[tuple[str, ...], Where] = field(default_factory=dict)

    def add(self, path: str, verb: str, handler: Any) -> None:
        """Add the docstring of a handler, if it is an operation."""
        operation = operation_in(handler)
        if not operation:
            if _MEANT.search(text_of(handler, has_operation=False)):
                _warn_of_yaml(_place(handler))
            return
        self.paths.setdefault(path, {})[verb] = operation
        self._places["paths", path, verb] = _place(handler)
        self._components = self._components or _components(handler)
        # A generator that no module of a handler has is not known, nor are its schemas.
        self._schemas |= {name: {} for name in _REFERENCE.findall(json.dumps(operation))}

    def operations(self) -> Operations:
        """The operations as methods."""
        schemas = self._schemas | self._components.get("schemas", {})
        components = {**self._components, "schemas": schemas}
        value = {"openapi": "3.1.0", "paths": self.paths, "components": components}
        return {
            (contract.path_prefix + method.path, method.verbs[0]): method
            for group in read_openapi(value, self._places)
            for contract in group.contracts
            if isinstance(contract, HttpContract)
            for method in contract.methods
        }


def _warn_of_yaml(where: Where) -> None:
    error = UnreadableRoute("the docstring has no valid YAML", where=where, hint=_HINT)
    warn_at(ApplicationWarning(error, "it is shown as text"), where)


def _place(handler: Any) -> Where:
    return where_of(source_of(handler), getattr(handler, "__qualname__", type(handler).__name__))


def _components(handler: Any) -> dict[str, Any]:
    """The components that the schema generator in the module of a handler is given."""
    members = vars(modules.get(getattr(handler, "__module__", ""), handler)).values()
    generators = (member for member in members if isinstance(member, SchemaGenerator))
    return next((dict(made.base_schema.get("components", {})) for made in generators), {})
