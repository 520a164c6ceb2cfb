"""Teams, which have people as members."""

from __future__ import annotations

from pydantic import BaseModel

from .people import Person, PersonId


class Team(BaseModel):
    lead: PersonId
    members: list[Person]


Person.model_rebuild(_types_namespace={"Team": Team})
