"""Reads channels as contracts and operations as interactions, and joins texts that belong
together.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ...audience_rules import Audiences
from ...contracts.audiences import X_AUDIENCE, audience_in, combined
from ...contracts.lifecycle import lifecycle_in
from ...contracts.message_model import GivenSchema
from ...contracts.model import (
    Content,
    ExternalDocs,
    Interaction,
    Parameter,
    ParameterLocation,
    RequestBody,
    WebSocketContract,
)
from ...contracts.security import any_of
from ...contracts.standard_framings import BARE
from ...foreign_contracts.naming import class_case, identifier_of, unused_name
from ...schema.nodes import without
from ..elements import Element
from ..schema_reader import SchemaReader
from .message_reader import JSON, MessageReader, rest_of, tags_of
from .service_reader import BrokerServer, ServiceReader
from .structure import (
    ChannelElement,
    MessageElement,
    OperationElement,
    messages_of_reply,
    reply_channel,
)
from .traits import Traited, audience_of_parts

_PLACEHOLDER = re.compile(r"{([^{}]+)}")
_OF_CHANNEL = frozenset(
    {
        "$ref",
        "address",
        "bindings",
        "description",
        "externalDocs",
        "messages",
        "parameters",
        "publish",
        "servers",
        "subscribe",
        "summary",
        "tags",
        "title",
        "x-deprecated",
    }
)
_OF_OPERATION = frozenset(
    {
        "action",
        "bindings",
        "channel",
        "description",
        "externalDocs",
        "message",
        "messages",
        "operationId",
        "reply",
        "security",
        "summary",
        "tags",
        "title",
        "traits",
        "x-deprecated",
    }
)
"""Members that have places of their own, or are read below."""


@dataclass(slots=True)
class ChannelReader:
    """Reads the channels of one document."""

    root: Element
    schemas: SchemaReader
    service: ServiceReader
    _messages: MessageReader = field(init=False)

    def __post_init__(self) -> None:
        content_type = self.root.text("defaultContentType") or JSON
        self._messages = MessageReader(self.schemas, content_type)

    def contract(self, channel: ChannelElement) -> tuple[WebSocketContract, str | None]:
        """Return a channel as a contract, and its first tag."""
        element = channel.channel
        name = class_case(channel.key)
        title = element.text("title")
        if title is not None and title.isidentifier():
            name = title
            title = None
        servers = _for_everyone(self.service.servers_of(element))
        protocol = _protocol(servers, element)
        handshake: Iterable[Parameter] = ()
        if protocol is None:
            handshake = self._handshake(element)
        contract = WebSocketContract(
            name=name,
            path=channel.address,
            protocol=protocol,
            interactions=tuple(self._interactions(channel)),
            parameters=(*self._path_parameters(element, channel.address), *handshake),
            description=_paragraphs(title, element.text("summary"), element.text("description")),
            security=any_of(servers_security(servers)),
            error_format="plain",
            framing=BARE,
            deprecated=element.value.get("x-deprecated") is True,
            lifecycle=lifecycle_in(element.value),
            external_docs=_external_docs(element),
            event_errors=(),
            refusals=(),
            asyncapi_extra=self._extra(channel) or None,
            audience=element.audience,
        )
        return contract, _first_tag(channel)

    # --- operations ---

    def _interactions(self, channel: ChannelElement) -> Iterator[Interaction]:
        taken: set[str] = set()
        for operation in channel.operations:
            messages: list[MessageElement | None] = [*operation.messages]
            for message in messages or [None]:
                name = operation.name
                if len(messages) > 1 and message is not None:
                    name = message.name
                name = identifier_of(name)
                if name in taken:
                    name = unused_name(f"{identifier_of(operation.name)}_{name}", taken)
                taken.add(name)
                yield self._interaction(name, operation, message)

    def _interaction(
        self, name: str, operation: OperationElement, message: MessageElement | None
    ) -> Interaction:
        declared = operation.operation
        names = [name, operation.name]
        owners = [declared]
        sent: Traited | None = None
        body: RequestBody | None = None
        if message is not None:
            sent = message.message
            names.append(message.name)
            owners.append(sent)
            content = self._messages.content(sent)
            if content is not None:
                body = RequestBody(contents=(content,))
        titles, texts = _texts(names, *owners)
        replies = tuple(messages_of_reply(operation.reply))
        answer = _marked(self._messages.contents(replies), operation.reply)
        headers: tuple[Parameter, ...] = ()
        if sent is not None:
            headers = self._messages.headers(sent)
        return Interaction(
            name=name,
            direction=operation.direction,
            summary=next(iter(titles), None),
            description=_paragraphs(*titles[1:], *texts),
            message=body,
            answer=answer,
            headers=headers,
            security=self.service.security_of(declared),
            deprecated=_is_deprecated(declared, sent),
            lifecycle=lifecycle_in(declared.extensions()),
            external_docs=_external_docs(declared),
            asyncapi_extra=self._extra_of_operation(name, operation, replies) or None,
            message_extra=self._extra_of_message(name, message) or None,
            audience=audience_of_parts(declared, sent),
        )

    def _extra_of_operation(
        self, name: str, operation: OperationElement, replies: Collection[MessageElement]
    ) -> dict[str, Any]:
        """What an operation says that the contract model has no place for."""
        declared = operation.operation
        members = rest_of(declared, _OF_OPERATION)
        if identifier_of(operation.name) != name:
            members["operationId"] = operation.name
        if bindings := declared.mapping("bindings"):
            members["bindings"] = bindings
        if tags := tags_of(declared):
            members["tags"] = tags
        if operation.reply is not None:
            mark = {X_AUDIENCE: list(for_whom)} if (for_whom := _of_reply(operation.reply)) else {}
            members["reply"] = mark | dict(_reply(operation.reply, replies))
        return members

    def _extra_of_message(self, name: str, message: MessageElement | None) -> dict[str, Any]:
        if message is None:
            return {}
        members = self._messages.other_members(message.message)
        if message.name == name:
            return members
        return {"name": message.name, **members}

    # --- channels ---

    def _extra(self, channel: ChannelElement) -> dict[str, Any]:
        element = channel.channel
        members = rest_of(Traited(element, (element,)), _OF_CHANNEL)
        bindings = without(Traited(element, (element,)).mapping("bindings"), "ws")
        if bindings:
            members["bindings"] = bindings
        if "servers" in element.value:
            servers = _for_everyone(self.service.servers_of(element))
            members["servers"] = [server.name for server in servers]
        tags = tags_of(element)
        if tags:
            members["tags"] = tags
        members["key"] = channel.key  # by which replies name it
        if channel.unused:
            members["messages"] = _names(channel.unused)
        for name, messages in channel.replies.items():
            members.setdefault("replies", {})[name] = ", ".join(_names(messages))
        return members

    def _path_parameters(self, element: Element, address: str) -> Iterator[Parameter]:
        names = _PLACEHOLDER.findall(address)
        known = {item.last: item for item in element.members("parameters")}
        for name in dict.fromkeys((*names, *known)):
            parameter = None
            if name in known:
                parameter = known[name].resolved()
            if parameter is None:
                yield _parameter(name, GivenSchema(schema={"type": "string"}), None)
                continue
            yield self._path_parameter(name, parameter)
            if name not in names and address:
                parameter.fault(f"the address {address} has no {{{name}}}", "correct one of them")

    def _path_parameter(self, name: str, element: Element) -> Parameter:
        schema = element.get("schema")
        if schema is None:
            schema = replace(element, value=dict(_text_schema(element)))
        form = self.schemas.form(schema)
        location = element.text("location")
        text = _paragraphs(element.text("description"), location and f"Also in `{location}`.")
        return _parameter(name, form, text)

    def _handshake(self, element: Element) -> Iterator[Parameter]:
        """Yield the parameters of a handshake, which bindings of WebSockets have."""
        bindings = element.get("bindings")
        if bindings is not None:
            bindings = bindings.resolved()
        if bindings is None:
            return
        socket = bindings.get("ws")
        if socket is None:
            return
        places: tuple[tuple[ParameterLocation, str], ...] = (
            ("query", "query"),
            ("header", "headers"),
        )
        for location, name in places:
            members = socket.get(name)
            if members is not None:
                for parameter in self._messages.members(members):
                    yield replace(parameter, location=location)


def _for_everyone(servers: list[BrokerServer]) -> list[BrokerServer]:
    """Return the servers by which a channel is described: those for everyone, if there are any."""
    return [server for server in servers if not server.audience] or servers


def servers_security(servers: Iterable[Any]) -> Iterator[Any]:
    """What the servers of a channel require."""
    return (server.security for server in servers if server.security is not None)


def _protocol(servers: Iterable[Any], element: Element) -> str | None:
    """Return the protocol of a channel, where it is not a WebSocket: that of its servers, else of
    its bindings.
    """
    protocols = dict.fromkeys(server.protocol for server in servers)
    if not protocols:
        protocols = dict.fromkeys(Traited(element, (element,)).mapping("bindings"))
    if not protocols:
        return "channel"
    if set(protocols) <= {"ws", "wss"}:
        return None
    return ", ".join(protocols)


def _parameter(name: str, form: GivenSchema, description: str | None) -> Parameter:
    return Parameter(name=name, location="path", type=form, description=description)


def _text_schema(element: Element) -> Iterator[tuple[str, Any]]:
    """Yield the schema of a parameter of AsyncAPI 3, which is a text."""
    yield "type", "string"
    for key in ("enum", "default", "examples"):
        if (member := element.get(key)) is not None:
            yield key, member.value


def _of_reply(reply: Element) -> Audiences:
    """For whom a reply is: by its own mark, and that of its channel."""
    parts = (part.audience for part in (reply.resolved(), reply_channel(reply)) if part)
    return combined(*parts)


def _marked(content: Content | None, reply: Element | None) -> Content | None:
    if content is None or reply is None:
        return content
    return replace(content, audience=combined(content.audience, _of_reply(reply)))


def _external_docs(owner: Element | Traited) -> ExternalDocs | None:
    """Return the link to documentation elsewhere that an object has; None if it has no URL."""
    link = owner.get("externalDocs")
    element = None if link is None else link.resolved()
    url = None if element is None else element.text("url")
    if element is None or url is None:
        return None
    text = element.text("description")
    return ExternalDocs(url=url, description=text, audience=element.audience)


def _names(messages: Iterable[MessageElement]) -> list[str]:
    return [message.name for message in messages]


def _is_for_everyone(message: MessageElement) -> bool:
    return not audience_of_parts(message.message)


def _reply(reply: Element, replies: Collection[MessageElement]) -> Iterator[tuple[str, Any]]:
    """Where the reply to an operation is sent, and what it is called."""
    element = reply.resolved()
    if element is None:
        return
    channel = reply_channel(element)
    if channel is not None:
        yield "channel", channel.last
    address = element.get("address")
    if address is not None:
        resolved = address.resolved()
        if resolved is not None:
            yield "address", resolved.value
    if replies and all(map(_is_for_everyone, replies)):
        yield "messages", _names(replies)


def _texts(names: Iterable[str], *owners: Traited) -> tuple[list[str], list[str]]:
    """Return the short and the long texts of an operation and its message, each once; a title that
    is but a name is left out.
    """
    seen = {_letters(name) for name in names}
    by_key: dict[str, list[str]] = {"summary": [], "title": [], "description": []}
    for key, texts in by_key.items():
        for owner in owners:
            text = owner.text(key)
            if text and _letters(text) not in seen:
                seen.add(_letters(text))
                texts.append(text.strip())
    return [*by_key["summary"], *by_key["title"]], by_key["description"]


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _paragraphs(*texts: str | None) -> str | None:
    return "\n\n".join(text.strip() for text in texts if text) or None


def _is_deprecated(*owners: Traited | None) -> bool:
    for owner in owners:
        if owner is not None:
            for element in (*owner.every("x-deprecated"), *owner.every("deprecated")):
                if element.value is True:
                    return True
    return False


def _first_tag(channel: ChannelElement) -> str | None:
    """Return the first tag of a channel and its operations, those left out that are for others."""
    owners: list[Element | Traited] = [channel.channel]
    for operation in channel.operations:
        is_sent = not operation.messages or any(map(_is_for_everyone, operation.messages))
        if is_sent and not audience_of_parts(operation.operation):
            owners.append(operation.operation)
    for owner in owners:
        for tag in tags_of(owner):
            if not audience_in(tag):
                return str(tag["name"])
    return None
