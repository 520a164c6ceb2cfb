"""Writes the parts of a document from collected contracts.

`schema.collector` has collected the contracts with their types before (`TypedHttpContract` and
others), and the names of types and the keys of errors have been chosen. A slot in what has been
collected is one use of a type; `Written.schema` returns its schema. Interactions of a contract are
the methods of a WebSocket, and an envelope is the schema of a frame, which wraps their payloads.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from ..audience_rules import Audiences
from ..catalog import ResolvedGroup
from ..contracts import model
from ..contracts.audiences import MARKED
from ..contracts.credentials import declares_credentials, effective_security
from ..contracts.display_names import USUAL_DESCRIPTION, ErrorKeys, SchemeNames
from ..contracts.envelopes import envelope, envelopes, framing_members
from ..contracts.errors import ErrorClass
from ..contracts.framing import FrameKind, Framing
from ..contracts.lifecycle import Lifecycle
from ..contracts.message_model import GivenSchema
from ..contracts.permissions import Permission
from ..contracts.possible_errors import added_errors
from ..contracts.security import Security
from ..schema import JsonSchema, Written
from ..schema.collector import (
    TypedContent,
    TypedContract,
    TypedError,
    TypedHttpContract,
    TypedHttpMethod,
    TypedInteraction,
    TypedParameter,
    TypedSuccess,
    TypedWebSocketContract,
)
from ..schema.components import without_null
from ..schema.nodes import without
from . import parts as doc
from .callers import auth_of, marks_of_credentials, sent_places
from .exports import ContentExport, Extra, HttpContractExport, ParamExport, PathExport
from .openapi_members import (
    code_samples,
    given_files,
    link_targets,
    links_of,
    merged_response,
    own_servers,
    styles_of,
)

_Item = TypeVar("_Item")

JSON = "application/json"
DIRECTIONS: dict[model.Direction, Literal["OUT", "IN"]] = {
    "client_to_server": "OUT",
    "server_to_client": "IN",
}
"""The directions of messages in documents, which are those of a client."""


class DocumentWriter:
    """Writes groups with their contracts, methods and errors.

    A member of a part is None where it says what is usual or is empty: JSON leaves it out then.

    Args:
        written: The schemas of the document.
        error_keys: The keys of errors, by class.
        groups: All groups, to whose methods links may lead.
        is_whole: Whether a filter for an audience needs all that authors have written.
    """

    def __init__(
        self,
        written: Written,
        error_keys: ErrorKeys,
        groups: Iterable[ResolvedGroup],
        *,
        is_whole: bool = False,
    ) -> None:
        self._written = written
        self._error_keys = error_keys
        self._groups = tuple(groups)
        self._is_whole = is_whole
        self._schemes = SchemeNames()
        self._written_contracts: dict[int, doc.HttpContract | doc.WebSocketContract] = {}
        """By the id of what has been collected: groups may have a contract in common."""
        self._written_params: dict[int, doc.Param] = {}
        """By the id of what has been collected: methods may have a parameter in common."""
        self._written_errors: dict[ErrorClass, doc.Error] = {}
        self._envelopes: dict[int, dict[FrameKind, JsonSchema]] = {}
        """The schemas of frames by the id of a framing: nearly all contracts have the same."""
        self._errors_with_keys: dict[ErrorClass, tuple[str, doc.Error]] = {}
        """What `_with_key` has returned."""
        self._texts = _texts_of_unnamed((key, error) for error, key in error_keys.items())
        """What all methods say of an error without a name, by its key."""

    @cached_property
    def _link_targets(self) -> Mapping[str, str]:
        """The keys of methods, by what links call them."""
        return link_targets(self._groups)

    def _links(self, extra: Extra) -> tuple[doc.ResponseLink, ...] | None:
        """Return the links of a response; None without any.

        Args:
            extra: The members that its author adds to it, among them the links.
        """
        if not extra or not extra.get("links"):
            return None  # without collecting the targets of links in all groups
        return links_of(extra, self._link_targets)

    @property
    def security_schemes(self) -> dict[str, dict[str, Any]]:
        """Return the security schemes that the groups written so far require, by name."""
        return self._schemes.definitions

    def group(self, group: ResolvedGroup, contracts: Iterable[TypedContract]) -> doc.Group:
        """Return a group with its contracts; the callbacks of their methods follow as contracts."""
        return doc.Group(
            name=group.name,
            slug=group.slug,
            description=group.description,
            contracts=tuple(self._contracts(contracts)),
            audience=group.audience,
        )

    def _contracts(
        self, contracts: Iterable[TypedContract]
    ) -> Iterator[doc.HttpContract | doc.WebSocketContract]:
        """Yield contracts, each followed by the callbacks of its methods. One that several groups
        have is written once.
        """
        for typed in contracts:
            if id(typed) not in self._written_contracts:
                self._written_contracts[id(typed)] = self._contract(typed)
            yield from with_callbacks(self._written_contracts[id(typed)])

    def _contract(self, typed: TypedContract) -> doc.HttpContract | doc.WebSocketContract:
        """Return a contract with its methods."""
        if isinstance(typed, TypedWebSocketContract):
            return self._websocket_contract(typed)
        return self._http_contract(typed)

    def _http_contract(self, typed: TypedHttpContract) -> doc.HttpContract:
        """Return an HTTP contract with its methods."""
        contract = typed.contract
        security = self._security(contract)
        params = self._params_by_location(typed.parameters)
        return doc.HttpContract(
            name=contract.name,
            outgoing=contract.outgoing or None,
            path_prefix=contract.path_prefix,
            description=contract.description,
            source=_source(contract.source),
            auth=auth_of(contract),
            security=security,
            headers=params["header"],
            cookies=params["cookie"],
            permission=_permission(contract.permission),
            deprecated=contract.deprecated or None,
            lifecycle=_lifecycle(contract.lifecycle),
            external_docs=_external_docs(contract.external_docs),
            error_format=_error_format(contract),
            methods=tuple(self._http_method(method, security) for method in typed.methods),
            export=HttpContractExport(report=contract.on_bad_type),
            audience=contract.audience,
        )

    def _websocket_contract(self, typed: TypedWebSocketContract) -> doc.WebSocketContract:
        """Return the contract of a WebSocket with its methods and its handshake."""
        contract = typed.contract
        security = self._security(contract)
        params = self._params_by_location(typed.parameters)
        interactions = typed.interactions
        return doc.WebSocketContract(
            name=contract.name,
            protocol=contract.protocol,
            path=contract.address,
            description=contract.description,
            source=_source(contract.source),
            auth=auth_of(contract),
            security=security,
            path_params=_with_slashes(params["path"], [contract.path]),
            query_params=params["query"],
            headers=params["header"],
            cookies=params["cookie"],
            permission=_permission(contract.permission),
            deprecated=contract.deprecated or None,
            lifecycle=_lifecycle(contract.lifecycle),
            external_docs=_external_docs(contract.external_docs),
            error_format=_error_format(contract),
            errors=self._keys_of(typed.handshake_errors) or None,
            framing=self._framing(typed),
            methods=tuple(self._interaction(one, security) for one in interactions),
            export=doc.ChannelExport(
                parameters=sent_places(contract, None),
                event_errors=self._with_keys(typed.event_errors),
                refusals=self._with_keys(typed.refusals),
                handshake_errors=self._with_keys(typed.handshake_errors),
                report=contract.on_bad_type,
                asyncapi_extra=contract.asyncapi_extra,
            ),
            audience=contract.audience,
        )

    def _framing(self, typed: TypedWebSocketContract) -> doc.Framing:
        """Return how messages of a WebSocket are put into frames, with the errors that the service
        may send in them.
        """
        framing = typed.contract.framing
        if id(framing) not in self._envelopes:
            self._envelopes[id(framing)] = envelopes(framing)
        sent_errors: dict[str, ErrorClass] = {}  # those for which the framing has codes
        for interaction in typed.interactions:
            sent_errors |= self._classes_by_key(interaction.errors)
        sent_errors |= self._classes_by_key((*typed.event_errors, *typed.refusals))
        members = framing_members(
            framing,
            self._envelopes[id(framing)],
            event_errors=self._keys_of(typed.event_errors),
            refusals=self._keys_of(typed.refusals),
            errors=sent_errors,
        )
        return doc.Framing(**members)

    def _http_method(
        self, typed: TypedHttpMethod, contract_security: doc.Security | None
    ) -> doc.HttpMethod:
        """Return a method.

        Args:
            typed: What has been collected of it.
            contract_security: How callers of its contract identify themselves.
        """
        contract, method = typed.contract, typed.method
        responses = [self._success(success, method.openapi_extra) for success in typed.successes]
        at_each_path = method.at_each_path()
        routes = tuple(map(contract.route_path, at_each_path))
        paths = tuple(map(contract.full_path, at_each_path))
        params = self._params_by_location(typed.parameters)
        return doc.HttpMethod(
            name=method.name,
            summary=method.summary,
            description=_description_beyond_summary(method),
            deprecated=method.deprecated or None,
            deprecation_message=method.deprecation_message,
            lifecycle=_lifecycle(method.lifecycle),
            permission=_permission(method.permission),
            security=self._own_security(contract, method, contract_security),
            external_docs=_external_docs(method.external_docs),
            source=_source(method.source, contract.source),
            http_method=method.verbs[0],
            # Nearly all methods have one verb, which is easier to read where it is not a list; so
            # are paths and responses.
            http_methods=_if_several(method.verbs),
            http_path=paths[0],
            http_paths=_if_several(paths),
            auth=auth_of(contract, method),
            path_params=_with_slashes(params["path"], routes),
            query_params=params["query"],
            header_params=params["header"],
            cookie_params=params["cookie"],
            request_body=self._body(method.body, typed.body),
            success_response=next(iter(responses), None),
            more_responses=tuple(responses[1:]) or None,
            response_headers=self._response_headers(typed.successes),
            errors=self._keys_of(typed.errors),
            runtime_errors=self._keys_of_added(contract, method, typed.errors),
            error_descriptions=self._error_descriptions(typed.errors),
            servers=own_servers(method.openapi_extra),
            callbacks=tuple(callback.contract.name for callback in typed.callbacks) or None,
            code_samples=code_samples(method.openapi_extra),
            export=self._method_export(typed, self._path_exports(at_each_path, routes, paths)),
            audience=method.audience,
        )

    def _method_export(
        self, typed: TypedHttpMethod, paths: tuple[PathExport, ...] | None
    ) -> doc.MethodExport:
        """Return what other formats need of a method, among it what they need of its paths."""
        contract, method = typed.contract, typed.method
        places = sent_places(contract, method)
        if len(places) < 2:  # no order is needed
            places = ()
        return doc.MethodExport(
            description=method.description,
            tags=method.tags,
            paths=paths,
            parameters=places,
            errors=self._with_keys(typed.errors),
            callbacks=tuple(self._http_contract(callback) for callback in typed.callbacks),
            openapi_extra=method.openapi_extra,
        )

    def _path_exports(
        self,
        at_each_path: Iterable[model.HttpMethod],
        routes: tuple[str, ...],
        paths: tuple[str, ...],
    ) -> tuple[PathExport, ...] | None:
        """Return what other formats need of the paths of a method; None if the paths say all.

        Args:
            at_each_path: The method once for each of its paths, with its ids there.
            routes: The paths, with the converters of placeholders.
            paths: The paths without these.
        """
        exports: list[PathExport] = []
        is_usual = routes == paths  # no placeholder has a converter
        for at_path, route in zip(at_each_path, routes, strict=True):
            export = PathExport(
                route=route,
                operation_id=at_path.operation_id,
                verb_operation_ids=at_path.verb_operation_ids,
            )
            exports.append(export)
            if at_path.operation_id or at_path.verb_operation_ids:
                is_usual = False
        if is_usual and not self._is_whole:
            return None
        return tuple(exports)

    def _interaction(
        self, typed: TypedInteraction, contract_security: doc.Security | None
    ) -> doc.WebSocketMethod:
        """Return a message of a WebSocket.

        Args:
            typed: What has been collected of it.
            contract_security: How callers of its contract identify themselves.
        """
        contract, interaction = typed.contract, typed.interaction
        kind: FrameKind = "event"  # of the frame, as framings call it
        pattern: Literal["req", "event"] = "event"  # the same, as the contract document calls it
        if interaction.is_request:
            kind, pattern = "request", "req"
        answer = None
        if typed.answer is not None:
            answer = doc.Response(contents=(self._content(typed.answer),))
        return doc.WebSocketMethod(
            name=interaction.name,
            summary=interaction.summary,
            description=interaction.description,
            deprecated=interaction.deprecated or None,
            deprecation_message=interaction.deprecation_message,
            lifecycle=_lifecycle(interaction.lifecycle),
            permission=_permission(interaction.permission),
            security=self._own_security(contract, interaction, contract_security),
            external_docs=_external_docs(interaction.external_docs),
            source=_source(interaction.source, contract.source),
            ws_direction=DIRECTIONS[interaction.direction],
            ws_pattern=pattern,
            header_params=self._message_headers(typed),
            ws_input=self._body(interaction.message, typed.message),
            ws_frame=_own_envelope(contract.framing, kind, interaction),
            success_response=answer,
            errors=self._keys_of(typed.errors),
            runtime_errors=self._keys_of_added(contract, interaction, typed.errors),
            export=doc.InteractionExport(
                errors=self._with_keys(typed.errors),
                asyncapi_extra=interaction.asyncapi_extra,
                message_extra=interaction.message_extra,
            ),
            audience=interaction.audience,
        )

    def _message_headers(self, typed: TypedInteraction) -> tuple[doc.Param, ...] | None:
        """Return the headers of a message; None without any."""
        return tuple(map(self._param, typed.headers)) or None

    # --- credentials ---

    def _security(
        self, contract: model.Contract, method: model.HttpMethod | model.Interaction | None = None
    ) -> doc.Security | None:
        """Return how callers of a contract, or of a method, identify themselves; None if nothing
        says it.
        """
        requirement = effective_security(contract, method)
        if requirement is None:
            return None
        marks = marks_of_credentials(contract, method)
        alternatives = requirement.alternatives
        return tuple(self._alternative(alternative, marks) for alternative in alternatives)

    def _alternative(
        self, alternative: Iterable[Security], marks: Mapping[tuple[str, str], Audiences]
    ) -> dict[str, tuple[str, ...]]:
        """Return schemes that are needed together, by name, with their scopes, and add them to the
        schemes of the document.

        Args:
            alternative: The schemes.
            marks: The audiences of the parameters that carry credentials, by their places.
        """
        scopes_by_name: dict[str, tuple[str, ...]] = {}
        for security in alternative:
            scheme = security.scheme
            definition = scheme.openapi()
            if scheme.carrier is not None and marks.get(scheme.carrier):
                # For the filter of an audience; the builder removes it from other documents.
                definition[MARKED] = [*marks[scheme.carrier]]
            name = self._schemes.add(scheme.name, definition)
            scopes_by_name[name] = security.scopes
        return scopes_by_name

    def _own_security(
        self,
        contract: model.Contract,
        method: model.HttpMethod | model.Interaction,
        contract_security: doc.Security | None,
    ) -> doc.Security | None:
        """Return how callers of a method identify themselves; None if it is the same for the whole
        contract.
        """
        if not declares_credentials(method):
            return None  # the method has those of its contract
        security = self._security(contract, method)
        if security == contract_security:
            return None
        return security

    # --- keys of errors ---

    def _keys_of(self, errors: Iterable[TypedError]) -> tuple[str, ...]:
        """Return the keys of errors, each once."""
        return tuple(self._classes_by_key(errors))

    def _classes_by_key(self, errors: Iterable[TypedError]) -> dict[str, ErrorClass]:
        """Return the classes of errors by key."""
        classes: dict[str, ErrorClass] = {}
        for typed in errors:
            classes[self._error_keys[typed.error]] = typed.error
        return classes

    def _keys_of_added(
        self,
        contract: model.Contract,
        member: model.HttpMethod | model.Interaction,
        errors: Iterable[TypedError],
    ) -> tuple[str, ...] | None:
        """Return the keys of the errors of a method that its author has not declared, because the
        runtime adds them, such as that of validation; None without any.
        """
        added = added_errors(contract, member, [typed.error for typed in errors])
        return tuple(self._error_keys[error] for error in added) or None

    def _error_descriptions(self, errors: Iterable[TypedError]) -> dict[str, str] | None:
        """Return what a method says of its errors without names, by key, where the entry of the
        error says something else: it has the descriptions of all methods. None if there is nothing.
        """
        pairs = [(self._error_keys[typed.error], typed.error) for typed in errors]
        texts = _texts_of_unnamed(pairs)
        return {key: text for key, text in texts.items() if text != self._texts[key]} or None

    def _with_keys(self, errors: Iterable[TypedError]) -> tuple[tuple[str, doc.Error], ...]:
        """Return errors with their keys."""
        return tuple(map(self._with_key, errors))

    def _with_key(self, typed: TypedError) -> tuple[str, doc.Error]:
        """Return an error with its key: one object for all methods, for there are many of them."""
        pair = self._errors_with_keys.get(typed.error)
        if pair is None:
            pair = self._error_keys[typed.error], self._error(typed)
            self._errors_with_keys[typed.error] = pair
        return pair

    # --- parameters ---

    def _params_by_location(
        self, parameters: Iterable[TypedParameter]
    ) -> dict[model.ParameterLocation, tuple[doc.Param, ...] | None]:
        """Return parameters by location, in their order; None for a location without any."""
        listed: dict[model.ParameterLocation, tuple[doc.Param, ...] | None] = {
            "path": None,
            "query": None,
            "header": None,
            "cookie": None,
        }
        for typed in parameters:
            location = typed.parameter.location
            listed[location] = (*(listed[location] or ()), self._param(typed))
        return listed

    def _param(self, typed: TypedParameter) -> doc.Param:
        """Return a parameter, as one object for all methods that have it in common."""
        if id(typed) not in self._written_params:
            self._written_params[id(typed)] = self._new_param(typed)
        return self._written_params[id(typed)]

    def _new_param(self, typed: TypedParameter) -> doc.Param:
        """Return a parameter. A description or deprecation in its schema is moved to the parameter.
        Null is removed from its schema, unless the value is JSON or the parameter is required.
        """
        parameter = typed.parameter
        whole_schema = self._written.schema(typed.slot)
        schema, words = self._written.schema_and_text(typed.slot)
        is_from_file = parameter.serialization is not None
        if is_from_file and parameter.description:
            # A file may describe both the parameter and its schema: each keeps its own description.
            schema = whole_schema
        # Only a value that is sent as JSON can be null; any other value is sent as plain text.
        is_json = parameter.serialization is not None and parameter.serialization.media_type
        # Instead of sending null, clients leave an optional parameter out. They cannot do so with a
        # required one, which keeps its null; but a path never has a null.
        may_be_null = parameter.required and parameter.location != "path"
        if not is_json and not may_be_null:
            schema = without_null(schema)
        schema = with_examples(schema, parameter.examples)
        is_deprecated = parameter.deprecated or words.deprecated
        return doc.Param(
            name=parameter.name,
            required=parameter.required,
            schema=schema,
            description=parameter.description or words.description,
            deprecated=is_deprecated or None,
            examples=described_examples(parameter.examples),
            export=self._param_export(parameter, schema, whole_schema),
            audience=parameter.audience,
            **styles_of(parameter, schema, self._written.schemas),
        )

    def _param_export(
        self, parameter: model.Parameter, schema: JsonSchema, whole_schema: JsonSchema
    ) -> ParamExport | None:
        """Return what other formats need of a parameter; None if the parameter says all.

        Args:
            parameter: The parameter of the contract.
            schema: Its schema in the document.
            whole_schema: The schema of its type, with the words and the null of it.
        """
        is_same = (
            schema == whole_schema and not parameter.examples and parameter.serialization is None
        )
        if is_same and not self._is_whole:
            return None
        return ParamExport(
            schema=whole_schema,
            description=parameter.description,
            deprecated=parameter.deprecated,
            examples=parameter.examples,
            serialization=parameter.serialization,
            openapi_extra=parameter.openapi_extra,
            cause=parameter,
        )

    def _response_headers(self, successes: Iterable[TypedSuccess]) -> tuple[doc.Param, ...] | None:
        """Return the headers of responses, each once: of several with one name the last. None
        without any.
        """
        headers: dict[str, TypedParameter] = {}
        for typed in successes:
            for header in typed.headers:
                # Names of headers have no case (RFC 9110, 5.1).
                headers[header.parameter.name.lower()] = header
        return tuple(map(self._param, headers.values())) or None

    # --- bodies and responses ---

    def _body(
        self, body: model.RequestBody | None, contents: Sequence[TypedContent]
    ) -> doc.Body | None:
        """Return the body of a request or a message with its representations."""
        if body is None:
            return None
        return doc.Body(
            required=body.required,
            contents=tuple(map(self._content, contents)),
            description=body.description,
        )

    def _success(self, typed: TypedSuccess, extra: Extra) -> doc.Response:
        """Return a response that is no error, also with the links that its method adds to it.

        Args:
            typed: What has been collected of it.
            extra: What the method adds to its operation, where responses may have links.
        """
        response = self._response(typed)
        added = self._links(merged_response(extra, typed.success.status_text))
        if added is None:
            return response
        return replace(response, links=(*(response.links or ()), *added))

    def _response(self, typed: TypedSuccess) -> doc.Response:
        """Return a response; the usual description is left out. Its `export` has what the contract
        document does not say of it: that description, its own headers, and additions.
        """
        success = typed.success
        description: str | None = success.description
        if success.description == USUAL_DESCRIPTION:
            description = None
        headers = tuple(map(self._param, typed.headers))
        extra = without(success.openapi_extra or {}, "links")
        export = None
        if self._is_whole or headers or extra or description is None:
            export = doc.ResponseExport(
                description=success.description, headers=headers, openapi_extra=extra
            )
        return doc.Response(
            status_code=success.status,
            status_range=success.status_range,
            description=description,
            contents=tuple(map(self._content, typed.contents)) or None,
            links=self._links(success.openapi_extra),
            export=export,
            audience=success.audience,
        )

    # --- errors ---

    def errors(self, errors: Iterable[TypedError]) -> dict[str, doc.Error]:
        """Return the errors of the document by key: by name, then those without one by status, a
        range after the codes in it; those that say the same share one entry.
        """
        entries = {self._error_keys[typed.error]: typed for typed in errors}

        def order(key: str) -> tuple[str, str]:
            """Put errors with names first, by name, and then those without one by status."""
            return _status_without_name(entries[key].error), key

        written = {key: self._error(entries[key]) for key in sorted(entries, key=order)}
        # The one entry of errors without names says what all of them say.
        for key, text in self._texts.items():
            written[key] = replace(written[key], description=text or None)
        return written

    def _error(self, typed: TypedError) -> doc.Error:
        """Return an error, as one object for all methods that have it."""
        if typed.error not in self._written_errors:
            self._written_errors[typed.error] = self._new_error(typed)
        return self._written_errors[typed.error]

    def _new_error(self, typed: TypedError) -> doc.Error:
        """Return an error with its data and its response."""
        error = typed.error
        data_content, other_contents = self._contents_of_error(typed)
        facts: dict[str, Any] = {}  # the members that only some errors have
        if data_content is not None:
            facts |= {"data": data_content.schema, "examples": data_content.examples}
            if data_content.media_type != JSON:
                facts["media_type"] = data_content.media_type
        if error.answer is not None:
            facts["status_range"] = error.answer.status  # None for an answer to one status
        if typed.answer is not None:
            facts["response_headers"] = self._response_headers([typed.answer])
            facts["links"] = self._links(typed.answer.success.openapi_extra)
        if error.is_named:
            facts["type"] = error.type
        if not _repeats_key(self._error_keys[error], error):
            facts["description"] = error.description
        return doc.Error(
            status_code=error.status,
            more_contents=other_contents or None,
            deprecated=error.deprecated or None,
            deprecation_message=error.deprecation_message,
            lifecycle=_lifecycle(error.lifecycle),
            export=self._error_export(typed),
            audience=error.audience,
            **facts,
        )

    def _error_export(self, typed: TypedError) -> doc.ErrorExport:
        """Return what other formats need of an error."""
        data, answer = None, None
        if typed.data is not None:
            data = self._written.schema(typed.data)
        if typed.answer is not None:
            answer = self._response(typed.answer)
        return doc.ErrorExport(
            name=typed.error.type,
            description=typed.error.description,
            data=data,
            answer=answer,
            cause=typed.error,
        )

    def _contents_of_error(
        self, typed: TypedError
    ) -> tuple[doc.Content | None, tuple[doc.Content, ...]]:
        """Return the representation of an error that has its data, and the others; the first is
        None for an error without data.
        """
        contents: Sequence[TypedContent] = ()
        if typed.answer is not None:
            contents = typed.answer.contents
        if typed.data is None:
            return None, tuple(map(self._content, contents))
        data_content: doc.Content | None = None
        others: list[doc.Content] = []
        for typed_content in contents:
            content = self._content(typed_content)
            if data_content is None and typed_content.content.type is typed.error.data_type:
                data_content = content
            else:
                others.append(content)
        if data_content is None:
            # No representation has the class of the data: the runtime sends them as JSON.
            data_content = doc.Content(media_type=JSON, schema=self._written.schema(typed.data))
        return data_content, tuple(others)

    # --- representations ---

    def _content_schema(self, typed: TypedContent) -> JsonSchema | None:
        """Return the schema of a representation with the values of its examples; None if it has
        neither a type nor such a value.
        """
        examples = typed.content.examples
        if typed.slot is not None:
            return with_examples(self._written.schema(typed.slot), examples)
        # The document has examples in schemas alone, so that raw bytes with examples need one.
        schema = with_examples({}, examples)  # empty if no example has a value
        if schema and all(isinstance(value, str) for value in schema["examples"]):
            return {"type": "string", **schema}
        return schema or None

    def _content(self, typed: TypedContent) -> doc.Content:
        """Return one representation of a body."""
        content = typed.content
        schema = self._content_schema(typed)
        files = _files(content) or given_files(content, schema, self._written.schemas)
        return doc.Content(
            media_type=content.media_type,
            schema=schema,
            files=files,
            stream=content.stream or None,
            examples=described_examples(content.examples),
            export=self._content_export(typed),
            audience=content.audience,
        )

    def _content_export(self, typed: TypedContent) -> ContentExport | None:
        """Return what other formats need of a representation; None if it says all itself."""
        content = typed.content
        is_given = isinstance(content.type, GivenSchema)  # by a file
        has_more = bool(content.examples) or content.openapi_extra is not None
        if not (self._is_whole or is_given or has_more):
            return None
        schema: JsonSchema | None = None
        if typed.slot is not None:
            schema = self._written.schema(typed.slot)
        return ContentExport(
            schema=schema,
            examples=content.examples,
            openapi_extra=content.openapi_extra,
            is_given=is_given,
            by_hand=content.by_hand,
        )


def with_callbacks(
    contract: doc.HttpContract | doc.WebSocketContract,
) -> Iterator[doc.HttpContract | doc.WebSocketContract]:
    """Yield a contract and the callbacks of its methods: the document has no place for contracts
    inside of methods, which name their callbacks.
    """
    yield contract
    if not isinstance(contract, doc.HttpContract):
        return
    for method in contract.methods:
        if method.export is not None:
            for callback in method.export.callbacks:
                yield from with_callbacks(callback)


def _with_slashes(
    params: tuple[doc.Param, ...] | None, routes: Iterable[str]
) -> tuple[doc.Param, ...] | None:
    """Return the parameters of paths; those that match several steps say so.

    Args:
        params: The parameters.
        routes: The paths with converters: ``/files/{path:path}`` matches several steps.
    """
    if params is None:
        return None
    names: set[str] = set()
    for route in routes:
        names.update(model.REST.findall(route))
    if not names:
        return params  # as for most paths: each placeholder matches one step
    return tuple(_with_slash(param, names) for param in params)


def _with_slash(param: doc.Param, names: Collection[str]) -> doc.Param:
    """Return the parameter of a path, which has slashes in it if its name is among these."""
    return replace(param, slashes=param.name in names or None)


def _if_several(items: tuple[_Item, ...]) -> tuple[_Item, ...] | None:
    """Return items if these are several, else None."""
    if len(items) > 1:
        return items
    return None


def _own_envelope(
    framing: Framing, kind: FrameKind, interaction: model.Interaction
) -> JsonSchema | None:
    """Return the schema of the frames of a message; None if they are those of all messages."""
    template = framing.template(kind, interaction)
    if template == framing.template(kind):
        return None
    return envelope(template)


def with_examples(schema: JsonSchema, examples: Iterable[model.Example]) -> JsonSchema:
    """Return the schema of a part with the values of the examples that the part has, in place of
    those of its type; the same schema if no example has a value.
    """
    values: list[object] = []
    for example in examples:
        if example.value is not model.MISSING:
            values.append(example.value)
        elif example.serialized is not None:
            values.append(example.serialized)
    if not values:
        return schema
    return {**schema, "examples": values}


def described_examples(examples: Iterable[model.Example]) -> tuple[doc.Example, ...] | None:
    """Return what examples say besides their values; None if that is nothing. Those with neither a
    value nor an address are left out.
    """
    described: list[doc.Example] = []
    for example in examples:
        has_value = example.value is not model.MISSING or example.serialized is not None
        address = example.external_value
        if has_value:
            # The values are in the schema, in the order of the examples without an address.
            address = None
        if has_value or address:
            described_example = doc.Example(
                name=example.name,
                summary=example.summary,
                description=example.description,
                external_value=address,
            )
            described.append(described_example)
    if all(map(_says_nothing, described)):
        return None
    return tuple(described)


def _says_nothing(example: doc.Example) -> bool:
    """Return whether an example has no texts, and the name that we give to one without a name: a
    number, or ``example`` if it is the only one.
    """
    has_texts = example.summary or example.description or example.external_value
    return not has_texts and (example.name == "example" or example.name.isdigit())


def _texts_of_unnamed(errors: Iterable[tuple[str, ErrorClass]]) -> dict[str, str]:
    """Return the descriptions of errors without names, by key. Several such errors may share a key:
    their different descriptions are paragraphs of one text. A description that only repeats the
    key is left out, and the text is empty if none remains.
    """
    texts: dict[str, list[str]] = {}
    for key, error in errors:
        if error.is_named:
            continue
        descriptions = texts.setdefault(key, [])
        text = error.description
        if text and text not in descriptions and not _repeats_key(key, error):
            descriptions.append(text)
    return {key: "\n\n".join(descriptions) for key, descriptions in texts.items()}


def _repeats_key(key: str, error: ErrorClass) -> bool:
    """Return whether an error without a name is described by the words of its key: ``Not-Found``
    and ``Not-Found-2`` by "Not Found", ``Im-a-Teapot`` by "I'm a Teapot".
    """
    words_of_key = re.sub(r"-\d+$", "", key).split("-")
    words = re.findall(r"\w+", (error.description or "").replace("'", ""))
    return not error.is_named and words == words_of_key


def _files(content: model.Content) -> dict[str, doc.FilePart] | None:
    """Return the files in a form by field; a body that is a file itself has the empty name."""
    files: dict[str, doc.FilePart] = {}
    if content.file is not None:
        files[""] = _file(content.file)
    for field in content.fields or ():
        if field.file is not None:
            files[field.name] = _file(field.file)
    return files or None


def _file(rules: model.FileRules) -> doc.FilePart:
    return doc.FilePart(media_types=rules.media_types or None, max_size=rules.max_size)


def _description_beyond_summary(method: model.HttpMethod) -> str | None:
    """Return the description of a method; None if it is the same as its summary."""
    summary, description = method.summary or "", method.description or ""
    if description.split() == summary.split():
        return None
    return method.description


def _error_format(contract: model.Contract) -> Literal["problem", "plain"] | None:
    """Return the format of errors; None for the usual one."""
    if contract.error_format == "typed":
        return None
    return contract.error_format


def _status_without_name(error: ErrorClass) -> str:
    """Return the status of an error without a name, or its range; empty for one with a name."""
    if error.is_named:
        return ""
    if error.answer is not None and error.answer.status:
        return error.answer.status
    return str(error.status)


def _source(
    source: model.Source | None, contract_source: model.Source | None = None
) -> doc.Source | None:
    """Return where a contract or a method is written; the module of a method is left out if it is
    that of its contract.
    """
    if source is None:
        return None
    module: str | None = source.module
    if contract_source is not None and contract_source.module == module:
        module = None
    if not module and not source.line:
        return None  # nothing is left to say
    return doc.Source(module=module, line=source.line)


def _lifecycle(lifecycle: Lifecycle | None) -> doc.Lifecycle | None:
    if lifecycle is None:
        return None
    return doc.Lifecycle(**asdict(lifecycle))


def _permission(permission: Permission | None) -> doc.Permission | None:
    if permission is None:
        return None
    return doc.Permission(text=permission.text, tree=permission.tree)


def _external_docs(docs: model.ExternalDocs | None) -> doc.ExternalDocs | None:
    if docs is None:
        return None
    return doc.ExternalDocs(url=docs.url, description=docs.description, audience=docs.audience)
