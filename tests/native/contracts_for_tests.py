"""Two small contracts with one of everything that the contract document tells."""

from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    ApiKey,
    BearerToken,
    Brand,
    Requirement,
    http,
    scope,
    ws,
)

UserId = NewType("UserId", str)
AdminId = NewType("AdminId", UserId)
Email = Annotated[str, Brand("Email"), Field(max_length=80)]


class User(BaseModel):
    """A user."""

    id: UserId
    email: Email
    friends: list["User"] = []


class UserRef(BaseModel):
    """Names a user."""

    id: UserId


USER_NOT_FOUND = ERROR.define(
    "USER_NOT_FOUND", 404, data=UserRef, description="No user has this id."
)
TOO_MANY = ERROR.define("TOO_MANY", 429)

SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[TOO_MANY])


@http.api("/users", requires=[SignedIn], permission=scope("users"))
class UserApi(Protocol):
    """Users."""

    @http.get("/{id}", errors=[USER_NOT_FOUND, SERVER_ERROR], summary="One user")
    def get_user(self, id: UserId, expand: bool = False) -> User:
        """Fetch a user."""
        ...

    @http.put("/{id}", errors=[USER_NOT_FOUND], deprecated="Use patch.")
    def save_user(self, id: AdminId, user: User) -> None:
        """Replace a user."""
        ...


@ws.api(
    "/ws/users", requires=[Requirement("Key", headers={"X-Key": ApiKey})], error_format="problem"
)
class UserFeed(Protocol):
    """Users as they come."""

    @ws.client_to_server(errors=[USER_NOT_FOUND])
    def follow(self, id: UserRef) -> User:
        """Follow a user."""
        ...

    @ws.server_to_client
    def user_changed(self, user: User) -> None:
        """A user changed."""
        ...
