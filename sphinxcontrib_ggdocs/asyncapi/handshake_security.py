"""Writes the security schemes of handshakes (AsyncAPI 3.0, "Security Scheme Object").

In AsyncAPI, a list of schemes means any one of them. If a contract requires two credentials
together, or makes them optional, they are written as parameters of the handshake in the `ws`
binding instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..catalog.export import earlier_scheme, without_nothing
from ..contracts.display_names import SchemeNames
from ..contracts.security import SecurityScheme
from ..document import parts as doc
from ..document.wire import security_of
from ..schema import JsonSchema

Definition = Mapping[str, Any]


class HandshakeSecurity:
    """The schemes of one document, each written when it is first needed.

    Args:
        definitions: The schemes of the document by name.
    """

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions
        self._names = SchemeNames()
        self._expressible: dict[int, bool] = {}
        """By `id` of the contract."""

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes by name, sorted."""
        return self._names.definitions

    def is_expressible(self, contract: doc.WebSocketContract) -> bool:
        """Return whether AsyncAPI can express all required credentials of a contract."""
        if id(contract) not in self._expressible:
            self._expressible[id(contract)] = _is_expressible(contract)
        return self._expressible[id(contract)]

    def references(
        self, contract: doc.WebSocketContract, method: doc.WebSocketMethod
    ) -> list[dict[str, str]]:
        """Return references to the alternative schemes of an operation."""
        security = security_of(contract, method)
        if security is None or {} in security or not self.is_expressible(contract):
            return []
        return [
            self._reference(name, scopes)
            for alternative in security
            for name, scopes in alternative.items()
        ]

    def _reference(self, name: str, scopes: Sequence[str]) -> dict[str, str]:
        scheme = _written(self._definitions[name])
        if scopes and scheme["type"] in ("oauth2", "openIdConnect"):
            scheme["scopes"] = list(scopes)
            # An operation refers to a scheme, and cannot add scopes to the reference, so that there
            # is a scheme for each set of scopes.
            name = "_".join((name, *scopes))
        return {"$ref": f"#/components/securitySchemes/{self._names.add(name, scheme)}"}

    def credential_parameters(
        self, contract: doc.WebSocketContract
    ) -> Iterator[tuple[str, str, JsonSchema, bool]]:
        """Yield location, name and schema of each handshake credential, and whether it is
        required.
        """
        security = contract.security or ()
        for name in _names_in(security):
            definition = self._definitions[name]
            carrier = SecurityScheme(name=name, definition=definition).carrier
            if carrier is None:
                continue
            is_key = definition["type"] == "apiKey"
            parameter = definition["name"] if is_key else "Authorization"
            schema = without_nothing(type="string", description=definition.get("description"))
            is_needed = all(name in alternative for alternative in security)
            yield carrier[0], parameter, schema, is_needed


def _is_expressible(contract: doc.WebSocketContract) -> bool:
    if contract.security is None:
        return True
    expressed: set[str] = set()
    for method in contract.methods:
        security = security_of(contract, method) or ()
        if any(len(alternative) > 1 for alternative in security):
            return False
        if {} not in security:
            expressed.update(_names_in(security))
    return expressed.issuperset(_names_in(contract.security))


def _names_in(security: doc.Security) -> list[str]:
    """Return the schemes of all alternatives, each once."""
    names = dict.fromkeys(name for alternative in security for name in alternative)
    return list(names)


def _written(given: Definition) -> dict[str, Any]:
    """Write a security scheme as AsyncAPI defines it."""
    definition = earlier_scheme(given)
    match definition.get("type"):
        # In AsyncAPI `apiKey` is a key in place of a user or a password; one in a header, the query
        # or a cookie is `httpApiKey`.
        case "apiKey" if definition["in"] not in ("user", "password"):
            definition["type"] = "httpApiKey"
        # The word of AsyncAPI for certificates of clients.
        case "mutualTLS":
            definition["type"] = "X509"
        case "oauth2":
            flows = {name: _flow(flow) for name, flow in definition.get("flows", {}).items()}
            # The schema of AsyncAPI 3.0 admits extensions of schemes, and none among flows.
            definition |= {name: flows.pop(name) for name in [*flows] if name.startswith("x-")}
            definition["flows"] = flows
    return definition


def _flow(flow: dict[str, Any]) -> dict[str, Any]:
    # AsyncAPI 3.0 has renamed them: `scopes` of a scheme are those that an operation needs.
    return {"availableScopes" if key == "scopes" else key: value for key, value in flow.items()}
