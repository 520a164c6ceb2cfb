"""Security schemes of handshakes (AsyncAPI 3.0, "Security Scheme Object").

A list of schemes means any one of them. Where a contract requires two credentials together, or
makes them optional, its credentials are documented as
parameters of the handshake in the `ws` binding, where each has its place; nothing is lost.
"""

from collections.abc import Iterator
from typing import Any

from ..catalog.export import earlier_scheme, without_nothing
from ..contracts.credentials import effective_security, required_security
from ..contracts.display_names import SchemeNames
from ..contracts.model import Interaction, WebSocketContract
from ..contracts.security import Scheme, Security, SecurityRequirement
from ..schema import JsonSchema


class HandshakeSecurity:
    """The schemes of one document, each written when it is first needed."""

    def __init__(self) -> None:
        self._names = SchemeNames()

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes by name, sorted."""
        return self._names.definitions

    def references(
        self, contract: WebSocketContract, interaction: Interaction
    ) -> list[dict[str, str]]:
        """Return references to the alternative schemes of an operation."""
        requirement = effective_security(contract, interaction)
        if requirement is None or () in requirement.alternatives or not is_expressible(contract):
            return []
        return [
            self._reference(security)
            for alternative in requirement.alternatives
            for security in alternative
        ]

    def name(self, scheme: Scheme) -> str:
        """Register a scheme without scopes, and return its name."""
        return self._names.add(scheme.name, _definition(scheme))

    def _reference(self, security: Security) -> dict[str, str]:
        scheme = _definition(security.scheme)
        name = security.scheme.name
        if security.scopes and scheme["type"] in ("oauth2", "openIdConnect"):
            scheme["scopes"] = list(security.scopes)
            # An operation refers to a scheme, and cannot add scopes to the reference, so that there
            # is a scheme for each set of scopes.
            name = "_".join((name, *security.scopes))
        return {"$ref": f"#/components/securitySchemes/{self._names.add(name, scheme)}"}


def is_expressible(contract: WebSocketContract) -> bool:
    """Return whether AsyncAPI can express all required credentials of a contract."""
    requirement = required_security(contract)
    if requirement is None:
        return True
    expressed: set[Scheme] = set()
    for interaction in contract.interactions:
        effective = effective_security(contract, interaction)
        alternatives = effective.alternatives if effective is not None else ()
        if any(len(alternative) > 1 for alternative in alternatives):
            return False
        if () not in alternatives:
            expressed.update(security.scheme for (security,) in alternatives)
    return expressed.issuperset(requirement.schemes)


def credential_parameters(
    contract: WebSocketContract,
) -> Iterator[tuple[str, str, JsonSchema, bool]]:
    """Yield location, name and schema of each handshake credential, and whether it is required."""
    requirement = required_security(contract)
    if requirement is None:
        return
    for scheme in requirement.schemes:
        if scheme.carrier is None:
            continue
        definition = scheme.openapi()
        location = scheme.carrier[0]
        name = definition["name"] if definition["type"] == "apiKey" else "Authorization"
        schema = without_nothing(type="string", description=definition.get("description"))
        yield location, name, schema, _is_always_needed(scheme, requirement)


def _is_always_needed(scheme: Scheme, requirement: SecurityRequirement) -> bool:
    for alternative in requirement.alternatives:
        if all(security.scheme != scheme for security in alternative):
            return False
    return True


def _definition(scheme: Scheme) -> dict[str, Any]:
    """Write a security scheme as AsyncAPI defines it."""
    definition = earlier_scheme(scheme.openapi())
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
