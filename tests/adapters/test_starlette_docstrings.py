"""Docstrings of Starlette in YAML, as its own generator of schemas reads them."""

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette

OPERATION = """
requestBody:
    content:
        application/json:
            schema:
                $ref: "#/components/schemas/Cell"
responses:
    200:
        description: Run a cell
"""


@pytest.mark.parametrize(
    ("text", "summary", "description"),
    [
        (OPERATION, None, None),
        (f"Run a cell.\n\nAll of it.\n\n---{OPERATION}", "Run a cell.", "All of it."),
        (f"summary: Run a cell.\ndescription: Now.\n{OPERATION}", "Run a cell.", "Now."),
        ("Run: a cell.", "Run: a cell.", None),
        ("Before\n\n--- and after: [", "Before", "--- and after: ["),
    ],
)
def test_texts_of_an_operation(text: str, summary: str | None, description: str | None) -> None:
    async def run(request: Request) -> Response:
        raise NotImplementedError

    run.__doc__ = text
    app = Starlette(routes=[Route("/run", run, methods=["POST"])])
    contract: Any = contracts_from_starlette(app)[0].contracts[0]
    method = contract.methods[0]
    assert (method.summary, method.description or None) == (summary, description)
