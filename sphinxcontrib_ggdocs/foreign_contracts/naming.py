"""Converts names to the spellings that contracts use, and makes names unique."""

import re
from collections.abc import Collection

from ..catalog.slugs import SLUG_LENGTH, numbered

_PLACEHOLDER = re.compile(r"{([^{}:]+)[^{}]*}")
"""``{id}``, or ``{rest:path}``, of which the name is kept."""


def constant_case(text: str) -> str:
    """``ItemNotFound`` and ``Item not found`` as ``ITEM_NOT_FOUND``."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    return re.sub(r"\W+", "_", text).strip("_").upper()


def class_case(text: str) -> str:
    """``live orders`` and ``live_orders`` as ``LiveOrders``."""
    parts = re.split(r"[\W_]+", text)
    name = "".join(part[:1].upper() + part[1:] for part in parts if part)
    if name.isidentifier():
        return name
    return f"Api{name}"


def snake_case(text: str) -> str:
    """``NewMessage`` as ``new_message``; always an identifier."""
    name = constant_case(text).lower()
    if name.isidentifier():
        return name
    return f"_{name}"


def identifier_of(text: str) -> str:
    """``repos/get-one`` as ``repos_get_one``."""
    name = re.sub(r"[\W_]+", "_", text).strip("_")
    if name.isidentifier():
        return name
    return f"_{name}"


def name_of_path(verb: str, path: str) -> str:
    """``get_users_by_id`` for GET and ``/users/{id}``."""
    words = _PLACEHOLDER.sub(r"by_\1", path)
    return identifier_of(f"{verb.lower()}_{words if path != '/' else 'root'}")


def unused_name(name: str, taken: Collection[str]) -> str:
    """`name`, with a number where something else has it."""
    return numbered(name, "_", taken)


def unused_slug(slug: str, taken: Collection[str]) -> str:
    """`slug`, cut if it is long, or ``group`` where it is empty, with a number where another group
    has it.
    """
    wanted = (slug or "group").replace("_", "-")[:SLUG_LENGTH].rstrip("-")
    return numbered(wanted, "-", taken)
