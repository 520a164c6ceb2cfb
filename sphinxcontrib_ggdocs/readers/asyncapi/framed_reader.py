"""Channels that an export has written with extensions, as the contracts that they were: by
``x-framing`` messages have frames around their payloads, and by ``x-errors`` names of errors.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ...asyncapi.handshake_security import credential_parameters, is_expressible
from ...catalog.export import permission_note
from ...contracts.credentials import unproven_permission
from ...contracts.errors import ErrorClass
from ...contracts.lifecycle import lifecycle_in
from ...contracts.model import (
    MISSING,
    Content,
    ErrorFormat,
    Example,
    ExternalDocs,
    Interaction,
    RequestBody,
    TypeForm,
    WebSocketContract,
)
from ...contracts.permissions import Permission, permission_of_tree
from ...native import document_parts as doc
from ..elements import Element
from ..given_framing import given_error, given_framing
from ..schema_reader import SchemaReader
from .message_reader import MessageReader
from .service_reader import ServiceReader
from .structure import ChannelElement, MessageElement, OperationElement, messages_of_reply

_FRAMING: TypeAdapter[doc.Framing] = TypeAdapter(doc.Framing)
_FORMATS: Mapping[str | None, ErrorFormat] = {"problem": "problem", "plain": "plain"}
OF_CHANNEL = frozenset(
    {
        "x-error-format",
        "x-errors",
        "x-framing",
        "x-permission",
        "x-permission-tree",
        "x-security",
    }
)


@dataclass(slots=True)
class FramedReader:
    """Reads the channels with a framing of one document."""

    root: Element
    schemas: SchemaReader
    service: ServiceReader
    messages: MessageReader
    _errors: dict[str, ErrorClass] | None = field(default=None)

    def framing(self, channel: Element) -> doc.Framing | None:
        """The framing of a channel; None where it has none, or a wrong one, with a warning."""
        element = channel.get("x-framing")
        if element is None or not element.is_object():
            return None
        try:
            return _FRAMING.validate_python(element.value)
        except ValidationError as error:
            problem = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, problem["loc"]))
            element.fault(f"{place}: {problem['msg'].lower()}", "export the file again")
            return None

    def contract(
        self, contract: WebSocketContract, framing: doc.Framing, channel: ChannelElement
    ) -> WebSocketContract:
        """A contract with the framing of its channel.

        Args:
            contract: What a channel without extensions says: texts, parameters and address.
            framing: The framing.
            channel: The channel.
        """
        element = channel.channel
        operations = [operation for operation in channel.operations if not _is_of_errors(operation)]
        frames = {_name(operation): operation.operation.get("x-frame") for operation in operations}
        written = {name: frame.value for name, frame in frames.items() if frame is not None}
        read = replace(
            contract,
            security=self.service.required(element, "x-security"),
            error_format=_FORMATS.get(element.text("x-error-format"), "typed"),
            framing=given_framing(framing, written, self._named()),
            permission=_permission(element),
            handshake_errors=self._errors_of(element),
            event_errors=self._errors_of_keys(framing.event_errors or ()),
            refusals=self._errors_of_keys(framing.refusals or ()),
            asyncapi_extra=_without(contract.asyncapi_extra, OF_CHANNEL),
        )
        if not is_expressible(read):
            implied = {(place, name) for place, name, _, _ in credential_parameters(read)}
            kept = (
                parameter
                for parameter in read.parameters
                if (parameter.location, parameter.name) not in implied
            )
            read = replace(read, parameters=tuple(kept))
        return replace(read, interactions=tuple(self._interactions(read, operations)))

    def _interactions(
        self, contract: WebSocketContract, operations: Iterable[OperationElement]
    ) -> Iterator[Interaction]:
        for operation in operations:
            interaction = self._interaction(operation)
            text, message = interaction.description or "", interaction.deprecation_message
            unproven = unproven_permission(contract, interaction)
            if unproven is not None:
                text = text.removesuffix(permission_note(unproven)).rstrip()
            if message:
                text = text.removesuffix(f"Deprecated: {message}").rstrip()
            yield replace(interaction, description=text or None)

    def _interaction(self, operation: OperationElement) -> Interaction:
        element = operation.operation.element
        sent = next(iter(operation.messages), None)
        answers = (
            message for message in messages_of_reply(operation.reply) if not _is_error(message)
        )
        body = () if sent is None else tuple(self._contents(sent))
        answer = next(answers, None)
        answered = [] if answer is None else self._contents(answer)
        links = element.get("externalDocs")
        return Interaction(
            name=_name(operation),
            direction=operation.direction,
            summary=element.text("summary"),
            description=element.text("description"),
            message=RequestBody(contents=tuple(body), required=_is_required(sent))
            if body
            else None,
            answer=next(iter(answered), None),
            errors=self._errors_of(element),
            headers=() if sent is None else self.messages.headers(sent.message),
            permission=_permission(element),
            security=self.service.required(element, "x-security"),
            deprecated=element.value.get("x-deprecated") is True,
            lifecycle=lifecycle_in(element.value),
            deprecation_message=element.text("x-deprecation-message"),
            external_docs=None if links is None else external_docs(links),
            audience=element.audience,
        )

    def _contents(self, message: MessageElement) -> list[Content]:
        """The payloads of a message without their frame."""
        element = message.message.element
        if element.get("x-contents") is None:
            content = self.messages.content(message.message)
            return [] if content is None else [content]
        return [self._content(item) for item in element.items("x-contents") if item.is_object()]

    def _content(self, item: Element) -> Content:
        examples = enumerate(item.items("examples"), 1)
        return Content(
            media_type=item.text("mediaType") or self.messages.content_type,
            type=self._type(item.get("schema")),
            examples=tuple(Example(name=str(n), value=element.value) for n, element in examples),
        )

    def _type(self, schema: Element | None) -> TypeForm:
        return MISSING if schema is None else self.schemas.form(schema)

    # --- errors ---

    def _named(self) -> Mapping[str, ErrorClass]:
        """The errors of the document by key."""
        if self._errors is None:
            components = self.root.get("components")
            errors = [] if components is None else components.members("x-errors")
            links: set[str] = set()
            self._errors = {item.last: self._error(item, links) for item in errors}
        return self._errors

    def _error(self, item: Element, links: set[str]) -> ErrorClass:
        status = item.value.get("statusCode") if item.is_object() else None
        part = doc.Error(
            type=item.text("type"),
            status_code=status if isinstance(status, int) else 0,
            description=item.text("description"),
            deprecated=item.is_object() and item.value.get("deprecated") is True,
            deprecation_message=item.text("deprecationMessage"),
        )
        error = given_error(item.last, part, self._type(item.get("data")), item, links)
        error.lifecycle = lifecycle_in(item.value) if item.is_object() else None
        return error

    def _errors_of(self, owner: Element) -> tuple[ErrorClass, ...]:
        return self._errors_of_keys(str(element.value) for element in owner.items("x-errors"))

    def _errors_of_keys(self, keys: Iterable[str]) -> tuple[ErrorClass, ...]:
        known = self._named()
        return tuple(known[key] for key in keys if key in known)


def external_docs(item: Element) -> ExternalDocs | None:
    """A link to documentation elsewhere."""
    element = item.resolved()
    if element is None or (url := element.text("url")) is None:
        return None
    text = element.text("description")
    return ExternalDocs(url=url, description=text, audience=element.audience)


def _name(operation: OperationElement) -> str:
    """The name of a method, which is that of its message in the channel."""
    return next((message.name for message in operation.messages), operation.name)


def _is_error(message: MessageElement) -> bool:
    return message.message.element.get("x-status") is not None


def _is_of_errors(operation: OperationElement) -> bool:
    return bool(operation.messages) and all(map(_is_error, operation.messages))


def _is_required(message: MessageElement | None) -> bool:
    return message is None or message.message.element.value.get("x-optional") is not True


def _permission(owner: Element) -> Permission | None:
    tree = owner.get("x-permission-tree")
    return permission_of_tree(tree.value) if tree is not None and tree.is_object() else None


def _without(extra: Mapping[str, Any] | None, names: frozenset[str]) -> dict[str, Any] | None:
    return {key: value for key, value in (extra or {}).items() if key not in names} or None
