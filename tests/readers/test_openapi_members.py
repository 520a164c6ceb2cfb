"""What files say in ways that few do: code samples, links, encodings, styles, own servers,
callbacks; in the contract document, in the text, and in files that are exported again.
"""

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts.model import HttpContract, HttpMethod, Success
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from .openapi_operations import differences, load
from .test_openapi import methods, read, spec

PHOTOS = """\
openapi: 3.1.0
info: {title: Photos, version: "1"}
servers: [{url: "https://api.example.org"}]
paths:
  /photos/{id}:
    servers: [{url: "https://{region}.example.org", variables: {region: {default: eu}}}]
    get:
      operationId: get_photo
      tags: [photos]
      parameters:
        - {name: id, in: path, required: true, style: matrix, schema: {type: string}}
        - {name: pages, in: query, style: pipeDelimited, schema: {type: array, items: {}}}
        - {name: ids, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: usual, in: query, schema: {type: array, items: {type: string}}}
        - {name: where, in: query, style: deepObject, schema: {$ref: "#/components/schemas/Where"}}
        - {name: spread, in: query, schema: {$ref: "#/components/schemas/Where"}}
        - {name: raw, in: query, content: {application/json: {schema: {type: object}}}}
        - {name: seen, in: cookie, schema: {type: array, items: {type: string}}}
      x-codeSamples:
        - {lang: Python, label: SDK, source: "client.photos.get(1)"}
        - {lang: Shell, source: "photos get 1"}
      responses:
        "200":
          description: A photo
          content: {application/json: {schema: {$ref: "#/components/schemas/Where"}}}
          links:
            next:
              operationId: get_photo
              parameters: {id: $response.body#/next, size: 3}
              description: The *next* one.
            upload: {$ref: "#/components/links/upload"}
            other: {operationRef: "other.yaml#/paths/~1x/get"}
  /photos:
    post:
      tags: [photos]
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties:
                photo: {type: string, format: binary}
                more: {type: array, items: {type: string, contentMediaType: image/png}}
                about: {type: object}
                words: {type: array, items: {type: string}}
            encoding:
              photo: {contentType: "image/png, image/jpeg"}
              about: {contentType: application/xml, headers: {X-A: {$ref: "#/components/headers/A"}}}
              words: {style: form, explode: false}
      callbacks:
        stored: {"{$request.body#/url}": {post: {responses: {"204": {description: Seen}}}}}
      responses: {"204": {description: Done}}
components:
  links: {upload: {operationRef: "#/paths/~1photos/post", requestBody: {again: true}}}
  headers: {A: {schema: {type: string}}}
  schemas: {Where: {type: object, properties: {city: {type: string}}}}
"""


def test_the_document_has_them(tmp_path: Path) -> None:
    document, warned = read(tmp_path, PHOTOS)
    assert warned == []
    found = methods(document)
    get, post = found["get_photo"], found["post_photos"]
    parameters = [*get["pathParams"], *get["queryParams"], *get["cookieParams"]]
    sent = {
        each["name"]: (each.get("style"), each.get("explode"), each.get("mediaType"))
        for each in parameters
    }
    assert sent == {
        "id": ("matrix", None, None),
        "pages": ("pipeDelimited", None, None),
        "ids": (None, False, None),
        "usual": (None, None, None),
        "where": ("deepObject", False, None),
        "spread": ("form", True, None),
        "raw": (None, None, "application/json"),
        "seen": ("form", True, None),
    }
    assert get["codeSamples"] == [
        {"language": "Python", "label": "SDK", "code": "client.photos.get(1)"},
        {"language": "Shell", "code": "photos get 1"},
    ]
    assert get["servers"] == [
        {"url": "https://{region}.example.org", "variables": {"region": {"default": "eu"}}}
    ]
    assert get["successResponse"]["links"] == [
        {
            "name": "next",
            "method": "photos/Photos/get_photo",
            "parameters": {"id": "$response.body#/next", "size": 3},
            "description": "The *next* one.",
        },
        {"name": "upload", "method": "photos/Photos/post_photos", "body": {"again": True}},
        {"name": "other", "operation": "other.yaml#/paths/~1x/get"},
    ]
    (form,) = post["requestBody"]["contents"]
    assert form["files"] == {"photo": {"mediaTypes": ["image/png", "image/jpeg"]}, "more": {}}
    assert post["callbacks"] == ["PostPhotosCallbacks"]
    assert found["stored"]["httpPath"] == "{$request.body#/url}"


def test_they_are_exported_as_they_came(tmp_path: Path) -> None:
    given = spec(tmp_path, PHOTOS)
    exported = to_openapi(given)
    text = json.dumps(exported)
    assert "#/components/links" not in text  # there are none any more
    assert differences(load(tmp_path / "api.yaml"), exported) == []


def test_links_of_a_document_that_was_read_are_exported(tmp_path: Path) -> None:
    document, _ = read(tmp_path, PHOTOS)
    stored = tmp_path / "api-docs.json"
    stored.write_text(json.dumps(document), encoding="utf-8")
    exported = to_openapi(ApiDocSpec(slug="photos", contract_document=str(stored)))
    links = exported["paths"]["/photos/{id}"]["get"]["responses"]["200"]["links"]
    assert links == {
        "next": {
            "operationRef": "#/paths/~1photos~1%7Bid%7D/get",
            "parameters": {"id": "$response.body#/next", "size": 3},
            "description": "The *next* one.",
        },
        "upload": {"operationRef": "#/paths/~1photos/post", "requestBody": {"again": True}},
        "other": {"operationRef": "other.yaml#/paths/~1x/get"},
    }


def test_of_links_with_the_same_name_the_last_one_counts(tmp_path: Path) -> None:
    document, _ = read(tmp_path, PHOTOS)
    text = json.dumps(document).replace(
        '{"name": "other", "operation": "other.yaml#/paths/~1x/get"}',
        '{"name": "next", "method": "photos/Photos/unknown"}',
    )
    stored = tmp_path / "api-docs.json"
    stored.write_text(text, encoding="utf-8")
    exported = to_openapi(ApiDocSpec(slug="photos", contract_document=str(stored)))
    links = exported["paths"]["/photos/{id}"]["get"]["responses"]["200"]["links"]
    assert list(links) == ["upload"]


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("x-codeSamples: [{lang: Python}]", "the code sample has no source"),
        (
            'responses: {"200": {description: x, links: {a: {parameters: {}}}}}',
            "the link refers to no operation",
        ),
        (
            "requestBody: {content: {multipart/form-data: {schema: {}, encoding: {a: 1}}}}",
            "expected object, got 1",
        ),
    ],
)
def test_a_fault_is_one_warning(member: str, message: str, tmp_path: Path) -> None:
    text = f"""\
        openapi: 3.1.0
        info: {{title: Photos, version: "1"}}
        paths:
          /photos:
            get:
              {member}
        """
    document, warned = read(tmp_path, textwrap.dedent(text))
    (warning,) = warned
    assert message in warning
    assert methods(document).keys() == {"get_photos"}


@pytest.mark.parametrize(
    "extra",
    [
        {"x-codeSamples": [{"lang": 1, "source": "a"}, {"source": 2}, 3]},
        {"x-codeSamples": "a", "servers": [{"url": 1}, 2]},
    ],
)
def test_members_of_applications_may_have_any_form(extra: dict[str, Any]) -> None:
    """Authors of applications write them unchecked."""
    method = HttpMethod(
        name="get", verbs=("GET",), path="", successes=(Success(status=200),), openapi_extra=extra
    )
    contract = HttpContract(name="PhotoApi", path_prefix="/photos", methods=(method,))
    assert markdown_of(build_contract_doc([contract], title="Photos"))


@pytest.mark.parametrize(
    ("identifier", "path", "name"),
    [
        ("get_jobs_v0_jobs_query_get", "/v0/jobs/query", "get_jobs"),
        ("get_job_jobs__id__get", "/jobs/{id}", "get_job"),
    ],
)
def test_names_of_fastapi_are_those_of_handlers(
    identifier: str, path: str, name: str, tmp_path: Path
) -> None:
    text = f"""\
        openapi: 3.1.0
        info: {{title: Jobs, version: "1"}}
        paths: {{"{path}": {{get: {{operationId: {identifier}, responses: {{}}}}}}}}
        """
    if "{id}" in path:
        text = text.replace("get: {", PARAMETER)
    document, warned = read(tmp_path, textwrap.dedent(text))
    assert warned == []
    assert methods(document).keys() == {name}
    exported = to_openapi(ApiDocSpec(slug="jobs", openapi=str(tmp_path / "api.yaml")))
    assert exported["paths"][path]["get"]["operationId"] == identifier


PARAMETER = "parameters: [{name: id, in: path, required: true, schema: {}}], get: {"
