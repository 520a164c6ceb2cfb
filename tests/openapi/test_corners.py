"""Statuses, response headers, identifiers of operations, and requests that a service sends, in
OpenAPI.
"""

from dataclasses import replace
from typing import Annotated, Any
from warnings import catch_warnings, simplefilter

import pytest
from pydantic import WithJsonSchema

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Content,
    ErrorAnswer,
    HttpContract,
    HttpMethod,
    Lifecycle,
    Parameter,
    RequestBody,
    Success,
)
from sphinxcontrib_ggdocs.openapi import ExportWarning, to_openapi
from sphinxcontrib_ggdocs.openapi.schemas import with_open_tuples
from sphinxcontrib_ggdocs.openapi.swagger_ui import below_root_path

READ = HttpMethod(name="read", verbs=("GET",), path="", successes=(Success(status=204),))


def document(*methods: HttpMethod, **options: Any) -> Any:
    return to_openapi(
        [HttpContract(name="A", path_prefix="/a", methods=methods, **options)], title="T"
    )


def header(name: str) -> Parameter:
    return Parameter(name=name, location="header", type=str)


MOVED = ERROR.define("MOVED", 404, description="It moved.")


def test_a_status_without_a_phrase_and_a_method_without_responses() -> None:
    unusual = replace(READ, successes=(Success(status=299),))
    assert document(unusual)["paths"]["/a"]["get"]["responses"] == {
        "299": {"description": "Status 299"}
    }
    nothing = replace(READ, successes=())
    assert document(nothing)["paths"]["/a"]["get"]["responses"] == {
        "default": {"description": "Not documented."}
    }


def test_versions_of_an_error_are_those_of_its_response() -> None:
    old = ERROR.define("OLD", 404)
    old.lifecycle, old.deprecated = Lifecycle(since="2"), True
    alone = document(replace(READ, errors=(old,)))["paths"]["/a"]["get"]["responses"]["404"]
    both = document(replace(READ, errors=(old, MOVED)))["paths"]["/a"]["get"]["responses"]["404"]
    found = [
        {key: value for key, value in response.items() if key.startswith("x-")}
        for response in (alone, both)
    ]
    assert found == [{"x-deprecated": True, "x-since": "2"}, {}]


def test_plain_errors_of_one_status_have_no_discriminator() -> None:
    errors = (
        ERROR.define("CONFLICT", 409, data=int),
        ERROR.define("DOUBLE", 409, data=str),
    )
    found = document(replace(READ, errors=errors), error_format="plain")
    response = found["paths"]["/a"]["get"]["responses"]["409"]
    assert response["content"]["application/json"]["schema"].keys() == {"anyOf"}


def test_errors_of_one_type_have_no_discriminator() -> None:
    """It could not say which of the two a body is."""
    number, text = ERROR.define("TAKEN", 409, data=int), ERROR.define("TAKEN", 409, data=str)
    other = ERROR.define("BUSY", 409, data=int)
    for errors, keywords in (
        ((number, text), {"anyOf"}),
        ((number, other), {"oneOf", "discriminator"}),
    ):
        found = document(replace(READ, errors=errors))
        content = found["paths"]["/a"]["get"]["responses"]["409"]["content"]
        assert content["application/json"]["schema"].keys() == keywords


def test_an_error_with_an_answer_of_its_own() -> None:
    own = ERROR.define("PAGE", 404, description="A page.")
    own.answer = ErrorAnswer(
        contents=(Content(media_type="text/html", type=str),), headers=(header("X-Page"),)
    )
    found = document(replace(READ, errors=(MOVED, own)))["paths"]["/a"]["get"]["responses"]["404"]
    assert found["description"] == "MOVED: It moved.\n\nA page."
    assert list(found["content"]) == ["application/json", "text/html"]
    assert list(found["headers"]) == ["X-Page"]


def test_a_header_that_readers_ignore_is_left_out_without_a_warning() -> None:
    success = Success(status=204, headers=(header("content-Type"), header("X-A")))
    asked = (header("Accept"), header("content-type"), header("X-B"))
    with catch_warnings():
        simplefilter("error")
        found = document(replace(READ, successes=(success,), parameters=asked))
    (operation,) = found["paths"]["/a"].values()
    assert list(operation["responses"]["204"]["headers"]) == ["X-A"]
    assert [each["name"] for each in operation["parameters"]] == ["X-B"]


def test_references_that_lead_nowhere_are_one_warning() -> None:
    lost = [
        Annotated[int, WithJsonSchema({"$ref": f"#/components/schemas/{name}"})] for name in "AB"
    ]
    headers = tuple(replace(header(f"X-{n}"), type=form) for n, form in enumerate(lost))
    with pytest.warns(ExportWarning) as caught:
        document(replace(READ, successes=(Success(status=204, headers=headers),)))
    [text] = [str(warning.message) for warning in caught]
    assert "'#/components/schemas/A', '#/components/schemas/B'" in text


def test_a_response_header_that_is_declared_twice() -> None:
    headers = tuple(header(name) for name in ("X-A", "x-a", "X-B"))
    with pytest.warns(ExportWarning, match="the response header x-a is declared twice"):
        found = document(replace(READ, successes=(Success(status=204, headers=headers),)))
    response = found["paths"]["/a"]["get"]["responses"]["204"]
    assert list(response["headers"]) == ["X-A", "X-B"]


def test_webhooks_and_callbacks() -> None:
    sent = replace(
        READ,
        name="paid",
        verbs=("POST",),
        path="{$request.body#/url}/{id}",
        body=RequestBody(contents=(Content(type=int),), required=True),
        parameters=(Parameter(name="id", location="path", type=int),),
    )
    hook = HttpContract(
        name="Hooks", methods=(replace(sent, path="paid", parameters=()),), outgoing=True
    )
    back = HttpContract(name="Back", methods=(sent,), outgoing=True)
    asked = HttpContract(name="A", path_prefix="/a", methods=(replace(READ, callbacks=(back,)),))
    found = to_openapi([hook, asked], title="T")
    assert list(found["paths"]) == ["/a"]
    assert [tag["name"] for tag in found["tags"]] == ["Hooks", "A"]
    assert found["webhooks"]["paid"]["post"]["tags"] == ["Hooks"]
    ((expression, item),) = found["paths"]["/a"]["get"]["callbacks"]["paid"].items()
    assert expression == "{$request.body#/url}/{id}"
    assert "tags" not in item["post"]
    assert item["post"]["operationId"] == "Back_paid"
    assert item["post"]["requestBody"] == {
        "required": True,
        "content": {"application/json": {"schema": INTEGER}},
    }
    assert item["post"]["parameters"] == [
        {"name": "id", "in": "path", "required": True, "schema": INTEGER}
    ]


INTEGER = {"type": "integer"}


def test_a_webhook_that_is_sent_twice_is_written_once() -> None:
    with pytest.warns(
        ExportWarning, match="A.two: GET /a is declared twice; the first one is kept"
    ):
        found = document(READ, replace(READ, name="two"), outgoing=True)
    assert found["webhooks"]["/a"]["get"]["operationId"] == "A_read"
    assert found["paths"] == {}


@pytest.mark.parametrize(
    ("url", "mounted"),
    [
        ("/", "/api"),
        ("/api", "/api"),
        ("/apis", "/api/apis"),
        ("https://example.org/", "https://example.org/"),
    ],
)
def test_relative_servers_are_below_the_path_of_the_service(url: str, mounted: str) -> None:
    found = {"servers": [{"url": url, "description": "One."}]}
    below_root_path(found, "/api")
    assert found == {"servers": [{"url": mounted, "description": "One."}]}


def test_a_document_without_servers_is_that_of_the_service() -> None:
    found: dict[str, Any] = {}
    below_root_path(found, "/api")
    assert found == {"servers": [{"url": "/api"}]}


PAIR = [{"type": "integer"}, {"type": "string"}]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"prefixItems": PAIR, "items": False}, {"prefixItems": PAIR, "items": {}, "maxItems": 2}),
        (
            {"prefixItems": PAIR, "items": False, "maxItems": 5},
            {"prefixItems": PAIR, "items": {}, "maxItems": 2},
        ),
        ({"prefixItems": PAIR}, {"prefixItems": PAIR, "items": {}}),
        ({"items": False}, {"items": False}),
    ],
)
def test_tuples_are_written_for_every_reader(
    schema: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert with_open_tuples(schema) == expected
    assert with_open_tuples({"properties": {"a": schema}}) == {"properties": {"a": expected}}
