"""Drawn applications say what FastAPI says of them: the kinds of routes and types at which
published applications were read wrongly, in combinations.
"""

import os
import uuid
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, FastAPI, Header, Path, Query
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import UUID4, PositiveInt

from .corpus.comparison import compared
from .corpus.purposes import purpose_of
from .drawn_types import TYPES, Counted

EXAMPLES = int(os.environ.get("GGDOCS_EXAMPLES", "60"))


def _by_uuid(item_id: UUID4) -> None: ...


def _by_path_default(item_id: UUID4 = Path(description="Which.")) -> None: ...  # noqa: B008


def _by_annotation(
    item_id: Annotated[uuid.UUID, Path()],
    since: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    *,
    size: PositiveInt = 10,
    x_trace: Annotated[list[str] | None, Header()] = None,
) -> None: ...


def _limit(limit: Annotated[int, Query(le=100, multiple_of=5)] = 5) -> int:
    return limit


def _by_dependency(item_id: UUID4, limit: Annotated[int, Depends(_limit)]) -> None: ...


def _with_body(body: Any, *, embed: bool) -> Any:
    def handler(item_id: UUID4, item: Any) -> None: ...

    handler.__annotations__["item"] = Annotated[body, Body(embed=embed)]
    return handler


types = st.sampled_from(TYPES)
without_body: Any = st.sampled_from([_by_uuid, _by_path_default, _by_annotation, _by_dependency])
handlers: Any = without_body | st.builds(_with_body, types, embed=st.booleans())

SCHEMALESS: dict[str, Any] = {"content": {"application/json": {"example": {"detail": "No."}}}}
POINTING_NOWHERE: dict[str, Any] = {
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Nowhere"}}}
}
answers = st.fixed_dictionaries(
    {},
    optional={
        "response_model": types,
        "status_code": st.sampled_from([200, 201, 202]),
        "response_class": st.sampled_from([JSONResponse, PlainTextResponse, StreamingResponse]),
        "responses": st.dictionaries(
            st.sampled_from([403, 404, 409]),
            st.sampled_from(
                [
                    {"description": "No.", **SCHEMALESS},
                    {"description": "Nowhere.", **POINTING_NOWHERE},
                    {"model": Counted},
                    {"description": "A picture.", "content": {"image/png": {}}},
                ]
            ),
            max_size=2,
        ),
        "deprecated": st.booleans(),
        "tags": st.lists(st.sampled_from(["one", "two"]), unique=True),
        "description": st.sampled_from(["All *of* it.", "One.\n\nTwo."]),
    },
)
VERBS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]


@st.composite
def applications(draw: st.DrawFn) -> FastAPI:
    """An application with routes of its own, routers that are included, and one that is mounted."""
    app, router = FastAPI(), APIRouter()
    for number in range(draw(st.integers(1, 4))):
        verb = draw(st.sampled_from(VERBS))
        owner: Any = app if draw(st.booleans()) else router
        options, handler = draw(answers), draw(handlers)
        paths = [f"/items{number}/{{item_id}}", f"/v1/items{number}/{{item_id}}"]
        for path in paths[: draw(st.integers(1, 2))]:
            owner.add_api_route(path, handler, methods=[verb], **options)
    for prefix in draw(st.lists(st.sampled_from(["/a", "/b", "/{room}"]), max_size=2, unique=True)):
        app.include_router(router, prefix=prefix)
    mounted = FastAPI()
    mounted.add_api_route("/inside/{item_id}", draw(handlers), methods=["POST"])
    app.mount("/mounted", mounted)
    return app


@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(applications())
def test_drawn_applications_are_told_as_fastapi_tells_them(app: FastAPI) -> None:
    operations = list(compared(app))
    unexpected = [
        difference
        for _, found in operations
        for difference in found
        if purpose_of(difference) is None
    ]
    assert not unexpected, unexpected[:3]
    assert not [name for name, _ in operations if "/mounted" in name]
