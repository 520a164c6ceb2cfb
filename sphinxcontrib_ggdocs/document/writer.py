"""Writes what has been collected as the objects of the document."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Literal

from ..catalog import ResolvedGroup
from ..contracts import model
from ..contracts.credentials import effective_security
from ..contracts.display_names import USUAL_DESCRIPTION, ErrorKeys, SchemeNames
from ..contracts.envelopes import envelope, framing_members
from ..contracts.framing import FrameKind
from ..contracts.lifecycle import Lifecycle
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
from ..schema.components import nullless
from . import parts as doc
from .callers import auth_of
from .exports import ChannelExport, InteractionExport
from .openapi_members import (
    code_samples,
    given_files,
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

    def __init__(self, written: Written, errors: ErrorKeys) -> None:
        self._written = written
        self._errors = errors
        self._schemes = SchemeNames()

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
        )

    def _contracts(
        self, contracts: Iterable[TypedContract]
    ) -> Iterator[doc.HttpContract | doc.WebSocketContract]:
        for typed in contracts:
            if isinstance(typed, TypedWebSocketContract):
                yield self._websocket_contract(typed)
            else:
                yield self._http_contract(typed)
                for method in typed.methods:
                    # The document has no place for contracts inside of methods: these name their
                    # callbacks.
                    yield from self._contracts(method.callbacks)

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
        )

    def _websocket_contract(self, typed: TypedWebSocketContract) -> doc.WebSocketContract:
        contract = typed.contract
        security = self._security(contract)
        return doc.WebSocketContract(
            name=contract.name,
            protocol=contract.protocol,
            path=contract.path,
            description=contract.description,
            source=_source(contract.source),
            auth=auth_of(contract),
            security=security,
            path_params=self._params(typed.parameters, "path"),
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
            export=ChannelExport(asyncapi_extra=contract.asyncapi_extra),
        )

    def _framing(self, typed: TypedWebSocketContract) -> doc.Framing:
        declared = [error for interaction in typed.interactions for error in interaction.errors]
        every_error = (*declared, *typed.event_errors, *typed.refusals)
        members = framing_members(
            typed.contract.framing,
            event_errors=self._error_keys(typed.event_errors),
            refusals=self._error_keys(typed.refusals),
            errors={self._errors[error.error]: error.error for error in every_error},
        )
        return doc.Framing(**members)

    def _http_method(
        self, typed: TypedHttpMethod, of_contract: doc.Security | None
    ) -> doc.HttpMethod:
        contract, method = typed.contract, typed.method
        responses = [self._response(success) for success in typed.successes]
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
            path_params=self._params(typed.parameters, "path"),
            query_params=self._params(typed.parameters, "query"),
            header_params=self._params(typed.parameters, "header"),
            cookie_params=self._params(typed.parameters, "cookie"),
            request_body=self._body(method.body, typed.body),
            success_response=responses[0] if responses else None,
            more_responses=tuple(responses[1:]) or None,
            response_headers=self._response_headers(typed.successes),
            errors=self._error_keys(typed.errors),
            runtime_errors=self._added_keys(contract, method, typed.errors),
            servers=own_servers(method.openapi_extra),
            callbacks=tuple(callback.contract.name for callback in typed.callbacks) or None,
            code_samples=code_samples(method.openapi_extra),
        )

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
            export=InteractionExport(
                asyncapi_extra=interaction.asyncapi_extra, message_extra=interaction.message_extra
            ),
        )

    def _message_headers(self, typed: TypedInteraction) -> tuple[doc.Param, ...] | None:
        return tuple(map(self._param, typed.headers)) or None

    def _security(
        self, contract: model.Contract, method: model.HttpMethod | model.Interaction | None = None
    ) -> doc.Security | None:
        requirement = effective_security(contract, method)
        if requirement is None:
            return None
        return tuple(map(self._alternative, requirement.alternatives))

    def _alternative(self, alternative: Iterable[Security]) -> dict[str, tuple[str, ...]]:
        """Schemes that are needed together, by name, with their scopes."""
        return {
            self._schemes.add(security.scheme.name, security.scheme.openapi()): security.scopes
            for security in alternative
        }

    def _own_security(
        self,
        contract: model.Contract,
        method: model.HttpMethod | model.Interaction,
        of_contract: doc.Security | None,
    ) -> doc.Security | None:
        """What a method requires, where that is not what its contract does."""
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

    def _params(
        self, parameters: Iterable[TypedParameter], location: model.Location
    ) -> tuple[doc.Param, ...] | None:
        params = [
            self._param(typed) for typed in parameters if typed.parameter.location == location
        ]
        return tuple(params) or None

    def _param(self, typed: TypedParameter) -> doc.Param:
        """Return a parameter. What its type says of this use is written at the parameter alone;
        null is no value of one that may be left out or is a part of the path, for no text means it.
        """
        parameter = typed.parameter
        schema, words = self._written.parted(typed.slot)
        if parameter.serialization is not None and parameter.description:
            schema = self._written.schema(typed.slot)  # which may say something else
        is_json = parameter.serialization is not None and parameter.serialization.media_type
        has_null = parameter.required and parameter.location != "path"
        schema = schema if has_null or is_json else nullless(schema)
        schema = _with_examples(schema, parameter.examples)  # a null among them has a name, too
        return doc.Param(
            name=parameter.name,
            required=parameter.required,
            schema=schema,
            description=parameter.description or words.description,
            deprecated=True if parameter.deprecated or words.deprecated else None,
            examples=_examples(parameter.examples),
            **styles_of(parameter, schema, self._written.schemas),
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

    def _response(self, typed: TypedSuccess) -> doc.Response:
        description = typed.success.description
        return doc.Response(
            status_code=typed.success.status,
            status_range=typed.success.status_range,
            description=description if description != USUAL_DESCRIPTION else None,
            contents=tuple(self._content(content) for content in typed.contents) or None,
        )

    def errors(self, errors: Iterable[TypedError]) -> dict[str, doc.Error]:
        """Return the errors of the document by key: by name, then those without one by status, a
        range after the codes in it; those that say the same share one entry.
        """
        entries = {self._errors[typed.error]: typed for typed in errors}

        def order(key: str) -> tuple[str, str]:
            error = entries[key].error
            given = error.answer.status if error.answer is not None else None
            return ("" if error.is_named else given or str(error.status), key)

        return {key: self._error(key, entries[key]) for key in sorted(entries, key=order)}

    def _error(self, key: str, typed: TypedError) -> doc.Error:
        error = typed.error
        data, more = self._representations(typed)
        return doc.Error(
            type=error.type if error.is_named else None,
            status_code=error.status,
            status_range=error.answer.status if error.answer is not None else None,
            description=None if _repeats_key(key, typed) else error.description,
            data=data.schema if data is not None else None,
            media_type=data.media_type if data is not None and data.media_type != JSON else None,
            more_contents=more or None,
            examples=data.examples if data is not None else None,
            response_headers=self._response_headers([typed.answer] if typed.answer else ()),
            deprecated=error.deprecated or None,
            deprecation_message=error.deprecation_message,
            lifecycle=_lifecycle(error.lifecycle),
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
            return _with_examples(self._written.schema(typed.slot), examples)
        # The values of examples are in a schema; one of text has no other form.
        schema = _with_examples({}, examples)
        if schema and all(isinstance(value, str) for value in schema["examples"]):
            return {"type": "string", **schema}
        return schema or None

    def _content(self, typed: TypedContent) -> doc.Content:
        content = typed.content
        schema = self._content_schema(typed)
        files = _files(content) or given_files(content, schema, self._written.schemas)
        return doc.Content(
            media_type=content.media_type,
            schema=schema,
            files=files,
            stream=content.stream or None,
            examples=_examples(content.examples),
        )


def _with_examples(schema: JsonSchema, examples: Iterable[model.Example]) -> JsonSchema:
    """Return the schema at a use with the examples that are given there."""
    values = [
        example.serialized if example.value is model.MISSING else example.value
        for example in examples
        if _has_value(example)
    ]
    return {**schema, "examples": values} if values else schema


def _has_value(example: model.Example) -> bool:
    return example.value is not model.MISSING or example.serialized is not None


def _examples(given: Iterable[model.Example]) -> tuple[doc.Example, ...] | None:
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


def _repeats_key(key: str, typed: TypedError) -> bool:
    """Return whether an error without a name is described by the words that its key consists of."""
    words = re.sub(r"-\d+$", "", key).split("-")
    own = re.findall(r"\w+", (typed.error.description or "").replace("'", ""))
    return not typed.error.is_named and own == words


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


def _source(source: model.Source | None, above: model.Source | None = None) -> doc.Source | None:
    """Where something is written; the module only where it is not that of the contract above."""
    if source is None:
        return None
    module = None if above is not None and above.module == source.module else source.module
    return doc.Source(module=module, line=source.line) if module or source.line else None


def _lifecycle(lifecycle: Lifecycle | None) -> doc.Lifecycle | None:
    return doc.Lifecycle(**asdict(lifecycle)) if lifecycle is not None else None


def _permission(permission: Permission | None) -> doc.Permission | None:
    return (
        doc.Permission(text=permission.text, tree=permission.tree)
        if permission is not None
        else None
    )


def _external_docs(docs: model.ExternalDocs | None) -> doc.ExternalDocs | None:
    return (
        doc.ExternalDocs(url=docs.url, description=docs.description) if docs is not None else None
    )
