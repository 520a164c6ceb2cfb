"""Reads the service of a document: its servers, what they require, and its tags."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...audience_rules import Audiences
from ...catalog import ServerSpec, ServiceInfo
from ...contracts.security import Security, SecurityRequirement, any_of
from ...value_messages import excerpt
from ..elements import Element
from ..info_reader import info_of, service_info
from ..schema_reader import SchemaReader
from ..security_reader import SecurityReader, defined_scheme
from ..server_reader import audience_of_server, servers_of
from .message_reader import tags_of
from .structure import is_second
from .traits import Traited

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
    """None where its address cannot be shown."""
    audience: Audiences = ()


class ServiceReader:
    """Reads the servers and the security of a document, which channels and operations refer to."""

    def __init__(self, root: Element, schemas: SchemaReader) -> None:
        self._root = root
        self._schemas = schemas
        components = root.get("components")
        schemes = None if components is None else components.get("securitySchemes")
        self._requirements = SecurityReader(root, schemes, REQUIRED_MEMBERS)
        self._by_place: dict[object, BrokerServer] = {}
        for item in root.members("servers"):
            element = item.resolved()
            if element is not None and not item.last.startswith("x-"):
                self._by_place[element.place] = self._server(item.last, element)
        self._servers = {server.name: server for server in self._by_place.values()}

    @property
    def tags(self) -> dict[str, str | None]:
        """The texts of the tags that the document describes, by name."""
        owner: Element | None = self._root
        if not is_second(self._root):
            owner = self._root.get("info")
        if owner is None:
            return {}
        return {str(tag["name"]): _text(tag.get("description")) for tag in tags_of(owner)}

    def info(self) -> ServiceInfo:
        """What the document says of the service, and the types that it names."""
        info = info_of(self._root)
        links = info
        if is_second(self._root):
            links = self._root
        named: Iterable[Element] = ()
        components = self._root.get("components")
        if components is not None:
            named = components.members("schemas")
        specs = (server.spec for server in self._servers.values())
        return service_info(
            self._root,
            info,
            links=links,
            servers=filter(None, specs),
            types=self._schemas.components(_json_schemas(named)),
        )

    # --- servers ---

    def servers_of(self, channel: Element) -> list[BrokerServer]:
        """Return the servers that have a channel; all of them where it lists none."""
        if channel.get("servers") is None:
            return list(self._servers.values())
        servers: list[BrokerServer] = []
        for item in channel.items("servers"):
            server = self._mentioned(item)
            if server is not None:
                servers.append(server)
        return servers

    def _mentioned(self, item: Element) -> BrokerServer | None:
        if isinstance(item.value, str):
            server = self._servers.get(item.value)
            if server is None:
                item.fault(f"there is no server {excerpt(item.value)}", "define it among servers")
            return server
        element = item.resolved()
        if element is None:
            return None
        return self._by_place.get(element.place) or self._server(element.last, element)

    def _server(self, name: str, element: Element) -> BrokerServer:
        protocol = (element.text("protocol") or "").lower() or "channel"
        url = element.text("url") or f"{element.text('host')}{element.text('pathname') or ''}"
        fields = {
            "url": url if "://" in url else f"{protocol}://{url}",
            "description": _joined(
                element.text("title"), element.text("summary"), element.text("description")
            ),
            "variables": _resolved_members(element, "variables"),
        }
        described = {key: value for key, value in fields.items() if value}
        mark = audience_of_server(element)
        server = Element(described, element.file, element.pointer, element.reading, mark)
        return BrokerServer(
            name=name,
            protocol=protocol,
            audience=mark,
            security=self.security_of(Traited(element, (element,))),
            spec=next(servers_of([server]), None),
        )

    # --- security ---

    def security_of(self, owner: Traited) -> SecurityRequirement | None:
        """What a server or an operation requires; None where it does not say."""
        if owner.get("security") is None:
            return None
        if is_second(self._root):
            return self._requirements.requirement(owner_of(owner))
        requirements = (self._requirement(item) for item in owner.items("security"))
        return any_of(filter(None, requirements))

    def _requirement(self, item: Element) -> SecurityRequirement | None:
        """Return what an item of ``security`` requires in AsyncAPI 3: a scheme, or a reference to
        one, which lists the scopes that are needed itself.
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
    """Return the name of a scheme: its key among those that the document defines, and its type
    where it is written inline, since a list gives it a position only.
    """
    is_inline = scheme.last.isdecimal()
    if not is_inline:
        return scheme.last
    return scheme.text("type") or "security"


def owner_of(owner: Traited) -> Element:
    """Return the part of an object that says what is required."""
    return next(part for part in owner.parts if part.get("security") is not None)


def _json_schemas(named: Iterable[Element]) -> Iterator[Element]:
    """Yield the named schemas, those of other formats left out: messages show them as they are."""
    for element in named:
        value = element.value
        if not (isinstance(value, dict) and "schemaFormat" in value):
            yield element
        elif (schema := element.get("schema")) is not None and "json" in str(value["schemaFormat"]):
            yield schema


def _resolved_members(owner: Element, name: str) -> dict[str, Any]:
    members = ((item.last, item.resolved()) for item in owner.members(name))
    return {key: element.value for key, element in members if element is not None}


def _joined(*texts: str | None) -> str | None:
    return " – ".join(text for text in texts if text) or None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
