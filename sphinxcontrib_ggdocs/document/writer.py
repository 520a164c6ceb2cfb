"""Writes collected contracts as the objects of the document."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Literal

from ..audience_rules import Audiences
from ..catalog import ResolvedGroup
from ..contracts import model
from ..contracts.audiences import MARKED
from ..contracts.credentials import declares_credentials, effective_security
from ..contracts.display_names import USUAL_DESCRIPTION, ErrorKeys, SchemeNames
from ..contracts.envelopes import envelope, envelopes, framing_members
from ..contracts.errors import ErrorClass
from ..contracts.framing import FrameKind
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
    links_of,
    merged_response,
    own_servers,
    styles_of,
)

JSON = "application/json"
DIRECTIONS: dict[model.Direction, Literal["OUT", "IN"]] = {
    "client_to_server": "OUT",
    "server_to_client": "IN",
}


class DocumentWriter:
    """Writes groups, once names of types and keys of errors are known."""

    def __init__(
        self,
        written: Written,
        errors: ErrorKeys,
        link_targets: Mapping[str, str],
        *,
        is_whole: bool = False,
    ) -> None:
        self._written = written
        self._errors = errors
        self._link_targets = link_targets
        self._is_whole = is_whole
        """Whether a filter for an audience needs all that authors have written."""
        self._schemes = SchemeNames()
        self._written_contracts: dict[int, doc.HttpContract | doc.WebSocketContract] = {}
        """By the id of what has been collected: groups may have a contract in common."""
        self._written_params: dict[int, doc.Param] = {}
        """By the id of what has been collected: methods may have a parameter in common."""
        self._written_errors: dict[ErrorClass, doc.Error] = {}
        self._envelopes: dict[int, dict[FrameKind, JsonSchema]] = {}
        """By the id of a framing: nearly all contracts have the same."""
        self._pairs: dict[ErrorClass, tuple[str, doc.Error]] = {}
        self._texts = _joined_texts((key, error) for error, key in errors.items())
        """What all methods say of an error without a name, by its key."""

    @property
    def security_schemes(self) -> dict[str, dict[str, Any]]:
        """The schemes that the groups written so far require, by name."""
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
        for typed in contracts:
            if id(typed) not in self._written_contracts:
                self._written_contracts[id(typed)] = self._contract(typed)
            yield from with_callbacks(self._written_contracts[id(typed)])

    def _contract(self, typed: TypedContract) -> doc.HttpContract | doc.WebSocketContract:
        if isinstance(typed, TypedWebSocketContract):
            return self._websocket_contract(typed)
        return self._http_contract(typed)

    def _http_contract(self, typed: TypedHttpContract) -> doc.HttpContract:
        contract = typed.contract
        security = self._security(contract)
        return doc.HttpContract(
            name=contract.name,
            outgoing=contract.outgoing or None,
            path_prefix=contract.path_prefix,
            description=contract.description,
            source=_source(contract.source),
            auth=auth_of(contract),
            security=security,
            headers=self._params(typed.parameters, "header"),
            cookies=self._params(typed.parameters, "cookie"),
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
        contract = typed.contract
        security = self._security(contract)
        return doc.WebSocketContract(
            name=contract.name,
            protocol=contract.protocol,
            path=contract.address,
            description=contract.description,
            source=_source(contract.source),
            auth=auth_of(contract),
            security=security,
            path_params=self._path_params(typed, [contract.path]),
            query_params=self._params(typed.parameters, "query"),
            headers=self._params(typed.parameters, "header"),
            cookies=self._params(typed.parameters, "cookie"),
            permission=_permission(contract.permission),
            deprecated=contract.deprecated or None,
            lifecycle=_lifecycle(contract.lifecycle),
            external_docs=_external_docs(contract.external_docs),
            error_format=_error_format(contract),
            errors=self._error_keys(typed.handshake_errors) or None,
            framing=self._framing(typed),
            methods=tuple(
                self._interaction(interaction, security) for interaction in typed.interactions
            ),
            export=doc.ChannelExport(
                parameters=sent_places(contract, None),
                event_errors=self._keyed(typed.event_errors),
                refusals=self._keyed(typed.refusals),
                handshake_errors=self._keyed(typed.handshake_errors),
                report=contract.on_bad_type,
                asyncapi_extra=contract.asyncapi_extra,
            ),
            audience=contract.audience,
        )

    def _framing(self, typed: TypedWebSocketContract) -> doc.Framing:
        declared = [error for interaction in typed.interactions for error in interaction.errors]
        every_error = (*declared, *typed.event_errors, *typed.refusals)
        framing = typed.contract.framing
        if id(framing) not in self._envelopes:
            self._envelopes[id(framing)] = envelopes(framing)
        members = framing_members(
            framing,
            self._envelopes[id(framing)],
            event_errors=self._error_keys(typed.event_errors),
            refusals=self._error_keys(typed.refusals),
            errors={self._errors[error.error]: error.error for error in every_error},
        )
        return doc.Framing(**members)

    def _http_method(
        self, typed: TypedHttpMethod, of_contract: doc.Security | None
    ) -> doc.HttpMethod:
        contract, method = typed.contract, typed.method
        responses = [self._success(success, method.openapi_extra) for success in typed.successes]
        paths = contract.full_paths(method)
        return doc.HttpMethod(
            name=method.name,
            summary=method.summary,
            description=_beyond_summary(method),
            deprecated=method.deprecated or None,
            deprecation_message=method.deprecation_message,
            lifecycle=_lifecycle(method.lifecycle),
            permission=_permission(method.permission),
            security=self._own_security(contract, method, of_contract),
            external_docs=_external_docs(method.external_docs),
            source=_source(method.source, contract.source),
            http_method=method.verbs[0],
            # Nearly all methods have one verb, which is easier to read where it is not a list.
            http_methods=method.verbs if len(method.verbs) > 1 else None,
            http_path=paths[0],
            http_paths=paths if len(paths) > 1 else None,
            auth=auth_of(contract, method),
            path_params=self._path_params(typed, map(contract.route_path, method.at_each_path())),
            query_params=self._params(typed.parameters, "query"),
            header_params=self._params(typed.parameters, "header"),
            cookie_params=self._params(typed.parameters, "cookie"),
            request_body=self._body(method.body, typed.body),
            success_response=responses[0] if responses else None,
            more_responses=tuple(responses[1:]) or None,
            response_headers=self._response_headers(typed.successes),
            errors=self._error_keys(typed.errors),
            runtime_errors=self._added_keys(contract, method, typed.errors),
            error_descriptions=self._error_descriptions(typed.errors),
            servers=own_servers(method.openapi_extra),
            callbacks=tuple(callback.contract.name for callback in typed.callbacks) or None,
            code_samples=code_samples(method.openapi_extra),
            export=self._method_export(typed),
            audience=method.audience,
        )

    def _method_export(self, typed: TypedHttpMethod) -> doc.MethodExport:
        contract, method = typed.contract, typed.method
        places = sent_places(contract, method)
        if len(places) < 2:  # which have one order
            places = ()
        return doc.MethodExport(
            description=method.description,
            tags=method.tags,
            paths=self._path_exports(contract, method),
            parameters=places,
            errors=self._keyed(typed.errors),
            callbacks=tuple(self._http_contract(callback) for callback in typed.callbacks),
            openapi_extra=method.openapi_extra,
        )

    def _path_exports(
        self, contract: model.HttpContract, method: model.HttpMethod
    ) -> tuple[PathExport, ...] | None:
        """Return what other formats need of the paths of a method; None where that is the paths."""
        exports: list[PathExport] = []
        for at_path in method.at_each_path():
            export = PathExport(
                route=contract.route_path(at_path),
                operation_id=at_path.operation_id,
                verb_operation_ids=at_path.verb_operation_ids,
            )
            exports.append(export)
        usual = [PathExport(route=path) for path in contract.full_paths(method)]
        return None if exports == usual and not self._is_whole else tuple(exports)

    def _interaction(
        self, typed: TypedInteraction, of_contract: doc.Security | None
    ) -> doc.WebSocketMethod:
        contract, interaction = typed.contract, typed.interaction
        framing = contract.framing
        kind: FrameKind = "request" if interaction.is_request else "event"
        own = framing.template(kind, interaction)
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
            security=self._own_security(contract, interaction, of_contract),
            external_docs=_external_docs(interaction.external_docs),
            source=_source(interaction.source, contract.source),
            ws_direction=DIRECTIONS[interaction.direction],
            ws_pattern="req" if interaction.is_request else "event",
            header_params=self._message_headers(typed),
            ws_input=self._body(interaction.message, typed.message),
            ws_frame=envelope(own) if own != framing.template(kind) else None,
            success_response=answer,
            errors=self._error_keys(typed.errors),
            runtime_errors=self._added_keys(contract, interaction, typed.errors),
            export=doc.InteractionExport(
                errors=self._keyed(typed.errors),
                asyncapi_extra=interaction.asyncapi_extra,
                message_extra=interaction.message_extra,
            ),
            audience=interaction.audience,
        )

    def _message_headers(self, typed: TypedInteraction) -> tuple[doc.Param, ...] | None:
        return tuple(map(self._param, typed.headers)) or None

    def _security(
        self, contract: model.Contract, method: model.HttpMethod | model.Interaction | None = None
    ) -> doc.Security | None:
        requirement = effective_security(contract, method)
        if requirement is None:
            return None
        marks = marks_of_credentials(contract, method)
        return tuple(
            self._alternative(alternative, marks) for alternative in requirement.alternatives
        )

    def _alternative(
        self, alternative: Iterable[Security], marks: Mapping[tuple[str, str], Audiences]
    ) -> dict[str, tuple[str, ...]]:
        """Schemes that are needed together, by name, with their scopes.

        Args:
            alternative: The schemes.
            marks: For whom the parameters are that carry credentials, by their places.
        """
        named: dict[str, tuple[str, ...]] = {}
        for security in alternative:
            scheme = security.scheme
            definition = scheme.openapi()
            mark = marks.get(scheme.carrier) if scheme.carrier is not None else None
            if mark:
                definition[MARKED] = [*mark]
            named[self._schemes.add(scheme.name, definition)] = security.scopes
        return named

    def _own_security(
        self,
        contract: model.Contract,
        method: model.HttpMethod | model.Interaction,
        of_contract: doc.Security | None,
    ) -> doc.Security | None:
        """What a method requires, where that is not what its contract does."""
        if not declares_credentials(method):
            return None
        required = self._security(contract, method)
        return None if required == of_contract else required

    def _error_keys(self, errors: Iterable[TypedError]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._errors[typed.error] for typed in errors))

    def _added_keys(
        self,
        contract: model.Contract,
        member: model.HttpMethod | model.Interaction,
        errors: Iterable[TypedError],
    ) -> tuple[str, ...] | None:
        """Return the keys of the errors that the runtime adds, if there are any."""
        added = added_errors(contract, member, [typed.error for typed in errors])
        return tuple(self._errors[error] for error in added) or None

    def _error_descriptions(self, errors: Iterable[TypedError]) -> dict[str, str] | None:
        """Return what a method says of the errors of which other methods say something else."""
        texts = _joined_texts((self._errors[typed.error], typed.error) for typed in errors)
        own = {key: text for key, text in texts.items() if text != self._texts[key]}
        return own or None

    def _keyed(self, errors: Iterable[TypedError]) -> tuple[tuple[str, doc.Error], ...]:
        return tuple(map(self._pair, errors))

    def _pair(self, typed: TypedError) -> tuple[str, doc.Error]:
        """Return an error with its key: one object for all methods, for there are many of them."""
        pair = self._pairs.get(typed.error)
        if pair is None:
            pair = self._pairs[typed.error] = self._errors[typed.error], self._error(typed)
        return pair

    def _params(
        self, parameters: Iterable[TypedParameter], location: model.ParameterLocation
    ) -> tuple[doc.Param, ...] | None:
        params = [
            self._param(typed) for typed in parameters if typed.parameter.location == location
        ]
        return tuple(params) or None

    def _path_params(
        self, typed: TypedHttpMethod | TypedWebSocketContract, routes: Iterable[str]
    ) -> tuple[doc.Param, ...] | None:
        """Return the parameters of paths, which have their converters here."""
        params = self._params(typed.parameters, "path")
        if params is None:
            return None
        of_several_steps = {name for route in routes for name in model.REST.findall(route)}
        if not of_several_steps:
            return params
        return tuple(
            replace(param, slashes=True if param.name in of_several_steps else None)
            for param in params
        )

    def _param(self, typed: TypedParameter) -> doc.Param:
        """Return a parameter. What its type says of this use is written at the parameter alone;
        null is no value of one that may be left out or is a part of the path, for no text means it.
        """
        if id(typed) not in self._written_params:
            self._written_params[id(typed)] = self._new_param(typed)
        return self._written_params[id(typed)]

    def _new_param(self, typed: TypedParameter) -> doc.Param:
        parameter = typed.parameter
        whole = self._written.schema(typed.slot)
        schema, words = self._written.schema_and_text(typed.slot)
        if parameter.serialization is not None and parameter.description:
            schema = whole  # which may say something else
        is_json = parameter.serialization is not None and parameter.serialization.media_type
        has_null = parameter.required and parameter.location != "path"
        schema = schema if has_null or is_json else without_null(schema)
        schema = with_examples(schema, parameter.examples)  # a null among them has a name, too
        return doc.Param(
            name=parameter.name,
            required=parameter.required,
            schema=schema,
            description=parameter.description or words.description,
            deprecated=True if parameter.deprecated or words.deprecated else None,
            examples=described_examples(parameter.examples),
            export=self._param_export(parameter, schema, whole),
            audience=parameter.audience,
            **styles_of(parameter, schema, self._written.schemas),
        )

    def _param_export(
        self, parameter: model.Parameter, schema: JsonSchema, whole: JsonSchema
    ) -> ParamExport | None:
        """Return what formats have of a parameter whose schema in the document is not the whole
        one.
        """
        is_same = schema == whole and not parameter.examples and parameter.serialization is None
        if is_same and not self._is_whole:
            return None
        return ParamExport(
            schema=whole,
            description=parameter.description,
            deprecated=parameter.deprecated,
            examples=parameter.examples,
            serialization=parameter.serialization,
            openapi_extra=parameter.openapi_extra,
            cause=parameter,
        )

    def _response_headers(self, successes: Iterable[TypedSuccess]) -> tuple[doc.Param, ...] | None:
        """Return the headers of all successes, each once."""
        headers = {
            # Names of headers have no case (RFC 9110, 5.1).
            header.parameter.name.lower(): header
            for typed in successes
            for header in typed.headers
        }
        return tuple(self._param(header) for header in headers.values()) or None

    def _body(
        self, body: model.RequestBody | None, contents: Sequence[TypedContent]
    ) -> doc.Body | None:
        if body is None:
            return None
        return doc.Body(
            required=body.required,
            contents=tuple(self._content(content) for content in contents),
            description=body.description,
        )

    def _success(self, typed: TypedSuccess, extra: Extra) -> doc.Response:
        """Return a success with the links that are merged into the operation of its method, too."""
        response = self._response(typed)
        merged = links_of(merged_response(extra, typed.success.status_text), self._link_targets)
        if merged is None:
            return response
        return replace(response, links=(*(response.links or ()), *merged))

    def _response(self, typed: TypedSuccess) -> doc.Response:
        success = typed.success
        is_described = success.description != USUAL_DESCRIPTION
        headers = tuple(map(self._param, typed.headers))
        extra = without(success.openapi_extra or {}, "links")
        export = None
        if self._is_whole or headers or extra or not is_described:
            export = doc.ResponseExport(
                description=success.description, headers=headers, openapi_extra=extra
            )
        return doc.Response(
            status_code=success.status,
            status_range=success.status_range,
            description=success.description if is_described else None,
            contents=tuple(self._content(content) for content in typed.contents) or None,
            links=links_of(success.openapi_extra, self._link_targets),
            export=export,
            audience=success.audience,
        )

    def errors(self, errors: Iterable[TypedError]) -> dict[str, doc.Error]:
        """Return the errors of the document by key: by name, then those without one by status, a
        range after the codes in it; those that say the same share one entry.
        """
        entries = {self._errors[typed.error]: typed for typed in errors}

        def order(key: str) -> tuple[str, str]:
            return _status_without_name(entries[key].error), key

        written = {key: self._error(entries[key]) for key in sorted(entries, key=order)}
        for key, text in self._texts.items():
            written[key] = replace(written[key], description=text or None)
        return written

    def _error(self, typed: TypedError) -> doc.Error:
        if typed.error not in self._written_errors:
            self._written_errors[typed.error] = self._new_error(typed)
        return self._written_errors[typed.error]

    def _new_error(self, typed: TypedError) -> doc.Error:
        error, key = typed.error, self._errors[typed.error]
        data, more = self._representations(typed)
        facts: dict[str, Any] = {}
        if data is not None:
            facts |= {"data": data.schema, "examples": data.examples}
            facts["media_type"] = data.media_type if data.media_type != JSON else None
        if error.answer is not None:
            facts["status_range"] = error.answer.status
        if typed.answer is not None:
            facts["response_headers"] = self._response_headers([typed.answer])
            facts["links"] = links_of(typed.answer.success.openapi_extra, self._link_targets)
        if error.is_named:
            facts["type"] = error.type
        if not _repeats_key(key, error):
            facts["description"] = error.description
        return doc.Error(
            status_code=error.status,
            more_contents=more or None,
            deprecated=error.deprecated or None,
            deprecation_message=error.deprecation_message,
            lifecycle=_lifecycle(error.lifecycle),
            export=self._error_export(typed),
            audience=error.audience,
            **facts,
        )

    def _error_export(self, typed: TypedError) -> doc.ErrorExport:
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

    def _representations(
        self, typed: TypedError
    ) -> tuple[doc.Content | None, tuple[doc.Content, ...]]:
        """Return the representation of an error by its data, and the others."""
        contents = typed.answer.contents if typed.answer is not None else ()
        form = typed.error.data_type
        own = next((content for content in contents if content.content.type is form), None)
        others = tuple(self._content(content) for content in contents if content is not own)
        if typed.data is None:
            return None, tuple(map(self._content, contents))
        if own is None:
            return doc.Content(media_type=JSON, schema=self._written.schema(typed.data)), others
        return self._content(own), others

    def _content_schema(self, typed: TypedContent) -> JsonSchema | None:
        examples = typed.content.examples
        if typed.slot is not None:
            return with_examples(self._written.schema(typed.slot), examples)
        # The values of examples are in a schema; one of text has no other form.
        schema = with_examples({}, examples)
        if schema and all(isinstance(value, str) for value in schema["examples"]):
            return {"type": "string", **schema}
        return schema or None

    def _content(self, typed: TypedContent) -> doc.Content:
        content = typed.content
        schema = self._content_schema(typed)
        files = _files(content) or given_files(content, schema, self._written.schemas)
        is_given = isinstance(content.type, GivenSchema)
        export = None
        has_more = bool(content.examples) or content.openapi_extra is not None
        if self._is_whole or is_given or has_more:
            export = ContentExport(
                schema=None if typed.slot is None else self._written.schema(typed.slot),
                examples=content.examples,
                openapi_extra=content.openapi_extra,
                is_given=is_given,
                by_hand=content.by_hand,
            )
        return doc.Content(
            media_type=content.media_type,
            schema=schema,
            files=files,
            stream=content.stream or None,
            examples=described_examples(content.examples),
            export=export,
            audience=content.audience,
        )


def with_callbacks(
    contract: doc.HttpContract | doc.WebSocketContract,
) -> Iterator[doc.HttpContract | doc.WebSocketContract]:
    """Yield a contract and the callbacks of its methods: the document has no place for contracts
    inside of methods, which name their callbacks.
    """
    yield contract
    for method in contract.methods if isinstance(contract, doc.HttpContract) else ():
        for callback in method.export.callbacks if method.export is not None else ():
            yield from with_callbacks(callback)


def with_examples(schema: JsonSchema, examples: Iterable[model.Example]) -> JsonSchema:
    """Return the schema at a use with the examples that are given there."""
    values = [
        example.serialized if example.value is model.MISSING else example.value
        for example in examples
        if _has_value(example)
    ]
    return {**schema, "examples": values} if values else schema


def _has_value(example: model.Example) -> bool:
    return example.value is not model.MISSING or example.serialized is not None


def described_examples(given: Iterable[model.Example]) -> tuple[doc.Example, ...] | None:
    """What examples say besides their values; None if that is nothing."""
    examples = [
        doc.Example(
            name=example.name,
            summary=example.summary,
            description=example.description,
            external_value=None if _has_value(example) else example.external_value,
        )
        for example in given
        if _has_value(example) or example.external_value
    ]
    return None if all(map(_is_bare, examples)) else tuple(examples)


def _is_bare(example: doc.Example) -> bool:
    """Return whether an example has no texts, and the name of one that has none: a single
    ``example``, or one of a list.
    """
    has_texts = example.summary or example.description or example.external_value
    return not has_texts and (example.name == "example" or example.name.isdigit())


def _joined_texts(errors: Iterable[tuple[str, ErrorClass]]) -> dict[str, str]:
    """Return the descriptions of errors without names by key, each description once; empty where
    there are none.
    """
    texts: dict[str, list[str]] = {}
    for key, error in errors:
        if error.is_named:
            continue
        listed = texts.setdefault(key, [])
        text = error.description
        if text and text not in listed and not _repeats_key(key, error):
            listed.append(text)
    return {key: "\n\n".join(listed) for key, listed in texts.items()}


def _repeats_key(key: str, error: ErrorClass) -> bool:
    """Return whether an error without a name is described by the words that its key consists of."""
    words = re.sub(r"-\d+$", "", key).split("-")
    own = re.findall(r"\w+", (error.description or "").replace("'", ""))
    return not error.is_named and own == words


def _files(content: model.Content) -> dict[str, doc.FilePart] | None:
    files = {"": _file(content.file)} if content.file is not None else {}
    files |= {
        field.name: _file(field.file) for field in content.fields or () if field.file is not None
    }
    return files or None


def _file(rules: model.FileRules) -> doc.FilePart:
    return doc.FilePart(media_types=rules.media_types or None, max_size=rules.max_size)


def _beyond_summary(method: model.HttpMethod) -> str | None:
    """Return the description of a method, unless it is its summary once more."""
    summary, description = method.summary or "", method.description or ""
    return None if description.split() == summary.split() else method.description


def _error_format(contract: model.Contract) -> Literal["problem", "plain"] | None:
    return None if contract.error_format == "typed" else contract.error_format


def _status_without_name(error: ErrorClass) -> str:
    """Return the status of an error, or its range; nothing of one that has a name."""
    if error.is_named:
        return ""
    if error.answer is not None and error.answer.status:
        return error.answer.status
    return str(error.status)


def _source(source: model.Source | None, above: model.Source | None = None) -> doc.Source | None:
    """Where something is written; the module only where it is not that of the contract above."""
    if source is None:
        return None
    module: str | None = source.module
    if above is not None and above.module == module:
        module = None
    if not module and not source.line:
        return None
    return doc.Source(module=module, line=source.line)


def _lifecycle(lifecycle: Lifecycle | None) -> doc.Lifecycle | None:
    return doc.Lifecycle(**asdict(lifecycle)) if lifecycle is not None else None


def _permission(permission: Permission | None) -> doc.Permission | None:
    return (
        doc.Permission(text=permission.text, tree=permission.tree)
        if permission is not None
        else None
    )


def _external_docs(docs: model.ExternalDocs | None) -> doc.ExternalDocs | None:
    if docs is None:
        return None
    return doc.ExternalDocs(url=docs.url, description=docs.description, audience=docs.audience)
