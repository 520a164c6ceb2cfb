"""Who may call: whether every caller that an old rule lets in is let in by the new one."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ..native import document_parts as doc
from .changes import Verdict

MOST_ATOMS = 12
"""Scopes in one permission; with more, permissions that differ are not compared."""


def security_verdict(old: doc.Security | None, new: doc.Security | None) -> Verdict:
    """Whether who satisfied one of the old alternatives satisfies one of the new ones.

    Args:
        old: Alternatives, each the schemes that are needed together with their scopes.
        new: Those of the new document.
    """
    if not new:
        return "safe"
    for alternative in old or ({},):
        if not any(_is_enough(alternative, wanted) for wanted in new):
            return "breaking"
    return "safe"


def _is_enough(given: Mapping[str, tuple[str, ...]], wanted: Mapping[str, tuple[str, ...]]) -> bool:
    return all(
        scheme in given and frozenset(scopes) <= frozenset(given[scheme])
        for scheme, scopes in wanted.items()
    )


def permission_verdict(old: doc.Permission | None, new: doc.Permission | None) -> Verdict:
    """Whether everybody with the old permission has the new one, decided by all combinations of
    the scopes in both.
    """
    trees = _tree(old), _tree(new)
    atoms = sorted({*_atoms(trees[0]), *_atoms(trees[1])})
    if len(atoms) > MOST_ATOMS:
        return "risky"
    for values in product((False, True), repeat=len(atoms)):
        held = {atom for atom, is_held in zip(atoms, values, strict=True) if is_held}
        callers = [held] if "" in held or not held else [held | {""}]
        if any(_holds(trees[0], caller) and not _holds(trees[1], caller) for caller in callers):
            return "breaking"
    return "safe"


def _tree(permission: doc.Permission | None) -> Mapping[str, Any]:
    return {"kind": "public"} if permission is None else permission.tree


def _atoms(tree: Mapping[str, Any]) -> Iterator[str]:
    """The scopes of a permission, and ``""`` for callers who have identified themselves."""
    match tree["kind"]:
        case "scope":
            yield tree["name"]
        case "authenticated":
            yield ""
        case "all" | "any":
            for part in tree["of"]:
                yield from _atoms(part)


def _holds(tree: Mapping[str, Any], held: set[str]) -> bool:
    match tree["kind"]:
        case "scope":
            return tree["name"] in held
        case "authenticated":
            return "" in held
        case "all":
            return all(_holds(part, held) for part in tree["of"])
        case "any":
            return any(_holds(part, held) for part in tree["of"])
        case _:
            return True
