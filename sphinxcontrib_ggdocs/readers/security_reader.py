"""Reads security schemes, and which of them an operation requires."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..catalog.export import later_scheme
from ..contracts.security import (
    Security,
    SecurityRequirement,
    SecurityScheme,
    all_of,
    any_of,
    none_needed,
)
from ..value_messages import excerpt
from .elements import Element

_REQUIRED_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "oauth2": (),
    "openIdConnect": ("openIdConnectUrl",),
    "mutualTLS": (),
}
"""The members that each type of scheme must have (OpenAPI 3.1, 4.8.27)."""

_ADDRESSES = ("authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl")
"""The members of an OAuth flow that are URLs."""
_IN_OPENAPI = {"httpApiKey": "apiKey", "X509": "mutualTLS"}
"""OpenAPI's names for types of security schemes that AsyncAPI names differently."""


@dataclass(slots=True)
class SecurityReader:
    """Reads the security requirements of one document.

    Args:
        root: The document, which may have a requirement for all operations.
        definitions: The object with the security schemes by name; None if there is none.
        required_members: The members that each type of scheme must have.
    """

    root: Element
    definitions: Element | None
    required_members: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: _REQUIRED_MEMBERS
    )
    _schemes: dict[str, SecurityScheme | None] = field(default_factory=dict)
    """By name: the schemes that have been read; None for an invalid one."""

    @property
    def everywhere(self) -> SecurityRequirement | None:
        """The requirement for operations that have none of their own; None if the document has
        none.
        """
        return self.requirement(self.root)

    def requirement(self, owner: Element, name: str = "security") -> SecurityRequirement | None:
        """Return the requirement of a document or an operation; None if it has none, or only
        invalid alternatives.

        Args:
            owner: The document or the operation.
            name: The member with the requirement: a list of alternatives, one of which is enough.
                An empty list means that no credentials are needed.
        """
        if owner.get(name) is None:
            return None
        alternatives = [self._alternative(item) for item in owner.items(name)]
        if not alternatives:  # Not None: an operation overrides the requirement of the document.
            return none_needed
        return any_of(alternative for alternative in alternatives if alternative is not None)

    def _alternative(self, element: Element) -> SecurityRequirement | None:
        """Return an alternative of a requirement: all schemes in it are needed together. An empty
        one needs no credentials; None, with a warning, if a scheme is invalid or not defined.

        Args:
            element: The Security Requirement Object, such as ``{"oauth": ["read"]}``.
        """
        if not element.check_object():
            return None
        required: list[SecurityRequirement] = []
        for named_scopes in element.fields():
            scheme = self._scheme(named_scopes)
            if scheme is None:
                return None
            scopes: tuple[str, ...] = ()
            if named_scopes.check_type(list, "list of scopes"):
                scopes = tuple(map(str, named_scopes.value))
            required.append(Security(scheme=scheme, scopes=scopes))
        return all_of(required) or none_needed

    def _scheme(self, named_scopes: Element) -> SecurityScheme | None:
        """Return the scheme that a member of a Security Requirement Object names; None, with a
        warning, if it is not defined or invalid.

        Args:
            named_scopes: The member: its key is the name of the scheme, or a reference to it.
        """
        name = named_scopes.key
        item = None if self.definitions is None else self.definitions.get(name)
        if item is None and "/" in name:  # a reference (OpenAPI 3.2, 4.30)
            item = named_scopes.target(name)
            if item is None:
                return None
            name = item.key
        if item is None:
            named_scopes.warn(
                f"there is no security scheme {excerpt(name)}",
                "define it among the securitySchemes",
                "the alternative is left out",
            )
            return None
        if name not in self._schemes:
            self._schemes[name] = defined_scheme(name, item, self.required_members)
        return self._schemes[name]


def defined_scheme(
    name: str, item: Element, required_members: Mapping[str, tuple[str, ...]]
) -> SecurityScheme | None:
    """Return a security scheme that a document defines; None, with a warning, if the definition is
    invalid.

    Args:
        name: The name of the scheme.
        item: Its definition, or a reference to it.
        required_members: The members that each type of scheme must have.
    """
    element = item.resolved()
    if element is None:
        return None
    kind = element.text("type")
    if kind is None or kind not in required_members:
        element.warn(
            f"{excerpt(kind)} is not a type of scheme", f"use {', '.join(required_members)}"
        )
        return None
    definition = {**checked_definition(element), "type": _IN_OPENAPI.get(kind, kind)}
    # In AsyncAPI 3, a scheme lists the scopes that its user needs, which belong to the requirement.
    definition.pop("scopes", None)
    if kind == "oauth2":
        # Without flows, the scheme is documented with none.
        definition.setdefault("flows", {})
        return SecurityScheme(name=name, definition=definition)
    missing = [
        member for member in required_members[kind] if not isinstance(definition.get(member), str)
    ]
    if missing:
        element.warn(f"the scheme has no {' and no '.join(missing)}", "write it there")
        return None
    return SecurityScheme(name=name, definition=definition)


def checked_definition(element: Element) -> dict[str, Any]:
    """Return the members of a security scheme in the format of OpenAPI 3.2, without an invalid
    description, and with valid flows only.
    """
    # The converted members at the same place in the file, which warnings name.
    element = replace(element, value=later_scheme(element.value))
    definition = dict(element.value)
    if "description" in definition:
        text = element.text("description")
        definition["description"] = text
        if text is None:
            del definition["description"]
    if "flows" in definition:
        definition["flows"] = dict(_flows(element))
    return definition


def _flows(scheme: Element) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the type and the members of each OAuth flow of a security scheme: its URLs, its scopes
    with their descriptions, and its extensions.
    """
    for flow in scheme.members("flows"):
        if flow.key.startswith("x-") or not flow.check_object():
            continue
        member = "scopes"
        if "availableScopes" in flow.value:  # as AsyncAPI 3 calls it
            member = "availableScopes"
        scopes: dict[str, str] = {}
        for scope in flow.members(member):
            if scope.check_type((str, int, float), "text"):
                scopes[scope.key] = str(scope.value)
        addresses: dict[str, str] = {}
        for name in _ADDRESSES:
            address = flow.text(name)
            if address is not None:
                addresses[name] = address
        yield flow.key, {**addresses, "scopes": scopes, **flow.extensions()}
