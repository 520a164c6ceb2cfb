"""Implements the reader of OpenAPI files: groups of contracts, and facts about the service."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...audience_rules import Audiences
from ...catalog import BadDocument, Contents, ResolvedGroup, slugify
from ...contracts.audiences import combined
from ...contracts.contract_errors import Location
from ...contracts.model import Contract, ExternalDocs, HttpContract, HttpMethod
from ...contracts.security import SecurityRequirement
from ...foreign_contracts.groups import GroupBuilder, GroupRegistry
from ...foreign_contracts.naming import unused_name, unused_slug
from ...foreign_contracts.selection import untagged_group
from ...value_messages import excerpt
from ..elements import Element, Reading
from ..files import format_hint
from ..schema_reader import SchemaReader
from ..security_reader import SecurityReader
from .content_reader import ContentReader
from .operation_reader import OperationReader, external_docs
from .service_tags import named_tags, read_service, tags_below

WEBHOOKS = "Webhooks"
"""The group of webhooks without tags."""


class OpenApiReader:
    """The reader of the field ``openapi``."""

    def read(self, path: Path) -> Contents:
        """Read a file, and those that it refers to.

        Raises:
            BadDocument: It is not a document of OpenAPI 3.0, 3.1 or 3.2.
        """
        reading = Reading(path)
        root = reading.element(path)
        _check_version(root)
        document = _DocumentReader(root)
        groups = document.groups()
        service = read_service(root, document.schemas)
        # All files are known only now, when everything has been read.
        return Contents(groups, service=service, files=sorted(reading.files))


def _check_version(root: Element) -> None:
    """Check that a file is a document of OpenAPI 3.0, 3.1 or 3.2.

    Raises:
        BadDocument: It has another version, or another format.
    """
    # In YAML, a version such as 3.1 may be a number.
    version = root.value.get("openapi") if isinstance(root.value, dict) else None
    if str(version).startswith(("3.0", "3.1", "3.2")):
        return
    where = Location(file=str(root.file.path))
    if isinstance(root.value, dict) and "swagger" in root.value:  # OpenAPI 2
        message = f"Swagger {excerpt(root.value['swagger'])} is not supported"
        hint = (
            "convert it to OpenAPI 3, for example with `npx swagger2openapi FILE -o openapi.json`"
        )
    elif version is not None:
        message = f"OpenAPI {excerpt(version)} is not supported"
        hint = "use OpenAPI 3.0, 3.1 or 3.2"
    else:
        message = "the file is not an OpenAPI document: it does not say openapi: 3.x"
        hint = format_hint(root.value, "name the file that begins with openapi: 3.1.0")
    raise BadDocument(message, where=where, hint=hint)


class _DocumentReader:
    """Reads the operations of a document into groups, by their first tags."""

    def __init__(self, root: Element) -> None:
        """Create the readers of the document's parts, and read its tags."""
        self._root = root
        self.schemas = SchemaReader()
        components = root.get("components")
        schemes = None if components is None else components.get("securitySchemes")
        self._security = SecurityReader(root, schemes)
        self._messages = ContentReader(self.schemas)
        self._operations = OperationReader(self._messages, self._security)
        self._groups = GroupRegistry()
        self._tags = dict(named_tags(root))
        """The Tag Objects of the document by the name of the tag."""
        self._tag_of: dict[str, str] = {}
        """The name of the tag of each group, by the slug of the group: titles may be equal."""

    def groups(self) -> list[ResolvedGroup]:
        """Return the operations as contracts in groups, those of described tags first."""
        for name in self._tags:  # in the order of the document, before other groups are added
            self._group(name)
        operations = list(self._operations_of_paths())
        untagged = untagged_group(None, has_tags=any(tags for tags, _ in operations))
        for tags, method in operations:
            self._group(self._group_tag(tags) or untagged).add(method)
        for item in self._root.members("webhooks"):
            for tags, method in self._operations.methods(item, item.key):
                self._group(self._group_tag(tags) or WEBHOOKS).add_webhook(method)
        groups: list[ResolvedGroup] = []
        for group in self._groups.resolved():
            secured = _with_security(group, self._security.everywhere)
            groups.append(replace(secured, audience=self._audience(group)))
        return self._in_chapters(groups)

    def _audience(self, group: ResolvedGroup) -> Audiences:
        """Return the audiences that may see a group: those that the marks of its tag and of the
        tag's parents allow; empty if everyone may.
        """
        name: str | None = self._tag_of[group.slug]
        tags: dict[str, Element] = {}
        while name in self._tags and name not in tags:  # parents may form a circle
            tags[name] = self._tags[name]
            name = tags[name].text("parent")
        return combined(*(tag.audience for tag in tags.values()))

    def _operations_of_paths(self) -> Iterator[tuple[tuple[str, ...], HttpMethod]]:
        """Yield the operations of all paths, each as its tags and a method."""
        for item in self._root.members("paths"):
            path = item.key
            if path.startswith("x-"):
                continue
            if not path.startswith("/"):
                item.warn(f"the path {excerpt(path)} does not begin with /", "write it so")
                continue
            yield from self._operations.methods(item, path)

    def _group_tag(self, tags: Sequence[str]) -> str | None:
        """Return the tag of an operation that selects its group; None if it has no tags.

        It is the first tag for navigation; if all tags are of other kinds, such as ``badge``
        (OpenAPI 3.2), or that tag is empty, it is the first tag.
        """
        # A tag without a kind, or without a description in the document, is for navigation.
        kinds = {name: tag.text("kind") for name, tag in self._tags.items() if name in tags}
        for name in tags:
            if kinds.get(name) in (None, "nav"):
                return name or tags[0]
        return next(iter(tags), None)

    def _group(self, name: str) -> GroupBuilder:
        """Return the group of a tag, which is added at the first call."""
        title = self._title(name)
        tag = self._tags.get(name)
        description: str | None = None
        link: ExternalDocs | None = None
        if tag is not None:
            description = tag.text("description")
            link = _link(tag)
        group = self._groups.group(name, title, description=description, external_docs=link)
        self._tag_of[group.slug] = name
        return group

    def _title(self, name: str) -> str:
        """Return the title of a tag: its ``x-displayName``, its summary, or its name."""
        tag = self._tags.get(name)
        if tag is None:
            return name
        return tag.text("x-displayName") or tag.text("summary") or name

    def _in_chapters(self, groups: Sequence[ResolvedGroup]) -> list[ResolvedGroup]:
        """Merge the groups of each chapter into one, and return these before all other groups."""
        by_tag = {self._tag_of[group.slug]: group for group in groups}
        chapters: list[ResolvedGroup] = []
        slugs = {group.slug for group in groups}
        for chapter in self._chapters():
            # `pop`: a group belongs only to the first chapter that names its tag.
            members = {tag: by_tag.pop(tag) for tag in chapter.tags if tag in by_tag}
            if not members:
                continue
            # A chapter with the name of a tag has the address of the tag's group.
            if chapter.top in members:
                slug = members[chapter.top].slug
            else:
                slug = unused_slug(slugify(chapter.title), slugs)
            slugs.add(slug)
            chapters.append(_joined(chapter, slug, members.values()))
        return [*chapters, *by_tag.values()]

    def _chapters(self) -> "Iterator[_Chapter]":
        """Yield the chapters of the document, in each of which the groups of several tags are
        merged.

        A chapter is an item of ``x-tagGroups`` (items without a name are ignored), or a tag without
        a ``parent`` together with all tags below it (OpenAPI 3.2).
        """
        for item in self._root.items("x-tagGroups"):
            if not item.check_object():  # which has issued a warning
                continue
            title = item.text("name")
            if title is not None:
                tags = [str(tag.value) for tag in item.items("tags")]
                yield _Chapter(title, tags, audience=item.audience)
        for top, tags in tags_below(self._tags).items():
            yield _Chapter(self._title(top), tags, self._tags[top].text("description"), top)


@dataclass(frozen=True, slots=True)
class _Chapter:
    """Tags whose groups become one."""

    title: str
    tags: Sequence[str]
    description: str | None = None
    top: str | None = None
    """The tag above the others, one of `tags` itself; None for a chapter of ``x-tagGroups``."""
    audience: Audiences = ()


def _joined(chapter: _Chapter, slug: str, groups: Iterable[ResolvedGroup]) -> ResolvedGroup:
    """Return one group with the contracts of several groups. A contract without a description gets
    that of its group, which is lost otherwise.

    Args:
        chapter: The chapter that the groups belong to.
        slug: The slug of the new group.
        groups: The groups.
    """
    contracts: dict[str, Contract] = {}
    for group in groups:
        description_of_group = group.description
        if description_of_group == chapter.description:  # shown by the new group already
            description_of_group = None
        for contract in group.contracts:
            name = unused_name(contract.name, contracts)
            contracts[name] = replace(
                contract,
                name=name,
                description=contract.description or description_of_group,
                audience=combined(group.audience, contract.audience),
            )
    return ResolvedGroup(
        name=chapter.title,
        slug=slug,
        description=chapter.description,
        contracts=tuple(contracts.values()),
        audience=chapter.audience,
    )


def _link(tag: Element) -> ExternalDocs | None:
    """Return the external documentation of a tag if everyone may see it; otherwise None. One for
    some audiences alone is not shown, but exports for these audiences have it.
    """
    link = tag.get("externalDocs")
    if link is None or link.audience:
        return None
    return external_docs(link)


def _with_security(group: ResolvedGroup, required: SecurityRequirement | None) -> ResolvedGroup:
    """Return a group whose HTTP contracts have a security requirement: that of the document, which
    applies to methods without a requirement of their own. It is None if the document has none.
    """
    contracts: list[Contract] = []
    for contract in group.contracts:
        if isinstance(contract, HttpContract):
            contract = replace(contract, security=required)
        contracts.append(contract)
    return replace(group, contracts=tuple(contracts))
