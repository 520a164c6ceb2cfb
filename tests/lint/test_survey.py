"""Lines of classes, and types of files."""

import inspect
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.openapi import to_openapi_json


class Plain(BaseModel):
    size: int


Made = create_model("Made", size=(int, ...))


def test_a_class_has_the_line_of_its_source() -> None:
    @http.api("/plain")
    class PlainApi(Protocol):
        @http.post("")
        def put(self, body: Plain) -> Made: ...  # type: ignore[valid-type]

    lines = {
        finding.message: finding.line
        for finding in check_contracts(PlainApi)
        if finding.rule == "description-missing"
    }
    assert lines["Plain has no description"] == inspect.getsourcelines(Plain)[1]
    assert lines["Made has no description"] is None


def test_a_type_of_a_file_is_said_to_be_in_the_file(tmp_path: Path) -> None:
    @http.api("/plain")
    class PlainApi(Protocol):
        @http.get("")
        def get(self) -> Plain: ...

    spec = ApiDocSpec(slug="shop", title="Shop", http=[PlainApi])
    path = tmp_path / "shop.json"
    path.write_text(to_openapi_json(spec), encoding="utf-8")
    findings = check_contracts(ApiDocSpec(slug="shop", openapi=str(path)))
    [finding] = (each for each in findings if "Plain has no description" in each.message)
    assert finding.place == "shop: PlainApi.get"
