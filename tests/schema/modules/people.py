"""People, who are members of teams."""

from __future__ import annotations

from typing import TYPE_CHECKING, NewType

from pydantic import BaseModel

if TYPE_CHECKING:
    from .teams import Team

PersonId = NewType("PersonId", int)


class Person(BaseModel):
    id: PersonId
    team: Team | None = None
    friends: list[Person] = []
