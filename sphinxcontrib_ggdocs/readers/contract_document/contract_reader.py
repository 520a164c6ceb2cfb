"""Contracts of a contract document, from which the other formats are exported.

What the document does not say they do not have: identifiers of operations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from ...catalog import ResolvedGroup
from ...catalog.export import without_nothing
from ...contracts.errors import ErrorClass
from ...contracts.message_model import GivenSchema
from ...contracts.model import (
    MISSING,
    Alias,
    Content,
    Contract,
    ErrorAnswer,
    Example,
    ExternalDocs,
    FileRules,
    HttpContract,
    HttpMethod,
    HttpVerb,
    Interaction,
    Location,
    Parameter,
    RequestBody,
    Serialization,
    Success,
    TypeForm,
    WebSocketContract,
)
from ...contracts.permissions import Permission, permission_of_tree
from ...native import document_parts as doc
from ...native.document_model import ApiDocsDocument
from ...native.openapi_members import (
    encoding_objects,
    link_objects,
    operation_places,
    server_object,
)
from ...native.uses import REFERENCE_PREFIX
from ...schema import JsonSchema
from ...schema.components import distinct_titles
from ...schema.traversal import every_schema
from ..elements import Element
from ..security_reader import SecurityReader
from .given_framing import given_error, given_framing, given_lifecycle

_DIRECTIONS: Mapping[str, Literal["client_to_server", "server_to_client"]] = {
    "OUT": "client_to_server",
    "IN": "server_to_client",
}


class ContractReader:
    """Makes contracts of a document.

    Args:
        document: The document.
        root: The same, unchanged from its file, for places in messages.
        security: The reader of security requirements.
    """

    def __init__(self, document: ApiDocsDocument, root: Element, security: SecurityReader) -> None:
        self._document = document
        self._root = root
        self._security = security
        self._types = _named_types(document)
        self._places = operation_places(document.groups)
        links: set[str] = set()
        self._errors = {key: self._error(key, links) for key in document.errors}

    def groups(self) -> Iterator[ResolvedGroup]:
        """The groups of the document."""
        elements = self._root.items("groups")
        for group, element in zip(self._document.groups, elements, strict=True):
            pairs = zip(group.contracts, element.items("contracts"), strict=True)
            contracts = {part.name: self._contract(part, inner) for part, inner in pairs}
            yield ResolvedGroup(
                name=group.name,
                slug=group.slug,
                description=group.description,
                contracts=tuple(_with_callbacks(group, contracts)),
            )

    def _error(self, key: str, links: set[str]) -> ErrorClass:
        part = self._document.errors[key]
        place = self._root.inner("errors", {}).inner(key, {})
        data = self._type(_without_examples(part.data, part.examples))
        return given_error(key, part, data, place, links, self._error_answer(part, data))

    def _error_answer(self, part: doc.Error, data: TypeForm) -> ErrorAnswer | None:
        """What an error answers with, if that is more than its data as JSON."""
        extra = (part.media_type, part.more_contents, part.response_headers, part.links)
        if not any((*extra, part.examples)):
            return None
        examples = tuple(_examples(part.data, part.examples))
        media_type = part.media_type or "application/json"
        own = (Content(media_type=media_type, type=data, examples=examples),)
        return ErrorAnswer(
            contents=(*(own if part.data is not None else ()), *self._contents(part.more_contents)),
            headers=self._params("header", part.response_headers),
            openapi_extra=self._links(part),
        )

    def _type(self, schema: JsonSchema | None) -> TypeForm:
        if schema is None:
            return MISSING
        return GivenSchema(schema=schema, references=_references(schema, self._types))

    def _named_errors(self, keys: Iterable[str] | None) -> tuple[ErrorClass, ...]:
        return tuple(self._errors[key] for key in keys or ())

    def _contract(
        self, part: doc.HttpContract | doc.WebSocketContract, element: Element
    ) -> Contract:
        common: dict[str, Any] = {
            "name": part.name,
            "description": part.description,
            "security": self._security.requirement(element),
            "error_format": part.error_format or "typed",
            "permission": _permission(part.permission),
            "deprecated": part.deprecated is True,
            "lifecycle": given_lifecycle(part.lifecycle),
            "external_docs": _external_docs(part.external_docs),
        }
        methods = element.items("methods")
        asked = (*self._params("header", part.headers), *self._params("cookie", part.cookies))
        if isinstance(part, doc.HttpContract):
            pairs = zip(part.methods, methods, strict=True)
            return HttpContract(
                methods=tuple(
                    self._method(part_method, inner, asked) for part_method, inner in pairs
                ),
                outgoing=part.outgoing is True,
                **common,
            )
        path = self._params("path", part.path_params)
        query = self._params("query", part.query_params)
        return WebSocketContract(
            path=part.path,
            interactions=tuple(map(self._interaction, part.methods)),
            parameters=(*path, *query, *asked),
            framing=given_framing(part.framing, _own_frames(part.methods), self._errors),
            handshake_errors=self._named_errors(part.errors),
            event_errors=self._named_errors(part.framing.event_errors),
            refusals=self._named_errors(part.framing.refusals),
            **common,
        )

    def _method(
        self, part: doc.HttpMethod, element: Element, asked: Iterable[Parameter]
    ) -> HttpMethod:
        locations: tuple[tuple[Location, tuple[doc.Param, ...] | None], ...] = (
            ("path", part.path_params),
            ("query", part.query_params),
            ("header", part.header_params),
            ("cookie", part.cookie_params),
        )
        parameters = [
            parameter
            for location, params in locations
            for parameter in self._params(location, params)
        ]
        return HttpMethod(
            name=part.name,
            verbs=cast(tuple[HttpVerb, ...], part.http_methods or (part.http_method,)),
            path=part.http_path,
            aliases=tuple(Alias(path=path) for path in (part.http_paths or ())[1:]),
            summary=part.summary,
            description=part.description,
            parameters=(*parameters, *asked),
            body=self._body(part.request_body),
            successes=tuple(self._successes(part)),
            errors=self._named_errors(part.errors),
            security=self._security.requirement(element),
            permission=_permission(part.permission),
            deprecated=part.deprecated is True,
            deprecation_message=part.deprecation_message,
            lifecycle=given_lifecycle(part.lifecycle),
            external_docs=_external_docs(part.external_docs),
            openapi_extra=_operation_members(part),
        )

    def _successes(self, part: doc.HttpMethod) -> Iterator[Success]:
        """The successes; headers, which the document lists together, are those of the first."""
        headers = self._params("header", part.response_headers)
        responses = [part.success_response, *(part.more_responses or ())]
        for response in filter(None, responses):
            yield Success(
                status=response.status_code or 200,
                status_range=response.status_range,
                description=response.description,
                contents=self._contents(response.contents),
                headers=headers,
                openapi_extra=self._links(response),
            )
            headers = ()

    def _links(self, response: doc.Response | doc.Error) -> dict[str, Any] | None:
        return {"links": link_objects(response.links, self._places)} if response.links else None

    def _interaction(self, part: doc.WebSocketMethod) -> Interaction:
        answers = part.success_response.contents if part.success_response is not None else None
        contents = self._contents(answers)
        return Interaction(
            name=part.name,
            direction=_DIRECTIONS[part.ws_direction],
            summary=part.summary,
            description=part.description,
            message=self._body(part.ws_input),
            answer=contents[0] if contents else None,
            errors=self._named_errors(part.errors),
            permission=_permission(part.permission),
            deprecated=part.deprecated is True,
            deprecation_message=part.deprecation_message,
            lifecycle=given_lifecycle(part.lifecycle),
            external_docs=_external_docs(part.external_docs),
        )

    def _params(
        self, location: Location, params: Iterable[doc.Param] | None
    ) -> tuple[Parameter, ...]:
        return tuple(
            Parameter(
                name=param.name,
                location=location,
                type=self._type(_without_examples(param.schema, param.examples)),
                required=param.required,
                description=param.description,
                deprecated=param.deprecated is True,
                examples=tuple(_examples(param.schema, param.examples)),
                serialization=_serialization(param),
            )
            for param in params or ()
        )

    def _body(self, body: doc.Body | None) -> RequestBody | None:
        if body is None:
            return None
        return RequestBody(
            contents=self._contents(body.contents),
            required=body.required,
            description=body.description,
        )

    def _contents(self, contents: Iterable[doc.Content] | None) -> tuple[Content, ...]:
        return tuple(
            Content(
                media_type=content.media_type,
                type=self._type(
                    _without_examples(_sized(content.schema, content.files or {}), content.examples)
                ),
                examples=tuple(_examples(content.schema, content.examples)),
                stream=content.stream is True,
                file=_file((content.files or {}).get("")),
                openapi_extra=encoding_objects(content),
            )
            for content in contents or ()
        )


def _named_types(document: ApiDocsDocument) -> dict[str, GivenSchema]:
    """The named types by the references that lead to them."""
    types: dict[str, GivenSchema] = {}
    waiting: list[tuple[JsonSchema, dict[str, GivenSchema]]] = []
    for name, schema in distinct_titles(document.schemas).items():
        references: dict[str, GivenSchema] = {}
        waiting.append((schema, references))
        types[REFERENCE_PREFIX + name] = GivenSchema(
            schema=schema, references=references, name=name, module=document.service.slug
        )
    for schema, references in waiting:  # types refer to one another
        references |= _references(schema, types)
    return types


def _references(schema: JsonSchema, types: Mapping[str, GivenSchema]) -> dict[str, GivenSchema]:
    """The types that a schema refers to, those that a discriminator names among them."""
    references: dict[str, GivenSchema] = {}
    for inner in every_schema(schema):
        discriminator = inner.get("discriminator")
        mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
        texts = [inner.get("$ref"), *(mapping.values() if isinstance(mapping, dict) else ())]
        references |= {
            text: types[text] for text in texts if isinstance(text, str) and text in types
        }
    return references


def _sized(schema: JsonSchema | None, files: Mapping[str, doc.FilePart]) -> JsonSchema | None:
    """The schema of a form with the largest sizes of its files as lengths."""
    properties = schema.get("properties") if schema is not None else None
    if schema is None or not isinstance(properties, dict):
        return schema
    sized = {
        name: {**properties[name], "maxLength": part.max_size}
        for name, part in files.items()
        if part.max_size is not None and isinstance(properties.get(name), dict)
    }
    return {**schema, "properties": {**properties, **sized}}


def _examples(schema: JsonSchema | None, parts: Sequence[doc.Example] | None) -> Iterator[Example]:
    """The examples of a value that have names."""
    values = iter(schema.get("examples", ()) if schema is not None else ())
    for part in parts or ():
        value = MISSING if part.external_value else next(values, MISSING)
        yield Example(
            name=part.name,
            value=value,
            summary=part.summary,
            description=part.description,
            external_value=part.external_value,
        )


def _without_examples(
    schema: JsonSchema | None, parts: Sequence[doc.Example] | None
) -> JsonSchema | None:
    """A schema without the examples that are read by their names."""
    if schema is None or not parts:
        return schema
    return {key: value for key, value in schema.items() if key != "examples"}


def _file(part: doc.FilePart | None) -> FileRules | None:
    if part is None:
        return None
    return FileRules(media_types=part.media_types or (), max_size=part.max_size)


def _with_callbacks(group: doc.Group, contracts: Mapping[str, Contract]) -> Iterator[Contract]:
    """The contracts of a group, those that methods send in the course of a call in the methods."""
    sent: set[str] = set()
    for part in group.contracts:
        for method in part.methods if isinstance(part, doc.HttpContract) else ():
            sent.update(method.callbacks or ())
    for part in group.contracts:
        contract = contracts[part.name]
        if part.name in sent:
            continue
        if isinstance(part, doc.HttpContract) and isinstance(contract, HttpContract):
            pairs = zip(part.methods, contract.methods, strict=True)
            methods = (
                _with_own_callbacks(part_method, method, contracts) for part_method, method in pairs
            )
            contract = replace(contract, methods=tuple(methods))
        yield contract


def _with_own_callbacks(
    part: doc.HttpMethod, method: HttpMethod, contracts: Mapping[str, Contract]
) -> HttpMethod:
    named = (contracts.get(name) for name in part.callbacks or ())
    own = tuple(
        contract for contract in named if isinstance(contract, HttpContract) and contract.outgoing
    )
    return replace(method, callbacks=own) if own else method


def _operation_members(part: doc.HttpMethod) -> dict[str, Any] | None:
    """What the contract model has no fields for, as OpenAPI writes it."""
    members: dict[str, Any] = {}
    if part.code_samples:
        members["x-codeSamples"] = [
            without_nothing(lang=sample.language, label=sample.label, source=sample.code)
            for sample in part.code_samples
        ]
    if part.servers:
        members["servers"] = list(map(server_object, part.servers))
    return members or None


def _serialization(param: doc.Param) -> Serialization | None:
    if param.style is None and param.explode is None and param.media_type is None:
        return None
    return Serialization(style=param.style, explode=param.explode, media_type=param.media_type)


def _own_frames(methods: Iterable[doc.WebSocketMethod]) -> dict[str, JsonSchema]:
    frames = ((method.name, method.ws_frame) for method in methods)
    return {name: frame for name, frame in frames if frame is not None}


def _external_docs(part: doc.ExternalDocs | None) -> ExternalDocs | None:
    return None if part is None else ExternalDocs(url=part.url, description=part.description)


def _permission(part: doc.Permission | None) -> Permission | None:
    return None if part is None else permission_of_tree(part.tree)
