"""OpenAPI files as documents: what is read, what is wrong with them, and what is exported again."""

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning, BadDocument
from sphinxcontrib_ggdocs.catalog.export import collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from .openapi_operations import differences, load

HEAD = """
openapi: 3.1.0
info: {title: Pets, version: "1"}
"""


PETS = """
openapi: 3.0.3
info: {title: Pets, version: "1", description: All about pets.}
servers:
  - {url: "https://{region}.pets.example.org", variables: {region: {default: eu, enum: [eu, us]}}}
tags: [{name: pets, description: All pets}, {name: owners}]
security: [{key: []}, {login: [read, write], key: []}, {}]
paths:
  /pets/{petId}:
    parameters: [{$ref: "#/components/parameters/PetId"}]
    get:
      tags: [pets]
      operationId: pets/get-one
      summary: Get one
      description: A *pet*.
      parameters:
        - {name: fields, in: query, explode: false, schema: {type: array, items: {type: string}}}
        - {name: filter, in: query, style: deepObject, schema: {type: object}}
        - {name: raw, in: query, content: {application/json: {schema: {type: object}}}}
        - {name: X-Trace, in: header, deprecated: true, schema: {type: string}, example: t1}
        - {name: session, in: cookie, schema: {type: string}}
      responses:
        200:
          description: A pet
          headers: {X-Rate: {description: Left, schema: {type: integer}}}
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Pet"}
              examples: {rex: {summary: A dog, value: {name: Rex}}}
            text/csv: {}
          links: {owner: {operationId: owner}}
        4XX: {$ref: "#/components/responses/Failed"}
        default: {$ref: "#/components/responses/Failed"}
    put:
      deprecated: true
      externalDocs: {url: "https://example.org/put", description: More}
      security: []
      x-internal: true
      requestBody:
        required: true
        description: The pet
        content:
          application/json: {schema: {$ref: "#/components/schemas/Pet"}}
          multipart/form-data:
            schema: {type: object, properties: {photo: {type: string, format: binary}}}
            encoding: {photo: {contentType: image/png}}
      callbacks:
        changed:
          "{$request.body#/url}": {post: {responses: {"204": {description: Seen}}}}
      responses: {"204": {description: Done}}
  /owners:
    get: {tags: [owners], operationId: owner, responses: {default: {description: Something}}}
components:
  parameters: {PetId: {name: petId, in: path, required: true, schema: {type: integer, minimum: 1}}}
  responses:
    Failed:
      description: It failed
      content: {application/problem+json: {schema: {type: object}}}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    login:
      type: oauth2
      flows: {clientCredentials: {tokenUrl: "https://a.example", scopes: {read: "", write: ""}}}
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, nullable: true, example: Rex}
        weight: {type: number, minimum: 0, exclusiveMinimum: true}
        friends: {type: array, items: {$ref: "#/components/schemas/Pet"}}
        home: {allOf: [{$ref: "#/components/schemas/home-address"}], nullable: true}
    home-address: {type: object, additionalProperties: false}
    Never.used: {not: {type: string}, if: {type: object}, then: {minProperties: 1}}
"""


def spec(folder: Path, text: str, name: str = "api.yaml") -> ApiDocSpec:
    """The document of a file with this text."""
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return ApiDocSpec(slug="pets", openapi=str(path))


def read(folder: Path, text: str) -> tuple[dict[str, Any], list[str]]:
    """The contract document of a file, and the warnings, the file's folder left out of them."""
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(spec(folder, text))
    values: dict[str, Any] = json.loads(document.to_json())
    return values, [str(each).replace(f"{folder}/", "") for each in warned]


def methods(document: dict[str, Any]) -> dict[str, Any]:
    """The methods of a document by name."""
    return {
        method["name"]: method
        for group in document["groups"]
        for contract in group["contracts"]
        for method in contract["methods"]
    }


def test_a_server_without_a_scheme_is_one_of_https(tmp_path: Path) -> None:
    document, warned = read(tmp_path, PETS.replace("https://{region}", "//{region}"))
    assert warned == read(tmp_path, PETS)[1]
    assert document["service"]["servers"][0]["url"] == "https://{region}.pets.example.org"


def test_a_file_is_a_document(tmp_path: Path) -> None:
    document, warned = read(tmp_path, PETS)
    assert document["service"] == {
        "slug": "pets",
        "name": "Pets",
        "version": "1",
        "description": "All about pets.",
        "servers": [
            {
                "url": "https://{region}.pets.example.org",
                "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}},
            }
        ],
    }
    assert [(each["name"], each.get("description")) for each in document["groups"]] == [
        ("pets", "All pets"),
        ("owners", None),
        ("default", None),
    ]
    assert [*methods(document)] == ["pets_get_one", "owner", "put_pets_by_petId", "changed"]
    assert document["schemas"] == {
        "Never.used": {
            "not": {"type": "string"},
            "if": {"type": "object"},
            "then": {"minProperties": 1},
        },
        "Pet": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": ["string", "null"], "examples": ["Rex"]},
                "weight": {"type": "number", "exclusiveMinimum": 0},
                "friends": {"type": "array", "items": {"$ref": "#/schemas/Pet"}},
                "home": {
                    "anyOf": [{"allOf": [{"$ref": "#/schemas/home-address"}]}, {"type": "null"}]
                },
            },
        },
        "home-address": {"type": "object", "additionalProperties": False},
    }
    assert warned == []


def test_parameters_bodies_and_responses(tmp_path: Path) -> None:
    document, _ = read(tmp_path, PETS)
    get, put = (methods(document)[name] for name in ("pets_get_one", "put_pets_by_petId"))
    assert get["pathParams"] == [
        {"name": "petId", "required": True, "schema": {"type": "integer", "minimum": 1}}
    ]
    assert [each["name"] for each in get["queryParams"]] == ["fields", "filter", "raw"]
    trace = {"type": "string", "examples": ["t1"]}
    assert get["headerParams"] == [
        {"name": "X-Trace", "required": False, "schema": trace, "deprecated": True}
    ]
    assert [each["name"] for each in get["cookieParams"]] == ["session"]
    assert get["successResponse"]["contents"] == [
        {
            "mediaType": "application/json",
            "schema": {"$ref": "#/schemas/Pet", "examples": [{"name": "Rex"}]},
            "examples": [{"name": "rex", "summary": "A dog"}],
        },
        {"mediaType": "text/csv"},
    ]
    assert get["responseHeaders"] == [
        {
            "name": "X-Rate",
            "required": False,
            "schema": {"type": "integer"},
            "description": "Left",
        }
    ]
    assert get["errors"] == ["Client-Error", "Other-Error"]
    assert put["security"] == [{}]
    assert put["requestBody"]["required"] is True
    media_types = [each["mediaType"] for each in put["requestBody"]["contents"]]
    assert media_types == ["application/json", "multipart/form-data"]


def test_brands(tmp_path: Path) -> None:
    text = """
        openapi: 3.1.0
        info: {title: T, version: "1"}
        components:
          schemas:
            UserId: {type: string, x-brand: UserId}
            AdminId: {type: string, x-brand: [UserId, AdminId]}
            Wrong: {type: string, x-brand: [7]}
    """
    document, warned = read(tmp_path, text)
    assert document["schemas"] == {
        "AdminId": {"type": "string", "x-brand": ["UserId", "AdminId"]},
        "UserId": {"type": "string", "x-brand": ["UserId"]},
        "Wrong": {"type": "string"},
    }
    assert len(warned) == 1
    assert "#/components/schemas/Wrong/x-brand: [7] names no brand" in warned[0]
    with collected_warnings(ApplicationWarning):
        view = view_of(build_contract_doc(spec(tmp_path, text)))
    assert [schema.key for schema in view.schemas if schema.is_brand] == ["AdminId", "UserId"]


def test_what_is_read_is_exported_again(tmp_path: Path) -> None:
    source = spec(tmp_path, PETS)
    with collected_warnings(ApplicationWarning):
        exported = to_openapi(source)
    assert differences(load(tmp_path / "api.yaml"), exported) == []
    schemas = exported["components"]["schemas"]
    assert schemas["Pet"]["properties"]["friends"]["items"] == {"$ref": "#/components/schemas/Pet"}


def test_references_to_other_files(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "types.yaml").write_text(
        "User: {type: object, properties: {boss: {$ref: '#/User'}, pet: {$ref: '../pet.json'}}}"
    )
    (tmp_path / "pet.json").write_text('{"type": "string"}')
    text = """
    paths:
      /me:
        get:
          responses:
            "200":
              description: You
              content: {application/json: {schema: {$ref: "shared/types.yaml#/User"}}}
    """
    source = spec(tmp_path, HEAD + textwrap.dedent(text))
    schemas = build_contract_doc(source).schemas
    assert schemas["User"] == {
        "type": "object",
        "properties": {"boss": {"$ref": "#/schemas/User"}, "pet": {"$ref": "#/schemas/pet"}},
    }
    assert schemas["pet"] == {"type": "string"}
    assert [path.name for path in source.contents.files] == ["api.yaml", "pet.json", "types.yaml"]


FAULTS = {
    "a path without a slash": (
        "paths: {users: {get: {responses: {}}}}",
        "api.yaml:4: #/paths/users: the path 'users' does not begin with /",
    ),
    "a parameter that is nowhere": (
        "paths: {/a: {get: {parameters: [{name: b, in: body}], responses: {}}}}",
        "api.yaml:4: #/paths/~1a/get/parameters/0: the parameter 'b' is in 'body'",
    ),
    "a reference to another host": (
        "components: {schemas: {A: {$ref: 'https://example.org/a.json'}}}",
        (
            "api.yaml:4: #/components/schemas/A/$ref: the reference 'https://example.org/a.json' is "
            "to another host, which is never contacted"
        ),
    ),
    "a reference out of the folder": (
        "components: {schemas: {A: {$ref: '../../../../etc/passwd'}}}",
        (
            "api.yaml:4: #/components/schemas/A/$ref: the reference '../../../../etc/passwd' leaves "
            "the folder of the document and the working directory, or is not to a .json, .yaml or .yml "
            "file"
        ),
    ),
    "a parameter that is itself": (
        (
            "components: {parameters: {A: {$ref: '#/components/parameters/A'}}}\n"
            "paths: {/a: {get: {parameters: [{$ref: '#/components/parameters/A'}], responses: {}}}}"
        ),
        "api.yaml:5: #/paths/~1a/get/parameters/0: the reference refers to itself",
    ),
    "a scheme that is not defined": (
        "paths: {/a: {get: {security: [{key: []}], responses: {}}}}",
        "api.yaml:4: #/paths/~1a/get/security/0/key: there is no security scheme 'key'",
    ),
    "two operations of one id": (
        "paths: {/a: {get: {operationId: x, responses: {}}, put: {operationId: x, responses: {}}}}",
        "api.yaml:4: #/paths/~1a/put: the operationId 'x' is taken by another operation",
    ),
    "a key twice": (
        "components: {schemas: {A: {type: string, type: object}}}",
        "api.yaml: line 4: the key 'type' is written twice in one object; the last one counts",
    ),
    "a callback of itself": (
        "paths: {/a: {post: {responses: {}, callbacks: {again: {'{$url}': {$ref: '#/paths/~1a'}}}}}}",
        "api.yaml:4: #/paths/~1a/post: the operation is a callback of itself",
    ),
    "a method that there is not": (
        "paths: {/a: {fetch: {}}}",
        "api.yaml:4: #/paths/~1a/fetch: 'fetch' is not a method",
    ),
    "a status that is none": (
        "paths: {/a: {get: {responses: {ok: {description: Fine}}}}}",
        "api.yaml:4: #/paths/~1a/get/responses/ok: 'ok' is not a status",
    ),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_warning_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    _, warned = read(tmp_path, HEAD.lstrip("\n") + "x-line: 3\n" + text)
    assert [each.partition("; ")[0] for each in warned] == [message.partition("; ")[0]]


NO_DOCUMENTS = {
    "no file": (None, "there is no file 'api.yaml'"),
    "nothing": ("", "api.yaml: the file is empty"),
    "another format": (
        "asyncapi: 3.0.0",
        "it does not say openapi: 3.x\n  hint: name the file in the field 'asyncapi'",
    ),
    "a later version": ("openapi: 4.0.0", "api.yaml: OpenAPI '4.0.0' is not supported"),
    "an alias inside of itself": ("a: &a [*a]", "an alias is inside its own anchor"),
    "nesting that ends parsers written in C": ("a: " + "[" * 100_000, "deeper than 100 levels"),
    "nested lists in a line": ("a:\n  " + "- " * 100_000 + "a", "deeper than 100 levels"),
    "a bomb of aliases": (
        "a0: &a0 [x, x]\n"
        + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)),
        "values",
    ),
    "no YAML": ("a: [", "api.yaml:2:1: the file is not valid YAML"),
    "Swagger": ('swagger: "1.2"', "api.yaml: Swagger '1.2' is not supported"),
}


@pytest.mark.parametrize(("text", "message"), NO_DOCUMENTS.values(), ids=NO_DOCUMENTS)
def test_what_is_no_document_ends_in_words(tmp_path: Path, text: str | None, message: str) -> None:
    source = ApiDocSpec(slug="pets", openapi=str(tmp_path / "api.yaml"))
    if text is not None:
        (tmp_path / "api.yaml").write_text(text)
    with pytest.raises(BadDocument) as raised:
        source.resolved_groups()
    assert message in str(raised.value).replace(f"{tmp_path}/", "")


def test_a_number_of_any_length_is_one_warning(tmp_path: Path) -> None:
    """Lines of other faults are found behind it."""
    schema = '{"maximum": ' + "9" * 5000 + ', "type": "integer", "x": {"$ref": "nowhere.json"}}'
    text = '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {},\n'
    path = tmp_path / "api.json"
    path.write_text(text + f'"components": {{"schemas": {{"A": {schema}, "B": 3}}}}}}')
    with collected_warnings(ApplicationWarning) as warned:
        build_contract_doc(ApiDocSpec(slug="a", openapi=str(path)))
    texts = [str(each).replace(f"{path}", "api.json").partition("; ")[0] for each in warned]
    assert "cannot be a JSON number" in texts[0]
    assert texts[1].startswith("api.json:2: #/components/schemas/")


def test_half_of_a_letter_is_a_sign(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    given = {"openapi": "3.1.0", "info": {"title": "A\ud800", "version": "\U0001f600"}, "paths": {}}
    path.write_text(json.dumps(given))
    with collected_warnings(ApplicationWarning) as warned:
        service = build_contract_doc(ApiDocSpec(slug="a", openapi=str(path))).service
    assert (service.name, service.version) == ("A\ufffd", "\U0001f600")
    assert ["unpaired surrogate" in str(each) for each in warned] == [True]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252"])
def test_text_in_another_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "api.yaml"
    bom = "\ufeff" if encoding == "utf-16-le" else ""
    path.write_text(f"{bom}{HEAD}x-note: Größe\n", encoding=encoding)
    with pytest.raises(BadDocument) as raised:
        ApiDocSpec(slug="a", openapi=str(path)).resolved_groups()
    in_utf_16 = ", but in UTF-16" if encoding != "cp1252" else ""
    assert f"the file is not text in UTF-8{in_utf_16}\n  hint: save it in UTF-8" in str(
        raised.value
    )


def test_many_faults_are_cut_off(tmp_path: Path) -> None:
    schemas = "".join(f"    S{n}: {{type: text}}\n" for n in range(500))
    _, warned = read(tmp_path, f"{HEAD}components:\n  schemas:\n{schemas}")
    assert len(warned) == 101
    assert warned[-1].startswith("api.yaml: more than 100 warnings")


def test_a_merge_of_merges_stays_small(tmp_path: Path) -> None:
    merges = "".join(
        f"x-{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}], k{n}: 1}}\n" for n in range(1, 25)
    )
    document, _ = read(
        tmp_path, f"{HEAD}x-0: &m0 {{type: object}}\n{merges}components: {{schemas: {{A: *m0}}}}"
    )
    assert document["schemas"] == {"A": {"type": "object"}}


def test_values_of_yaml_are_those_of_json(tmp_path: Path) -> None:
    text = "components: {schemas: {A: {enum: [no, 2020-01-01, 1_000, 0x10, ~, 1.5, on, '1']}}}"
    document, _ = read(tmp_path, HEAD + text)
    values = ["no", "2020-01-01", "1_000", 16, None, 1.5, "on", "1"]
    assert document["schemas"]["A"]["enum"] == values


BAD_KEYWORDS = {
    "contentEncoding": {"a": 1},
    "contentMediaType": ["text/csv"],
    "$schema": {},
    "$dynamicRef": [],
    "dependentRequired": "name",
    "$vocabulary": "core",
}


def test_keywords_of_another_form_are_left_out(tmp_path: Path) -> None:
    schema = json.dumps({"type": "string", "minLength": 1, **BAD_KEYWORDS})
    document, warned = read(
        tmp_path,
        f"""\
        openapi: 3.1.0
        info: {{title: Pets, version: "1"}}
        paths:
          /pets:
            get:
              responses:
                "200":
                  description: OK
                  content: {{application/json: {{schema: {schema}}}}}
        """,
    )
    [method] = methods(document).values()
    shown = method["successResponse"]["contents"][0]["schema"]
    assert shown == {"type": "string", "minLength": 1}
    assert [message.partition(": expected")[0].rpartition("/")[2] for message in warned] == [
        *BAD_KEYWORDS
    ]


@pytest.mark.parametrize("keyword", ["properties", "patternProperties", "dependentSchemas"])
def test_a_list_is_no_schema_of_a_name(keyword: str, tmp_path: Path) -> None:
    schema = json.dumps({"type": "object", keyword: {"a": [], "b": {"type": "string"}}})
    text = f"components: {{schemas: {{A: {schema}}}}}\n"
    document, warned = read(tmp_path, HEAD + text)
    assert document["schemas"]["A"][keyword] == {"a": {}, "b": {"type": "string"}}
    assert [f"{keyword}/a" in message for message in warned] == [True]
