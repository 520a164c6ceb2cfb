"""The OpenAPI that FastAPI serves by itself: that of the contracts, or none."""

from typing import Any, Protocol

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.runtime import implement

from .items import ask


@http.api("/things")
class ThingApi(Protocol):
    @http.get("/{id}")
    def get(self, id: int) -> str: ...


class Things:
    def get(self, id: int) -> str:
        return "a"


@pytest.mark.parametrize("switched_off", [False, True])
def test_it_is_ours_or_absent(switched_off: bool) -> None:
    options: dict[str, Any] = {"openapi_url": None} if switched_off else {}
    app = FastAPI(**options)
    app.include_router(implement(ThingApi, Things()))
    app.openapi = lambda: to_openapi([ThingApi], title="Things")  # type: ignore[method-assign]
    answer = ask(app, "GET", "/openapi.json")
    if switched_off:
        assert answer.status_code == 404
    else:
        assert answer.json() == to_openapi([ThingApi], title="Things")
