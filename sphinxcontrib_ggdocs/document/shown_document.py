"""Removes from a document everything that the given audience must not see.

Marks are members of parts and keywords of schemas. Two steps work on the whole document: the first
collects the names that only hidden parts have (`shown_names`). The second writes the document
without hidden parts, without parts that are empty then, and without mentions of these names. Then
the names of types, the keys of errors and what the runtime adds are chosen again.

In a whole document contracts, methods and the parts inside them have an `export`, with all that
their authors have written; hence the assertions.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ..audience_rules import Audiences, is_shown
from ..catalog.spec_errors import raise_all
from ..contracts.audiences import audience_in, without_marked
from ..contracts.authoring.docstrings import without_hidden, without_unread_sections
from ..contracts.contract_errors import ContractError
from ..contracts.display_names import name_errors
from ..contracts.errors import UNAUTHORIZED, VALIDATION_ERROR, ErrorClass
from ..contracts.possible_errors import takes_everything
from ..schema.nodes import Definition, JsonSchema, without
from ..schema.registry import Written
from . import parts as doc
from .exports import ServiceExport
from .hidden_names import NO_NAMES, DeclaredNames, HiddenNames, hidden_names, spellings
from .model import ApiDocsDocument
from .openapi_members import code_samples, own_servers
from .schema_marks import SchemaMarks
from .shown_contracts import ShownContracts
from .shown_names import ShownNames, errors_of_all_events
from .shown_parts import PARAMS, ShownParts, errors_of, is_event
from .shown_schemas import ShownSchemas
from .shown_types import ShownTypes
from .wire import AnyContract, AnyMethod, Keyed, place_of_part
from .writer import with_callbacks

_EXPRESSION = re.compile(r"{([^{}]*)}")
"""A runtime expression in the address of a callback (OpenAPI 3.1, 4.8.18.2)."""

Report: TypeAlias = Callable[[Sequence[ContractError]], None]
"""Takes the errors of methods that are not shown because the audience could not call them."""


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A document with everything in it, and with marks."""

    document: ApiDocsDocument
    written: Written
    """Its schemas."""

    @classmethod
    def of_types(cls, written: Written) -> "WholeDocument":
        """Return a document that has types alone."""
        export = ServiceExport(
            tags=(),
            openapi_version=None,
            types=frozenset(),
            given=frozenset(),
            lost_patterns=(),
            lost_references={},
        )
        document = ApiDocsDocument(
            service=doc.Service(slug="", name="", export=export),
            groups=(),
            schemas=written.schemas,
            errors={},
            uses=doc.Uses(),
        )
        return cls(document, written)


def shown_document(
    whole: WholeDocument, audiences: Audiences, report: Report
) -> tuple[ApiDocsDocument, Written]:
    """Return a document as an audience sees it, and its schemas.

    Args:
        whole: The whole document.
        audiences: The audiences that are requested.
        report: Takes the errors of methods that would have to be shown without a part of their
            paths, or without the credentials that they need; they are left out.
    """
    names, errors = _names_of_hidden(whole, audiences)
    view = _View(whole, audiences, names, name_errors(errors))
    document = view.document()
    report(view.contracts.problems)
    return document


def shown_type(
    schema: JsonSchema, whole: WholeDocument, audiences: Audiences
) -> tuple[JsonSchema, Written] | None:
    """Return a type as an audience sees it, and the schemas that it mentions; None if it is hidden.

    Raises:
        ContractError: A part of it is hidden and cannot be left out.
    """
    if not SchemaMarks(whole.document.schemas, audiences).shows(schema):
        return None
    names, _ = _names_of_hidden(whole, audiences, [schema])
    view = _View(whole, audiences, names)
    shown = view.types.use(schema)
    _, written = view.document()
    raise_all(view.schemas.problems)
    return shown, written


def _names_of_hidden(
    whole: WholeDocument, audiences: Audiences, inline: Sequence[JsonSchema] = ()
) -> tuple[HiddenNames, list[ErrorClass]]:
    """Return the names that only hidden parts of a document have, and the errors that are shown.

    Args:
        whole: The whole document.
        audiences: The audiences that are requested.
        inline: Schemas without names that no part has.
    """
    view = _View(whole, audiences)
    definitions = view.definitions
    shown_names = ShownNames(
        whole.document, definitions, view.contracts, view.parts, view.schemas, inline
    )
    all_names = DeclaredNames(whole.document, definitions, view.schemas.marks.shows, inline)
    return hidden_names(all_names, shown_names), list(shown_names.errors)


class _View:
    """A document as an audience sees it. `schemas`, `types`, `parts` and `contracts` each filter
    one kind of things; this class puts what they show together.

    Args:
        whole: The whole document.
        audiences: The audiences that are requested.
        names: The names of what is hidden; the first step, which finds these, has none yet.
        new_keys: The keys of the errors that are shown; None in the first step, too, and where only
            a type is shown.
    """

    def __init__(
        self,
        whole: WholeDocument,
        audiences: Audiences,
        names: HiddenNames = NO_NAMES,
        new_keys: Mapping[ErrorClass, str] | None = None,
    ) -> None:
        self._whole = whole.document
        self._audiences = audiences
        self.definitions = _definitions_by_name(whole.written)
        type_names = {name: definition.name for name, definition in self.definitions.items()}
        self.schemas = ShownSchemas(whole.document.schemas, audiences, names, type_names)
        self.types = ShownTypes(whole.written, self.schemas)
        self.parts = ShownParts(whole.document, audiences, names, self.schemas, self.types)
        self.contracts = ShownContracts(audiences, self.parts)
        self._texts_of_errors: dict[str, dict[str, None]] = {}
        """What shown methods say of errors, each text once, by the key of the error."""
        self._new_keys = _new_keys_by_old(whole.document, new_keys or {})
        """The keys of errors in the shown document, by those in the whole one."""
        export = whole.document.service.export
        assert export is not None
        self._export = export
        self._hidden_tags = _hidden_tags(export.tags, audiences)

    def document(self) -> tuple[ApiDocsDocument, Written]:
        """Return the document without everything that is hidden, and its schemas."""
        groups = tuple(self._groups())
        errors = self._errors(groups)
        written = self.types.write()
        export = replace(
            self._export,
            tags=tuple(self._tags(groups)),
            types=frozenset(),  # they may be those of hidden parts
            given=written.given_names,
            lost_patterns=tuple(written.lost_patterns),
            lost_references=written.lost_references,
        )
        changes = {
            "service": replace(self._whole.service, export=export),
            "groups": groups,
            "schemas": written.schemas,
            "errors": errors,
            "security_schemes": self._used_schemes(groups) or None,
        }
        return self._whole.model_copy(update=changes), written

    def _used_schemes(self, groups: Iterable[doc.Group]) -> dict[str, dict[str, Any]]:
        """Return the shown security schemes that a contract or a method mentions, by name."""
        used: set[str] = set()
        for owner in _owners(groups):
            used.update(_schemes_of(owner))
        schemes = self.parts.schemes
        return {name: scheme for name, scheme in schemes.items() if name in used}

    # --- contracts ---

    def _groups(self) -> Iterator[doc.Group]:
        """Yield the shown groups with their shown contracts, without those that have lost all; a
        group that never had any stays.
        """
        for group, contracts in self.contracts.groups(self._whole):
            shown: list[AnyContract] = []
            for contract in contracts:
                shown_contract = self.parts.once(contract, self._contract)
                if shown_contract is not None:
                    shown += with_callbacks(shown_contract)
            if shown or not group.contracts:
                yield replace(group, contracts=tuple(shown), audience=())

    def _contract(self, contract: AnyContract) -> AnyContract | None:
        """Return the shown part of a contract; None if it is hidden."""
        # Whatever is counted and added to the problems from here on belongs to this contract.
        hidden_before = self.parts.hidden_count
        known_problems = len(self.schemas.problems)
        shown_methods = self.contracts.methods(contract)
        if shown_methods is None:
            return None
        methods: Any = tuple(self._method(contract, method) for method in shown_methods)
        changes: dict[str, Any] = {}
        if isinstance(contract, doc.WebSocketContract):
            changes = self._channel(contract, methods)
        shown = self.parts.part(contract, methods=methods, **changes)
        text = self._text(contract.description, [contract], hidden_before)
        self._report(contract, self.schemas.problems[known_problems:])
        return replace(shown, description=text)

    def _report(self, contract: AnyContract, problems: Iterable[ContractError]) -> None:
        """Report the hidden types of a contract that cannot be left out where they are: to the
        function that takes its errors, else with the problems of the document.
        """
        place = place_of_part(contract)
        report = None
        if contract.export is not None:
            report = contract.export.report
        if report is None:
            report = self.contracts.problems.append
        for problem in problems:
            report(problem.at(place))

    def _channel(
        self, contract: doc.WebSocketContract, methods: Sequence[doc.WebSocketMethod]
    ) -> dict[str, Any]:
        """Return the shown members that only contracts of WebSockets have, by name."""
        export = contract.export
        assert export is not None
        no_bodies = (None, None)  # a handshake is a request without a body
        needless = self._needless_errors(contract, contract, _params_of(contract), no_bodies)
        handshake = self._keyed(export.handshake_errors, needless)
        event_errors = self._event_errors(contract, methods)
        refusals = self._keyed(export.refusals)
        # They have the names of messages and requests, which may be hidden.
        extra = without(self.parts.additions(export.asyncapi_extra) or {}, "messages", "replies")
        framing = self._framing(contract.framing, methods, event_errors, refusals)
        return {
            "errors": _keys(handshake) or None,
            "framing": framing,
            "export": replace(
                export,
                event_errors=event_errors,
                refusals=refusals,
                handshake_errors=handshake,
                asyncapi_extra=extra or None,
            ),
        }

    def _framing(
        self,
        framing: doc.Framing,
        methods: Iterable[doc.WebSocketMethod],
        event_errors: Keyed,
        refusals: Keyed,
    ) -> doc.Framing:
        """Return the framing of a WebSocket with the shown errors alone, and without the frames
        and the numbers of errors that are not shown.

        Args:
            framing: The framing in the whole document.
            methods: The shown methods of the WebSocket.
            event_errors: The shown errors with which events may fail.
            refusals: The shown errors of frames that are no message.
        """
        sent_keys = {*_keys(event_errors), *_keys(refusals)}
        for method in methods:
            sent_keys.update(method.errors)
        codes: dict[str, tuple[int, ...]] | None = None
        if framing.codes is not None:
            codes = {}
            for old_key, code in framing.codes.items():
                key = self._key(old_key)
                if key in sent_keys:
                    codes[key] = code
        event_error, refusal = framing.event_error, framing.refusal
        if not event_errors:
            event_error = None
        if not refusals:
            refusal = None
        return replace(
            framing,
            event_error=event_error,
            refusal=refusal,
            event_errors=_keys(event_errors) or None,
            refusals=_keys(refusals) or None,
            codes=codes,
        )

    def _event_errors(
        self, contract: doc.WebSocketContract, methods: Iterable[doc.WebSocketMethod]
    ) -> Keyed:
        """Return the errors of the events that are shown, and those of all events; none if no event
        is shown.
        """
        export = contract.export
        assert export is not None
        events = list(filter(is_event, methods))
        if not events:
            return ()
        keys_of_shown_events: set[str] = set()
        for event in events:
            keys_of_shown_events.update(event.errors)
        of_all_events = errors_of_all_events(contract)

        def is_needed(pair: tuple[str, doc.Error]) -> bool:
            """Return whether a shown event can fail with an error, given with its key."""
            return pair in of_all_events or self._key(pair[0]) in keys_of_shown_events

        # The runtime adds the error of validation for the payloads of events.
        needless = [VALIDATION_ERROR]
        if any(event.ws_input is not None for event in events):
            needless = []
        return self._keyed(filter(is_needed, export.event_errors), needless)

    # --- methods ---

    def _method(self, contract: AnyContract, method: AnyMethod) -> AnyMethod:
        """Return the shown part of a method.

        Its security is left out if it equals that of its contract in the shown document: both may
        have lost the ways in which they differed.
        """
        hidden_before = self.parts.hidden_count
        owners = [contract, method]
        if isinstance(method, doc.HttpMethod):
            changes = self._http_method(contract, method)
        else:
            changes = self._interaction(contract, method)
        export = changes.pop("export")
        if isinstance(method, doc.HttpMethod) and method.export is not None:
            export["description"] = self._text(method.export.description, owners, hidden_before)
        changes["description"] = self._text(method.description, owners, hidden_before)
        security = contract.security and self.parts.security(contract.security)
        if changes.get("security", method.security) == security:
            changes["security"] = None
        old_export: Any = method.export
        return replace(method, **changes, export=replace(old_export, **export))

    def _http_method(self, contract: AnyContract, method: doc.HttpMethod) -> dict[str, Any]:
        """Return the changed members of a method by name, except for its description; those of its
        `export` under this name.
        """
        export = method.export
        assert export is not None
        responses = list(self._responses(method))
        extra = self.parts.operation_additions(export.openapi_extra)
        callbacks = tuple(self._callbacks(export.callbacks))
        # What depends on more than one member is filtered here: see `_method` and `_headers_of`.
        changes = self.parts.changes(method, ("description", "response_headers"))
        body = changes.get("request_body", method.request_body)
        errors, runtime_errors = self._method_errors(contract, method, body)
        # None stays: the tag is then the name of the contract.
        tags = export.tags and tuple(tag for tag in export.tags if tag not in self._hidden_tags)
        changes |= {
            "success_response": None,
            "more_responses": tuple(responses[1:]) or None,
            "response_headers": _headers_of(responses),
            "servers": own_servers(extra),
            "callbacks": tuple(callback.name for callback in callbacks) or None,
            "code_samples": code_samples(extra),
            "errors": _keys(errors),
            "error_descriptions": self._error_descriptions(method, _keys(errors)),
            "runtime_errors": runtime_errors,
            "export": {
                "tags": tags,
                "errors": errors,
                "callbacks": callbacks,
                "openapi_extra": extra,
            },
        }
        if responses:
            changes["success_response"] = responses[0]
        return changes

    def _responses(self, method: doc.HttpMethod) -> Iterator[doc.Response]:
        """Yield the shown responses of a method that are no errors."""
        for response in (method.success_response, *(method.more_responses or ())):
            if response is not None and self.parts.shows(response):
                yield self.parts.response(response)

    def _error_descriptions(
        self, method: doc.HttpMethod, keys: Collection[str]
    ) -> dict[str, str] | None:
        """Return what a method says of its errors, where other methods say something else, by the
        keys of the errors; an empty text where it says nothing. None if there is nothing.

        Args:
            method: The method in the whole document.
            keys: The keys of its shown errors in the shown document.
        """
        texts: dict[str, str] = {}
        for old_key, text in (method.error_descriptions or {}).items():
            key = self._key(old_key)
            if key in keys:
                texts[key] = self.parts.described(text) or ""
        return texts or None

    def _interaction(self, contract: AnyContract, method: doc.WebSocketMethod) -> dict[str, Any]:
        """Return the changed members of a method of a WebSocket by name, except for its
        description; those of its `export` under this name.
        """
        export = method.export
        assert export is not None
        answer = self._answer(method)
        # The answer and, in `_method`, the description are filtered by themselves.
        changes = self.parts.changes(method, ("description", "success_response"))
        body = changes.get("ws_input", method.ws_input)
        errors, runtime_errors = self._method_errors(contract, method, body)
        extra = self.parts.additions(export.message_extra) or {}
        params = changes.get("header_params", method.header_params) or ()
        if len(params) < len(method.header_params or ()):
            extra = without(extra, "headers")  # keywords that may be about a hidden header
        changes_of_export = self.parts.changes(export, ("message_extra",))
        changes_of_export |= {"errors": errors, "message_extra": dict(extra) or None}
        return changes | {
            "success_response": answer,
            "errors": _keys(errors),
            "runtime_errors": runtime_errors,
            "export": changes_of_export,
        }

    def _answer(self, method: doc.WebSocketMethod) -> doc.Response | None:
        """Return what a service answers on a WebSocket with its shown representations; None if it
        has none.
        """
        answer = method.success_response
        if answer is None:
            return None
        contents = answer.contents or ()
        shown = [content for content in contents if self.parts.shows(content, content.schema)]
        if not shown:
            return None
        return replace(answer, contents=tuple(map(self.parts.content, shown)))

    def _callbacks(self, callbacks: Iterable[doc.HttpContract]) -> Iterator[doc.HttpContract]:
        """Yield the shown callbacks of a method."""
        for contract in callbacks:
            shown = self.parts.once(contract, self._callback)
            # A callback that has lost all methods is left out; one that never had any stays.
            if shown is not None and (shown.methods or not contract.methods):
                yield shown

    def _callback(self, contract: doc.HttpContract) -> AnyContract | None:
        """Return a callback without the methods whose address is read from something hidden, as
        ``{$request.body#/url}`` if ``url`` is hidden; None if it is hidden itself.
        """
        methods: list[doc.HttpMethod] = []
        for method in contract.methods:
            expressions = _EXPRESSION.findall(method.http_path)
            if not any(expression in self.parts.hidden for expression in expressions):
                methods.append(method)
        return self._contract(replace(contract, methods=tuple(methods)))

    # --- errors ---

    def _key(self, old_key: str) -> str:
        """Return the key of an error in the shown document for that in the whole one."""
        return self._new_keys.get(old_key, old_key)

    def _keyed(
        self, errors: Iterable[tuple[str, doc.Error]], needless: Collection[ErrorClass] = ()
    ) -> Keyed:
        """Return the shown errors with their keys in the shown document.

        Their descriptions are collected, since `_errors` describes an error without a name by all
        that shown methods say about it.

        Args:
            errors: All errors, with the keys of the whole document.
            needless: Errors that the runtime adds only because of hidden parts; left out.
        """
        keyed: list[tuple[str, doc.Error]] = []
        for old_key, error in errors:
            assert error.export is not None
            if error.export.cause in needless or not self.parts.shows(error):
                continue
            key = self._key(old_key)
            shown = self.parts.once(error, self.parts.error)
            keyed.append((key, shown))
            texts = self._texts_of_errors.setdefault(key, {})  # a dict keeps each text once
            texts[shown.description or ""] = None
        return tuple(keyed)

    def _method_errors(
        self, contract: AnyContract, method: AnyMethod, shown_body: doc.Body | None
    ) -> tuple[Keyed, tuple[str, ...] | None]:
        """Return the shown errors of a method with their keys: declared errors, then those that the
        runtime adds. Also return the keys of the latter, or None if there are none.

        Args:
            contract: The contract.
            method: One of its methods, not filtered yet.
            shown_body: The shown part of the method's body or message; None if there is no body, or
                if all of it is hidden.
        """
        runtime_keys = method.runtime_errors or ()
        declared: list[tuple[str, doc.Error]] = []
        added: list[tuple[str, doc.Error]] = []
        for pair in errors_of(method):
            if pair[0] in runtime_keys:
                added.append(pair)
            else:
                declared.append(pair)
        if not runtime_keys:
            return self._keyed(declared), None
        params: list[doc.Param] = []
        if isinstance(method, doc.HttpMethod):
            params = [*_params_of(contract), *_params_of(method)]
            whole_body = method.request_body
        else:
            # No parameters: those of a WebSocket are checked in the handshake, before any message.
            whole_body = method.ws_input
        # Added errors that only hidden parts can cause are left out.
        needless = self._needless_errors(contract, method, params, (whole_body, shown_body))
        shown = self._keyed(added, needless)
        return (*self._keyed(declared), *shown), _keys(shown) or None

    def _needless_errors(
        self,
        contract: AnyContract,
        owner: AnyContract | AnyMethod,
        params: Sequence[doc.Param],
        bodies: tuple[doc.Body | None, doc.Body | None],
    ) -> set[ErrorClass]:
        """Return the errors that the runtime adds for hidden parts alone: of validation, if all
        that can be invalid is hidden, and of authentication, if no credential is needed any more.

        Args:
            contract: The contract.
            owner: One of its methods, or itself for the handshake.
            params: All parameters.
            bodies: The whole body, and the shown one.
        """
        needless: set[ErrorClass] = set()
        shown_params = [param for param in params if self.parts.is_visible(param, param.schema)]
        whole_body, shown_body = bodies
        has_hidden_body = whole_body is not None and shown_body is None
        has_hidden = has_hidden_body or len(shown_params) < len(params)
        can_be_invalid = shown_body is not None or any(map(_can_be_invalid, shown_params))
        if has_hidden and not can_be_invalid:
            needless.add(VALIDATION_ERROR)
        security = contract.security
        if owner.security is not None:
            security = owner.security
        # The only ways that are left, if any, need no scheme.
        if security and not any(self.parts.security(security) or ()):
            needless.add(UNAUTHORIZED)
        return needless

    def _errors(self, groups: Iterable[doc.Group]) -> dict[str, doc.Error]:
        """Return the errors that shown parts mention, by their keys in the shown document: first
        those with a name, sorted by key, then those without one, sorted by status.
        """
        used: set[str] = set()
        for owner in _owners(groups):
            used.update(_all_errors(owner))
        shown: dict[str, doc.Error] = {}
        for old_key, whole_error in self._whole.errors.items():
            key = self._key(old_key)
            if key not in used:
                continue
            error = self.parts.once(whole_error, self.parts.error)
            if error.type is None:
                # Each method may describe an error without a name in its own words. Those of hidden
                # methods are left out.
                texts = filter(None, self._texts_of_errors.get(key, ()))
                error = replace(error, description="\n\n".join(texts) or None)
            shown[key] = error

        def order(key: str) -> tuple[str, str]:
            """Return the sort key; the first item is empty for an error with a name."""
            return _status_without_name(shown[key]), key

        return {key: shown[key] for key in sorted(shown, key=order)}

    # --- texts ---

    def _text(self, text: str | None, parts: Iterable[Any], hidden_before: int) -> str | None:
        """Return a description without what its sections say of hidden errors, parameters and
        fields. Sections that could not be read are removed as a whole if anything is hidden.

        Args:
            text: The description.
            parts: What it describes: a contract, or a method and its contract.
            hidden_before: How many parts had been hidden before these were filtered.
        """
        if text is None:
            return None
        names: set[str] = set()
        for part in parts:
            names.update(self._hidden_names_in(part))

        def is_hidden(name: str) -> bool:
            """Return whether a name in a section, such as ``cost`` or ``item.cost``, is hidden."""
            return self.parts.hidden.leads_to(name) or not names.isdisjoint(name.split("."))

        shown: str | None = text
        if names or self.parts.hidden_count > hidden_before:
            shown = without_unread_sections(text)
        if shown is None:
            return None
        return without_hidden(shown, is_hidden)

    def _hidden_names_in(self, part: AnyContract | AnyMethod) -> Iterator[str]:
        """Yield the names that docstrings may use for the hidden errors, parameters and credentials
        of a contract or a method: an error by its type or its class, and a parameter or a header as
        on the wire, capitalised, or as a name of Python.
        """
        for _, error in errors_of(part):
            if not self.parts.is_visible(error) and error.export is not None:
                yield from (error.export.name, error.export.cause.__name__)
        for param in _params_of(part):
            if not self.parts.is_visible(param, param.schema):
                yield from spellings(param)
        # Methods of WebSockets have no member `auth`.
        for credential in getattr(part, "auth", None) or ():
            if not self.parts.is_visible(credential):
                name = credential.header_name
                yield from (name, name.title(), name.replace("-", "_").lower())

    # --- tags ---

    def _tags(self, groups: Iterable[doc.Group]) -> Iterator[Mapping[str, Any]]:
        """Yield the tags of shown methods, and those above them, except for hidden ones."""
        used: set[str] = set()
        for owner in _owners(groups):
            used.update(_tags_of(owner))
        by_name = {str(tag.get("name")): tag for tag in self._export.tags}
        waiting = list(used)
        while waiting:
            parent = by_name.get(waiting.pop(), {}).get("parent")
            if isinstance(parent, str) and parent not in used:
                used.add(parent)
                waiting.append(parent)
        for name, tag in by_name.items():
            if name in used and name not in self._hidden_tags:
                yield without_marked(tag, self._audiences)


def _definitions_by_name(written: Written) -> dict[str, Definition]:
    """Return the types of a document by the names of their schemas."""
    definitions: dict[str, Definition] = {}
    for name, (key, _mode) in written.schema_keys.items():
        definitions[name] = written.definitions[key]
    return definitions


def _hidden_tags(tags: Collection[Mapping[str, Any]], audiences: Audiences) -> frozenset[str]:
    """Return the names of the hidden tags, and of those below them: a tag may name another one as
    its parent (OpenAPI 3.2, "Tag Object").
    """
    hidden: set[object] = set()
    for tag in tags:
        if not is_shown(audience_in(tag), audiences):
            hidden.add(tag.get("name"))
    count_before = -1
    while count_before != len(hidden):  # tags may come before their parents
        count_before = len(hidden)
        hidden |= {tag.get("name") for tag in tags if tag.get("parent") in hidden}
    return frozenset(map(str, hidden))


def _new_keys_by_old(
    document: ApiDocsDocument, new_keys: Mapping[ErrorClass, str]
) -> dict[str, str]:
    """Return the keys of errors in the shown document, by those in the whole document. They differ
    because keys are chosen anew among the errors that are shown; hidden errors have none.

    Args:
        document: The whole document.
        new_keys: The keys in the shown document, by the classes of errors.
    """
    keys: dict[str, str] = {}
    for owner in _owners(document.groups):
        for old_key, error in errors_of(owner):
            # `cause` is the class of the error.
            if error.export is not None and error.export.cause in new_keys:
                keys[old_key] = new_keys[error.export.cause]
    return keys


def _keys(errors: Keyed) -> tuple[str, ...]:
    """Return the keys of errors, each once."""
    return tuple(dict.fromkeys(key for key, _ in errors))


def _headers_of(responses: Iterable[doc.Response]) -> tuple[doc.Param, ...] | None:
    """Return the headers of responses, each once: of several with one name the last."""
    headers: dict[str, doc.Param] = {}
    for response in responses:
        assert response.export is not None
        for header in response.export.headers:
            headers[header.name.lower()] = header
    return tuple(headers.values()) or None


def _can_be_invalid(param: doc.Param) -> bool:
    """Return whether a request can be refused because of a parameter."""
    return param.export is None or not takes_everything(param.export.cause)


def _owners(groups: Iterable[doc.Group]) -> Iterator[Any]:
    """Yield the contracts of groups and their methods, which own errors, tags and security."""
    for group in groups:
        for contract in group.contracts:
            yield contract
            yield from contract.methods


def _params_of(owner: doc.Contract | doc.Method) -> list[doc.Param]:
    """Return the parameters of all kinds that a contract or a method has."""
    params: list[doc.Param] = []
    for kind in PARAMS:
        params += getattr(owner, kind, None) or ()
    return params


def _all_errors(owner: Any) -> Iterator[str]:
    """Yield the keys of all errors of a contract or a method: for WebSockets also of errors that
    only the export has, such as refusals.
    """
    yield from getattr(owner, "errors", None) or ()
    if not isinstance(owner, doc.HttpMethod):
        yield from (key for key, _ in errors_of(owner))


def _status_without_name(error: doc.Error) -> str:
    """Return the status of an error without a name, or its range; empty for one with a name."""
    if error.type is not None:
        return ""
    return error.status_range or str(error.status_code)


def _schemes_of(owner: Any) -> Iterator[str]:
    """Yield the names of the security schemes that a contract or a method mentions."""
    for alternative in owner.security or ():
        yield from alternative


def _tags_of(owner: Any) -> tuple[str, ...]:
    """Return the tags of a method; contracts have none."""
    return getattr(owner.export, "tags", None) or ()
