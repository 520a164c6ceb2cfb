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
        """The schemes that have been needed, under their names in the components."""
        self._expressible: dict[int, bool] = {}
        """What `_is_expressible` has returned, by `id` of the contract: each operation asks."""

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
        """Return references to the schemes of an operation, any of which is enough."""
        security = security_of(contract, method)
        # Where a call without credentials is enough (`{}`), no list of schemes may be required.
        if security is None or {} in security or not self.is_expressible(contract):
            return []
        references: list[dict[str, str]] = []
        # Each alternative has one scheme, see `_is_expressible`.
        for alternative in security:
            for name, scopes in alternative.items():
                references.append(self._reference(name, scopes))
        return references

    def _reference(self, name: str, scopes: Sequence[str]) -> dict[str, str]:
        """Return a reference to a scheme whose component requires these scopes."""
        scheme = _asyncapi_scheme(self._definitions[name])
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
                continue  # such as a certificate, which is no parameter
            parameter = "Authorization"  # the header of tokens, and of HTTP authentication
            if definition["type"] == "apiKey":
                parameter = definition["name"]
            location, _name = carrier
            schema = without_nothing(type="string", description=definition.get("description"))
            is_required = all(name in alternative for alternative in security)
            yield location, parameter, schema, is_required


def _is_expressible(contract: doc.WebSocketContract) -> bool:
    """Return whether a list of schemes at each operation says all that a contract requires: no
    operation requires two schemes together, and each scheme is required by an operation.
    """
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
    """Return the names of the schemes of all alternatives, each once."""
    names: dict[str, None] = {}
    for alternative in security:
        names |= dict.fromkeys(alternative)
    return list(names)


def _asyncapi_scheme(openapi_definition: Definition) -> dict[str, Any]:
    """Write a security scheme of OpenAPI as AsyncAPI defines it."""
    definition = earlier_scheme(openapi_definition)  # without members that OpenAPI 3.2 has added
    match definition.get("type"):
        # In AsyncAPI `apiKey` is a key in place of a user or a password; one in a header, the query
        # or a cookie is `httpApiKey`.
        case "apiKey" if definition["in"] not in ("user", "password"):
            definition["type"] = "httpApiKey"
        case "mutualTLS":
            definition["type"] = "X509"  # the name that AsyncAPI has for certificates of clients
        case "oauth2":
            flows: dict[str, Any] = {}
            for name, flow in definition.get("flows", {}).items():
                if name.startswith("x-"):
                    # The schema of AsyncAPI 3.0 admits extensions of schemes, not among flows.
                    definition[name] = _flow(flow)
                else:
                    flows[name] = _flow(flow)
            definition["flows"] = flows
    return definition


def _flow(flow: Mapping[str, Any]) -> dict[str, Any]:
    """Return a flow of OAuth with the names of AsyncAPI 3.0: in it `scopes` of a scheme are those
    that an operation requires.
    """
    names = {"scopes": "availableScopes"}
    return {names.get(key, key): value for key, value in flow.items()}
