"""Implements the reader of AsyncAPI files: groups of contracts, and facts about the service."""

from collections.abc import Iterable
from pathlib import Path

from ...catalog import BadDocument, Contents, ResolvedGroup
from ...contracts.contract_errors import Location
from ...foreign_contracts.groups import GroupRegistry
from ...value_messages import excerpt
from ..elements import Element, Reading
from ..files import format_hint
from ..schema_reader import SchemaReader
from .channel_reader import ChannelReader
from .schema_objects import as_current
from .service_reader import ServiceReader
from .structure import ChannelElement, all_message_objects, read_channels


class AsyncApiReader:
    """The reader of the field ``asyncapi``."""

    def read(self, path: Path) -> Contents:
        """Read a file, and those that it refers to: the channels as groups of contracts, and the
        facts about the service.

        Raises:
            BadDocument: It is not a document of AsyncAPI 2 or 3.
        """
        reading = Reading(path)
        root = reading.element(path)
        _check_version(root)
        schemas = SchemaReader(as_current)  # its schemas are in JSON Schema draft-07
        service = ServiceReader(root, schemas)
        groups = _groups(root, service, ChannelReader(root, schemas, service))
        info = service.info()
        # All files are known only now, when everything has been read.
        return Contents(groups, service=info, files=sorted(reading.files))


def _check_version(root: Element) -> None:
    """Check that a file is a document of AsyncAPI 2 or 3.

    Raises:
        BadDocument: It has another version, or another format.
    """
    # In YAML, a version such as 3.0 may be a number.
    version = root.value.get("asyncapi") if isinstance(root.value, dict) else None
    if str(version).startswith(("2.", "3.")):
        return
    message, hint = f"AsyncAPI {excerpt(version)} is not supported", "use AsyncAPI 2.6 or 3.0"
    if version is None:
        message = "the file is not an AsyncAPI document: it does not say asyncapi: 3.x"
        hint = format_hint(root.value, hint)
    raise BadDocument(message, where=Location(file=str(root.file.path)), hint=hint)


def _groups(root: Element, service: ServiceReader, reader: ChannelReader) -> list[ResolvedGroup]:
    """Return the channels as contracts, grouped by their first tags. The groups of tags that the
    document describes come first; channels without a tag are in the group ``API``.
    """
    channels = read_channels(root)
    _warn_of_unused_messages(root, channels)
    registry = GroupRegistry()
    for name, text in service.tags.items():
        registry.group(name, name, description=text)
    for channel in channels:
        contract, tag = reader.contract(channel)
        name = tag or "API"
        registry.group(name, name, description=service.tags.get(name)).add_socket(contract)
    return registry.resolved()


def _warn_of_unused_messages(root: Element, channels: Iterable[ChannelElement]) -> None:
    """Warn of each message in ``components`` that no channel has, since it is not documented."""
    components = root.get("components")
    if components is None:
        return
    used: set[object] = set()  # the places of messages
    for channel in channels:
        used.update(message.place for message in all_message_objects(channel))
    for item in components.members("messages"):
        message = item.resolved()
        if message is not None and message.place not in used:
            item.warn("no channel has this message", "name it in a channel, or remove it")
