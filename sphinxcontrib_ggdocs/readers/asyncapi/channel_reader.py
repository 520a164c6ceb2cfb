"""Reads the channels of AsyncAPI as WebSocket contracts, and their operations as interactions.

An interaction is one message, with its reply if it has one. What the contract model has no field
for goes into `asyncapi_extra` and `message_extra`, from which exports write it again.
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
from ...contracts.security import SecurityRequirement, any_of
from ...contracts.standard_framings import BARE
from ...foreign_contracts.naming import class_case, identifier_of, unused_name
from ...schema.nodes import without
from ..elements import Element
from ..schema_reader import SchemaReader
from .message_reader import JSON, MessageReader, members_without, tag_objects
from .service_reader import BrokerServer, ServiceReader
from .structure import (
    ChannelElement,
    MessageElement,
    OperationElement,
    messages_of_reply,
    reply_channel,
)
from .traits import ObjectWithTraits, audience_of_parts

_PLACEHOLDER = re.compile(r"{([^{}]+)}")
_READ_OF_CHANNEL = frozenset(
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
"""Members of a channel that are read below; all others are exported without changes."""

_READ_OF_OPERATION = frozenset(
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
"""Members of an operation that are read below; all others are exported without changes."""


@dataclass(slots=True)
class ChannelReader:
    """Reads the channels of one document."""

    root: Element
    schemas: SchemaReader
    service: ServiceReader
    _messages: MessageReader = field(init=False)

    def __post_init__(self) -> None:
        """Create the reader of messages, with the media type of messages that name none."""
        content_type = self.root.text("defaultContentType") or JSON
        self._messages = MessageReader(self.schemas, content_type)

    def contract(self, channel: ChannelElement) -> tuple[WebSocketContract, str | None]:
        """Return a channel as a WebSocket contract, and the name of its first tag, which selects
        its group; None if it has no tag.
        """
        element = channel.object
        name = class_case(channel.key)
        title = element.text("title")
        # Exports write the name of a contract as the title; another title is a paragraph.
        if title is not None and title.isidentifier():
            name = title
            title = None
        servers = _for_everyone(self.service.servers_of_channel(element))
        protocol = _protocol(servers, element)
        handshake: Iterable[Parameter] = ()
        if protocol is None:  # WebSockets; only they have a handshake
            handshake = self._handshake(element)
        contract = WebSocketContract(
            name=name,
            path=channel.address,
            protocol=protocol,
            interactions=tuple(self._interactions(channel)),
            parameters=(*self._path_parameters(element, channel.address), *handshake),
            description=_paragraphs(title, element.text("summary"), element.text("description")),
            # Clients may use the channel on any of its servers.
            security=any_of(servers_security(servers)),
            # AsyncAPI describes neither errors nor what is around a payload.
            error_format="plain",
            event_errors=(),
            refusals=(),
            framing=BARE,
            deprecated=element.value.get("x-deprecated") is True,
            lifecycle=lifecycle_in(element.value),
            external_docs=_external_docs(element),
            asyncapi_extra=self._extra(channel) or None,
            audience=element.audience,
        )
        return contract, _first_tag(channel)

    # --- operations ---

    def _interactions(self, channel: ChannelElement) -> Iterator[Interaction]:
        """Yield an interaction for each message of each operation of a channel; one for an
        operation without messages.

        An interaction is named after its operation, or after its message if the operation has
        several.
        """
        taken: set[str] = set()
        for operation in channel.operations:
            messages: list[MessageElement | None] = [*operation.messages]
            for message in messages or [None]:
                name = operation.name
                if len(messages) > 1 and message is not None:
                    name = message.name
                name = identifier_of(name)
                if name in taken:  # several operations may have a message of this name
                    name = unused_name(f"{identifier_of(operation.name)}_{name}", taken)
                taken.add(name)
                yield self._interaction(name, operation, message)

    def _interaction(
        self, name: str, operation: OperationElement, message: MessageElement | None
    ) -> Interaction:
        """Return one message of an operation as an interaction.

        Args:
            name: The name of the interaction.
            operation: The operation.
            message: The message that it sends or receives; None if it has none.
        """
        operation_object = operation.object
        names = [name, operation.name]
        described_objects = [operation_object]
        message_object: ObjectWithTraits | None = None
        body: RequestBody | None = None
        if message is not None:
            message_object = message.object
            names.append(message.name)
            described_objects.append(message_object)
            content = self._messages.content(message_object)
            if content is not None:
                body = RequestBody(contents=(content,))
        # The first of the short texts is the summary; the others begin the description.
        titles, descriptions = _texts(names, *described_objects)
        replies = tuple(messages_of_reply(operation.reply))
        answer = _with_audience_of_reply(self._messages.contents(replies), operation.reply)
        headers: tuple[Parameter, ...] = ()
        if message_object is not None:
            # Read last, so that warnings about the payloads come first.
            headers = self._messages.headers(message_object)
        return Interaction(
            name=name,
            direction=operation.direction,
            summary=next(iter(titles), None),
            description=_paragraphs(*titles[1:], *descriptions),
            message=body,
            answer=answer,
            headers=headers,
            security=self.service.security_of(operation_object),
            deprecated=_is_deprecated(operation_object, message_object),
            lifecycle=lifecycle_in(operation_object.extensions()),
            external_docs=_external_docs(operation_object),
            asyncapi_extra=self._extra_of_operation(name, operation, replies) or None,
            message_extra=self._extra_of_message(name, message) or None,
            audience=audience_of_parts(operation_object, message_object),
        )

    def _extra_of_operation(
        self, name: str, operation: OperationElement, replies: Collection[MessageElement]
    ) -> dict[str, Any]:
        """Return the members of an operation that the contract model cannot hold; exported
        documents have them again.

        Args:
            name: The name of the interaction.
            operation: The operation.
            replies: The messages that answer it.
        """
        operation_object = operation.object
        members = members_without(operation_object, _READ_OF_OPERATION)
        if identifier_of(operation.name) != name:  # the interaction is named after its message
            members["operationId"] = operation.name
        bindings = operation_object.mapping("bindings")
        if bindings:
            members["bindings"] = bindings
        tags = tag_objects(operation_object)
        if tags:
            members["tags"] = tags
        if operation.reply is not None:
            reply: dict[str, Any] = {}
            audience = _audience_of_reply(operation.reply)
            if audience:
                reply[X_AUDIENCE] = list(audience)
            reply.update(_reply_members(operation.reply, replies))
            members["reply"] = reply
        return members

    def _extra_of_message(self, name: str, message: MessageElement | None) -> dict[str, Any]:
        """Return the members of a message that the contract model cannot hold; exported documents
        have them again.

        Args:
            name: The name of the interaction, which the message gets if it has no other one.
            message: The message; None if the operation has none.
        """
        if message is None:
            return {}
        members = self._messages.other_members(message.object)
        if message.name == name:
            return members
        return {"name": message.name, **members}

    # --- channels ---

    def _extra(self, channel: ChannelElement) -> dict[str, Any]:
        """Return the members of a channel that the contract model cannot hold; exported documents
        have them again.
        """
        element = channel.object
        channel_object = ObjectWithTraits(element, (element,))  # channels have no traits
        members = members_without(channel_object, _READ_OF_CHANNEL)
        # The handshake, which the binding of WebSockets describes, is in the contract.
        bindings = without(channel_object.mapping("bindings"), "ws")
        if bindings:
            members["bindings"] = bindings
        if "servers" in element.value:
            servers = _for_everyone(self.service.servers_of_channel(element))
            members["servers"] = [server.name for server in servers]
        tags = tag_objects(element)
        if tags:
            members["tags"] = tags
        members["key"] = channel.key  # replies refer to the channel by it
        if channel.unused:
            members["messages"] = _names(channel.unused)
        # Replies to operations of other channels, as texts for readers: the names of the messages
        # by the operation.
        for name, messages in channel.replies.items():
            members.setdefault("replies", {})[name] = ", ".join(_names(messages))
        return members

    def _path_parameters(self, element: Element, address: str) -> Iterator[Parameter]:
        """Yield the parameters of a channel's address: those with a placeholder in their order (any
        text, if they are not declared), then declared ones without a placeholder, with a warning.

        Args:
            element: The channel, which declares parameters.
            address: The address, such as ``users/{id}``; empty if it is not known in advance.
        """
        placeholders = _PLACEHOLDER.findall(address)
        declared = {item.key: item for item in element.members("parameters")}
        for name in dict.fromkeys((*placeholders, *declared)):
            parameter = None
            if name in declared:
                parameter = declared[name].resolved()
            if parameter is None:
                yield _parameter(name, GivenSchema(schema={"type": "string"}), None)
                continue
            yield self._path_parameter(name, parameter)
            if name not in placeholders and address:  # an unknown address may have any
                parameter.warn(f"the address {address} has no {{{name}}}", "correct one of them")

    def _path_parameter(self, name: str, element: Element) -> Parameter:
        """Return a parameter of a channel's address as the channel declares it. Only AsyncAPI 2
        declares a schema.
        """
        schema = element.get("schema")
        if schema is None:  # AsyncAPI 3
            schema = replace(element, value=dict(_text_schema(element)))
        parameter_type = self.schemas.type_of(schema)
        location = element.text("location")
        note_on_location = None
        if location:  # an expression that says where in the message its value is repeated
            note_on_location = f"Also in `{location}`."
        description = _paragraphs(element.text("description"), note_on_location)
        return _parameter(name, parameter_type, description)

    def _handshake(self, element: Element) -> Iterator[Parameter]:
        """Yield the query parameters and headers of the handshake that opens a WebSocket. The
        binding ``ws`` of the channel describes them.
        """
        bindings = element.get("bindings")
        if bindings is not None:
            bindings = bindings.resolved()
        if bindings is None:
            return
        socket_binding = bindings.get("ws")
        if socket_binding is None:
            return
        # The members of the binding, by the location of the parameters that they describe.
        name_of_location: dict[ParameterLocation, str] = {"query": "query", "header": "headers"}
        for location, name in name_of_location.items():
            schema = socket_binding.get(name)
            if schema is not None:
                for parameter in self._messages.members(schema):
                    yield replace(parameter, location=location)


def _for_everyone(servers: list[BrokerServer]) -> list[BrokerServer]:
    """Return the servers that a channel's description names: those that everyone may see, or all if
    there are none for everyone.
    """
    return [server for server in servers if not server.audience] or servers


def servers_security(servers: Iterable[BrokerServer]) -> Iterator[SecurityRequirement]:
    """Yield the security requirements of servers that have one."""
    for server in servers:
        if server.security is not None:
            yield server.security


def _protocol(servers: Iterable[BrokerServer], element: Element) -> str | None:
    """Return the protocol of a channel, or several with commas; None for WebSockets, the protocol
    that contracts have by default.

    The protocol is that of the channel's servers, or, without servers, of its bindings. It is
    ``channel`` if neither names one.

    Args:
        servers: The servers of the channel.
        element: The Channel Object, which may have ``bindings``.
    """
    protocols = dict.fromkeys(server.protocol for server in servers)
    if not protocols:
        # The keys of bindings are protocols, too. A channel has no traits, so it is the only part.
        protocols = dict.fromkeys(ObjectWithTraits(element, (element,)).mapping("bindings"))
    if not protocols:
        return "channel"
    if set(protocols) <= {"ws", "wss"}:
        return None
    return ", ".join(protocols)


def _parameter(name: str, parameter_type: GivenSchema, description: str | None) -> Parameter:
    """Return a parameter of an address."""
    return Parameter(name=name, location="path", type=parameter_type, description=description)


def _text_schema(element: Element) -> Iterator[tuple[str, Any]]:
    """Yield the keywords of the schema of a Parameter Object of AsyncAPI 3, which is always a text
    and has some keywords of a schema itself.
    """
    yield "type", "string"
    for key in ("enum", "default", "examples"):
        member = element.get(key)
        if member is not None:
            yield key, member.value


def _audience_of_reply(reply: Element) -> Audiences:
    """Return the audiences that may see a reply: those that its own mark and the mark of its
    channel allow. Empty if everyone may.
    """
    parts = (reply.resolved(), reply_channel(reply))
    return combined(*(part.audience for part in parts if part is not None))


def _with_audience_of_reply(content: Content | None, reply: Element | None) -> Content | None:
    """Return the payload of a reply, restricted to the audiences that may see the reply; None if it
    has no payload.

    Args:
        content: The payload; None if the reply has none.
        reply: The Operation Reply Object; None if the operation has no reply.
    """
    if content is None or reply is None:
        return content
    return replace(content, audience=combined(content.audience, _audience_of_reply(reply)))


def _external_docs(owner: Element | ObjectWithTraits) -> ExternalDocs | None:
    """Return the External Documentation Object of a channel or an operation; None if it has none,
    or one without a URL.
    """
    link = owner.get("externalDocs")
    if link is None:
        return None
    element = link.resolved()
    if element is None:
        return None
    url = element.text("url")
    if url is None:
        return None
    text = element.text("description")
    return ExternalDocs(url=url, description=text, audience=element.audience)


def _names(messages: Iterable[MessageElement]) -> list[str]:
    """Return the names of messages, in their order."""
    return [message.name for message in messages]


def _is_for_everyone(message: MessageElement) -> bool:
    """Return whether everyone may see a message."""
    return not audience_of_parts(message.object)


def _reply_members(
    reply: Element, replies: Collection[MessageElement]
) -> Iterator[tuple[str, Any]]:
    """Yield the key and the value of each member of a reply that the contract model cannot hold:
    the key of its channel, its address, and the names of its messages.

    Args:
        reply: The Operation Reply Object, or a reference to it.
        replies: The messages of the reply. Their names are left out if some messages are not for
            every audience: a list of the others would claim that the reply has no more messages.
    """
    element = reply.resolved()
    if element is None:
        return
    channel = reply_channel(element)
    if channel is not None:
        yield "channel", channel.key
    address = element.get("address")
    if address is not None:
        resolved = address.resolved()
        if resolved is not None:
            yield "address", resolved.value
    if replies and all(map(_is_for_everyone, replies)):
        yield "messages", _names(replies)


def _texts(names: Iterable[str], *owners: ObjectWithTraits) -> tuple[list[str], list[str]]:
    """Return the short texts (summaries, then titles) and the descriptions of an operation and its
    message, without repetitions.

    Args:
        names: The names of the interaction. A text that is only one of them, such as the title
            ``User signed up`` for ``userSignedUp``, is left out.
        owners: The operation, then the message.
    """
    seen = {_letters_and_digits(name) for name in names}
    texts_by_key: dict[str, list[str]] = {"summary": [], "title": [], "description": []}
    for key, texts in texts_by_key.items():
        for owner in owners:
            text = owner.text(key)
            if text and _letters_and_digits(text) not in seen:
                seen.add(_letters_and_digits(text))
                texts.append(text.strip())
    short_texts = [*texts_by_key["summary"], *texts_by_key["title"]]
    return short_texts, texts_by_key["description"]


def _letters_and_digits(text: str) -> str:
    """Return a text in lower case without spaces and punctuation, to compare it with names."""
    return re.sub(r"[\W_]+", "", text).lower()


def _paragraphs(*texts: str | None) -> str | None:
    """Join texts as paragraphs of Markdown; None if all are empty."""
    return "\n\n".join(text.strip() for text in texts if text) or None


def _is_deprecated(*owners: ObjectWithTraits | None) -> bool:
    """Return whether an operation, its message, or a trait of them is deprecated. AsyncAPI has no
    such member, so both usual extensions are read. None stands for a missing message.
    """
    for owner in owners:
        if owner is not None:
            for element in (*owner.every("x-deprecated"), *owner.every("deprecated")):
                if element.value is True:
                    return True
    return False


def _first_tag(channel: ChannelElement) -> str | None:
    """Return the name of the first tag that everyone may see, of a channel and then of its
    operations; None if there is none. Operations that are not for everyone are skipped, whole or
    with all of their messages: the tag names the group of the channel, which others see.
    """
    owners: list[Element | ObjectWithTraits] = [channel.object]
    for operation in channel.operations:
        has_hidden_messages_only = operation.messages and not any(
            map(_is_for_everyone, operation.messages)
        )
        if not has_hidden_messages_only and not audience_of_parts(operation.object):
            owners.append(operation.object)
    for owner in owners:
        for tag in tag_objects(owner):
            if not audience_in(tag):
                return str(tag["name"])
    return None
