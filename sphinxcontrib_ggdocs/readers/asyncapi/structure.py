"""Reads channels with their operations and messages, in one form for AsyncAPI 2 and 3.

In version 3, operations refer to channels, and say what the application does. In version 2 they are
inside channels, and say what clients can do: ``publish`` is what the application receives.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...contracts.framing import Direction
from ...value_messages import excerpt
from ..elements import Element
from .traits import Traited, traited

PERSPECTIVE = "x-perspective"
"""The member of ``info`` that says which application a document describes: ``client`` is the
counterpart of the service; without it, the service is described."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageElement:
    """A message of a channel."""

    name: str
    message: Traited


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationElement:
    """What is sent on a channel in one direction."""

    name: str
    direction: Direction
    operation: Traited
    messages: Sequence[MessageElement]
    reply: Element | None = None


@dataclass(slots=True, kw_only=True)
class ChannelElement:
    """A channel."""

    key: str
    address: str
    channel: Element
    operations: list[OperationElement] = field(default_factory=list)
    unused: list[MessageElement] = field(default_factory=list)
    """Messages that neither an operation nor a reply sends."""
    replies: dict[str, list[MessageElement]] = field(default_factory=dict)
    """By operation of another channel, whose reply is sent here, its messages."""


def is_second(root: Element) -> bool:
    """Return whether a document is one of AsyncAPI 2."""
    return str(root.value.get("asyncapi")).startswith("2.")


def channels_of(root: Element) -> list[ChannelElement]:
    """Return the channels of a document in their order."""
    if is_second(root):
        return list(_second(root))
    return _Third(root).channels()


# --- version 2 ---


def _second(root: Element) -> Iterator[ChannelElement]:
    for item in root.members("channels"):
        channel = item.resolved()
        if channel is None or item.last.startswith("x-"):
            continue
        described = ChannelElement(key=item.last, address=item.last, channel=channel)
        ways: tuple[tuple[str, Direction], ...] = (
            ("publish", "client_to_server"),
            ("subscribe", "server_to_client"),
        )
        for key, direction in ways:
            element = channel.get(key)
            if element is not None and element.is_object():
                described.operations.append(_operation(element, direction))
        yield described


def _operation(element: Element, direction: Direction) -> OperationElement:
    operation = traited(element)
    messages = list(_messages(operation.get("message")))
    name = operation.text("operationId")
    if name is None and len(messages) == 1:
        name = messages[0].name
    return OperationElement(
        name=name or element.last, direction=direction, operation=operation, messages=messages
    )


def _messages(item: Element | None) -> Iterator[MessageElement]:
    if item is None or not item.is_object():
        return
    if "oneOf" in item.value:
        for inner in item.items("oneOf"):
            yield from _messages(inner)
        return
    element = item.resolved()
    if element is None:
        return
    message = traited(element)
    name = message.text("messageId") or message.text("name")
    if not name and element.pointer[:-1] == ("components", "messages"):
        name = element.last
    yield MessageElement(name=name or "message", message=message)


# --- version 3 ---


class _Third:
    """Reads the operations of a document into its channels."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._turned = _is_turned(root)
        self._channels: dict[object, ChannelElement] = {}
        """By place."""

    def channels(self) -> list[ChannelElement]:
        """Return the channels, with their operations."""
        for item in self._root.members("channels"):
            element = item.resolved()
            if element is not None and not item.last.startswith("x-"):
                self._add(item.last, element)
        for item in self._root.members("operations"):
            element = item.resolved()
            if element is not None and not item.last.startswith("x-"):
                self._add_operation(item.last, element)
        for channel in [*self._channels.values()]:
            self._add_replies(channel)
        for channel in self._channels.values():
            channel.unused = list(_unused(channel))
        return list(self._channels.values())

    def _add(self, key: str, element: Element) -> ChannelElement:
        if element.place not in self._channels:
            address = element.text("address") or ""
            channel = ChannelElement(key=key, address=address, channel=element)
            self._channels[element.place] = channel
        return self._channels[element.place]

    def _add_operation(self, name: str, element: Element) -> None:
        operation = traited(element)
        action, place = element.text("action"), element.get("channel")
        channel = None if place is None else place.resolved()
        if action not in ("send", "receive") or channel is None:
            if channel is not None or place is None:
                element.fault(
                    f"the operation {excerpt(name)} has no channel, or neither sends nor receives",
                    "give it a channel, and an action: send or receive",
                )
            return
        received = (action == "receive") is not self._turned
        owner = self._add(channel.last, channel)
        owner.operations.append(
            OperationElement(
                name=name.removeprefix(f"{owner.key}_"),
                direction="client_to_server" if received else "server_to_client",
                operation=operation,
                messages=list(messages_of(element, channel)),
                reply=element.get("reply"),
            )
        )

    def _add_replies(self, requesting: ChannelElement) -> None:
        """Add the replies to the operations of a channel to the channels that they are sent on."""
        for operation in requesting.operations:
            place = reply_channel(operation.reply)
            channel = None if place is None else self._channels.get(place.place)
            if channel is not None and channel is not requesting:
                channel.replies[operation.name] = messages_of_reply(operation.reply)


def _is_turned(root: Element) -> bool:
    """Return whether what the document calls ``send`` is what clients send."""
    info = root.get("info")
    perspective = None if info is None else info.get(PERSPECTIVE)
    if perspective is None or perspective.value == "server":
        return False
    if perspective.value != "client":
        perspective.fault(
            f"{excerpt(perspective.value)} is not a perspective", "write client or server"
        )
    return bool(perspective.value == "client")


def messages_of(owner: Element, channel: Element | None) -> Iterator[MessageElement]:
    """Yield the messages of an operation or a reply; where it lists none, those of its channel."""
    if owner.get("messages") is None:
        if channel is not None:
            yield from _channel_messages(channel)
        return
    for item in owner.items("messages"):
        target: Element | None = item
        if isinstance(item.value, dict) and item.value.get("$ref") is not None:
            target = item.target(item.value["$ref"])
        if target is not None:
            yield from _third_message(target.last, target)


def _channel_messages(channel: Element) -> Iterator[MessageElement]:
    for item in channel.members("messages"):
        yield from _third_message(item.last, item)


def _third_message(name: str, item: Element) -> Iterator[MessageElement]:
    element = item.resolved()
    if element is not None:
        message = traited(element)
        is_position = name.isdecimal()
        own = (message.text("name") or "message") if is_position else name
        yield MessageElement(name=own, message=message)


def _unused(channel: ChannelElement) -> Iterator[MessageElement]:
    used = {message.place for message in messages_in(channel)}
    for message in _channel_messages(channel.channel):
        if message.message.element.place not in used:
            yield message


def messages_in(channel: ChannelElement) -> Iterator[Element]:
    """Yield the messages of a channel and its operations, those of replies among them."""
    messages: list[MessageElement] = []
    for operation in channel.operations:
        messages += operation.messages
        messages += messages_of_reply(operation.reply)
    messages += channel.unused
    for replies in channel.replies.values():
        messages += replies
    for message in messages:
        yield message.message.element


def messages_of_reply(reply: Element | None) -> list[MessageElement]:
    """Return the messages any of which answers an operation."""
    if reply is None:
        return []
    element = reply.resolved()
    if element is None:
        return []
    return list(messages_of(element, reply_channel(element)))


def reply_channel(reply: Element | None) -> Element | None:
    """Return the channel that a reply is sent on, if it names one."""
    if reply is None:
        return None
    element = reply.resolved()
    if element is None:
        return None
    channel = element.get("channel")
    if channel is None:
        return None
    return channel.resolved()
