"""The reader: files of AsyncAPI as groups of contracts, and what they say of the service."""

from pathlib import Path

from ...adapters.shared.groups import GroupRegistry
from ...catalog import BadDocument, ResolvedGroup
from ...catalog.readers import ReadDocument
from ...contracts.contract_errors import Where
from ...value_messages import excerpt
from ..elements import Element, Reading
from ..schema_reader import SchemaReader
from .channel_reader import ChannelReader
from .service_reader import ServiceReader
from .structure import channels_of


class AsyncApiReader:
    """The reader of the field ``asyncapi``."""

    def read(self, path: Path) -> ReadDocument:
        """Read a file, and those that it refers to.

        Raises:
            BadDocument: It is no document of AsyncAPI 2 or 3.
        """
        reading = Reading(path)
        root = reading.element(path)
        _check_version(root)
        schemas = SchemaReader()
        service = ServiceReader(root, schemas)
        groups = _groups(root, service, ChannelReader(root, schemas, service))
        return ReadDocument(
            groups=tuple(groups), service=service.info(), files=tuple(sorted(reading.files))
        )


def _check_version(root: Element) -> None:
    version = root.value.get("asyncapi") if isinstance(root.value, dict) else None
    if str(version).startswith(("2.", "3.")):
        return
    message = f"AsyncAPI {excerpt(version)} is not read"
    if version is None:
        message = "the file is no AsyncAPI document: it does not say asyncapi: 3.x"
    hint = "use AsyncAPI 2.6 or 3.0"
    raise BadDocument(message, where=Where(file=str(root.file.path)), hint=hint)


def _groups(root: Element, service: ServiceReader, reader: ChannelReader) -> list[ResolvedGroup]:
    """The channels by their first tags, the groups of described tags first."""
    registry = GroupRegistry()
    for name, text in service.tags.items():
        registry.group(name, name, description=text)
    for channel in channels_of(root):
        contract, tag = reader.contract(channel)
        name = tag or "API"
        registry.group(name, name, description=service.tags.get(name)).add_socket(contract)
    return registry.resolved()
