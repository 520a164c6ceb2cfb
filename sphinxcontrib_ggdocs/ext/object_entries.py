"""What the domain notes of the objects that it describes."""

import json
import zlib
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

DOMAIN = "gg"

OPTIONAL = "gg-optional"
"""Attribute of a reference that stays plain text when its target is described nowhere, such as a
type of a method."""

ObjectType: TypeAlias = Literal["contract", "method", "schema", "brand", "error"]


WITHIN = "gg:within"
"""Attribute of a reference in a description: the full name of the object described, or the
document's slug."""


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
    """What an index shows besides the name: the contract, the direction, the type underneath."""
    deprecated: bool = False
    summary: str = ""
    """The first paragraph of the description, as plain text."""
    place: str = ""
    """File and line of the directive, from the folder of the sources on."""


def pack_entries(entries: Iterable[ObjectEntry]) -> bytes:
    """The entries of a page in a tenth of the bytes: names are full, and so much alike."""
    return zlib.compress(json.dumps(list(entries), ensure_ascii=False).encode())


def unpack_entries(packed: bytes) -> list[ObjectEntry]:
    """The entries again."""
    return [ObjectEntry(*values) for values in json.loads(zlib.decompress(packed))]
