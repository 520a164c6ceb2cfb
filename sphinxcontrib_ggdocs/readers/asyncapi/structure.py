"""Reads channels with their operations and messages, in one form for AsyncAPI 2 and 3.

In version 3, operations refer to channels, and say what the application does. In version 2 they are
inside channels, and say what clients can do: ``publish`` is what the application receives.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...contracts.framing import Direction
from ...value_messages import excerpt
from ..elements import Element
from .traits import ObjectWithTraits, with_traits

PERSPECTIVE = "x-perspective"
"""The member of ``info`` that says which application a document describes: ``client`` is the
counterpart of the service; without it, the service is described."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageElement:
    """A message of a channel, of an operation or of a reply."""

    name: str
    """The name that the document gives it; ``message`` if it gives none."""
    object: ObjectWithTraits


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationElement:
    """An operation: the messages that are sent on a channel in one direction."""

    name: str
    direction: Direction
    """Whether clients or the server send the messages."""
    object: ObjectWithTraits
    messages: Sequence[MessageElement]
    reply: Element | None = None
    """The Operation Reply Object, or a reference to it; None if nothing answers the messages."""


@dataclass(slots=True, kw_only=True)
class ChannelElement:
    """A channel with all of its operations and messages."""

    key: str
    """The key of the channel in the document."""
    address: str
    """Its address, such as ``users/{id}``; empty if it is not known in advance."""
    object: Element
    operations: list[OperationElement] = field(default_factory=list)
    unused: list[MessageElement] = field(default_factory=list)
    """Messages that neither an operation nor a reply sends."""
    replies: dict[str, list[MessageElement]] = field(default_factory=dict)
    """The messages of replies that are sent here, by the operation of another channel that they
    answer."""


def is_version_2(root: Element) -> bool:
    """Return whether a document has version 2 of AsyncAPI; otherwise it has version 3."""
    return str(root.value.get("asyncapi")).startswith("2.")


def read_channels(root: Element) -> list[ChannelElement]:
    """Return the channels of a document in their order, with their operations and messages."""
    if is_version_2(root):
        return list(_channels_of_version_2(root))
    return _ChannelsOfVersion3(root).channels()


# --- version 2 ---


def _channels_of_version_2(root: Element) -> Iterator[ChannelElement]:
    """Yield the channels of a document of AsyncAPI 2, whose keys are their addresses."""
    direction_of_key: dict[str, Direction] = {
        "publish": "client_to_server",
        "subscribe": "server_to_client",
    }
    for item in root.members("channels"):
        element = item.resolved()
        if element is None or item.key.startswith("x-"):
            continue
        channel = ChannelElement(key=item.key, address=item.key, object=element)
        for key, direction in direction_of_key.items():
            operation = element.get(key)
            if operation is not None and operation.check_object():
                channel.operations.append(_operation_of_version_2(operation, direction))
        yield channel


def _operation_of_version_2(element: Element, direction: Direction) -> OperationElement:
    """Return an operation of AsyncAPI 2 with its messages. Without an ``operationId`` it is named
    after its only message, or else ``publish`` or ``subscribe``.
    """
    operation = with_traits(element)
    messages = list(_messages_of_version_2(operation.get("message")))
    name = operation.text("operationId")
    if name is None and len(messages) == 1:
        name = messages[0].name
    return OperationElement(
        name=name or element.key, direction=direction, object=operation, messages=messages
    )


def _messages_of_version_2(item: Element | None) -> Iterator[MessageElement]:
    """Yield the messages of an operation of AsyncAPI 2. A message without a name of its own has its
    key in the components as its name, or ``message`` if it is not defined there.

    Args:
        item: The member ``message``: a Message Object, a reference to one, or ``oneOf`` with
            several; None if the operation has no such member.
    """
    if item is None or not item.check_object():
        return
    if "oneOf" in item.value:
        for alternative in item.items("oneOf"):
            yield from _messages_of_version_2(alternative)
        return
    element = item.resolved()
    if element is None:
        return
    message = with_traits(element)
    name = message.text("messageId") or message.text("name")
    is_shared = element.pointer[:-1] == ("components", "messages")
    if not name and is_shared:
        name = element.key
    yield MessageElement(name=name or "message", object=message)


# --- version 3 ---


class _ChannelsOfVersion3:
    """Reads the channels of a document of AsyncAPI 3, and adds the operations, which refer to
    channels, to them.
    """

    def __init__(self, root: Element) -> None:
        self._root = root
        self._describes_client = _describes_client(root)
        self._channels: dict[object, ChannelElement] = {}
        """Channels by the place of the Channel Object."""

    def channels(self) -> list[ChannelElement]:
        """Return the channels in their order, with their operations, replies and messages that
        nothing sends.
        """
        for item in self._root.members("channels"):
            element = item.resolved()
            if element is not None and not item.key.startswith("x-"):
                self._add(item.key, element)
        for item in self._root.members("operations"):
            element = item.resolved()
            if element is not None and not item.key.startswith("x-"):
                self._add_operation(item.key, element)
        # All operations have been added: a reply may be sent on any channel.
        for channel in self._channels.values():
            self._add_replies(channel)
        for channel in self._channels.values():
            channel.unused = list(_unused(channel))
        return list(self._channels.values())

    def _add(self, key: str, element: Element) -> ChannelElement:
        """Return the channel of a Channel Object, which is added if it is new: an operation may
        refer to one outside of ``channels``.
        """
        if element.place not in self._channels:
            address = element.text("address") or ""
            channel = ChannelElement(key=key, address=address, object=element)
            self._channels[element.place] = channel
        return self._channels[element.place]

    def _add_operation(self, name: str, element: Element) -> None:
        """Add an operation to its channel; one without a valid channel or action is left out with a
        warning.
        """
        operation = with_traits(element)
        action = element.text("action")
        reference = element.get("channel")
        channel = None if reference is None else reference.resolved()
        if action not in ("send", "receive") or channel is None:
            # An unresolved reference has caused a warning already.
            if channel is not None or reference is None:
                element.warn(
                    f"the operation {excerpt(name)} has no channel, or neither sends nor receives",
                    "give it a channel, and an action: send or receive",
                )
            return
        # An action is that of the described application, which usually is the service.
        sent_by_client = "receive"
        if self._describes_client:
            sent_by_client = "send"
        direction: Direction = "server_to_client"
        if action == sent_by_client:
            direction = "client_to_server"
        owner = self._add(channel.key, channel)
        owner.operations.append(
            OperationElement(
                # Exports put the key of the channel before the name.
                name=name.removeprefix(f"{owner.key}_"),
                direction=direction,
                object=operation,
                messages=list(messages_of(element, channel)),
                reply=element.get("reply"),
            )
        )

    def _add_replies(self, requesting: ChannelElement) -> None:
        """Note the replies to the operations of a channel at the channels on which they are sent,
        if these are others.
        """
        for operation in requesting.operations:
            element = reply_channel(operation.reply)
            channel = None if element is None else self._channels.get(element.place)
            if channel is not None and channel is not requesting:
                channel.replies[operation.name] = messages_of_reply(operation.reply)


def _describes_client(root: Element) -> bool:
    """Return whether a document of AsyncAPI 3 describes the client of the service, so that ``send``
    means what clients send. The extension `PERSPECTIVE` of ``info`` says so.
    """
    info = root.get("info")
    perspective = None if info is None else info.get(PERSPECTIVE)
    if perspective is None:
        return False
    is_client: bool = perspective.value == "client"
    if not is_client and perspective.value != "server":
        perspective.warn(
            f"{excerpt(perspective.value)} is not a perspective", "write client or server"
        )
    return is_client


def messages_of(owner: Element, channel: Element | None) -> Iterator[MessageElement]:
    """Yield the messages of an operation or a reply of AsyncAPI 3.

    Args:
        owner: The Operation Object or the Operation Reply Object. If it lists no messages, it has
            all messages of its channel.
        channel: Its channel; None if it has none.
    """
    if owner.get("messages") is None:
        if channel is not None:
            yield from _channel_messages(channel)
        return
    for item in owner.items("messages"):
        target: Element | None = item
        # Only the first reference is followed here: its target, a member of the channel, has the
        # name of the message.
        if isinstance(item.value, dict) and item.value.get("$ref") is not None:
            target = item.target(item.value["$ref"])
        if target is not None:
            yield from _message_of_version_3(target.key, target)


def _channel_messages(channel: Element) -> Iterator[MessageElement]:
    """Yield all messages of a Channel Object of AsyncAPI 3."""
    for item in channel.members("messages"):
        yield from _message_of_version_3(item.key, item)


def _message_of_version_3(key: str, item: Element) -> Iterator[MessageElement]:
    """Yield one message of AsyncAPI 3; nothing if the reference to it is unresolved.

    Args:
        key: The last step to the message: its name, or its position if it is written inline in a
            list. Then it has the name that the message itself gives.
        item: The Message Object, or a reference to it.
    """
    element = item.resolved()
    if element is None:
        return
    message = with_traits(element)
    name = key
    is_position = key.isdecimal()
    if is_position:
        name = message.text("name") or "message"
    yield MessageElement(name=name, object=message)


def _unused(channel: ChannelElement) -> Iterator[MessageElement]:
    """Yield the messages of a channel that no operation and no reply sends."""
    used = {message.place for message in all_message_objects(channel)}
    for message in _channel_messages(channel.object):
        if message.object.element.place not in used:
            yield message


def all_message_objects(channel: ChannelElement) -> Iterator[Element]:
    """Yield the Message Objects of a channel: those of its operations, of their replies, of replies
    to operations of other channels, and unused ones.
    """
    messages: list[MessageElement] = []
    for operation in channel.operations:
        messages += operation.messages
        messages += messages_of_reply(operation.reply)
    messages += channel.unused
    for replies in channel.replies.values():
        messages += replies
    for message in messages:
        yield message.object.element


def messages_of_reply(reply: Element | None) -> list[MessageElement]:
    """Return the messages that may answer an operation of AsyncAPI 3.

    Args:
        reply: The Operation Reply Object, or a reference to one; None if there is no reply.
    """
    if reply is None:
        return []
    element = reply.resolved()
    if element is None:  # the reference leads nowhere
        return []
    # A reply that lists no messages may be any message of its channel.
    return list(messages_of(element, reply_channel(element)))


def reply_channel(reply: Element | None) -> Element | None:
    """Return the Channel Object on which a reply is sent; None if there is no reply, or it names no
    channel.
    """
    if reply is None:
        return None
    element = reply.resolved()
    if element is None:
        return None
    channel = element.get("channel")
    if channel is None:
        return None
    return channel.resolved()
