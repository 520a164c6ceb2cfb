"""The second pass: drafts become the objects of the document, their slots schemas."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ..contracts import model
from ..contracts.credentials import SchemeNames, effective_security
from ..contracts.error_names import ErrorKeys
from ..contracts.framing import KINDS, FrameKind, Placeholder, location
from ..contracts.permissions import Permission
from ..schema import TypedContent, TypedParameter, Written
from . import document as doc
from .drafts import (
    AuthDraft,
    BodyDraft,
    ContractDraft,
    ErrorDraft,
    GroupDraft,
    MethodDraft,
    ResponseDraft,
)
from .frames import envelope

DIRECTIONS: dict[model.Direction, Literal["OUT", "IN"]] = {
    "client_to_server": "OUT",
    "server_to_client": "IN",
}


class Writer:
    """Writes groups, once names of types and keys of errors are known."""

    def __init__(self, written: Written, errors: ErrorKeys) -> None:
        self._written = written
        self._errors = errors
        self._schemes = SchemeNames()

    @property
    def security_schemes(self) -> dict[str, dict[str, Any]]:
        """The schemes that the groups written so far require, by name."""
        return self._schemes.definitions

    def group(self, draft: GroupDraft) -> doc.Group:
        return doc.Group(
            name=draft.name,
            slug=draft.slug,
            description=draft.description,
            contracts=tuple(self._contract(contract) for contract in draft.contracts),
        )

    def _contract(self, draft: ContractDraft) -> doc.HttpContract | doc.WebSocketContract:
        contract = draft.model
        if isinstance(contract, model.HttpContract):
            return doc.HttpContract(
                name=contract.name,
                outgoing=contract.outgoing or None,
                path_prefix=contract.path_prefix,
                description=contract.description,
                source=_source(contract.source),
                auth=_auth(draft.auth),
                security=self._security(contract),
                headers=self._params(draft.params, "header"),
                cookies=self._params(draft.params, "cookie"),
                permission=_permission(contract.permission),
                deprecated=contract.deprecated or None,
                external_docs=_external_docs(contract.external_docs),
                error_format=None if contract.error_format == "typed" else contract.error_format,
                methods=tuple(self._http_method(contract, method) for method in draft.methods),
            )
        return doc.WebSocketContract(
            name=contract.name,
            path=contract.path,
            description=contract.description,
            source=_source(contract.source),
            auth=_auth(draft.auth),
            security=self._security(contract),
            path_params=self._params(draft.params, "path"),
            query_params=self._params(draft.params, "query"),
            headers=self._params(draft.params, "header"),
            cookies=self._params(draft.params, "cookie"),
            permission=_permission(contract.permission),
            deprecated=contract.deprecated or None,
            external_docs=_external_docs(contract.external_docs),
            error_format=None if contract.error_format == "typed" else contract.error_format,
            errors=self._error_keys(draft.refusals) or None,
            framing=self._framing(draft, contract),
            methods=tuple(self._interaction(contract, method) for method in draft.methods),
        )

    def _framing(self, draft: ContractDraft, contract: model.WebSocketContract) -> doc.Framing:
        framing = contract.framing
        sent = {kind: envelope(framing.template(kind)) for kind in KINDS}
        declared = [error for method in draft.methods for error in method.errors]
        every_error = dict.fromkeys((*declared, *draft.event_errors, *draft.unreadable))
        has_code = location(framing.error, Placeholder.CODE) is not None
        codes = (
            {self._errors[each.error]: framing.codes(each.error) for each in every_error}
            if has_code
            else None
        )
        return doc.Framing(
            name=framing.name,
            description=framing.description,
            request=sent["request"],
            event=sent["event"],
            answer=sent["answer"],
            error=sent["error"],
            event_error=sent["event_error"] if draft.event_errors else None,
            refusal=sent["refusal"] if draft.unreadable else None,
            event_errors=self._error_keys(draft.event_errors) or None,
            refusals=self._error_keys(draft.unreadable) or None,
            id_location=framing.id_location,
            discriminator=framing.discriminator,
            codes=codes,
        )

    def _http_method(self, contract: model.HttpContract, draft: MethodDraft) -> doc.HttpMethod:
        method = draft.model
        assert isinstance(method, model.HttpMethod)
        responses = [self._response(response) for response in draft.responses]
        return doc.HttpMethod(
            name=method.name,
            summary=method.summary,
            description=method.description,
            deprecated=method.deprecated or None,
            deprecation_message=method.deprecation_message,
            permission=_permission(method.permission),
            security=self._own_security(contract, method),
            external_docs=_external_docs(method.external_docs),
            source=_source(method.source, contract.source),
            http_method=method.verbs[0],
            http_methods=method.verbs if len(method.verbs) > 1 else None,
            http_path=contract.full_path(method),
            auth=_auth(draft.auth),
            path_params=self._params(draft.params, "path"),
            query_params=self._params(draft.params, "query"),
            header_params=self._params(draft.params, "header"),
            cookie_params=self._params(draft.params, "cookie"),
            request_body=self._body(draft.body),
            success_response=responses[0] if responses else None,
            more_responses=tuple(responses[1:]) or None,
            response_headers=self._response_headers(draft.responses),
            errors=self._error_keys(draft.errors),
        )

    def _interaction(
        self, contract: model.WebSocketContract, draft: MethodDraft
    ) -> doc.WebSocketMethod:
        interaction = draft.model
        assert isinstance(interaction, model.Interaction)
        framing = contract.framing
        kind: FrameKind = "request" if interaction.is_request else "event"
        own = framing.template(kind, interaction)
        return doc.WebSocketMethod(
            name=interaction.name,
            summary=interaction.summary,
            description=interaction.description,
            deprecated=interaction.deprecated or None,
            deprecation_message=interaction.deprecation_message,
            permission=_permission(interaction.permission),
            security=self._own_security(contract, interaction),
            external_docs=_external_docs(interaction.external_docs),
            source=_source(interaction.source, contract.source),
            ws_direction=DIRECTIONS[interaction.direction],
            ws_pattern="req" if interaction.is_request else "event",
            ws_input=self._body(draft.body),
            ws_frame=envelope(own) if own != framing.template(kind) else None,
            success_response=self._response(draft.responses[0]) if draft.responses else None,
            errors=self._error_keys(draft.errors),
        )

    def _security(
        self, contract: model.Contract, method: model.HttpMethod | model.Interaction | None = None
    ) -> doc.Security | None:
        requirement = effective_security(contract, method)
        if requirement is None:
            return None
        return tuple(
            {
                self._schemes.add(each.scheme.name, each.scheme.openapi()): each.scopes
                for each in alternative
            }
            for alternative in requirement.alternatives
        )

    def _own_security(
        self, contract: model.Contract, method: model.HttpMethod | model.Interaction
    ) -> doc.Security | None:
        """What a method requires, where that is not what its contract does."""
        required = self._security(contract, method)
        return None if required == self._security(contract) else required

    def _error_keys(self, drafts: Iterable[ErrorDraft]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._errors[draft.error] for draft in drafts))

    def _params(
        self, drafts: Iterable[TypedParameter], location: model.Location
    ) -> tuple[doc.Param, ...] | None:
        return (
            tuple(self._param(draft) for draft in drafts if draft.parameter.location == location)
            or None
        )

    def _param(self, draft: TypedParameter) -> doc.Param:
        """A parameter. What its type says of the use, it says itself: one text, in one place."""
        parameter = draft.parameter
        schema, words = self._written.parted(draft.slot)
        return doc.Param(
            name=parameter.name,
            required=parameter.required,
            schema=schema,
            description=parameter.description or words.description,
            deprecated=True if parameter.deprecated or words.deprecated else None,
        )

    def _response_headers(self, responses: Sequence[ResponseDraft]) -> tuple[doc.Param, ...] | None:
        """The headers of all successes, each once."""
        headers = {
            header.parameter.name.lower(): header
            for response in responses
            for header in response.headers
        }
        return tuple(self._param(header) for header in headers.values()) or None

    def _body(self, draft: BodyDraft | None) -> doc.Body | None:
        if draft is None:
            return None
        return doc.Body(
            required=draft.required,
            contents=tuple(self._content(content) for content in draft.contents),
            description=draft.description,
        )

    def _response(self, draft: ResponseDraft) -> doc.Response:
        return doc.Response(
            status_code=draft.status,
            description=draft.description,
            contents=tuple(self._content(content) for content in draft.contents) or None,
        )

    def _content(self, draft: TypedContent) -> doc.Content:
        content = draft.content
        return doc.Content(
            media_type=content.media_type,
            schema=self._written.schema(draft.slot) if draft.slot is not None else None,
            files=_files(content),
            stream=content.stream or None,
        )


def _files(content: model.Content) -> dict[str, doc.FilePart] | None:
    files = {"": _file(content.file)} if content.file is not None else {}
    files |= {
        field.name: _file(field.file) for field in content.fields or () if field.file is not None
    }
    return files or None


def _file(rules: model.FileRules) -> doc.FilePart:
    return doc.FilePart(media_types=rules.media_types or None, max_size=rules.max_size)


def _auth(drafts: Iterable[AuthDraft]) -> tuple[doc.Auth, ...] | None:
    auth = (
        doc.Auth(scheme=draft.scheme, header_name=draft.header_name, description=draft.description)
        for draft in drafts
    )
    return tuple(auth) or None


def _source(source: model.Source | None, above: model.Source | None = None) -> doc.Source | None:
    """Where something is written; the module only where it is not that of the contract above."""
    if source is None:
        return None
    module = None if above is not None and above.module == source.module else source.module
    return doc.Source(module=module, line=source.line) if module or source.line else None


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
