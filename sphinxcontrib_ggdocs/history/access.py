"""Compares who may call: whether every caller that the old rule admits is admitted by the new one.

The permission of a method is an expression of scopes. Its security lists alternatives of security
schemes and their scopes, as in OpenAPI.
"""

from collections.abc import Iterator, Mapping
from itertools import compress, product
from typing import Any

from ..catalog.spec_errors import BadDocument
from ..contracts.contract_errors import Location
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..schema.nodes import without
from ..value_messages import excerpt
from .changes import Verdict

MOST_CONDITIONS = 12
"""How many conditions two permissions may have together to be compared: each one doubles the
combinations."""
_TEXTS = ("description", "bearerFormat")
"""Members of security schemes that do not concern requests: texts, and a hint for readers."""


def security_verdict(old: doc.Security | None, new: doc.Security | None) -> Verdict:
    """Return whether every caller who satisfied one of the old alternatives satisfies a new one.

    Args:
        old: The alternatives of the old document. Each maps the security schemes that are needed
            together to their scopes. None or empty if nothing is needed or declared.
        new: The alternatives of the new document.
    """
    # The new document requires or declares nothing, so that nobody is refused.
    if not new:
        return "safe"
    # Without old alternatives, callers sent no credentials: one alternative without schemes.
    for old_alternative in old or ({},):
        if not any(_satisfies(old_alternative, requirement) for requirement in new):
            return "breaking"
    return "safe"


def _satisfies(
    credentials: Mapping[str, tuple[str, ...]], requirement: Mapping[str, tuple[str, ...]]
) -> bool:
    """Return whether credentials, as scopes by security scheme, include all that is required."""
    for scheme, scopes in requirement.items():
        if scheme not in credentials or not set(scopes).issubset(credentials[scheme]):
            return False
    return True


def schemes_of(document: ApiDocsDocument) -> Mapping[str, Mapping[str, Any]]:
    """Return the security schemes of a document by name, without texts."""
    schemes = document.security_schemes or {}
    return {name: without(scheme, *_TEXTS) for name, scheme in schemes.items()}


def renamed_schemes(old: ApiDocsDocument, new: ApiDocsDocument) -> dict[str, str]:
    """Return the new names of renamed security schemes by their old names: schemes of equal content
    whose names are only in one document.
    """
    old_schemes = schemes_of(old)
    new_schemes = schemes_of(new)
    renamed: dict[str, str] = {}
    for old_name, old_scheme in old_schemes.items():
        if old_name in new_schemes:
            continue
        for new_name, new_scheme in new_schemes.items():
            is_unpaired = new_name not in old_schemes and new_name not in renamed.values()
            if is_unpaired and new_scheme == old_scheme:
                renamed[old_name] = new_name
                break
    return renamed


def with_new_names(
    security: doc.Security | None, renamed: Mapping[str, str]
) -> doc.Security | None:
    """Return the security alternatives of the old document with the new names of renamed
    schemes.
    """
    if security is None:
        return None
    return tuple(_with_renamed_schemes(alternative, renamed) for alternative in security)


def _with_renamed_schemes(
    alternative: Mapping[str, tuple[str, ...]], renamed: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Return one security alternative with the new names of renamed schemes."""
    return {renamed.get(name, name): scopes for name, scopes in alternative.items()}


def scheme_verdict(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Verdict, str]:
    """Return the verdict on a changed security scheme, and the reason of a risky one (``""`` of any
    other). Only OAuth flows can change without breaking callers.

    Args:
        old: The old scheme, without texts.
        new: The new one.
    """
    if without(old, "flows") != without(new, "flows"):
        return "breaking", ""
    old_flows = old.get("flows") or {}
    new_flows = new.get("flows") or {}
    # Callers get their tokens by one of the old flows.
    if not old_flows.keys() <= new_flows.keys():
        return "breaking", ""
    for name, old_flow in old_flows.items():
        reason = _risk_of_flow(old_flow, new_flows[name])
        if reason:
            return "risky", reason
    return "safe", ""


def _risk_of_flow(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return why a changed OAuth flow may refuse callers, or ``""`` if it does not."""
    if without(old, "scopes") != without(new, "scopes"):
        return "the old addresses may still respond"
    if not set(old.get("scopes") or ()) <= set(new.get("scopes") or ()):
        return "a scope may no longer be granted"
    return ""


def permission_verdict(old: doc.Permission | None, new: doc.Permission | None) -> Verdict:
    """Return whether every caller that the old permission admits is admitted by the new one.

    The conditions are the scopes that either names, and authentication, written ``""``. All
    combinations of conditions that a caller may fulfil are tried; with too many conditions, the
    verdict is ``risky``.
    """
    old_tree, new_tree = _permission_tree(old), _permission_tree(new)
    conditions = sorted({*_conditions(old_tree), *_conditions(new_tree)})
    if len(conditions) > MOST_CONDITIONS:
        return "risky"
    for selection in product((False, True), repeat=len(conditions)):
        # The conditions that a caller fulfils in this combination.
        held = set(compress(conditions, selection))
        if held:
            held.add("")  # A caller who has a scope is authenticated.
        if _is_admitted(old_tree, held) and not _is_admitted(new_tree, held):
            return "breaking"
    return "safe"


def _permission_tree(permission: doc.Permission | None) -> Mapping[str, Any]:
    """Return the expression of a permission, such as ``{"kind": "scope", "name": "read"}``; without
    a permission, that of ``public``, which admits everybody.

    Raises:
        BadDocument: The document has a value that is no such expression.
    """
    tree: Mapping[str, Any] = {"kind": "public"}
    if permission is not None:
        tree = permission.tree
    if not _is_valid_tree(tree):
        raise BadDocument(
            f"{excerpt(str(tree))} is not a permission",
            where=Location(),
            hint="write the document again, with ggdocs build",
        )
    return tree


def _is_valid_tree(tree: object) -> bool:
    """Return whether a value has the form that `Permission.tree` describes."""
    if not isinstance(tree, dict):
        return False
    match tree.get("kind"):
        case "scope":
            return isinstance(tree.get("name"), str)
        case "all" | "any":
            parts = tree.get("of")
            return isinstance(parts, list | tuple) and all(map(_is_valid_tree, parts))
        case kind:
            return kind in ("public", "authenticated")


def _conditions(tree: Mapping[str, Any]) -> Iterator[str]:
    """Yield the scopes that a permission names, and ``""`` if it asks for authentication."""
    match tree["kind"]:
        case "scope":
            yield tree["name"]
        case "authenticated":
            yield ""
        case "all" | "any":
            for part in tree["of"]:
                yield from _conditions(part)


def _is_admitted(tree: Mapping[str, Any], held: set[str]) -> bool:
    """Return whether a permission admits a caller.

    Args:
        tree: The expression of the permission.
        held: The scopes of the caller, and ``""`` if the caller is authenticated.
    """
    # Only `all` and `any` have parts; others never evaluate them.
    parts = (_is_admitted(part, held) for part in tree.get("of", ()))
    match tree["kind"]:
        case "scope":
            return tree["name"] in held
        case "authenticated":
            return "" in held
        case "all":
            return all(parts)
        case "any":
            return any(parts)
        case _:  # public
            return True
