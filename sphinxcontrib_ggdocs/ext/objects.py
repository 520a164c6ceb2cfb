"""What the rendering tells the domain about the objects that it describes."""

from typing import Literal, NamedTuple, TypeAlias

DOMAIN = "gg"

OPTIONAL = "gg-optional"
"""Attribute of a reference that stays plain text when its target is described nowhere, such as a type of a method."""

ObjectType: TypeAlias = Literal["contract", "method", "schema", "brand", "error"]


class ObjectEntry(NamedTuple):
    """One object on a page; plain data, so that it pickles and merges."""

    objtype: ObjectType
    name: str
    """The full name, such as ``platform.UserApi.get_profile``."""
    anchor: str
    display: str
    """What people type into a search box, such as ``GET /users/{id}``."""
    alias: str = ""
    """A second full name: the type, where its two facets are described apart."""
    kind: Literal["", "http", "ws"] = ""
    """Of contracts and methods: over what they are spoken."""
    heading: str = ""
    """Under what an index lists the object: the path of its contract, the status of an error."""
    extra: str = ""
    """What an index tells beside the name: the contract, the direction, the type underneath."""
    deprecated: bool = False
    summary: str = ""
    """The first line of the description, as written."""


def first_line(text: str | None) -> str:
    """The summary of a description."""
    return (text or "").strip().partition("\n")[0]
