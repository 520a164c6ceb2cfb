"""Handlers whose annotations are strings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Header, HTTPException
from pydantic import BaseModel

if TYPE_CHECKING:
    from decimal import Decimal as Unknown


class FutureUser(BaseModel):
    """Somebody."""

    name: str


def future_user(x_user: Annotated[str | None, Header()] = None) -> FutureUser:
    if x_user is None:
        raise HTTPException(401, "who?", headers={"WWW-Authenticate": "Bearer"})
    return FutureUser(name=x_user)


class FutureNotes:
    """Its dependency is found in the module's names."""

    def get(self, id: str, user: Annotated[FutureUser, Depends(future_user)]) -> str:
        return f"{id} {user.name}"


class FutureUnknown:
    """The type of its parameter is known to type checkers only."""

    def get(self, id: str, user: Unknown) -> str:
        return ""
