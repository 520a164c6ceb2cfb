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
_IN_OPENAPI = {"httpApiKey": "apiKey", "X509": "mutualTLS"}
"""What OpenAPI calls types of AsyncAPI."""


@dataclass(slots=True)
class SecurityReader:
    """Reads requirements of one document.

    Args:
        root: The document, which may say what all operations require.
        definitions: The schemes by name; None where it has none.
        required_members: The members that each type of scheme must have.
    """

    root: Element
    definitions: Element | None
    required_members: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: _REQUIRED_MEMBERS
    )
    _schemes: dict[str, SecurityScheme | None] = field(default_factory=dict)

    @property
    def everywhere(self) -> SecurityRequirement | None:
        """What operations require that do not say it themselves."""
        return self.requirement(self.root)

    def requirement(self, owner: Element, name: str = "security") -> SecurityRequirement | None:
        """What a document or an operation requires by a member; None where it does not say."""
        if owner.get(name) is None:
            return None
        alternatives = [self._alternative(item) for item in owner.items(name)]
        if not alternatives:
            return none_needed
        return any_of(alternative for alternative in alternatives if alternative is not None)

    def _alternative(self, element: Element) -> SecurityRequirement | None:
        if not element.is_object():
            return None
        required: list[SecurityRequirement] = []
        for inner in element.fields():
            scheme = self._scheme(inner)
            if scheme is None:
                return None
            scopes = inner.value if inner.of_kind(list, "list of scopes") else ()
            required.append(Security(scheme=scheme, scopes=tuple(map(str, scopes))))
        return all_of(required) or none_needed

    def _scheme(self, use: Element) -> SecurityScheme | None:
        """Return the scheme of a name; an alternative with one that nobody has defined is left
        out.
        """
        name = use.last
        item = None if self.definitions is None else self.definitions.get(name)
        if item is None and "/" in name:  # a reference (OpenAPI 3.2, 4.30)
            item = use.target(name)
            if item is None:
                return None
            name = item.last
        if item is None:
            use.fault(
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
    """Return the scheme that a document defines; None, with a warning, where it is wrong.

    Args:
        name: Its name.
        item: Its definition, or a reference to one.
        required_members: The members that each type of scheme must have.
    """
    element = item.resolved()
    kind = None if element is None else element.text("type")
    if element is None:
        return None
    if kind is None or kind not in required_members:
        element.fault(
            f"{excerpt(kind)} is not a type of scheme", f"use {', '.join(required_members)}"
        )
        return None
    definition = {**checked_definition(element), "type": _IN_OPENAPI.get(kind, kind)}
    definition.pop("scopes", None)  # AsyncAPI 3 has those that are needed there
    if kind == "oauth2":
        definition.setdefault("flows", {})
        return SecurityScheme(name=name, definition=definition)
    missing = [
        member for member in required_members[kind] if not isinstance(definition.get(member), str)
    ]
    if missing:
        element.fault(f"the scheme has no {' and no '.join(missing)}", "write it there")
        return None
    return SecurityScheme(name=name, definition=definition)


def checked_definition(element: Element) -> dict[str, Any]:
    """Return the members of a scheme; without a description or flows that are none."""
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
    """Yield the flows of OAuth 2, each with the texts of its scopes."""
    for flow in scheme.members("flows"):
        if flow.last.startswith("x-") or not flow.is_object():
            continue
        member = "scopes"
        if "availableScopes" in flow.value:
            member = "availableScopes"
        scopes: dict[str, str] = {}
        for scope in flow.members(member):
            if scope.of_kind((str, int, float), "text"):
                scopes[scope.last] = str(scope.value)
        addresses: dict[str, str] = {}
        for name in _ADDRESSES:
            address = flow.text(name)
            if address is not None:
                addresses[name] = address
        yield flow.last, {**addresses, "scopes": scopes, **flow.extensions()}
