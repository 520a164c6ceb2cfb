"""The Markdown files of methods: each can be read alone."""

import json
from pathlib import Path
from typing import Protocol

import pytest
from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.document_files import MethodPage
from sphinxcontrib_ggdocs.native.method_pages import MOST_TYPES, method_pages
from sphinxcontrib_ggdocs.native.view import view_of

CASES = json.loads(Path(__file__).with_name("method_files.json").read_text(encoding="utf-8"))


class Size(BaseModel):
    """How large."""

    width: int


class Pet(BaseModel):
    """An animal."""

    size: Size
    mother: "Pet | None" = None


class Unused(BaseModel):
    name: str


class Reason(BaseModel):
    text: str


GONE = ERROR.define("GONE", 410, data=Reason, description="It has left.")


@http.api("/pets")
class PetApi(Protocol):
    """All about pets."""

    @http.get("/{name}", errors=[GONE])
    def get_pet(self, name: str) -> Pet:
        """Fetch *one* pet.

        More of it.
        """

    @http.get("/[unused]")
    def get_unused(self) -> Unused: ...

    @http.delete("/{name}")
    def GET_PET(self, name: str) -> None:  # noqa: N802  # differs in its case alone
        """Remove a pet."""


@ws.api("/feed")
class FeedApi(Protocol):
    @ws.client_to_server
    def say(self, text: str) -> int: ...


def pages(*contracts: type) -> tuple[MethodPage, ...]:
    return method_pages(
        view_of(build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=contracts)))
    )


def test_a_page_holds_the_errors_and_types_that_a_method_reaches_and_no_others() -> None:
    pet, _unused = pages(PetApi)
    text = pet.text.partition("# DELETE")[0]
    assert text.startswith(
        "# GET /pets/{name}\n\nA method of [Shop](../api-docs.md), `PetApi.get_pet`.\n"
    )
    for part in (
        "More of it.",
        "### 410 `GONE`",
        "It has left.",
        "### `Pet`",
        "### `Size`",
        "### `Reason`",
    ):
        assert text.count(part) == 1, part
    assert text.index("### `Pet`") < text.index("### `Size`")
    assert "Unused" not in text


def test_a_page_of_a_message_begins_with_its_signature() -> None:
    spec = ApiDocSpec(slug="shop", title="Shop", ws=[FeedApi])
    (page,) = method_pages(view_of(build_contract_doc(spec)))
    _, _, text = page.text.partition("`FeedApi.say`.\n\n")
    assert text.startswith("Request, client to server\n")


def test_a_page_of_an_http_method_has_its_signature_once() -> None:
    pet, _unused = pages(PetApi)
    assert pet.text.count("GET /pets/{name}") == 1


def test_types_are_limited_and_the_further_ones_named() -> None:
    models: list[type[BaseModel]] = [Size]
    for number in range(MOST_TYPES + 2):
        models.append(
            type(f"Level{number}", (BaseModel,), {"__annotations__": {"below": models[-1]}})
        )
    deepest = models[-1]

    @http.api("/levels")
    class LevelApi(Protocol):
        @http.get("/")
        def get(self) -> deepest: ...  # type: ignore[valid-type]

    (page,) = pages(LevelApi)
    types = page.text.partition("## Types")[2]
    assert types.count("\n### ") == MOST_TYPES
    further = page.text.splitlines()[-1]
    assert further == (
        "Further types, described in [the whole reference](../api-docs.md): `Level1`, `Level0`, `Size`"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"][:30])
def test_names_of_files_are_those_that_the_browser_ui_makes(case: dict[str, object]) -> None:
    from sphinxcontrib_ggdocs.native.method_pages import file_name

    assert file_name(".".join(case["names"])) == case["file"]  # type: ignore[arg-type]
