"""Exports the workflows of a document as Arazzo 1.1. The Arazzo file refers to the operations of
the OpenAPI file of the same document.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..agents.json_schemas import body_of, with_definitions
from ..catalog.document_source import Source, takes_options
from ..catalog.export import ExportWarning, collected_warnings, warn_export, without_nothing
from ..contracts.contract_errors import Location, NothingToExport
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import methods_by_key
from ..json_pointer import json_pointer, unescaped_step
from ..native import build_contract_doc
from ..openapi import to_openapi
from ..schema import JsonSchema
from ..schema.traversal import map_schema

VERSION = "1.1.0"
SOURCE_NAME = "openapi"
"""The name by which expressions of the Arazzo file refer to the OpenAPI file."""

Arazzo = dict[str, Any]

_NOT_IN_KEYS = re.compile(r"[^\w.-]+", re.ASCII)
"""Characters that keys of components and outputs cannot have (Arazzo 1.1, "Components Object")."""

_ANY_SUCCESS = "$statusCode >= 200 && $statusCode < 300"

_REFUSED_KEYWORDS = frozenset({"discriminator", "externalDocs", "xml", "example", "default"})
"""Keywords of schemas that strict validators refuse: those that OpenAPI has added to JSON Schema,
and `default` inside of an alternative (Redocly's Respect 2.77).
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
        openapi: The OpenAPI document of the same source, if it is built already.
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
        # Without the warnings about that file, which its own export reports.
        with collected_warnings(ExportWarning):
            openapi = to_openapi(source, audience=audience)
    service = document.service
    workflows = [*_ArazzoWriter(document, openapi).workflows()]
    if not workflows:
        raise NothingToExport(
            "there are no workflows over HTTP",
            where=Location(owner=service.name),
            hint="list some in workflows=",
        )
    # Arazzo keeps the types of all workflows in one place.
    components: dict[str, JsonSchema] = {}
    for workflow in workflows:
        components |= workflow.pop("$defs")
    return without_nothing(
        arazzo=VERSION,
        info=without_nothing(
            title=service.name,
            summary=service.summary,
            description=service.description,
            version=service.version or "0",  # Arazzo requires a version
        ),
        sourceDescriptions=[{"name": SOURCE_NAME, "url": openapi_url, "type": "openapi"}],
        workflows=workflows,
        components={"inputs": components} if components else None,
    )


def to_arazzo_json(source: Source | None = None, **options: Any) -> str:
    """Write workflows as the text of an Arazzo file: indented JSON.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options; None if `options` has the fields of
            the document.
        options: The keyword arguments of `to_arazzo`, such as ``audience``.
    """
    return json.dumps(to_arazzo(source, **options), ensure_ascii=False, indent=2) + "\n"


class _ArazzoWriter:
    """Writes the workflows of one document.

    Args:
        document: The contract document.
        openapi: The OpenAPI document of the same contracts.
    """

    def __init__(self, document: ApiDocsDocument, openapi: Mapping[str, Any]) -> None:
        self._document = document
        self._paths = openapi.get("paths", {})
        """The path items of the OpenAPI document, by path."""
        self._methods = {
            key: method for key, (_, _, method) in methods_by_key(document.groups).items()
        }
        """The methods of the document by key, as steps name them."""

    def workflows(self) -> Iterator[dict[str, Any]]:
        """Yield the workflows that call only HTTP methods; warn about the others."""
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
        """Return a Workflow Object, with the types of its inputs under a further key ``$defs``."""
        properties: dict[str, Any] = {}
        for workflow_input in workflow.inputs or ():
            schema = dict(workflow_input.schema)
            if workflow_input.description:
                schema["description"] = workflow_input.description
            properties[_key(workflow_input.name)] = schema
        # All are required, since a workflow has only inputs that some step sends.
        inputs = with_definitions(
            {"type": "object", "properties": properties, "required": [*properties]},
            self._document,
            most=float("inf"),  # all types, however many there are
        )
        inputs = _component_schema(inputs)
        types = {_key(name): schema for name, schema in inputs.pop("$defs", {}).items()}
        taken_outputs = _taken_outputs(workflow)
        outputs: dict[str, Any] = {}
        for name, value in (workflow.outputs or {}).items():
            outputs[_key(name)] = _expression(value, taken_outputs)
        members = without_nothing(
            workflowId=workflow.name,
            summary=workflow.summary,
            description=workflow.description,
            inputs=inputs,
            steps=[self._step(step, taken_outputs) for step in workflow.steps],
            outputs=outputs or None,
        )
        if not properties:  # an object without properties would say nothing
            del members["inputs"]
        return members | {"$defs": types}

    def _step(self, step: doc.WorkflowStep, taken_outputs: Mapping[str, Mapping[str, str]]) -> Any:
        """Return a Step Object.

        Args:
            step: The step.
            taken_outputs: For each step by its name, the names that the parts of its response have
                as outputs, by JSON pointer.
        """
        method = self._methods[step.method]
        assert isinstance(method, doc.HttpMethod)
        operation = self._paths.get(method.http_path, {}).get(method.http_method.lower(), {})
        operation_id = operation.get("operationId")
        # An operation without an id is named by its place in the OpenAPI file.
        operation_path: str | None = None
        if not operation_id:
            pointer = json_pointer(["paths", method.http_path, method.http_method.lower()])
            operation_path = f"{{$sourceDescriptions.{SOURCE_NAME}.url}}#{pointer}"
        parameters: list[dict[str, Any]] = []
        body: dict[str, Any] = {}  # by JSON pointer
        for argument in step.arguments or ():
            value = _expression(argument, taken_outputs)
            if argument.prefix:  # such as `Bearer ` in front of a token
                value = f"{argument.prefix}{{{value}}}"
            if argument.place == "body":
                body[argument.name] = value
            else:
                parameters.append({"name": argument.name, "in": argument.place, "value": value})
        content = body_of(method)
        request_body = None
        if body and content is not None:
            request_body = {"contentType": content.media_type, "payload": _payload(body)}
        return without_nothing(
            stepId=step.name,
            description=method.summary,
            operationId=operation_id,
            operationPath=operation_path,
            parameters=parameters or None,
            requestBody=request_body,
            successCriteria=[{"condition": _success_condition(method)}],
            outputs=_output_expressions(taken_outputs.get(step.name, {})) or None,
        )


def _output_expressions(names: Mapping[str, str]) -> dict[str, str]:
    """Return the outputs of a step: ``{"lines_0_id": "$response.body#/lines/0/id"}``.

    Args:
        names: The names of the outputs by JSON pointer; the empty pointer is the whole body.
    """
    outputs: dict[str, str] = {}
    for pointer, name in names.items():
        outputs[name] = "$response.body"
        if pointer:
            outputs[name] = f"$response.body#{pointer}"
    return outputs


def _taken_outputs(workflow: doc.Workflow) -> dict[str, dict[str, str]]:
    """Choose names for the parts of responses that other steps or the workflow's outputs take.

    The result has the names by JSON pointer, for each step by its name:
    ``{"create_order": {"/lines/0/id": "lines_0_id"}}``.
    """
    values: list[doc.WorkflowValue] = [*(workflow.outputs or {}).values()]
    for step in workflow.steps:
        values += step.arguments or ()
    taken_outputs: dict[str, dict[str, str]] = {}
    for value in values:
        if value.step is None:
            continue
        names = taken_outputs.setdefault(value.step, {})
        pointer = value.pointer or ""
        if pointer not in names:
            name = _key(pointer.strip("/").replace("/", "_")) or "body"
            if name[0].isdigit():  # an item of a response that is a list
                name = f"item_{name}"
            while name in names.values():  # `/a/b` and `/a_b` would have one name
                name += "_"
            names[pointer] = name
    return taken_outputs


def _expression(value: doc.WorkflowValue, taken_outputs: Mapping[str, Mapping[str, str]]) -> Any:
    """Return the runtime expression of a value, or the value itself if it is a constant.

    Args:
        value: An input of the workflow, a part of the response of a step, or a constant.
        taken_outputs: For each step by its name, the names that the parts of its response have as
            outputs, by JSON pointer.
    """
    if value.input is not None:
        return f"$inputs.{_key(value.input)}"
    if value.step is not None:
        output = taken_outputs[value.step][value.pointer or ""]
        return f"$steps.{value.step}.outputs.{output}"
    if "$" in json.dumps(value.value):
        warn_export(f"the constant {value.value!r} may be read as an Arazzo expression")
    return value.value


def _payload(parts: Mapping[str, Any]) -> Any:
    """Return the JSON value that has these parts, given by JSON pointer.

    ``{"/id": 1, "/tags/0": "new"}`` gives ``{"id": 1, "tags": ["new"]}``.
    """
    if "" in parts:  # the value itself, which has no other parts
        return parts[""]
    parts_of_members: dict[str, dict[str, Any]] = {}
    for pointer, value in parts.items():
        name, slash, remaining_steps = pointer[1:].partition("/")
        parts_of_members.setdefault(name, {})[slash + remaining_steps] = value
    positions = [str(position) for position in range(len(parts_of_members))]
    if [*parts_of_members] == positions:  # the names are `0`, `1` and so on: this is a list
        return [_payload(parts_of_item) for parts_of_item in parts_of_members.values()]
    payload: dict[str, Any] = {}
    for name, parts_of_member in parts_of_members.items():
        payload[unescaped_step(name)] = _payload(parts_of_member)
    return payload


def _success_condition(method: doc.HttpMethod) -> str:
    """Return the condition under which a call has succeeded: ``$statusCode == 200 || $statusCode ==
    202``.

    Every code from 200 to 299 is accepted if a response has a range of codes or no code, or if no
    response is described.
    """
    responses = [method.success_response, *(method.more_responses or ())]
    conditions: list[str] = []
    for response in filter(None, responses):  # a method may have no response of success
        if response.status_range is not None or response.status_code is None:
            return _ANY_SUCCESS
        conditions.append(f"$statusCode == {response.status_code}")
    return " || ".join(conditions) or _ANY_SUCCESS


def _component_schema(schema: JsonSchema) -> JsonSchema:
    """Return a schema with references to types in the components of the Arazzo document, and
    without keywords that validators refuse.
    """
    result = map_schema(schema, _component_schema)  # a copy, with this done to each subschema
    if "$ref" in result:
        result["$ref"] = f"#/components/inputs/{_key(result['$ref'].removeprefix('#/$defs/'))}"
    for keyword in list(result):
        if keyword.startswith("x-") or keyword in _REFUSED_KEYWORDS:
            del result[keyword]
    return result


def _key(name: str) -> str:
    """Return a name as a key of components or outputs."""
    return _NOT_IN_KEYS.sub("_", name)
