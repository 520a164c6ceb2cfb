"""Reads the service of a document: its servers, what they require, and its tags.

AsyncAPI describes servers of message brokers, such as Kafka, as well as those of WebSockets. An
operation may have traits, which share its members (see `ObjectWithTraits`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...audience_rules import Audiences
from ...catalog import ServerSpec, ServiceInfo
from ...contracts.security import Security, SecurityRequirement, any_of
from ...value_messages import excerpt
from ..elements import Element
from ..info_reader import info_object, service_info
from ..schema_reader import SchemaReader
from ..security_reader import SecurityReader, defined_scheme
from ..server_reader import audience_of_server, read_servers
from .message_reader import tag_objects
from .structure import is_version_2
from .traits import ObjectWithTraits

REQUIRED_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "apiKey": ("in",),
    "asymmetricEncryption": (),
    "gssapi": (),
    "http": ("scheme",),
    "httpApiKey": ("name", "in"),
    "oauth2": (),
    "openIdConnect": ("openIdConnectUrl",),
    "plain": (),
    "scramSha256": (),
    "scramSha512": (),
    "symmetricEncryption": (),
    "userPassword": (),
    "X509": (),
}
"""The members that each type of scheme must have (AsyncAPI 3.0, "Security Scheme Object")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerServer:
    """A server with its name and protocol."""

    name: str
    protocol: str
    security: SecurityRequirement | None
    spec: ServerSpec | None
    """Its address as the documentation shows it; None if it is missing or invalid, with a
    warning."""
    audience: Audiences = ()


class ServiceReader:
    """Reads the servers and the security of a document, which channels and operations refer to.

    Args:
        root: The whole document.
        schemas: Reads the types that the document names.
    """

    def __init__(self, root: Element, schemas: SchemaReader) -> None:
        """Read all servers of the document."""
        self._root = root
        self._schemas = schemas
        components = root.get("components")
        schemes = None if components is None else components.get("securitySchemes")
        self._requirements = SecurityReader(root, schemes, REQUIRED_MEMBERS)
        self._by_place: dict[object, BrokerServer] = {}
        """The servers of the document by the place of their Server Objects."""
        for item in root.members("servers"):
            element = item.resolved()
            if element is not None and not item.key.startswith("x-"):
                self._by_place[element.place] = self._server(item.key, element)
        self._servers = {server.name: server for server in self._by_place.values()}
        """The servers of the document by name."""

    @property
    def tags(self) -> dict[str, str | None]:
        """The descriptions of the tags that the document defines, by name."""
        # AsyncAPI 2 has the tags at the root of the document, AsyncAPI 3 in the Info Object.
        owner: Element | None = self._root
        if not is_version_2(self._root):
            owner = self._root.get("info")
        if owner is None:
            return {}
        descriptions: dict[str, str | None] = {}
        for tag in tag_objects(owner):
            descriptions[str(tag["name"])] = _text(tag.get("description"))
        return descriptions

    def info(self) -> ServiceInfo:
        """Return what the document says about the service, and the types that it defines in its
        components.
        """
        info = info_object(self._root)
        # AsyncAPI 3 has ``externalDocs`` in the Info Object, AsyncAPI 2 at the root.
        links = info
        if is_version_2(self._root):
            links = self._root
        named: Iterable[Element] = ()
        components = self._root.get("components")
        if components is not None:
            named = components.members("schemas")
        # None for a server without a URL, of which `read_servers` has warned.
        specs = (server.spec for server in self._servers.values())
        return service_info(
            self._root,
            info,
            links=links,
            servers=filter(None, specs),
            types=self._schemas.components(_json_schemas(named)),
        )

    # --- servers ---

    def servers_of_channel(self, channel: Element) -> list[BrokerServer]:
        """Return the servers that offer a channel: those that the channel lists; all servers if it
        lists none.
        """
        if channel.get("servers") is None:
            return list(self._servers.values())
        servers: list[BrokerServer] = []
        for item in channel.items("servers"):
            server = self._server_of_channel(item)
            if server is not None:
                servers.append(server)
        return servers

    def _server_of_channel(self, item: Element) -> BrokerServer | None:
        """Return the server that an item in the list of a channel means: by name in AsyncAPI 2, by
        a reference in AsyncAPI 3. None, with a warning, if there is no such server.
        """
        if isinstance(item.value, str):
            server = self._servers.get(item.value)
            if server is None:
                item.warn(f"there is no server {excerpt(item.value)}", "define it among servers")
            return server
        element = item.resolved()
        if element is None:
            return None
        # A reference may lead to a server that is not among those of the document.
        return self._by_place.get(element.place) or self._server(element.key, element)

    def _server(self, name: str, element: Element) -> BrokerServer:
        """Return a Server Object of AsyncAPI as a server. AsyncAPI 2 has a URL, AsyncAPI 3 a host
        and perhaps a path. Without an address, which causes a warning, it has no `spec`.

        Args:
            name: The key of the server in the document.
            element: The Server Object.
        """
        protocol = "channel"  # the word for a server without a protocol
        declared_protocol = element.text("protocol")
        if declared_protocol:
            protocol = declared_protocol.lower()
        url = element.text("url")
        if not url:
            host = element.text("host")
            path = element.text("pathname") or ""
            if host:
                url = f"{host}{path}"
        description = _joined(
            element.text("title"), element.text("summary"), element.text("description")
        )
        # The same in the members that a Server Object of OpenAPI has, which `read_servers` reads.
        # It warns if there is no URL.
        openapi_members: dict[str, Any] = {}
        if url:
            if "://" not in url:  # a host, or such a URL of AsyncAPI 2
                url = f"{protocol}://{url}"
            openapi_members["url"] = url
        if description:
            openapi_members["description"] = description
        variables = _resolved_members(element, "variables")
        if variables:
            openapi_members["variables"] = variables
        audience = audience_of_server(element)
        server = Element(openapi_members, element.file, element.pointer, element.reading, audience)
        return BrokerServer(
            name=name,
            protocol=protocol,
            audience=audience,
            security=self.security_of(ObjectWithTraits(element, (element,))),
            spec=next(read_servers([server]), None),
        )

    # --- security ---

    def security_of(self, owner: ObjectWithTraits) -> SecurityRequirement | None:
        """Return the security requirement of a server or an operation; None if it has none."""
        if owner.get("security") is None:
            return None
        # In AsyncAPI 2, `security` names schemes, as in OpenAPI. It may be that of a trait.
        if is_version_2(self._root):
            return self._requirements.requirement(part_with_security(owner))
        # In AsyncAPI 3 it lists the schemes themselves, any one of which is enough. Those that are
        # None are invalid, and have caused a warning.
        requirements = (self._requirement(item) for item in owner.items("security"))
        return any_of(filter(None, requirements))

    def _requirement(self, item: Element) -> SecurityRequirement | None:
        """Return the requirement that an item of ``security`` in AsyncAPI 3 states; None, with a
        warning, if it is invalid.

        Args:
            item: A Security Scheme Object, which also lists the scopes that are needed, or a
                reference to one.
        """
        element = item.resolved()
        if element is None:
            return None
        scheme = defined_scheme(_name_of_scheme(element), element, REQUIRED_MEMBERS)
        if scheme is None:
            return None
        scopes = tuple(str(scope.value) for scope in element.items("scopes"))
        return Security(scheme=scheme, scopes=scopes)


def _name_of_scheme(scheme: Element) -> str:
    """Return the name of a security scheme: the key under which the document defines it. A scheme
    that is written inline in a list has only a position, so it is named after its type.
    """
    is_inline = scheme.key.isdecimal()
    if is_inline:
        return scheme.text("type") or "security"
    return scheme.key


def part_with_security(owner: ObjectWithTraits) -> Element:
    """Return the part of an operation that has the security requirement: the operation itself, or
    one of its traits. Callers have checked that one of them has it.
    """
    return next(part for part in owner.parts if part.get("security") is not None)


def _json_schemas(named: Iterable[Element]) -> Iterator[Element]:
    """Yield the schemas of ``components`` that are JSON Schema. Those in other formats, such as
    Avro, are shown unchanged by the messages that use them.
    """
    for element in named:
        value = element.value
        if not isinstance(value, dict) or "schemaFormat" not in value:
            yield element
            continue
        schema = element.get("schema")
        if schema is not None and "json" in str(value["schemaFormat"]):
            yield schema


def _resolved_members(owner: Element, name: str) -> dict[str, Any]:
    """Return the objects by name in a member of an object, with references followed; unresolved
    ones are left out.
    """
    members: dict[str, Any] = {}
    for item in owner.members(name):
        element = item.resolved()
        if element is not None:
            members[item.key] = element.value
    return members


def _joined(*texts: str | None) -> str | None:
    """Join the texts that are not empty with dashes; None if all are empty."""
    return " – ".join(text for text in texts if text) or None


def _text(value: Any) -> str | None:
    """Return a value that is a text; None for any other value."""
    return value if isinstance(value, str) else None
