"""Converts names to the spellings that contracts use, and makes names unique."""

import re
from collections.abc import Collection

from ..catalog.slugs import SLUG_LENGTH, numbered

_PLACEHOLDER = re.compile(r"{([^{}:]+)[^{}]*}")
"""A placeholder of a path; the group is its name: `id` of ``{id}``, `rest` of ``{rest:path}``."""
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""The places between the words of a name: ``Item|Not|Found``, ``HTTP|Error``."""


def constant_case(text: str) -> str:
    """Return a name as constants have it: ``ItemNotFound`` and ``Item not found`` give
    ``ITEM_NOT_FOUND``.
    """
    separated = _WORD_START.sub("_", text)
    return re.sub(r"\W+", "_", separated).strip("_").upper()


def class_case(text: str) -> str:
    """Return a name as classes have it: ``live orders`` and ``live_orders`` give ``LiveOrders``.

    A name that would be no Python identifier gets `Api` in front: ``2 orders`` gives
    ``Api2Orders``.
    """
    parts = re.split(r"[\W_]+", text)
    name = "".join(part[:1].upper() + part[1:] for part in parts if part)
    if name.isidentifier():
        return name
    return f"Api{name}"


def snake_case(text: str) -> str:
    """Return a name as functions have it: ``NewMessage`` gives ``new_message``.

    A name that would be no Python identifier gets an underscore in front: ``2fa`` gives ``_2fa``.
    """
    name = constant_case(text).lower()
    if name.isidentifier():
        return name
    return f"_{name}"


def identifier_of(text: str) -> str:
    """Return a Python identifier with the same upper and lower case: ``repos/get-one`` gives
    ``repos_get_one``, and ``2fa`` gives ``_2fa``.
    """
    name = re.sub(r"[\W_]+", "_", text).strip("_")
    if name.isidentifier():
        return name
    return f"_{name}"


def name_of_path(verb: str, path: str) -> str:
    """Return a name made of a verb and a path: GET ``/users/{id}`` gives ``get_users_by_id``, and
    GET ``/`` gives ``get_root``.
    """
    words = "root"
    if path != "/":
        words = _PLACEHOLDER.sub(r"by_\1", path)
    return identifier_of(f"{verb.lower()}_{words}")


def unused_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number appended if it is taken: ``get_item_2``."""
    return numbered(name, "_", taken)


def unused_slug(slug: str, taken: Collection[str]) -> str:
    """Return a slug, or link name of an error, that is not taken, shortened to `SLUG_LENGTH`.

    An empty slug becomes ``group``; a taken one gets a number: ``orders-2``.
    """
    wanted = (slug or "group").replace("_", "-")[:SLUG_LENGTH].rstrip("-")
    return numbered(wanted, "-", taken)
