"""Security schemes from the headers of the handshake (AsyncAPI 3.0, «Security Scheme Object»).

A list of them means any one of them: two headers that are both needed cannot be said so, nor that none is needed.
Headers that no scheme stands for are therefore kept among the headers of the `ws` binding, where every one has its
place; nothing is lost.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..catalog.export import Credential, without_nothing
from ..contracts.middleware import authentication
from ..contracts.model import Parameter, Security
from ..contracts.permissions import Permission, public
from .collect import Channel

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
"""What no name of a component may hold."""


class SecuritySchemes:
    """The schemes of one document, each made when it is first needed."""

    def __init__(self) -> None:
        self._schemes: dict[str, dict[str, Any]] = {}

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """By name, sorted."""
        return dict(sorted(self._schemes.items()))

    def asked(self, channel: Channel, permission: Permission | None) -> list[dict[str, str]]:
        """References to the schemes that an operation asks for; none where anybody may call."""
        if permission == public:
            return []
        needed = stands_for(channel.credentials)
        asked = [self._refer(needed.name, _of_header(needed.parameter, needed.description))] if needed else []
        return asked + [self._of_security(security) for security in channel.contract.security]

    def _of_security(self, security: Security) -> dict[str, str]:
        """A scheme that was written as OpenAPI writes it."""
        definition: Mapping[str, Any] = security.scheme.definition
        scheme = dict(definition)
        name = security.scheme.name
        if scheme.get("type") == "apiKey":
            scheme["type"] = "httpApiKey"
        elif scheme.get("type") in ("oauth2", "openIdConnect"):
            if "flows" in scheme:
                scheme["flows"] = {
                    flow: {"availableScopes" if key == "scopes" else key: value for key, value in said.items()}
                    for flow, said in scheme["flows"].items()
                }
            if security.scopes:
                scheme["scopes"] = list(security.scopes)
                name = "_".join((name, *security.scopes))
        return self._refer(name, scheme)

    def _refer(self, wanted: str, scheme: dict[str, Any]) -> dict[str, str]:
        wanted = _UNFIT.sub("_", wanted)
        name, number = wanted, 1
        while self._schemes.setdefault(name, scheme) != scheme:
            number += 1
            name = f"{wanted}_{number}"
        return {"$ref": f"#/components/securitySchemes/{name}"}


def stands_for(credentials: Sequence[Credential]) -> Credential | None:
    """The one header that is said as security: the only one, if it is required."""
    return credentials[0] if len(credentials) == 1 and credentials[0].parameter.required else None


def _of_header(parameter: Parameter, description: str | None) -> dict[str, Any]:
    if authentication(parameter) == "bearer" and parameter.name.lower() == "authorization":
        return without_nothing(type="http", scheme="bearer", description=description)
    return without_nothing(type="httpApiKey", name=parameter.name, **{"in": "header"}, description=description)
