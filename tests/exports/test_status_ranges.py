"""Responses of ranges of statuses, ``4XX`` and ``default``, through every format."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, ErrorAnswer, HttpContract, Success
from sphinxcontrib_ggdocs.contracts.model import HttpMethod
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi


class Problem(BaseModel):
    text: str


app = FastAPI()


@app.get(
    "/orders",
    responses={
        "default": {"description": "Anything else."},
        "5XX": {"model": Problem},
        "4XX": {"model": Problem, "description": "What you sent is wrong."},
        404: {"description": "There is no such order."},
    },
)
def get_orders() -> int:
    return 1


APPLICATION = ApiDocSpec(slug="orders", title="Orders", app=app)


@pytest.fixture(params=["application", "OpenAPI file"])
def spec(request: pytest.FixtureRequest, tmp_path: Path) -> ApiDocSpec:
    if request.param == "application":
        return APPLICATION
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(to_openapi(APPLICATION)))
    return ApiDocSpec(slug="orders", title="Orders", openapi=[str(file)])


def test_the_contract_document_has_the_range_beside_a_code(spec: ApiDocSpec) -> None:
    errors = json.loads(build_contract_doc(spec).to_json())["errors"]
    found = {each.get("statusRange"): each["statusCode"] for each in errors.values()}
    assert found == {None: 404, "4XX": 400, "5XX": 500, "default": 500}


def test_readers_see_the_range(spec: ApiDocSpec) -> None:
    markdown = markdown_of(build_contract_doc(spec))
    errors = re.findall("^- ([0-9X]+|default) (.+?)(?: –|$)", markdown, re.MULTILINE)
    assert sorted(errors) == [
        ("404", "Not Found"),
        ("4XX", "Client Error"),
        ("5XX", "Server Error"),
        ("default", "Other Error"),
    ]
    assert "### 4XX Client Error\n\nWhat you sent is wrong.\n\n- Data: `Problem`" in markdown
    assert "400" not in markdown
    assert "500" not in markdown


def test_openapi_has_codes_before_the_ranges_that_they_are_in(spec: ApiDocSpec) -> None:
    (operation,) = to_openapi(spec)["paths"]["/orders"].values()
    assert list(operation["responses"]) == ["200", "404", "4XX", "5XX", "default"]
    assert operation["responses"]["4XX"]["description"] == "What you sent is wrong."


def test_successes_and_errors_of_a_range_and_of_its_first_code() -> None:
    one, whole = (ERROR.unnamed("Wrong", 400, description="Wrong.") for _ in range(2))
    whole.answer = ErrorAnswer(status="4XX")
    method = HttpMethod(
        name="get",
        verbs=("GET",),
        path="/",
        successes=(Success(status=200, status_range="2XX"), Success(status=200)),
        errors=(whole, one),
    )
    contract = HttpContract(name="A", methods=(method,), error_format="plain")
    document = json.loads(build_contract_doc([contract], title="A").to_json())
    (written,) = document["groups"][0]["contracts"][0]["methods"]
    answers = [written["successResponse"], *written["moreResponses"]]
    assert [each.get("statusRange") for each in answers] == ["2XX", None]
    ranges = [document["errors"][key].get("statusRange") for key in written["errors"]]
    assert ranges == ["4XX", None]
    (operation,) = to_openapi([contract], title="A")["paths"]["/"].values()
    assert list(operation["responses"]) == ["200", "2XX", "400", "4XX"]
