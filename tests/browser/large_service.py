"""An application of 1,080 operations in 120 groups, with two kinds of tokens and without brands."""

from typing import Any

from fastapi import Depends, FastAPI
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field, create_model

GROUPS = 120

USER = HTTPBearer(scheme_name="UserToken")
STAFF = HTTPBearer(scheme_name="StaffToken")


class Money(BaseModel):
    """An amount in one currency."""

    amount: int = Field(ge=0)
    currency: str = Field(min_length=3, max_length=3)


def _models(number: int, before: type[BaseModel]) -> tuple[type[BaseModel], type[BaseModel]]:
    """What is sent and returned; it refers to that of another group."""
    fields: dict[str, Any] = {
        f"field_{each}": (str | None, Field(None, description=f"The field {each}."))
        for each in range(8)
    }
    sent = create_model(f"Sent{number}", __doc__="What is sent.", price=(Money, ...), **fields)
    others: Any = list[before]  # type: ignore[valid-type]  # known at run time only
    returned = create_model(
        f"Returned{number}", __doc__="What is stored.", others=(others, ...), **fields
    )
    return sent, returned


def _register(app: FastAPI, number: int, sent: Any, returned: Any) -> None:
    """The operations of one group, of which two are for staff."""
    path = f"/api/v1/resources_{number}"
    tags: list[Any] = [f"resources_{number}"]

    def listed(page: int = 1, size: int = 20, sort: str | None = None) -> Any:
        """List all of them."""

    def fetched(id: str) -> Any:
        """Fetch one."""

    def changed(id: str, body: Any) -> Any:
        """Change one."""

    def removed(id: str) -> None:
        """Remove one."""

    changed.__annotations__["body"] = sent
    user: Any = {"dependencies": [Depends(USER)]}
    staff: Any = {"dependencies": [Depends(STAFF)]}
    stored: Any = {"tags": tags, "response_model": returned}
    app.get(path, **stored, **user)(listed)
    app.get(f"{path}/{{id}}", **stored, **user)(fetched)
    app.put(f"{path}/{{id}}", **stored, **user)(changed)
    app.delete(f"{path}/{{id}}", tags=tags, **staff)(removed)
    for part in ("history", "comments", "owners", "labels"):
        app.get(f"{path}/{{id}}/{part}", name=part, **stored, **user)(fetched)
    app.put(f"{path}/{{id}}/owners", name="set_owners", **stored, **staff)(changed)


def create_app() -> FastAPI:
    """The application."""
    app = FastAPI(title="Large", version="1")
    before: type[BaseModel] = Money
    for number in range(GROUPS):
        sent, returned = _models(number, before)
        _register(app, number, sent, returned)
        before = sent
    return app
