"""What of contracts an audience is shown: the same contracts without the rest.

This is the one place that decides it for groups, contracts, methods, errors and parameters; the
walker of the schemas asks the same question of fields. Nothing else knows of audiences.
"""

import copy
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import filterfalse
from typing import Any, TypeAlias, TypeVar
from urllib.parse import unquote

from ..audience_rules import Audiences, is_shown
from .audiences import combined, without_marked
from .authoring.docstrings import without_hidden, without_unread_sections
from .contract_errors import ContractError, NotForAudience
from .errors import ErrorClass
from .framing import Interaction
from .hidden_names import NO_NAMES, TEXTS, HiddenNames, NamesOfTypes
from .lifecycle import Lifecycle
from .message_model import GivenSchema, Marked
from .model import (
    MISSING,
    BodyField,
    Content,
    Contract,
    ErrorAnswer,
    Example,
    ExternalDocs,
    HttpContract,
    HttpMethod,
    Parameter,
    RequestBody,
    Success,
    TypeForm,
    WebSocketContract,
    where_of,
)
from .requirements import Requirement
from .security import SecurityRequirement
from .shown_security import shown_security
from .type_audiences import COMPOSITION, audience_of, hidden_properties, without_replacement

_EXPRESSION = re.compile(r"{([^{}]*)}")
"""A runtime expression in the address of a callback (OpenAPI 3.1, 4.8.18.2)."""


_Part = TypeVar("_Part", bound=Marked)
_Member = TypeVar("_Member", HttpMethod, Interaction)
_Described: TypeAlias = Contract | HttpMethod | Interaction


@dataclass(slots=True)
class AudienceFilter:
    """Takes out of contracts what is for others.

    Args:
        asked: The audiences that are requested.
        hidden: What an earlier pass over the same contracts has left out, which nothing names any
            more as a replacement or in a link.
    """

    asked: Audiences
    hidden: HiddenNames = NO_NAMES
    hidden_scopes: frozenset[str] = frozenset()
    """The scopes that only what an earlier pass has left out requires."""
    problems: list[ContractError] = field(default_factory=list)
    """Parts that cannot be left out where they are; the method around each is."""
    left_out: set[str] = field(default_factory=set)
    """The names of contracts, methods, errors and parameters that have been left out, as authors
    refer to them, and operation ids."""
    named: set[str] = field(default_factory=set)
    """The same of what has been looked at and is shown."""
    types: NamesOfTypes = field(default_factory=NamesOfTypes)
    """The names of all types that have been looked at, by an earlier pass, too."""
    _hidden: int = 0
    """How many parts of methods have been left out until now."""
    _requirements: dict[Requirement, Requirement] = field(default_factory=dict)
    _errors: dict[ErrorClass, ErrorClass] = field(default_factory=dict)

    def hidden_names(self, further: Iterable[str] = ()) -> HiddenNames:
        """Return the names that only what has been left out has.

        Args:
            further: More names of what is for others.
        """
        hidden = self.left_out | self.types.hidden | {*further}
        names = HiddenNames.of(hidden, self.named | self.types.shown)
        fields = frozenset(self.types.fields)
        members = self.types.members.union(further)
        return replace(names, members=members, fields=fields, tags=self.types.tags)

    def shows(self, part: Marked, *types: object) -> bool:
        """Return whether a part is shown, by its own mark and those of its types."""
        is_visible = is_shown(combined(part.audience, *map(audience_of, types)), self.asked)
        self._hidden += not is_visible
        self.types.add(types, self.asked, visible=is_visible)
        if isinstance(part, Parameter | BodyField):
            names = self.named if is_visible else self.left_out
            names.update(_spellings(part))
        return is_visible

    def contract(self, contract: Contract) -> Contract | None:
        """What is left of a contract; None of one that is for others, or of which nothing is."""
        shown = self._contract(contract)
        if shown is None:
            self.left_out.add(contract.name)
            for member in members_of(contract):
                self._leave_out(contract, member)
        return shown

    def _contract(self, contract: Contract) -> Contract | None:
        if not is_shown(contract.audience, self.asked):
            return None
        if not isinstance(contract, HttpContract):
            return self._websocket(contract)
        before = self._hidden
        methods = self._members(contract, contract.methods)
        if contract.methods and not methods:
            return None
        is_whole = self._hidden == before
        text = self._text(contract.description, [contract], is_whole=is_whole)
        return self._left(contract, methods=methods, description=text)

    def _left(self, part: _Part, **changes: Any) -> _Part:
        """Return a part without its mark, with other fields, and with what is left of those that
        many parts have.
        """
        fields: dict[str, Callable[[Any], object]] = {
            "requires": self._required,
            "security": self._security,
            "description": self._described,
            "external_docs": self._linked,
            "lifecycle": self._lifecycle,
            "headers": self._parameters,
            "examples": self._examples,
            "openapi_extra": self._extra,
            "asyncapi_extra": self._extra,
            "message_extra": self._extra,
        }
        for name, shown in fields.items():
            if name not in changes and hasattr(part, name):
                changes[name] = shown(getattr(part, name))
        return replace(part, audience=(), **changes)

    def _websocket(self, contract: WebSocketContract) -> WebSocketContract | None:
        before = self._hidden
        interactions = self._members(contract, contract.interactions)
        if contract.interactions and not interactions:
            return None
        if not self._can_hide(contract, contract.parameters, contract.name):
            return None
        if not self._can_identify(contract, contract, contract.name):
            return None
        is_whole = self._hidden == before
        return self._left(
            contract,
            description=self._text(contract.description, [contract], is_whole=is_whole),
            interactions=interactions,
            parameters=self._parameters(contract.parameters),
            handshake_errors=self._known_errors(contract.handshake_errors),
            event_errors=self._known_errors(contract.event_errors),
            refusals=self._known_errors(contract.refusals),
            asyncapi_extra=self._channel(contract.asyncapi_extra),
        )

    def _members(self, contract: Contract, members: Iterable[_Member]) -> tuple[_Member, ...]:
        shown = []
        for member in members:
            left = self._member(contract, member) if self.shows(member) else None
            if left is None:
                self._leave_out(contract, member)
            else:
                self.named |= _names_of(contract, member)
                self.types.add(_types_of(left), self.asked, visible=True)
                shown.append(left)
        return tuple(shown)

    def _leave_out(self, contract: Contract, member: HttpMethod | Interaction) -> None:
        self.left_out |= _names_of(contract, member)
        self.types.add(_types_of(member), self.asked, visible=False)
        for error in member.errors:
            self.left_out.add(error.type)
            self.types.add(_types_of_error(error), self.asked, visible=False)

    def _member(self, contract: Contract, member: _Member) -> _Member | None:
        owner = f"{contract.name}.{member.name}"
        if not self._can_identify(contract, member, owner):
            return None
        if isinstance(member, Interaction):
            return self._interaction(contract, member)
        if not self._can_hide(member if member.source else contract, member.parameters, owner):
            return None
        return self._method(contract, member)

    def _method(self, contract: Contract, method: HttpMethod) -> HttpMethod:
        before = self._hidden
        parameters, body = self._parameters(method.parameters), self._body(method.body)
        successes = tuple(map(self._success, filter(self.shows, method.successes)))
        errors = self._shown_errors(method.errors)
        is_whole = self._hidden == before
        return self._left(
            method,
            description=self._text(method.description, [contract, method], is_whole=is_whole),
            parameters=parameters,
            body=body,
            successes=successes,
            errors=errors,
            callbacks=tuple(self._callbacks(method.callbacks)),
            openapi_extra=self._operation_extra(method.openapi_extra),
        )

    def _callbacks(self, callbacks: Iterable[HttpContract]) -> Iterator[HttpContract]:
        """Yield the callbacks without those whose address is read from what has been left out."""
        for contract in callbacks:
            methods = filterfalse(self._is_at_hidden, contract.methods)
            shown = self._contract(replace(contract, methods=tuple(methods)))
            if isinstance(shown, HttpContract) and (shown.methods or not contract.methods):
                yield shown

    def _is_at_hidden(self, method: HttpMethod) -> bool:
        return any(expression in self.hidden for expression in _EXPRESSION.findall(method.path))

    def _interaction(self, contract: Contract, interaction: Interaction) -> Interaction:
        answer, before = interaction.answer, self._hidden
        message, headers = self._body(interaction.message), self._parameters(interaction.headers)
        shown = self._content(answer) if answer is not None and self.shows(answer) else None
        pattern = interaction.pattern
        if answer is not None and shown is None:  # the sender waits all the same
            pattern = "req"
        errors = self._shown_errors(interaction.errors)
        is_whole = self._hidden == before
        text = self._text(interaction.description, [contract, interaction], is_whole=is_whole)
        extra = dict(self._extra(interaction.message_extra) or {})
        if len(headers) < len(interaction.headers):
            extra.pop("headers", None)  # keywords that may be about those that are left out
        return self._left(
            interaction,
            description=text,
            message=message,
            answer=shown,
            pattern=pattern,
            errors=errors,
            headers=headers,
            message_extra=extra or None,
        )

    def _can_hide(
        self, owner: Contract | HttpMethod, parameters: Iterable[Parameter], name: str
    ) -> bool:
        """Return whether all parameters that are for others can be left out: a path shows its
        own.
        """
        hidden = [
            parameter.name
            for parameter in parameters
            if parameter.location == "path" and not self.shows(parameter, parameter.type)
        ]
        asked = ", ".join(self.asked) or "everyone"
        for parameter in hidden:
            message = f"the path has {{{parameter}}}, which is not for the audience ({asked})"
            hint = "give the method that audience, audience=..., for nobody else can call it"
            where = where_of(owner.source, name) / parameter
            self.problems.append(NotForAudience(message, where=where, hint=hint))
        return not hidden

    def _can_identify(
        self, contract: Contract, part: Contract | HttpMethod | Interaction, name: str
    ) -> bool:
        """Return whether one of the ways in which callers can identify themselves is shown."""
        own = part.security or (contract.security if isinstance(part, HttpMethod) else None)
        requires = () if isinstance(part, Interaction) else part.requires
        given = [own, *(required.security for required in requires)]
        hidden = [
            security
            for security in given
            if security is not None and self._security(security) is None
        ]
        if hidden:
            asked = ", ".join(self.asked) or "everyone"
            schemes = ", ".join(scheme.name for security in hidden for scheme in security.schemes)
            self.problems.append(
                NotForAudience(
                    f"callers identify themselves by {schemes}, which is not for the audience "
                    f"({asked})",
                    where=where_of(part.source or contract.source, name),
                    hint="give the method that audience, too, for nobody else can call it",
                )
            )
        return not hidden

    def _security(self, security: SecurityRequirement | None) -> SecurityRequirement | None:
        return security and shown_security(security, self.asked, self.hidden_scopes)

    def _linked(self, link: ExternalDocs | None) -> ExternalDocs | None:
        return link if link is None or self.shows(link) else None

    def _parameters(self, parameters: Iterable[Parameter]) -> tuple[Parameter, ...]:
        given = tuple(parameters)
        shown = [parameter for parameter in given if self.shows(parameter, parameter.type)]
        names = {parameter.name for parameter in given}
        hidden = self.hidden.with_words(names, {parameter.name for parameter in shown})
        return tuple(self._parameter(parameter, hidden) for parameter in shown)

    def _parameter(self, parameter: Parameter, hidden: HiddenNames) -> Parameter:
        extra = self._extra(parameter.openapi_extra, hidden)
        form = without_replacement(parameter.type, hidden)
        left = self._left(parameter, type=form, openapi_extra=extra)
        is_same = form is parameter.type and left == parameter
        return parameter if is_same else left  # methods may have one in common, written once

    def _examples(self, examples: Iterable[Example]) -> tuple[Example, ...]:
        shown = filter(self.shows, examples)
        return tuple(
            replace(example, audience=()) if example.audience else example for example in shown
        )

    def _body(self, body: RequestBody | None) -> RequestBody | None:
        if body is None or not body.contents:
            return body
        shown = (content for content in body.contents if self.shows(content, content.type))
        contents = [self._content(content) for content in shown]
        kept = tuple(content for content in contents if content.fields != ())
        if not kept:
            return None
        required = body.required and not all(map(_is_optional, body.contents, contents))
        return replace(body, contents=kept, required=required)

    def _success(self, success: Success) -> Success:
        extra = self._without_links(self._extra(success.openapi_extra))
        return self._left(success, contents=self._contents(success.contents), openapi_extra=extra)

    def _contents(self, contents: Iterable[Content]) -> tuple[Content, ...]:
        return tuple(self._content(content) for content in contents if self.shows(content))

    def _content(self, content: Content) -> Content:
        extra = content.openapi_extra
        if isinstance(content.type, GivenSchema):
            parts = hidden_properties(content.type, self.asked, COMPOSITION)
            extra = _without_encodings(extra, parts)
        extra = self._extra(extra)
        if content.fields is None:
            return self._left(content, openapi_extra=extra)
        shown = tuple(member for member in content.fields if self.shows(member, member.type))
        hidden = {member.name for member in content.fields if member not in shown}
        examples = self._examples(content.examples)
        examples = tuple(_without_fields(example, hidden) for example in examples)
        names = self.hidden.with_words(hidden, {member.name for member in shown})
        fields = tuple(_unmarked(member, names) for member in shown)
        return self._left(content, fields=fields, examples=examples, openapi_extra=extra)

    def _required(self, requirements: Iterable[Requirement]) -> tuple[Requirement, ...]:
        return tuple(map(self._requirement, requirements))

    def _requirement(self, requirement: Requirement) -> Requirement:
        if requirement not in self._requirements:
            shown = {
                "description": self._described(requirement.description),
                "headers": self._parameters(requirement.headers),
                "cookies": self._parameters(requirement.cookies),
                "errors": self._shown_errors(requirement.errors),
                "security": self._security(requirement.security),
            }
            # Neither `replace` nor the class: its arguments are types by name, not parameters.
            left = copy.copy(requirement)
            for name, value in shown.items():
                object.__setattr__(left, name, value)
            self._requirements[requirement] = left
        return self._requirements[requirement]

    def _known_errors(self, errors: Iterable[ErrorClass] | None) -> tuple[ErrorClass, ...] | None:
        return None if errors is None else self._shown_errors(errors)

    def _shown_errors(self, errors: Iterable[ErrorClass]) -> tuple[ErrorClass, ...]:
        return tuple(self._error(error) for error in errors if self._shows_error(error))

    def _shows_error(self, error: ErrorClass) -> bool:
        is_visible = is_shown(error.audience, self.asked)
        self.types.add(_types_of_error(error), self.asked, visible=is_visible)
        if is_visible:
            self.named.add(error.type)
            return True
        self.left_out.add(error.type)
        self._hidden += 1
        return False

    def _error(self, error: ErrorClass) -> ErrorClass:
        """Return an error, its answer without what is for others, and with no replacement that
        is.
        """
        if error not in self._errors:
            self._errors[error] = self._shown_error(error)
        return self._errors[error]

    def _shown_error(self, error: ErrorClass) -> ErrorClass:
        answer, lifecycle = error.answer, self._lifecycle(error.lifecycle)
        shown = None if answer is None else self._shown_answer(answer)
        text = self._described(error.description)
        if (shown, lifecycle, text) == (answer, error.lifecycle, error.description):
            return error
        has_data = shown is None or answer is None or len(shown.contents) == len(answer.contents)
        body: dict[str, Any] = {
            "__module__": error.__module__,
            "__doc__": self._described(error.__doc__),
            "description": text,
            "answer": shown,
            "data_type": error.data_type if has_data else MISSING,
            "lifecycle": lifecycle,
        }
        copied: ErrorClass = type(error.__name__, (error,), body)
        return copied

    def _shown_answer(self, answer: ErrorAnswer) -> ErrorAnswer:
        return replace(
            answer,
            contents=self._contents(answer.contents),
            headers=self._parameters(answer.headers),
            openapi_extra=self._without_links(self._extra(answer.openapi_extra)),
        )

    def _text(self, text: str | None, parts: Iterable[_Described], *, is_whole: bool) -> str | None:
        """Return a description without what its sections say of hidden errors, parameters and
        fields; sections that were not read go as a whole where anything has been left out.

        Args:
            text: The description.
            parts: What it is of, and what that is in.
            is_whole: Whether nothing of it has been left out, but perhaps of what it requires.
        """
        names: set[str] = set()
        for part in parts:
            names.update(self._names_left_out(part))

        def is_hidden(name: str) -> bool:
            return self.hidden.leads_to(name) or not names.isdisjoint(name.split("."))

        shown = text
        if text is not None and (names or not is_whole):
            shown = without_unread_sections(text)
        return None if shown is None else without_hidden(shown, is_hidden)

    def _described(self, text: str | None) -> str | None:
        """Return the description of a part without what its sections say of hidden names."""
        return None if text is None else without_hidden(text, self.hidden.leads_to)

    def _names_left_out(self, part: _Described) -> Iterator[str]:
        """Yield what docstrings may call the errors and parameters of a part, and of what it
        requires, that are for others.
        """
        owners = [part, *getattr(part, "requires", ())]
        for owner in owners:
            for field_name in ("errors", "handshake_errors", "event_errors", "refusals"):
                for error in getattr(owner, field_name, None) or ():
                    if not is_shown(error.audience, self.asked):
                        yield from (error.type, error.__name__)
            for field_name in ("parameters", "headers", "cookies"):
                for parameter in getattr(owner, field_name, ()):
                    mark = combined(parameter.audience, audience_of(parameter.type))
                    if not is_shown(mark, self.asked):
                        yield from _spellings(parameter)

    def _extra(
        self, extra: Mapping[str, Any] | None, hidden: HiddenNames | None = None
    ) -> Mapping[str, Any] | None:
        """Return the members that are written as they are, without those for others, and without
        those that mention something hidden; links are judged one by one.
        """
        if extra is None:
            return None
        names = hidden or self.hidden
        shown: dict[str, Any] = without_marked(extra, self.asked)
        return {
            key: value
            for key, value in shown.items()
            if key == "links" or key in TEXTS or not names.mentioned_in(value)
        }

    def _operation_extra(self, extra: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the members of an operation; the responses among them may have links."""
        responses = None if extra is None else extra.get("responses")
        if extra is None or not isinstance(responses, Mapping):
            return self._extra(extra)
        kept: dict[str, Any] = {}
        for status, response in responses.items():
            kept[status] = response
            if isinstance(response, Mapping):
                kept[status] = self._without_links(response)
        return self._extra({**extra, "responses": kept})

    def _channel(self, extra: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return the members of a channel, without names of messages and requests, which may be
        hidden.
        """
        members = self._extra(extra) or {}
        return {
            key: value for key, value in members.items() if key not in ("messages", "replies")
        } or None

    def _lifecycle(self, lifecycle: Lifecycle | None) -> Lifecycle | None:
        """Return the versions of a thing, without a replacement that has been left out."""
        if lifecycle is None or lifecycle.replacement not in self.hidden:
            return lifecycle
        left = replace(lifecycle, replacement=None)
        return left if left != Lifecycle() else None

    def _without_links(self, extra: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Members of a response without links (OpenAPI 3.1, 4.8.20) that lead to what has been left
        out, or mention it.
        """
        links = None if extra is None else extra.get("links")
        if extra is None or not isinstance(links, Mapping):
            return extra
        kept = {
            name: link
            for name, link in links.items()
            if not self._leads_out(link) and not self.hidden.mentioned_in({name: link})
        }
        rest = {key: value for key, value in extra.items() if key != "links"}
        return {**rest, "links": kept} if kept else rest

    def _leads_out(self, link: object) -> bool:
        if not isinstance(link, Mapping):
            return False
        identifier, place = link.get("operationId"), unquote(str(link.get("operationRef")))
        names = self.hidden.names
        return identifier in names or f"#{place.partition('#')[2]}" in names


def members_of(contract: Contract) -> tuple[HttpMethod | Interaction, ...]:
    """Return the methods or the interactions of a contract."""
    if isinstance(contract, HttpContract):
        return contract.methods
    return contract.interactions


def _names_of(contract: Contract, member: HttpMethod | Interaction) -> set[str]:
    """What authors and links call a method."""
    names = {contract.name, f"{contract.name}.{member.name}"}
    if isinstance(member, HttpMethod) and isinstance(contract, HttpContract):
        names.update(contract.full_paths(member), contract.link_targets(member))
    return names


def _spellings(part: Parameter | BodyField) -> Iterator[str]:
    """Yield how docstrings may call what is sent: ``X-Trace``, ``x_trace``."""
    yield part.name
    yield part.name.title()  # a header, of which capitals mean nothing
    yield part.name.replace("-", "_")
    yield part.name.replace("-", "_").lower()
    if part.argument is not None:
        yield part.argument


def _types_of(member: HttpMethod | Interaction) -> Iterator[TypeForm]:
    """Yield the types that a method mentions, but for its errors."""
    if isinstance(member, HttpMethod):
        body, parameters = member.body, list(member.parameters)
        contents = [content for success in member.successes for content in success.contents]
        parameters += [header for success in member.successes for header in success.headers]
    else:
        body, parameters = member.message, list(member.headers)
        contents = [] if member.answer is None else [member.answer]
    contents += () if body is None else body.contents
    yield from (parameter.type for parameter in parameters)
    for content in contents:
        yield content.type
        yield from (part.type for part in content.fields or ())


def _types_of_error(error: ErrorClass) -> Iterator[TypeForm]:
    yield error.data_type
    for content in error.answer.contents if error.answer is not None else ():
        yield content.type


def _is_optional(before: Content, after: Content) -> bool:
    """Return whether a body has lost the fields because of which it had to be sent."""
    given, left = before.fields or (), after.fields or ()
    return len(left) < len(given) and not any(member.required for member in left)


def _without_encodings(
    extra: Mapping[str, Any] | None, hidden: Container[str]
) -> Mapping[str, Any] | None:
    """Members of a media type without the encodings of parts that are for others."""
    if extra is None:
        return None
    encodings = extra.get("encoding")
    if not isinstance(encodings, Mapping):
        return extra
    return {
        **extra,
        "encoding": {name: encoding for name, encoding in encodings.items() if name not in hidden},
    }


def _unmarked(part: BodyField, hidden: HiddenNames) -> BodyField:
    form = without_replacement(part.type, hidden)
    text = part.description and without_hidden(part.description, hidden.leads_to)
    left = replace(part, type=form, description=text, audience=())
    return part if form is part.type and left == part else left


def _without_fields(example: Example, names: Iterable[str]) -> Example:
    """Return an example of an object without some of its fields."""
    hidden = set(names)
    if not hidden:
        return example
    value = example.value
    if isinstance(value, Mapping):
        value = {key: inner for key, inner in value.items() if key not in hidden}
    return replace(example, value=value, serialized=None)
