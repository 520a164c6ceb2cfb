"""Defines the servers of a service: their addresses, which may have placeholders, and variables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BeforeValidator, Field

from ..audience_rules import Audiences, is_shown
from ..value_messages import excerpt
from .fields import AudienceField, Spec, as_tuple, problem
from .spec_errors import BadServer


class ServerVariableSpec(Spec):
    """A placeholder of a server's URL."""

    default: str = Field(description="the value that replaces the placeholder, a string")
    enum: tuple[str, ...] | None = Field(
        default=None, min_length=1, description="a list of all values it can have"
    )
    description: str | None = Field(default=None, description="a text for readers")

    def check(self) -> None:
        """Check that the default is one of the values in ``enum``."""
        if self.enum is not None and self.default not in self.enum:
            raise problem(
                BadServer,
                f"the default {self.default!r} is not in enum",
                "add it there, or choose one of them",
            )


_PLACEHOLDER = re.compile(r"{([^{}]*)}")
BROKERS = (
    "amqp",
    "amqps",
    "anypointmq",
    "googlepubsub",
    "ibmmq",
    "jms",
    "kafka",
    "kafka-secure",
    "mercure",
    "mqtt",
    "mqtts",
    "nats",
    "pulsar",
    "redis",
    "rediss",
    "ros2",
    "secure-mqtt",
    "sns",
    "solace",
    "sqs",
    "stomp",
    "stomps",
)
"""Protocols of messages besides WebSockets, as AsyncAPI calls them."""

_SCHEMES = "|".join(("https?", "wss?", *BROKERS))
# More schemes than a browser has, since AsyncAPI describes servers of brokers ("Server Object").
_SERVER_URL = re.compile(
    rf"(?:(?:{_SCHEMES}|{{\w+}})://[^\s/?#\\]+|{{\w+}}|(?=/(?!/)))[^\s?#\\]*", re.IGNORECASE
)
"""An address, or a path on the host that the document comes from (OpenAPI 3.1, 4.8.5); without
query and fragment, and without backslashes, which browsers read as slashes. The scheme or all of
the beginning may be a placeholder."""


class ServerSpec(Spec):
    """One address of the service."""

    parts: ClassVar[dict[str, type[Spec]]] = {"variables": ServerVariableSpec}

    url: str = Field(
        description=(
            "a URL with http, https, ws or wss, such as 'https://api.example.org', or a "
            "path, such as '/v1'"
        )
    )
    name: str | None = Field(default=None, description="a short name, which OpenAPI 3.2 files have")
    description: str | None = Field(default=None, description="a text for readers")
    variables: Mapping[str, ServerVariableSpec] = Field(
        default_factory=dict,
        description=(
            "a mapping of each {placeholder} in the URL to its default, enum and description"
        ),
    )

    audience: AudienceField = Field(
        default=(), description="for whom the address is: a name or a list of names"
    )

    def check(self) -> None:
        """Check that the URL is an address, each of its placeholders a variable, and that it is an
        address with the defaults of the variables, too.

        Raises:
            PydanticCustomError: It is not.
        """
        if not _SERVER_URL.fullmatch(self.url):
            raise problem(
                BadServer,
                f"the server URL {excerpt(self.url)} is neither an http(s) or ws(s) address "
                "nor a path",
                "write the whole address, such as 'https://api.example.org' or "
                "'wss://live.example.org', without ? and #; "
                "or as a path on the host of the documentation, such as '/v1'",
            )
        for name in _PLACEHOLDER.findall(self.url):
            if name not in self.variables:
                raise problem(
                    BadServer,
                    f"the server URL has {{{name}}}, which is not in variables",
                    f"add variables={{'{name}': {{'default': '...'}}}}",
                )
        # A URL that begins with a placeholder is any address before the placeholder is filled in.
        # An empty one refers to the host of the document.
        filled_url = _PLACEHOLDER.sub(lambda match: self.variables[match[1]].default, self.url)
        if filled_url and self.url.startswith("{") and not _SERVER_URL.fullmatch(filled_url):
            raise problem(
                BadServer,
                f"the server URL {excerpt(self.url)} is {excerpt(filled_url)} with the "
                "defaults of its variables, which is neither an http(s) or ws(s) address nor a "
                "path",
                "correct the defaults, or write the scheme and the host into the URL",
            )


def _servers(servers: object) -> object:
    """Return a list of servers in which URLs are replaced by mappings; any other value
    unchanged.
    """
    if not isinstance(servers, list | tuple):
        return servers
    return [{"url": server} if isinstance(server, str) else server for server in servers]


ServerList: TypeAlias = Annotated[Sequence[ServerSpec], as_tuple, BeforeValidator(_servers)]


class _Servers(Spec):
    """The argument ``servers`` of an exporter, validated like the servers of a document."""

    parts: ClassVar[dict[str, type[Spec]]] = {
        "servers": ServerSpec,
        "variables": ServerVariableSpec,
    }

    servers: ServerList = Field(
        default=(), description="a list of servers: url, description, variables; or of URLs"
    )


def server_specs(
    servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None,
) -> list[ServerSpec]:
    """Return servers as validated specs.

    Args:
        servers: Specs, mappings of their fields, or URLs; None for no servers.

    Raises:
        SpecError: A URL is not an address, or its placeholders and variables differ.
    """
    return list(_Servers.model_validate({"servers": servers}).servers)


def is_broker(server: ServerSpec) -> bool:
    """Return whether a server is a message broker: its URL has a scheme in `BROKERS`."""
    return server.url.lower().startswith(tuple(f"{protocol}:" for protocol in BROKERS))


def is_websocket(server: ServerSpec) -> bool:
    """Return whether the URL of a server has the scheme ``ws`` or ``wss``."""
    return server.url.lower().startswith(("ws:", "wss:"))


def server_variables(server: ServerSpec) -> dict[str, dict[str, Any]]:
    """Return the variables of a server as Server Variable Objects by name, which OpenAPI 3.1 and
    AsyncAPI 3.0 define alike.
    """
    return {
        name: variable.model_dump(mode="json", exclude_none=True)
        for name, variable in server.variables.items()
    }


def shown_servers(
    servers: Iterable[ServerSpec], requested: Audiences | None
) -> tuple[ServerSpec, ...]:
    """Return the servers that the requested audiences may see; all if `requested` is None."""
    return tuple(server for server in servers if is_shown(tuple(server.audience), requested))
