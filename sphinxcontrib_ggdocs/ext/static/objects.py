"""What the rendering tells the domain about the objects that it describes."""

from typing import Literal, NamedTuple, TypeAlias

ObjectType: TypeAlias = Literal["contract", "method", "schema", "brand", "error"]


class ObjectEntry(NamedTuple):
    """One object on a page; plain data, so that it pickles and merges."""

    objtype: ObjectType
    name: str
    """The full name, such as ``platform.UserApi.get_profile``."""
    anchor: str
    display: str
    """What people type into a search box, such as ``GET /users/{id}``."""
