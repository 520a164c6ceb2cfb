"""Permissions: combined, in words and as a tree."""

import operator
from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import Permission, authenticated, public, scope

A, B, C = scope("a"), scope("b:write"), scope("c")

CASES: dict[str, Any] = {
    "public": (public, "public", {"kind": "public"}),
    "authenticated": (authenticated, "authenticated", {"kind": "authenticated"}),
    "both": (A & B, "scope a and scope b:write", {"kind": "all", "of": [A.tree, B.tree]}),
    "mixed": (
        A & (B | C),
        "scope a and (scope b:write or scope c)",
        {"kind": "all", "of": [A.tree, {"kind": "any", "of": [B.tree, C.tree]}]},
    ),
    "Python binds & closer": (
        A | B & C,
        "scope a or (scope b:write and scope c)",
        {"kind": "any", "of": [A.tree, {"kind": "all", "of": [B.tree, C.tree]}]},
    ),
}


@pytest.mark.parametrize(("permission", "text", "tree"), CASES.values(), ids=CASES)
def test_permission(permission: Permission, text: str, tree: dict[str, Any]) -> None:
    assert permission.text == text
    assert permission.tree == tree


def test_equal_permissions_are_equal() -> None:
    assert scope("a") & scope("b") == scope("a") & scope("b")
    assert scope("a") != scope("b")
    assert (A & B) & C == A & (B & C)


def test_only_permissions_combine() -> None:
    for combine in (operator.and_, operator.or_):
        with pytest.raises(TypeError):
            combine(A, "b")
