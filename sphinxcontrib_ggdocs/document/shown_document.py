"""Removes from a document everything that the given audience must not see.

Marks are members of parts and keywords of schemas. A first pass removes parts whose marks do not
include the audience, and parts that are empty afterwards. A second pass removes mentions of names
that only removed parts have. Then the names of types, the keys of errors and what the runtime adds
are chosen again.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ..audience_rules import Audiences, is_shown
from ..catalog.spec_errors import raise_all
from ..contracts.audiences import audience_in, without_marked
from ..contracts.authoring.docstrings import without_hidden, without_unread_sections
from ..contracts.contract_errors import ContractError, Location, NotForAudience
from ..contracts.display_names import name_errors
from ..contracts.errors import UNAUTHORIZED, VALIDATION_ERROR, ErrorClass
from ..contracts.possible_errors import takes_everything
from ..schema.nodes import JsonSchema, without
from ..schema.registry import Written
from . import parts as doc
from .exports import ServiceExport
from .hidden_names import NO_NAMES, HiddenNames, spellings
from .model import ApiDocsDocument
from .openapi_members import code_samples, own_servers
from .shown_names import errors_of_all_events, names_of_hidden, without_callbacks
from .shown_parts import PARAMS, ShownParts, errors_of, is_event
from .shown_schemas import ShownSchemas
from .shown_types import ShownTypes
from .wire import AnyContract, AnyMethod, Keyed, place_of_part
from .writer import with_callbacks

_EXPRESSION = re.compile(r"{([^{}]*)}")
"""A runtime expression in the address of a callback (OpenAPI 3.1, 4.8.18.2)."""

Report: TypeAlias = Callable[[Sequence[ContractError]], None]


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A document with everything in it, and with marks."""

    document: ApiDocsDocument
    written: Written

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
    whole: WholeDocument, asked: Audiences, report: Report
) -> tuple[ApiDocsDocument, Written]:
    """Return a document as an audience sees it, and its schemas.

    Args:
        whole: The whole document.
        asked: The audiences that are requested.
        report: Takes the errors of methods that would have to be shown without a part of their
            paths, or without the credentials that they need; they are left out.
    """
    names, errors = _View(whole, asked).names_of_hidden()
    view = _View(whole, asked, names, name_errors(errors))
    document = view.document()
    report(view.problems)
    return document


def shown_type(
    schema: JsonSchema, whole: WholeDocument, asked: Audiences
) -> tuple[JsonSchema, Written] | None:
    """Return a type as an audience sees it, and the schemas that it mentions; None if it is for
    others.

    Raises:
        ContractError: A part of it is for others, and cannot be left out.
    """
    first = _View(whole, asked)
    if not first.schemas.is_shown(schema):
        return None
    names, _ = first.names_of_hidden([schema])
    view = _View(whole, asked, names)
    left = view.types.use(schema)
    _, written = view.document()
    raise_all(view.schemas.problems)
    return left, written


class _View:
    """One pass over a document.

    Args:
        whole: The whole document.
        asked: The audiences that are requested.
        names: The names of what is hidden, where these are known.
        keys: The keys of the errors that are left.
    """

    def __init__(
        self,
        whole: WholeDocument,
        asked: Audiences,
        names: HiddenNames = NO_NAMES,
        keys: Mapping[ErrorClass, str] | None = None,
    ) -> None:
        self._whole = whole.document
        self._asked = asked
        mentions = whole.written.schema_keys.items()
        self._definitions = {name: whole.written.definitions[key] for name, (key, _) in mentions}
        names_of_types = {name: definition.name for name, definition in self._definitions.items()}
        self.schemas = ShownSchemas(whole.document.schemas, asked, names, names_of_types)
        self.types = ShownTypes(whole.written, self.schemas)
        self._parts = ShownParts(whole.document, asked, names, self.schemas, self.types)
        self.problems: list[ContractError] = []
        self._texts: dict[str, dict[str, None]] = {}
        """What methods that are shown say of errors, by key."""
        self._keys = _new_keys(whole.document, keys or {})
        export = whole.document.service.export
        assert export is not None
        self._export = export
        self._hidden_tags = _hidden_tags(export.tags, asked)

    def names_of_hidden(
        self, inline: Iterable[JsonSchema] = ()
    ) -> tuple[HiddenNames, list[ErrorClass]]:
        """Return the names that only hidden parts have, and the errors that are shown.

        Args:
            inline: Schemas without names that no part has.
        """
        shown = self.schemas, self._parts
        return names_of_hidden(self._whole, self._definitions, self._asked, shown, inline)

    def document(self) -> tuple[ApiDocsDocument, Written]:
        """Return what is left of the document, and its schemas."""
        groups = tuple(self._groups())
        errors = self._errors(groups)
        written = self.types.write()
        used = {name for owner in _owners(groups) for name in _schemes_of(owner)}
        schemes = {name: one for name, one in self._parts.schemes.items() if name in used}
        export = replace(
            self._export,
            tags=tuple(self._tags(groups)),
            types=frozenset(),  # they may be those of what is left out
            given=written.given_names,
            lost_patterns=tuple(written.lost_patterns),
            lost_references=written.lost_references,
        )
        changes = {
            "service": replace(self._whole.service, export=export),
            "groups": groups,
            "schemas": written.schemas,
            "errors": errors,
            "security_schemes": schemes or None,
        }
        return self._whole.model_copy(update=changes), written

    # --- contracts ---

    def _groups(self) -> Iterator[doc.Group]:
        for group in self._whole.groups:
            if not is_shown(group.audience, self._asked):
                continue
            shown: list[AnyContract] = []
            for contract in without_callbacks(group):
                left = self._parts.once(contract, self._contract)
                if left is not None:
                    shown += with_callbacks(left)
            if shown or not group.contracts:
                yield replace(group, contracts=tuple(shown), audience=())

    def _contract(self, contract: AnyContract) -> AnyContract | None:
        if not is_shown(contract.audience, self._asked):
            return None
        before, known = self._parts.lost, len(self.schemas.problems)
        methods: Any = tuple(self._methods(contract))
        if contract.methods and not methods:
            return None
        changes: dict[str, Any] = {}
        if isinstance(contract, doc.WebSocketContract):
            if not self._can_be_called(contract, contract):
                return None
            changes = self._channel(contract, methods)
        left = self._parts.part(contract, methods=methods, **changes)
        text = self._text(contract.description, [contract], before)
        self._report(contract, self.schemas.problems[known:])
        return replace(left, description=text)

    def _report(self, contract: AnyContract, problems: Iterable[ContractError]) -> None:
        """Report types that cannot be left out where they are."""
        place = place_of_part(contract)
        for problem in problems:
            report = contract.export.report if contract.export is not None else None
            take = report or self.problems.append
            take(problem.at(place))

    def _channel(
        self, contract: doc.WebSocketContract, methods: Sequence[doc.WebSocketMethod]
    ) -> dict[str, Any]:
        """Return what is left of the members that only contracts of WebSockets have."""
        export = contract.export
        assert export is not None
        needless = self._needless(contract, contract, _params_of(contract), (None, None))
        handshake = self._keyed(export.handshake_errors, needless)
        event_errors = self._event_errors(contract, methods)
        refusals = self._keyed(export.refusals)
        extra = without(self._parts.additions(export.asyncapi_extra) or {}, "messages", "replies")
        framing = self._framing(contract.framing, methods, event_errors, refusals)
        return {
            "errors": _keys(handshake) or None,
            "framing": framing,
            "export": replace(
                export,
                event_errors=event_errors,
                refusals=refusals,
                handshake_errors=handshake,
                asyncapi_extra=extra or None,  # names of messages and requests may be hidden
            ),
        }

    def _framing(
        self,
        framing: doc.Framing,
        methods: Iterable[doc.WebSocketMethod],
        event_errors: Keyed,
        refusals: Keyed,
    ) -> doc.Framing:
        sent = {*_keys(event_errors), *_keys(refusals)}
        for method in methods:
            sent.update(method.errors)
        codes = None
        if framing.codes is not None:
            known = {self._key(key): code for key, code in framing.codes.items()}
            codes = {key: known[key] for key in known if key in sent}
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
        """Return the errors of the events that are left, and those of all events."""
        export = contract.export
        assert export is not None
        events = list(filter(is_event, methods))
        if not events:
            return ()
        of_shown: set[str] = set()
        for event in events:
            of_shown.update(event.errors)
        of_all = errors_of_all_events(contract)

        def is_left(pair: tuple[str, doc.Error]) -> bool:
            return pair in of_all or self._key(pair[0]) in of_shown

        left = list(filter(is_left, export.event_errors))
        needless = [VALIDATION_ERROR]
        if any(event.ws_input is not None for event in events):
            needless = []
        return self._keyed(left, needless)

    # --- methods ---

    def _methods(self, contract: AnyContract) -> Iterator[AnyMethod]:
        for method in contract.methods:
            if self._parts.shows(method) and self._can_be_called(contract, method):
                yield self._method(contract, method)

    def _method(self, contract: AnyContract, method: AnyMethod) -> AnyMethod:
        before = self._parts.lost
        if isinstance(method, doc.HttpMethod):
            changes = self._http_method(contract, method)
        else:
            changes = self._interaction(contract, method)
        export = changes.pop("export")
        if isinstance(method, doc.HttpMethod) and method.export is not None:
            export["description"] = self._text(
                method.export.description, [contract, method], before
            )
        changes["description"] = self._text(method.description, [contract, method], before)
        security = contract.security and self._parts.security(contract.security)
        if changes.get("security", method.security) == security:
            changes["security"] = None
        kept: Any = method.export
        return replace(method, **changes, export=replace(kept, **export))

    def _http_method(self, contract: AnyContract, method: doc.HttpMethod) -> dict[str, Any]:
        """Return the members that are changed; those in memory under ``export``."""
        export = method.export
        assert export is not None
        responses = list(self._responses(method))
        extra = self._parts.operation_additions(export.openapi_extra)
        callbacks = tuple(self._callbacks(export.callbacks))
        changes = self._parts.changes(method, ("description", "response_headers"))
        body = changes.get("request_body", method.request_body)
        errors, added = self._method_errors(contract, method, body)
        tags = export.tags and tuple(tag for tag in export.tags if tag not in self._hidden_tags)
        return changes | {
            "success_response": next(iter(responses), None),
            "more_responses": tuple(responses[1:]) or None,
            "response_headers": _headers_of(responses),
            "servers": own_servers(extra),
            "callbacks": tuple(callback.name for callback in callbacks) or None,
            "code_samples": code_samples(extra),
            "errors": _keys(errors),
            "error_descriptions": self._error_descriptions(method, _keys(errors)),
            "runtime_errors": added,
            "export": {
                "tags": tags,
                "errors": errors,
                "callbacks": callbacks,
                "openapi_extra": extra,
            },
        }

    def _responses(self, method: doc.HttpMethod) -> Iterator[doc.Response]:
        for response in (method.success_response, *(method.more_responses or ())):
            if response is not None and self._parts.shows(response):
                yield self._parts.response(response)

    def _error_descriptions(
        self, method: doc.HttpMethod, keys: Collection[str]
    ) -> dict[str, str] | None:
        """Return what a method says of its errors, where other methods say something else."""
        texts: dict[str, str] = {}
        for key, text in (method.error_descriptions or {}).items():
            if self._key(key) in keys:
                texts[self._key(key)] = self._parts.described(text) or ""
        return texts or None

    def _interaction(self, contract: AnyContract, method: doc.WebSocketMethod) -> dict[str, Any]:
        """Return the members that are changed; those in memory under ``export``."""
        export = method.export
        assert export is not None
        answer = method.success_response
        if answer is not None:
            contents = answer.contents or ()
            shown = [one for one in contents if self._parts.shows(one, one.schema)]
            left_contents = tuple(map(self._parts.content, shown))
            answer = replace(answer, contents=left_contents) if shown else None
        changes = self._parts.changes(method, ("description", "success_response"))
        body = changes.get("ws_input", method.ws_input)
        errors, added = self._method_errors(contract, method, body)
        extra = self._parts.additions(export.message_extra) or {}
        params = changes.get("header_params", method.header_params) or ()
        if len(params) < len(method.header_params or ()):
            extra = without(extra, "headers")  # keywords that may be about what is left out
        return changes | {
            "success_response": answer,
            "errors": _keys(errors),
            "runtime_errors": added,
            "export": self._parts.changes(export, ("message_extra",))
            | {"errors": errors, "message_extra": dict(extra) or None},
        }

    def _callbacks(self, callbacks: Iterable[doc.HttpContract]) -> Iterator[doc.HttpContract]:
        """Yield the callbacks without those whose address is read from what has been left out."""
        for contract in callbacks:
            shown = self._parts.once(contract, self._callback)
            if shown is not None and (shown.methods or not contract.methods):
                yield shown

    def _callback(self, contract: doc.HttpContract) -> AnyContract | None:
        methods = tuple(method for method in contract.methods if not self._is_at_hidden(method))
        return self._contract(replace(contract, methods=methods))

    def _is_at_hidden(self, method: doc.HttpMethod) -> bool:
        expressions = _EXPRESSION.findall(method.http_path)
        return any(expression in self._parts.hidden for expression in expressions)

    def _can_be_called(self, contract: AnyContract, owner: AnyContract | AnyMethod) -> bool:
        """Return whether all parts of the path are shown, and one of the ways in which callers can
        identify themselves.
        """
        method: Any = None if owner is contract else owner
        place = place_of_part(contract, method)
        problems = [
            self._problem(place / param.name, f"the path has {{{param.name}}}", "audience=..., ")
            for param in self._parts.hidden_path_params(owner)
        ]
        if self._parts.lacks_credentials(contract, owner):
            security = owner.security or contract.security or ()
            names = ", ".join(dict.fromkeys(name for part in security for name in part))
            problems.append(
                self._problem(place, f"callers identify themselves by {names}", "too, ")
            )
        self.problems += problems
        return not problems

    def _problem(self, place: Location, what: str, how: str) -> NotForAudience:
        asked = ", ".join(self._asked) or "everyone"
        return NotForAudience(
            f"{what}, which is not for the audience ({asked})",
            where=place,
            hint=f"give the method that audience, {how}because nobody else can call it",
        )

    # --- errors ---

    def _key(self, key: str) -> str:
        return self._keys.get(key, key)

    def _keyed(self, errors: Keyed | list[Any], needless: Collection[ErrorClass] = ()) -> Keyed:
        """Return the errors that are shown with their keys.

        Args:
            errors: All errors.
            needless: Those that the runtime adds for what is not there any more.
        """
        shown: list[tuple[str, doc.Error]] = []
        for key, error in errors:
            assert error.export is not None
            if error.export.cause not in needless and self._parts.shows(error):
                left = self._parts.once(error, self._parts.error)
                shown.append((self._key(key), left))
                self._texts.setdefault(self._key(key), {})[left.description or ""] = None
        return tuple(shown)

    def _method_errors(
        self, contract: AnyContract, method: AnyMethod, body: doc.Body | None
    ) -> tuple[Keyed, tuple[str, ...] | None]:
        """Return the errors of a method, and the keys of those that the runtime adds."""
        added = method.runtime_errors or ()
        declared = [pair for pair in errors_of(method) if pair[0] not in added]
        if not added:
            return self._keyed(declared), None
        params: list[doc.Param] = []
        if isinstance(method, doc.HttpMethod):
            params = [*_params_of(contract), *_params_of(method)]
            whole = method.request_body
        else:  # what the handshake takes has been checked
            whole = method.ws_input
        needless = self._needless(contract, method, params, (whole, body))
        of_runtime = [pair for pair in errors_of(method) if pair[0] in added]
        shown = self._keyed(of_runtime, needless)
        return (*self._keyed(declared), *shown), _keys(shown) or None

    def _needless(
        self,
        contract: AnyContract,
        owner: AnyContract | AnyMethod,
        params: Sequence[doc.Param],
        bodies: tuple[doc.Body | None, doc.Body | None],
    ) -> set[ErrorClass]:
        """Return the errors that the runtime adds for what is not there any more.

        Args:
            contract: The contract.
            owner: One of its methods, or itself for the handshake.
            params: All parameters.
            bodies: The whole body, and what is left of it.
        """
        needless: set[ErrorClass] = set()
        before = self._parts.lost
        shown = self._parts.shown_params(params)
        self._parts.lost = before
        whole_body, body = bodies
        has_lost = len(shown) < len(params) or (whole_body is not None and body is None)
        if has_lost and body is None and not any(map(_can_be_invalid, shown)):
            needless.add(VALIDATION_ERROR)
        security = owner.security if owner.security is not None else contract.security
        if security and not any(self._parts.security(security) or ()):
            needless.add(UNAUTHORIZED)
        return needless

    def _errors(self, groups: Iterable[doc.Group]) -> dict[str, doc.Error]:
        """Return the errors that something mentions, by key: those without a name by status."""
        used: set[str] = set()
        for owner in _owners(groups):
            used.update(_all_errors(owner))
        shown: dict[str, doc.Error] = {}
        for key, error in self._whole.errors.items():
            if self._key(key) in used:
                shown[self._key(key)] = self._parts.once(error, self._parts.error)
        for key, error in shown.items():
            if error.type is None:  # of which each method says what it means there
                texts = filter(None, self._texts.get(key, ()))
                shown[key] = replace(error, description="\n\n".join(texts) or None)

        def order(key: str) -> tuple[str, str]:
            return _status_without_name(shown[key]), key

        return {key: shown[key] for key in sorted(shown, key=order)}

    # --- texts ---

    def _text(self, text: str | None, parts: Iterable[Any], before: int) -> str | None:
        """Return a description without what its sections say of hidden errors, parameters and
        fields; sections that were not read go as a whole where anything has been left out.

        Args:
            text: The description.
            parts: What it is of, and what that is in.
            before: How many parts had been left out before.
        """
        names: set[str] = set()
        for part in parts:
            names.update(self._names_left_out(part))

        def is_hidden(name: str) -> bool:
            return self._parts.hidden.leads_to(name) or not names.isdisjoint(name.split("."))

        shown = text
        if text is not None and (names or self._parts.lost > before):
            shown = without_unread_sections(text)
        return None if shown is None else without_hidden(shown, is_hidden)

    def _names_left_out(self, part: AnyContract | AnyMethod) -> Iterator[str]:
        """Yield what docstrings may call the errors, parameters and credentials of a part that are
        for others.
        """
        before = self._parts.lost
        for _, error in errors_of(part):
            if not self._parts.shows(error) and error.export is not None:
                yield from (error.export.name, error.export.cause.__name__)
        for param in _params_of(part):
            if not self._parts.shows(param, param.schema):
                yield from spellings(param)
        for auth in getattr(part, "auth", None) or ():
            if not self._parts.shows(auth):
                name = auth.header_name
                yield from (name, name.title(), name.replace("-", "_").lower())
        self._parts.lost = before

    # --- tags ---

    def _tags(self, groups: Iterable[doc.Group]) -> Iterator[Mapping[str, Any]]:
        """Yield the tags that methods have which are left, and those above them."""
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
                yield without_marked(tag, self._asked)


def _hidden_tags(tags: Collection[Mapping[str, Any]], asked: Audiences) -> frozenset[str]:
    """Return the names of the tags that are for others, and of those below them (OpenAPI 3.2)."""
    hidden = {tag.get("name") for tag in tags if not is_shown(audience_in(tag), asked)}
    before = -1
    while before != len(hidden):  # tags may come before their parents
        before = len(hidden)
        hidden |= {tag.get("name") for tag in tags if tag.get("parent") in hidden}
    return frozenset(map(str, hidden))


def _new_keys(document: ApiDocsDocument, keys: Mapping[ErrorClass, str]) -> dict[str, str]:
    """Return the keys of the errors that are left by those that they had."""
    renamed: dict[str, str] = {}
    for owner in _owners(document.groups):
        for key, error in errors_of(owner):
            if error.export is not None and error.export.cause in keys:
                renamed[key] = keys[error.export.cause]
    return renamed


def _keys(errors: Keyed) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key, _ in errors))


def _headers_of(responses: Iterable[doc.Response]) -> tuple[doc.Param, ...] | None:
    """Return the headers of responses, each once."""
    headers: dict[str, doc.Param] = {}
    for response in responses:
        assert response.export is not None
        for header in response.export.headers:
            headers[header.name.lower()] = header
    return tuple(headers.values()) or None


def _can_be_invalid(param: doc.Param) -> bool:
    """Return whether a request can be refused for a parameter."""
    return param.export is None or not takes_everything(param.export.cause)


def _owners(groups: Iterable[doc.Group]) -> Iterator[Any]:
    """Yield contracts and their methods."""
    for group in groups:
        for contract in group.contracts:
            yield contract
            yield from contract.methods


def _params_of(owner: doc.Contract | doc.Method) -> list[doc.Param]:
    return [param for name in PARAMS for param in getattr(owner, name, None) or ()]


def _all_errors(owner: Any) -> Iterator[str]:
    """Yield the keys of all errors of a contract or a method."""
    yield from getattr(owner, "errors", None) or ()
    if not isinstance(owner, doc.HttpMethod):
        yield from (key for key, _ in errors_of(owner))


def _status_without_name(error: doc.Error) -> str:
    """Return the status of an error, or its range; nothing of one that has a name."""
    if error.type is not None:
        return ""
    return error.status_range or str(error.status_code)


def _schemes_of(owner: Any) -> Iterator[str]:
    for alternative in owner.security or ():
        yield from alternative


def _tags_of(owner: Any) -> tuple[str, ...]:
    return getattr(owner.export, "tags", None) or ()
