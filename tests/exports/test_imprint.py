"""What a service says of itself besides its title: summary, contact, license and terms, in each
format and read from it again; and what has the wrong form there.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Contact, License
from ninja import NinjaAPI

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, SpecError, read_specs
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..django_project import set_up
from .test_owner import HttpApi, SocketApi

CONTACT = {"name": "Ada", "url": "https://example.org/ada", "email": "ada@example.org"}
LICENSE = {"name": "MIT License", "identifier": "MIT"}
TERMS = "https://example.org/terms"
WORDS: dict[str, Any] = {
    "summary": "Sells things.",
    "contact": CONTACT,
    "license": LICENSE,
    "termsOfService": TERMS,
}
FIELDS: dict[str, Any] = {
    "summary": WORDS["summary"],
    "contact": CONTACT,
    "license": LICENSE,
    "terms_of_service": TERMS,
}


def spec(**fields: Any) -> ApiDocSpec:
    """A document of contracts, or of what the fields name."""
    has_own = fields.keys() & {"app", "openapi", "asyncapi", "contract_document"}
    contracts = {} if has_own else {"http": [HttpApi], "ws": [SocketApi]}
    return ApiDocSpec.model_validate({"slug": "a", "title": "A", **contracts, **fields})


def service(source: ApiDocSpec) -> dict[str, Any]:
    """What the contract document has of `WORDS`."""
    written = json.loads(build_contract_doc(source).to_json())["service"]
    return {key: written[key] for key in WORDS if key in written}


def fastapi_app(**more: Any) -> FastAPI:
    given = {"summary": WORDS["summary"], "terms_of_service": TERMS, "contact": CONTACT}
    app = FastAPI(**{"title": "A", "license_info": LICENSE, **given, **more})
    app.get("/a")(lambda: None)
    return app


def litestar_app(**more: Any) -> Litestar:
    config: dict[str, Any] = {
        "summary": WORDS["summary"],
        "terms_of_service": TERMS,
        "contact": Contact(**CONTACT),
        "license": License(**LICENSE),
    }
    return Litestar(openapi_config=OpenAPIConfig(title="A", version="1", **{**config, **more}))


def ninja_api(**more: Any) -> NinjaAPI:
    set_up()
    return NinjaAPI(title="A", openapi_extra={"info": {**WORDS, **more}}, urls_namespace="imprint")


@pytest.mark.filterwarnings("ignore:.*no route of the application")
@pytest.mark.parametrize("make", [fastapi_app, litestar_app, ninja_api])
def test_they_are_those_of_the_application(make: Any) -> None:
    source = spec(app=make())
    assert service(source) == WORDS
    info = to_openapi(source)["info"]
    assert {key: info[key] for key in WORDS} == WORDS


@pytest.mark.filterwarnings("ignore:.*no route of the application")
@pytest.mark.parametrize("make", [fastapi_app, litestar_app, ninja_api])
def test_a_contact_that_is_a_text_is_left_out(make: Any) -> None:
    source = spec(app=make(contact="Ada"))
    with pytest.warns(ApplicationWarning, match="contact: 'Ada' is not a mapping"):
        info = to_openapi(source)["info"]
    assert "contact" not in info
    assert info["license"] == LICENSE


def test_a_member_that_is_no_text_is_left_out() -> None:
    source = spec(app=fastapi_app(contact={"name": "Ada", "email": 3, "url": None, "x-a": 1}))
    with pytest.warns(ApplicationWarning, match="contact.email: 3 is not a string"):
        info = to_openapi(source)["info"]
    assert info["contact"] == {"name": "Ada", "x-a": 1}


FORMATS = ["openapi", "asyncapi", "contract_document"]


def written(field: str) -> dict[str, Any]:
    source = spec(**FIELDS)
    if field == "contract_document":
        document: dict[str, Any] = json.loads(build_contract_doc(source).to_json())
        return document
    return to_openapi(source) if field == "openapi" else to_asyncapi(source)


def stored(folder: Path, document: dict[str, Any]) -> Path:
    file = folder / "file.json"
    file.write_text(json.dumps(document))
    return file


@pytest.mark.parametrize("field", FORMATS)
def test_a_round_trip(field: str, tmp_path: Path) -> None:
    file = stored(tmp_path, written(field))
    expected = dict(WORDS)
    if field == "asyncapi":  # which knows neither
        del expected["summary"]
        expected["license"] = {"name": "MIT License"}
    assert service(spec(**{field: file})) == expected
    other = spec(**{field: file, "contact": {"name": "Eve"}})
    assert service(other) == {**expected, "contact": {"name": "Eve"}}


@pytest.mark.parametrize("value", ["Ada", 3, ["Ada"]])
def test_a_file_may_have_anything_there(value: Any, tmp_path: Path) -> None:
    document = written("openapi")
    document["info"]["contact"] = value
    source = spec(openapi=stored(tmp_path, document))
    with pytest.warns(ApplicationWarning, match="expected object"):
        assert "contact" not in service(source)


def test_a_summary_that_is_the_description_is_said_once() -> None:
    source = spec(app=fastapi_app(description="Sells things."))
    assert "summary" not in service(source)
    assert to_openapi(source)["info"]["summary"] == "Sells things."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"contact": "Ada"}, r"contact: input should be a mapping", id="text"),
        pytest.param({"contact": {}}, r"contact: the contact is empty", id="empty"),
        pytest.param({"contact": {"mail": "a@b.c"}}, r"no field 'mail'.*email", id="misspelt"),
        pytest.param(
            {"license": {**LICENSE, "url": TERMS}},
            "an identifier and a url are both given",
            id="both",
        ),
        pytest.param({"external_docs": {}}, r"external_docs.url: .*missing", id="no address"),
    ],
)
def test_an_author_learns_what_is_wrong(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=f"(?s){message}"):
        read_specs([{"slug": "a", "title": "A", "http": ["a:B"], **fields}])


@pytest.mark.parametrize("export", [to_openapi, to_asyncapi])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"contact": "Ada"}, "contact: 'Ada' is not a mapping", id="contact"),
        pytest.param({"terms_of_service": {}}, "terms_of_service: {} is not a string", id="terms"),
    ],
)
def test_arguments_are_checked(export: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        export(spec(), **options)


def markdown(**fields: Any) -> list[str]:
    text = markdown_of(build_contract_doc(spec(**fields)))
    return [line for line in text.splitlines() if line.startswith(("- Con", "- Lic", "- Terms"))]


def test_markdown_has_links() -> None:
    assert markdown(**FIELDS) == [
        "- Contact: [Ada](https://example.org/ada), [ada@example.org](mailto:ada@example.org)",
        "- License: [MIT License (MIT)](https://spdx.org/licenses/MIT)",
        "- Terms of service: <https://example.org/terms>",
    ]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        pytest.param(
            {"contact": {"name": "Ada", "url": "javascript:alert(1)"}},
            "- Contact: Ada",
            id="script",
        ),
        pytest.param(
            {"contact": {"url": "www.example.org"}}, "- Contact: www.example.org", id="none"
        ),
        pytest.param(
            {"license": {"name": "MIT or Apache", "identifier": "MIT OR Apache-2.0"}},
            "- License: MIT or Apache (MIT OR Apache-2.0)",
            id="expression",
        ),
    ],
)
def test_only_addresses_of_the_web_and_of_mail_are_links(fields: dict[str, Any], line: str) -> None:
    assert markdown(**fields) == [line]


HANDBOOK = {"url": "https://example.org/handbook", "description": "Handbook"}


def test_documentation_elsewhere_is_in_all_formats() -> None:
    source = spec(external_docs=HANDBOOK)
    assert json.loads(build_contract_doc(source).to_json())["service"]["externalDocs"] == HANDBOOK
    assert to_openapi(source)["externalDocs"] == HANDBOOK
    assert to_asyncapi(source)["info"]["externalDocs"] == HANDBOOK
