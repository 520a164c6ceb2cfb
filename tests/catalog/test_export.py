"""Warnings of the exporters."""

import inspect
import warnings
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.contracts import authenticated, http, ws
from sphinxcontrib_ggdocs.openapi import to_openapi


@http.api("/things", permission=authenticated)
class ThingApi(Protocol):
    @http.get()
    def list_things(self) -> list[str]: ...


@ws.api("/things", permission=authenticated)
class ThingFeed(Protocol):
    @ws.server_to_client
    def changed(self, name: str) -> None: ...


EXPORTERS = [pytest.param(to_openapi, ThingApi), pytest.param(to_asyncapi, ThingFeed)]


@pytest.mark.parametrize(("export", "contract"), EXPORTERS)
def test_a_warning_has_the_line_of_the_caller(export: Callable[..., Any], contract: type) -> None:
    """Not that of the exporter, so that users find the call and can filter by their module."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frame = inspect.currentframe()
        export([contract], title="Things", version="1")
    assert frame is not None
    places = [(warning.category, warning.filename, warning.lineno) for warning in caught]
    line = inspect.getsourcelines(test_a_warning_has_the_line_of_the_caller)[1] + 6
    assert places == [(ExportWarning, __file__, line)]
