"""Defines who may call a method: `public`, `authenticated`, scopes, and their combinations."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .contract_errors import BadOption, Location


class Permission(ABC):
    """Base class of all permissions; combine two with ``&`` (both) or ``|`` (either)."""

    __slots__ = ()

    def __and__(self, other: "Permission") -> "Permission":
        """Return the permission of callers who have both permissions."""
        if not isinstance(other, Permission):
            return NotImplemented
        return Combined(kind="all", of=(*_operands(self, "all"), *_operands(other, "all")))

    def __or__(self, other: "Permission") -> "Permission":
        """Return the permission of callers who have one of the two permissions, or both."""
        if not isinstance(other, Permission):
            return NotImplemented
        return Combined(kind="any", of=(*_operands(self, "any"), *_operands(other, "any")))

    @property
    @abstractmethod
    def text(self) -> str:
        """The permission in words."""

    @property
    @abstractmethod
    def tree(self) -> dict[str, Any]:
        """The permission as JSON."""


@dataclass(frozen=True, slots=True)
class Simple(Permission):
    """Everybody, or everybody who has identified themselves."""

    kind: Literal["public", "authenticated"]

    @property
    def text(self) -> str:
        """The permission in words: ``public`` or ``authenticated``."""
        return self.kind

    @property
    def tree(self) -> dict[str, Any]:
        """The permission as JSON: ``{"kind": "public"}``."""
        return {"kind": self.kind}


@dataclass(frozen=True, slots=True)
class Scope(Permission):
    """Callers whose credentials carry a scope."""

    name: str

    @property
    def text(self) -> str:
        """The permission in words: ``scope items:write``."""
        return f"scope {self.name}"

    @property
    def tree(self) -> dict[str, Any]:
        """The permission as JSON: ``{"kind": "scope", "name": "items:write"}``."""
        return {"kind": "scope", "name": self.name}


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined(Permission):
    """Several permissions, all or any of which are required."""

    kind: Literal["all", "any"]
    of: tuple[Permission, ...]

    @property
    def text(self) -> str:
        """The permissions in words, joined by "and" or "or"; combinations inside are in
        parentheses.
        """
        texts: list[str] = []
        for part in self.of:
            text = part.text
            if isinstance(part, Combined):
                text = f"({text})"
            texts.append(text)
        if self.kind == "all":
            return " and ".join(texts)
        return " or ".join(texts)

    @property
    def tree(self) -> dict[str, Any]:
        """The permission as JSON: ``{"kind": "all", "of": […]}``, with the trees of its parts."""
        return {"kind": self.kind, "of": [part.tree for part in self.of]}


def _operands(permission: Permission, kind: Literal["all", "any"]) -> tuple[Permission, ...]:
    """Return the operands of a permission for a combination of a kind.

    A combination of the same kind gives its own operands, so that ``a & b & c`` is one list of
    three.
    """
    if isinstance(permission, Combined) and permission.kind == kind:
        return permission.of
    return (permission,)


public = Simple("public")
"""Everybody may call."""

authenticated = Simple("authenticated")
"""Everybody who has identified themselves may call."""


def scope(name: str) -> Scope:
    """Return the permission of callers whose credentials have the scope `name`, such as
    ``items:write``.

    Raises:
        BadOption: The name is empty, or has spaces or other characters that scopes must not have.
    """
    check_scope(name, Location(owner=f"scope({name!r})"))
    return Scope(name)


def permission_in(tree: Mapping[str, Any]) -> Permission:
    """Return the permission that `Permission.tree` has written as JSON.

    Anything else counts as `authenticated`, so that an unknown permission is not `public`.
    """
    match tree:
        case {"kind": "all" | "any" as kind, "of": list(parts)}:
            return Combined(kind=kind, of=tuple(map(permission_in, parts)))
        case {"kind": "scope", "name": str(name)}:
            return Scope(name)
        case {"kind": "public"}:
            return public
        case _:
            return authenticated


_SCOPE = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")
"""The characters of a scope's name (RFC 6749, 3.3): ASCII without spaces, quotes, backslashes."""


def check_scope(name: object, where: Location) -> None:
    """Refuse a value that is not the name of a scope.

    Args:
        name: The value.
        where: The place that the error names.

    Raises:
        BadOption: It is not a string, is empty, or has characters that scopes must not have.
    """
    if isinstance(name, str) and _SCOPE.fullmatch(name):
        return
    hint = (
        "write one scope as ASCII letters, digits and punctuation such as 'items:write'; no "
        "quote, no backslash"
    )
    if isinstance(name, str) and len(name.split()) > 1:
        hint = f"write one scope: {' and '.join(map(repr, name.split()))} are several"
    raise BadOption(f"{name!r} is not the name of a scope (RFC 6749, 3.3)", where=where, hint=hint)
