"""Compares who may call: whether every caller that the old rule admits is admitted by the new
one.
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

MOST_ATOMS = 12
"""Scopes in one permission; with more, permissions that differ are not compared."""
_TEXTS = ("description", "bearerFormat")


def security_verdict(old: doc.Security | None, new: doc.Security | None) -> Verdict:
    """Return whether who satisfied one of the old alternatives satisfies one of the new ones.

    Args:
        old: Alternatives, each the schemes that are needed together with their scopes.
        new: Those of the new document.
    """
    # Nothing is required, or nothing is declared: nobody is refused whom the old rule let in.
    if not new:
        return "safe"
    for alternative in old or ({},):
        if not any(_is_enough(alternative, wanted) for wanted in new):
            return "breaking"
    return "safe"


def _is_enough(given: Mapping[str, tuple[str, ...]], wanted: Mapping[str, tuple[str, ...]]) -> bool:
    for scheme, scopes in wanted.items():
        if scheme not in given or not frozenset(scopes) <= frozenset(given[scheme]):
            return False
    return True


def schemes_of(document: ApiDocsDocument) -> Mapping[str, Mapping[str, Any]]:
    """Return the security schemes of a document, without what says nothing of requests."""
    schemes = document.security_schemes or {}
    return {name: without(scheme, *_TEXTS) for name, scheme in schemes.items()}


def renamed_schemes(old: ApiDocsDocument, new: ApiDocsDocument) -> dict[str, str]:
    """Return the security schemes that have another name, by the old one."""
    olds = schemes_of(old)
    news = schemes_of(new)
    renamed: dict[str, str] = {}
    for name, scheme in olds.items():
        if name in news:
            continue
        for new_name, new_scheme in news.items():
            is_new = new_name not in olds and new_name not in renamed.values()
            if is_new and new_scheme == scheme:
                renamed[name] = new_name
                break
    return renamed


def with_new_names(
    security: doc.Security | None, renamed: Mapping[str, str]
) -> doc.Security | None:
    """Return the alternatives of an old document with the new names of their schemes."""
    if security is None:
        return None
    return tuple(_renamed(alternative, renamed) for alternative in security)


def _renamed(
    alternative: Mapping[str, tuple[str, ...]], renamed: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    return {renamed.get(name, name): scopes for name, scopes in alternative.items()}


def scheme_verdict(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Verdict, str]:
    """What another definition of a security scheme means, and why it is not known.

    Args:
        old: The old scheme, without texts.
        new: The new one.
    """
    if without(old, "flows") != without(new, "flows"):
        return "breaking", ""
    old_flows = old.get("flows") or {}
    new_flows = new.get("flows") or {}
    if not old_flows.keys() <= new_flows.keys():
        return "breaking", ""
    for name, old_flow in old_flows.items():
        reason = _risk_of_flow(old_flow, new_flows[name])
        if reason:
            return "risky", reason
    return "safe", ""


def _risk_of_flow(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return why another definition of an OAuth flow may refuse callers; empty if it does not."""
    if without(old, "scopes") != without(new, "scopes"):
        return "the old addresses may still respond"
    if not set(old.get("scopes") or ()) <= set(new.get("scopes") or ()):
        return "a scope may no longer be granted"
    return ""


def permission_verdict(old: doc.Permission | None, new: doc.Permission | None) -> Verdict:
    """Return whether everybody with the old permission has the new one, decided by all combinations
    of the scopes in both.
    """
    old_tree, new_tree = _tree(old), _tree(new)
    atoms = sorted({*_atoms(old_tree), *_atoms(new_tree)})
    if len(atoms) > MOST_ATOMS:
        return "risky"
    for values in product((False, True), repeat=len(atoms)):
        held = set(compress(atoms, values))
        if held:
            held.add("")  # Who has a scope has been identified.
        if _holds(old_tree, held) and not _holds(new_tree, held):
            return "breaking"
    return "safe"


def _tree(permission: doc.Permission | None) -> Mapping[str, Any]:
    tree = {"kind": "public"} if permission is None else permission.tree
    if not _is_tree(tree):
        raise BadDocument(
            f"{excerpt(str(tree))} is not a permission",
            where=Location(),
            hint="write the document again, with ggdocs build",
        )
    return tree


def _is_tree(tree: object) -> bool:
    """Return whether a value is what `Permission.tree` describes."""
    if not isinstance(tree, dict):
        return False
    match tree.get("kind"):
        case "scope":
            return isinstance(tree.get("name"), str)
        case "all" | "any":
            parts = tree.get("of")
            return isinstance(parts, list | tuple) and all(map(_is_tree, parts))
        case kind:
            return kind in ("public", "authenticated")


def _atoms(tree: Mapping[str, Any]) -> Iterator[str]:
    """Yield the scopes of a permission, and ``""`` for callers who have identified themselves."""
    match tree["kind"]:
        case "scope":
            yield tree["name"]
        case "authenticated":
            yield ""
        case "all" | "any":
            for part in tree["of"]:
                yield from _atoms(part)


def _holds(tree: Mapping[str, Any], held: set[str]) -> bool:
    parts = (_holds(part, held) for part in tree.get("of", ()))
    match tree["kind"]:
        case "scope":
            return tree["name"] in held
        case "authenticated":
            return "" in held
        case "all":
            return all(parts)
        case "any":
            return any(parts)
        case _:
            return True
