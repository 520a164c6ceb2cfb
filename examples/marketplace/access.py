"""Who calls: the requirements of the contracts."""

from typing import Annotated

from pydantic import Field

from sphinxcontrib_ggdocs.contracts import UNAUTHORIZED, ApiKey, BearerToken, Requirement

from .errors import TOO_MANY_REQUESTS

SignedIn = Requirement(
    "SignedIn",
    headers={"Authorization": BearerToken},
    errors=[UNAUTHORIZED],
    description="The token of a session, from `POST /sessions`.",
)
SignedInToBid = Requirement(
    "SignedInToBid",
    headers={"Authorization": BearerToken | None},
    errors=[UNAUTHORIZED],
    description="The token of a session, from `POST /sessions`. Who only watches needs none.",
)
PartnerKey = Requirement(
    "PartnerKey",
    headers={"X-Api-Key": ApiKey},
    errors=[UNAUTHORIZED],
    description="The key of a partner. Ask partners@kirkgate.example for one.",
)
Tracing = Requirement(
    "Tracing",
    headers={
        "X-Request-Id": Annotated[
            str | None, Field(description="Comes back in the answer and in our logs.")
        ]
    },
    cookies={
        "visitor": Annotated[
            str | None, Field(description="Who somebody was before they signed in.")
        ]
    },
)
Limited = Requirement("Limited", errors=[TOO_MANY_REQUESTS], description="Sixty calls a minute.")
