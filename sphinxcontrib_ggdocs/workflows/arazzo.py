"""Exports the workflows of a document as Arazzo 1.1, which refers to its OpenAPI file next to
it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..agents.json_schemas import body_of, with_types
from ..catalog.document_source import Source, takes_options
from ..catalog.export import ExportWarning, collected_warnings, warn_export, without_nothing
from ..contracts.contract_errors import Location, NothingToExport
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import methods_by_key
from ..native import build_contract_doc
from ..openapi import to_openapi
from ..schema import JsonSchema
from ..schema.traversal import map_schema
from .schema_paths import pointer_of

VERSION = "1.1.0"
SOURCE = "openapi"
"""The name of the OpenAPI file in the document."""

Arazzo = dict[str, Any]

_NO_KEY = re.compile(r"[^\w.-]+", re.ASCII)
"""What keys of components and outputs do not have (Arazzo 1.1, "Components Object")."""

_REFUSED = frozenset({"discriminator", "externalDocs", "xml", "example", "default"})
"""Keywords of schemas that strict validators refuse: those that OpenAPI has added, and a default
inside an alternative, which nobody fills in (Redocly's Respect 2.77).
"""


@takes_options
def to_arazzo(
    source: Source | None = None,
    *,
    audience: str | Iterable[str] | None = None,
    openapi_url: str = "openapi.json",
    document: ApiDocsDocument | None = None,
    openapi: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Arazzo:
    """Write the workflows of a document as an Arazzo document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options.
        audience: One or several audiences; by default those of the spec.
        openapi_url: The address of the file that `to_openapi` writes, relative to this document.
        document: The contract document of the same source, if it is built already.
        openapi: Its OpenAPI document, likewise.
        fields: The options of a document, in place of `source`.

    Raises:
        NothingToExport: There are no workflows over HTTP.
        ContractError: A contract cannot be imported, or a workflow does not fit the contracts.

    Warns:
        ExportWarning: A workflow sends messages over a WebSocket, and is left out.
    """
    if document is None:
        document = build_contract_doc(source, audience=audience)
    if openapi is None:
        with collected_warnings(ExportWarning):  # that file has them, too
            openapi = to_openapi(source, audience=audience)
    service = document.service
    workflows = [*_Writer(document, openapi).workflows()]
    if not workflows:
        raise NothingToExport(
            "there are no workflows over HTTP",
            where=Location(owner=service.name),
            hint="list some in workflows=",
        )
    components = {
        name: schema for workflow in workflows for name, schema in workflow.pop("$defs").items()
    }
    return without_nothing(
        arazzo=VERSION,
        info=without_nothing(
            title=service.name,
            summary=service.summary,
            description=service.description,
            version=service.version or "0",
        ),
        sourceDescriptions=[{"name": SOURCE, "url": openapi_url, "type": "openapi"}],
        workflows=workflows,
        components={"inputs": components} if components else None,
    )


def to_arazzo_json(source: Source | None = None, **options: Any) -> str:
    """Write workflows as the text of an Arazzo file; the options are those of `to_arazzo`."""
    return json.dumps(to_arazzo(source, **options), ensure_ascii=False, indent=2) + "\n"


class _Writer:
    def __init__(self, document: ApiDocsDocument, openapi: Mapping[str, Any]) -> None:
        self._document = document
        self._paths = openapi.get("paths", {})
        self._methods = {
            key: method for key, (_, _, method) in methods_by_key(document.groups).items()
        }

    def workflows(self) -> Iterator[dict[str, Any]]:
        for workflow in self._document.workflows or ():
            methods = [self._methods[step.method] for step in workflow.steps]
            if all(isinstance(method, doc.HttpMethod) for method in methods):
                yield self._workflow(workflow)
            else:
                warn_export(
                    f"the workflow {workflow.name!r} is left out: it sends messages over a "
                    "WebSocket, whose frames Arazzo cannot express"
                )

    def _workflow(self, workflow: doc.Workflow) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        for workflow_input in workflow.inputs or ():
            schema = dict(workflow_input.schema)
            if workflow_input.description:
                schema["description"] = workflow_input.description
            properties[_key(workflow_input.name)] = schema
        inputs = with_types(
            {"type": "object", "properties": properties, "required": [*properties]},
            self._document,
            most=float("inf"),
        )
        inputs = _moved(inputs)
        types = {_key(name): schema for name, schema in inputs.pop("$defs", {}).items()}
        taken = _taken(workflow)
        outputs: dict[str, Any] = {}
        for name, value in (workflow.outputs or {}).items():
            outputs[_key(name)] = _expression(value, taken)
        members = without_nothing(
            workflowId=workflow.name,
            summary=workflow.summary,
            description=workflow.description,
            inputs=inputs,
            steps=[self._step(step, taken) for step in workflow.steps],
            outputs=outputs or None,
        )
        if not properties:
            del members["inputs"]
        return members | {"$defs": types}

    def _step(self, step: doc.WorkflowStep, taken: Mapping[str, Mapping[str, str]]) -> Any:
        method = self._methods[step.method]
        assert isinstance(method, doc.HttpMethod)
        operation = self._paths.get(method.http_path, {}).get(method.http_method.lower(), {})
        identifier = operation.get("operationId")
        path: str | None = None
        if not identifier:
            place = pointer_of(["paths", method.http_path, method.http_method.lower()])
            path = f"{{$sourceDescriptions.{SOURCE}.url}}#{place}"
        parameters: list[dict[str, Any]] = []
        body: dict[str, Any] = {}
        for argument in step.arguments or ():
            value = _expression(argument, taken)
            if argument.prefix:
                value = f"{argument.prefix}{{{value}}}"
            if argument.place == "body":
                body[argument.name] = value
            else:
                parameters.append({"name": argument.name, "in": argument.place, "value": value})
        content = body_of(method)
        payload = None
        if body and content is not None:
            payload = {"contentType": content.media_type, "payload": _payload(body)}
        return without_nothing(
            stepId=step.name,
            description=method.summary,
            operationId=identifier,
            operationPath=path,
            parameters=parameters or None,
            requestBody=payload,
            successCriteria=[{"condition": _success(method)}],
            outputs=_outputs(taken.get(step.name, {})) or None,
        )


def _outputs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the outputs of a step by name, as expressions of the response.

    Args:
        names: The names by JSON pointer; the empty pointer is the whole body.
    """
    outputs: dict[str, str] = {}
    for pointer, name in names.items():
        outputs[name] = "$response.body"
        if pointer:
            outputs[name] = f"$response.body#{pointer}"
    return outputs


def _taken(workflow: doc.Workflow) -> dict[str, dict[str, str]]:
    """By step, what others take of its response: by JSON pointer the name of the output."""
    values: list[doc.WorkflowValue] = [*(workflow.outputs or {}).values()]
    for step in workflow.steps:
        values += step.arguments or ()
    taken: dict[str, dict[str, str]] = {}
    for value in values:
        if value.step is None:
            continue
        outputs = taken.setdefault(value.step, {})
        pointer = value.pointer or ""
        if pointer not in outputs:
            name = _key(pointer.strip("/").replace("/", "_")) or "body"
            if name[0].isdigit():
                name = f"item_{name}"
            while name in outputs.values():
                name += "_"
            outputs[pointer] = name
    return taken


def _expression(value: doc.WorkflowValue, taken: Mapping[str, Mapping[str, str]]) -> Any:
    """Return a constant, or the runtime expression of a value."""
    if value.input is not None:
        return f"$inputs.{_key(value.input)}"
    if value.step is not None:
        return f"$steps.{value.step}.outputs.{taken[value.step][value.pointer or '']}"
    if "$" in json.dumps(value.value):
        warn_export(f"the constant {value.value!r} may be read as an Arazzo expression")
    return value.value


def _payload(parts: Mapping[str, Any]) -> Any:
    """Return the value whose parts have these JSON pointers."""
    if "" in parts:
        return parts[""]
    parts_of_members: dict[str, dict[str, Any]] = {}
    for pointer, value in parts.items():
        name, slash, rest = pointer[1:].partition("/")
        parts_of_members.setdefault(name, {})[slash + rest] = value
    positions = [str(position) for position in range(len(parts_of_members))]
    if [*parts_of_members] == positions:
        return [_payload(parts_of_item) for parts_of_item in parts_of_members.values()]
    payload: dict[str, Any] = {}
    for name, parts_of_member in parts_of_members.items():
        payload[name.replace("~1", "/").replace("~0", "~")] = _payload(parts_of_member)
    return payload


def _success(method: doc.HttpMethod) -> str:
    """Return the condition under which a call has succeeded."""
    responses = [method.success_response, *(method.more_responses or ())]
    conditions: list[str] = []
    for response in filter(None, responses):
        if response.status_range is not None or response.status_code is None:
            return "$statusCode >= 200 && $statusCode < 300"
        conditions.append(f"$statusCode == {response.status_code}")
    return " || ".join(conditions) or "$statusCode >= 200 && $statusCode < 300"


def _moved(schema: JsonSchema) -> JsonSchema:
    """Return a schema with its references to types below the components of the document."""
    moved = map_schema(schema, _moved)
    if "$ref" in moved:
        moved["$ref"] = f"#/components/inputs/{_key(moved['$ref'].removeprefix('#/$defs/'))}"
    for key in list(moved):
        if key.startswith("x-") or key in _REFUSED:
            del moved[key]
    return moved


def _key(name: str) -> str:
    return _NO_KEY.sub("_", name)
