"""Brands: names that set one string or number apart from another.

A brand is a ``NewType``, or ``Annotated`` with `Brand`.
"""

import sys
from typing import Annotated, Any, NewType

from pydantic import Field

from .contract_errors import BadOption, Where


class Brand:
    """Names a type inside ``Annotated``: ``Email = Annotated[str, Brand("Email"),
    Field(max_length=254)]``.

    Two `Brand` objects are two brands even when their names are equal, so that a name given twice
    can be found out; all uses of one alias share one object.

    Args:
        name: The name that documentation shows, a Python identifier.

    Raises:
        BadOption: `name` is no identifier.
    """

    __slots__ = ("line", "module", "name")

    def __init__(self, name: str) -> None:
        frame = sys._getframe(1)
        self.name = name
        self.module: str = frame.f_globals.get("__name__", "?")
        self.line = frame.f_lineno
        if not name.isidentifier():
            raise BadOption(
                f"Brand({name!r}): the name is no identifier",
                where=Where(file=frame.f_code.co_filename, line=frame.f_lineno),
                hint="give a name made of letters, digits and underscores, such as Brand('UserId')",
            )

    def __repr__(self) -> str:
        return f"Brand({self.name!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> "Brand":
        return self  # identity is what a brand is about

    def __copy__(self) -> "Brand":
        return self


BearerToken = NewType("BearerToken", str)
"""The type of a header that carries ``Bearer <token>`` (RFC 6750, 2.1)."""

ApiKey = Annotated[str, Brand("ApiKey"), Field(json_schema_extra={"format": "api-key"})]
"""The type of a header that carries an API key."""
