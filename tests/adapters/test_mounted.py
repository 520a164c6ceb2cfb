"""FastAPI applications that are mounted inside another one: left out, as FastAPI does, unless asked for."""

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount

from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette
from tests.sphinx.projects import project

from .test_app_option import service

__all__ = ["project", "service"]  # fixtures


@pytest.mark.parametrize(("mounted", "found"), [(False, 1), (True, 2)])
def test_inside_starlette_which_has_no_document_of_its_own(mounted: bool, found: int) -> None:
    inner, innermost = FastAPI(title="Inner"), FastAPI(title="Innermost")
    for each in (inner, innermost):
        each.add_api_route("/health", lambda: None)
    inner.mount("/deep", innermost)
    outer = Starlette(routes=[Mount("/inside", app=inner)])
    groups = contracts_from_starlette(outer, mounted=mounted)
    assert [group.name for group in groups] == ["Inner", "Innermost"][:found]
