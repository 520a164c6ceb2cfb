"""The reader: files of OpenAPI as groups of contracts, and what they say of the service."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...adapters.shared.groups import GroupBuilder, GroupRegistry
from ...adapters.shared.naming import unused_name, unused_slug
from ...catalog import BadDocument, ResolvedGroup, slugify
from ...catalog.readers import ReadDocument
from ...contracts.contract_errors import Where
from ...contracts.model import Contract, HttpContract, HttpMethod
from ...contracts.security import SecurityRequirement
from ...value_messages import excerpt
from ..elements import Element, Reading
from ..schema_reader import SchemaReader
from ..security_reader import SecurityReader
from .message_reader import MessageReader
from .operation_reader import OperationReader
from .service_reader import named_tags, service_of
from .swagger import converted

UNTAGGED = "API"
WEBHOOKS = "Webhooks"


class OpenApiReader:
    """The reader of the field ``openapi``."""

    def read(self, path: Path) -> ReadDocument:
        """Read a file, and those that it refers to.

        Raises:
            BadDocument: It is no document of OpenAPI 3.0 or 3.1, or Swagger 2.0.
        """
        reading = Reading(path)
        root = reading.element(path)
        if _is_swagger(root):
            root.file.value = converted(root.value)  # references in it lead there, too
            root = reading.element(path)
        _check_version(root)
        document = _DocumentReader(root)
        groups = document.groups()
        service = service_of(root, document.schemas)
        return ReadDocument(
            groups=tuple(groups), service=service, files=tuple(sorted(reading.files))
        )


def _is_swagger(root: Element) -> bool:
    return isinstance(root.value, dict) and str(root.value.get("swagger")) in ("2.0", "2")


def _check_version(root: Element) -> None:
    version = root.value.get("openapi") if isinstance(root.value, dict) else None
    if str(version).startswith(("3.0", "3.1")):
        return
    where = Where(file=str(root.file.path))
    if isinstance(root.value, dict) and "swagger" in root.value:
        message = f"Swagger {excerpt(root.value['swagger'])} is not read"
        hint = "use Swagger 2.0, or OpenAPI 3.0 or 3.1"
    elif version is not None:
        message, hint = f"OpenAPI {excerpt(version)} is not read", "use OpenAPI 3.0 or 3.1"
    else:
        message = "the file is no OpenAPI document: it does not say openapi: 3.x"
        hint = "name the file that begins with openapi: 3.1.0"
    raise BadDocument(message, where=where, hint=hint)


class _DocumentReader:
    """Reads the operations of a document into groups, by their first tags."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self.schemas = SchemaReader()
        components = root.get("components")
        schemes = None if components is None else components.get("securitySchemes")
        if "swagger" in root.value:
            schemes = root.get("securityDefinitions")
        self._security = SecurityReader(root, schemes)
        self._messages = MessageReader(self.schemas)
        self._operations = OperationReader(self._messages, self._security)
        self._groups = GroupRegistry()
        self._tags = dict(named_tags(root))
        self._tag_of: dict[str, str] = {}
        """The tags of groups by slug: titles of tags may be equal."""
        self._places: set[tuple[str, str]] = set()

    def groups(self) -> list[ResolvedGroup]:
        """The groups, those of described tags first."""
        for name in self._tags:
            self._group(name)
        for item in self._root.members("paths"):
            if not item.last.startswith("x-"):
                self._add_path(item)
        for item in self._root.members("webhooks"):
            for tags, method in self._operations.methods(item, item.last):
                self._group(tags[0] if tags else WEBHOOKS).add_webhook(method)
        required = self._security.everywhere
        groups = [_with_security(group, required) for group in self._groups.resolved()]
        return self._in_chapters(groups)

    def _add_path(self, item: Element) -> None:
        path = item.last
        if not path.startswith("/"):
            item.fault(f"the path {excerpt(path)} does not begin with /", "write it so")
            return
        for tags, method in self._operations.methods(item, path):
            if self._is_free(method, item):
                self._group(tags[0] if tags else UNTAGGED).add(method)

    def _is_free(self, method: HttpMethod, item: Element) -> bool:
        place = (method.verbs[0], _template(method.path))
        if place in self._places:
            item.fault(
                f"{method.verbs[0]} {method.path} is an operation already under another name of "
                "its placeholders",
                "write the path once (OpenAPI 3.1, 4.8.8)",
                "the operation is left out",
            )
            return False
        self._places.add(place)
        return True

    def _group(self, name: str) -> GroupBuilder:
        tag = self._tags.get(name)
        group = self._groups.group(
            name,
            self._title(name),
            description=tag.text("description") if tag is not None else None,
        )
        self._tag_of[group.slug] = name
        return group

    def _title(self, name: str) -> str:
        tag = self._tags.get(name)
        return (tag.text("x-displayName") if tag is not None else None) or name

    def _in_chapters(self, groups: Sequence[ResolvedGroup]) -> list[ResolvedGroup]:
        """The groups, those that ``x-tagGroups`` puts together as one; it names tags."""
        by_tag = {self._tag_of[group.slug]: group for group in groups}
        chapters: list[ResolvedGroup] = []
        slugs = {group.slug for group in groups}
        for chapter in self._root.items("x-tagGroups"):
            if not chapter.is_object() or (name := chapter.text("name")) is None:
                continue
            names = [str(tag.value) for tag in chapter.items("tags")]
            members = [by_tag.pop(tag) for tag in names if tag in by_tag]
            if members:
                slug = unused_slug(slugify(name), slugs)
                slugs.add(slug)
                chapters.append(_joined(name, slug, members))
        return [*chapters, *by_tag.values()]


def _joined(name: str, slug: str, groups: Sequence[ResolvedGroup]) -> ResolvedGroup:
    """Groups as one; the descriptions of their tags are those of the contracts then."""
    contracts: dict[str, Contract] = {}
    for group in groups:
        for contract in group.contracts:
            own = unused_name(contract.name, contracts)
            text = contract.description or group.description
            contracts[own] = replace(contract, name=own, description=text)
    return ResolvedGroup(name=name, slug=slug, contracts=tuple(contracts.values()))


def _template(path: str) -> str:
    return re.sub(r"{[^{}]*}", "{}", path)


def _with_security(group: ResolvedGroup, required: SecurityRequirement | None) -> ResolvedGroup:
    contracts = (
        replace(contract, security=required) if isinstance(contract, HttpContract) else contract
        for contract in group.contracts
    )
    return replace(group, contracts=tuple(contracts))
