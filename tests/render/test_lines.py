"""The static text of objects as nodes and as HTML, written without an application of Sphinx."""

from dataclasses import replace
from typing import Annotated, Any, NewType, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http
from sphinxcontrib_ggdocs.ext.render.html_writer import SphinxWriter
from sphinxcontrib_ggdocs.ext.render.node_writer import NodeWriter
from sphinxcontrib_ggdocs.native import build_contract_doc, markdown_writer
from sphinxcontrib_ggdocs.native.blocks.credentials import scheme_blocks, security_blocks
from sphinxcontrib_ggdocs.native.blocks.messages import field_blocks
from sphinxcontrib_ggdocs.native.blocks.notation import (
    MOST_USERS,
    described_line,
    fact_words,
    type_words,
)
from sphinxcontrib_ggdocs.native.blocks.objects import blocks_of
from sphinxcontrib_ggdocs.native.blocks.scope import Scope
from sphinxcontrib_ggdocs.native.html_writer import StaticWriter
from sphinxcontrib_ggdocs.native.view import DescribedValue, Facts, MethodList, view_of
from sphinxcontrib_ggdocs.native.view.types import Token
from sphinxcontrib_ggdocs.native.vocabulary import (
    Block,
    Constraint,
    Line,
    Prose,
    Ref,
    Titled,
    code,
    parts_of,
)

from ..native.views_for_tests import (
    BARE,
    FRAMING,
    ORDER,
    TEXT,
    Described,
    Json,
    body,
    content,
    contract,
    document,
    error,
    frame,
    message,
    message_json,
    method,
    method_json,
    param,
    response,
    schema,
    socket,
)
from .node_notation import capitals, in_notation

OrderId = NewType("OrderId", int)


class Order(BaseModel):
    """An *order*."""

    id: OrderId
    notes: Annotated[str, Field(description="Any words", max_length=20)] = ""


GONE = ERROR.define("GONE", 410, description="There is none.\n\n- It was removed.")
Authenticated = Requirement("Authenticated", headers={"Authorization": BearerToken})


@http.api("/orders", requires=[Authenticated])
class OrderApi(Protocol):
    @http.get("/{id}", errors=[GONE])
    def get_order(self, id: OrderId) -> Order:
        """One order."""
        ...


__all__ = ["capitals"]


def written(described: Described, schemes: set[str] | None = None) -> str:
    scope = Scope(view=described.document, schemes=schemes)
    return in_notation(blocks_of(scope, described.view))


def test_the_lines_of_a_document() -> None:
    view = view_of(build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=[OrderApi])))
    lines = {name: written(Described(view, shown)) for (_, name), shown in view.objects.items()}
    assert lines["shop.Order"] == (
        "An *order*."
        "\n"
        "- **id** [`integer & OrderId`](brand-shop.OrderId)\n"
        '- **notes** `string`, OPTIONAL – Any words. ≤ 20 characters; DEFAULT `""`.'
        "\n"
        '{\n  "id": 1,\n  "notes": ""\n}'
        "\n"
        "USED BY [OrderApi.get_order](method-shop.OrderApi.get_order) .gg-uses"
    )
    assert lines["shop.GONE"] == (
        "There is none.\n- It was removed."
        "\n"
        "USED BY [OrderApi.get_order](method-shop.OrderApi.get_order) .gg-uses"
    )
    assert lines["shop.OrderApi"] == ("*AUTHENTICATION* " + BEARER)
    method = lines["shop.OrderApi.get_order"]
    assert method.startswith(
        "One order.\n"
        "- **id** [`integer & OrderId`](brand-shop.OrderId), PATH\n"
        "*RESPONSE* 200 [`Order`](schema-shop.Order)\n"
        "*ERRORS* {410 GONE}\n"
        "*ERRORS OF THE RUNTIME* {401 UNAUTHORIZED}, "
    )


BEARER = "`Authorization` (HEADER): BEARER TOKEN"
SCOPE = Scope(view=document())
MARK = Token("mark", " | ")
DESCRIBED = Facts(
    described_values=(DescribedValue("1", "LOW", "Not *now*."), DescribedValue("2", "", "Now"))
)
VALUES = "- `1` (LOW) – Not *now*.\n- `2` – Now"
BOUNDED = Facts(constraints=(Constraint("≥ 1"), Constraint("≤ 9")))
BOUNDED_TEXT: Json = {"type": "string", "minLength": 1, "pattern": "a"}
ONE_FIELD: Json = {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
MARKUP = "Some *words*."
LONG = f"{MARKUP}\n\nMore."
LIST = "* one\n\n* two"
SAVE = Ref("method", "shop.Api.save", "Api.save")
API = Ref("contract", "shop.Api", "Api")
SHOWN_SAVE = "[Api.save](method-shop.Api.save)"
SHOWN_ORDER = "[`Order`](schema-shop.Order)"


KEY: Json = {"Key": {"type": "apiKey", "in": "cookie", "name": "sid"}}
PERMISSION: Json = {"text": "scope a", "tree": {"kind": "scope", "name": "a"}}
FAILING: Json = {
    **FRAMING,
    "description": "Each in one.",
    "eventError": frame("failed", "error"),
    "refusal": frame("refused", "error"),
    "eventErrors": ["GONE"],
    "refusals": ["GONE", "LOST"],
}


def users(described: Described, **more: Any) -> Described:
    """An object with other users."""
    return described._replace(view=replace(described.view, **more))


CASES: list[tuple[str, Described, str]] = [
    ("an empty contract", contract(), ""),
    ("markup", contract(description=MARKUP), MARKUP),
    (
        "a deprecated contract",
        contract(deprecated=True),
        "! **DEPRECATED.** DO NOT USE THIS IN NEW CODE.",
    ),
    (
        "a contract whose callers are unknown",
        contract(permission=PERMISSION),
        "*AUTHENTICATION* HOW CALLERS IDENTIFY THEMSELVES IS NOT DECLARED.\n*PERMISSION* scope a",
    ),
    (
        "parameters of a contract",
        contract(headers=[param("X-A")]),
        "- **X-A** `string`, HEADER",
    ),
    (
        "errors of a handshake",
        socket(errors=["GONE", "Teapot"]),
        "*ERRORS* {410 GONE}, {418 Teapot}\n*FRAMING* bare",
    ),
    (
        "problems",
        contract(errorFormat="problem", methods=[method_json(errors=["GONE"])]),
        "*ERROR FORMAT* `application/problem+json`",
    ),
    (
        "problems that no error is",
        contract(errorFormat="problem", methods=[method_json(errors=["Teapot"])]),
        "",
    ),
    (
        "further documentation",
        contract(externalDocs={"url": "https://example.org", "description": "More"}),
        "*SEE ALSO* <https://example.org More>",
    ),
    (
        "a WebSocket without methods",
        socket(methods=[]),
        "*MESSAGES* NOT DESCRIBED; IN FASTAPI, MESSAGES() DESCRIBES THEM",
    ),
    (
        "framing of methods with equal answers",
        socket(
            framing=FAILING, methods=[message_json(name=name, errors=["GONE"]) for name in "ab"]
        ),
        (
            '*FRAMING* envelope – Each in one. REPLIES AS SENT `{"answer": <payload>}`. '
            'ERRORS AS SENT `{"error": <error>}`. '
            'A FAILED EVENT IS REPORTED WITH `{"failed": <error>}`: {GONE}. '
            'INVALID MESSAGES GET THE REPLY `{"refused": <error>}`: {GONE}, {LOST}.'
        ),
    ),
    (
        "failures that are not answered",
        socket(framing={**FAILING, "eventErrors": None, "refusals": None}),
        '*FRAMING* envelope – Each in one. REPLIES AS SENT `{"answer": <payload>}`.',
    ),
    (
        "framing in many words",
        socket(framing={**BARE, "description": LONG}),
        f"*FRAMING* bare – {MARKUP}\nMore.",
    ),
    (
        "a method in words",
        method(summary="Save", description=MARKUP),
        (f"Save\n{MARKUP}"),
    ),
    (
        "a deprecated method",
        method(deprecated=True, deprecationMessage="Use patch."),
        "! **DEPRECATED.** Use patch.",
    ),
    ("a message of a method that is not deprecated", method(deprecationMessage="Use patch."), ""),
    (
        "a method with a permission",
        method(permission={"text": "public", "tree": {"kind": "public"}}),
        "*PERMISSION* public",
    ),
    (
        "a method with a credential and a permission",
        method(KEY, security=[{"Key": []}], permission=PERMISSION),
        "*AUTHENTICATION* `sid` (COOKIE): API KEY · *PERMISSION* scope a",
    ),
    (
        "a method with alternatives and a permission",
        method(KEY, security=[{"Key": []}, {}], permission=PERMISSION),
        (
            "*AUTHENTICATION* ONE OF THESE IS ENOUGH:\n"
            "- `sid` (COOKIE): API KEY\n- CALLS WITHOUT CREDENTIALS ARE ACCEPTED, TOO."
            "\n"
            "*PERMISSION* scope a"
        ),
    ),
    (
        "parameters in all places",
        method(
            pathParams=[param("path")],
            queryParams=[param("query")],
            headerParams=[param("header")],
            cookieParams=[param("cookie")],
        ),
        (
            "- **path** `string`, PATH\n- **query** `string`, QUERY\n"
            "- **header** `string`, HEADER\n- **cookie** `string`, COOKIE"
        ),
    ),
    (
        "a response without contents",
        method(successResponse={"statusCode": 204}),
        "*RESPONSE* 204 NO CONTENT",
    ),
    (
        "further responses",
        method(successResponse={"statusCode": 204}, moreResponses=[response(statusRange="2XX")]),
        "*RESPONSE* 204 NO CONTENT\n*RESPONSE* 2XX NO CONTENT",
    ),
    (
        "representations of a body",
        method(
            requestBody=body(
                content(BOUNDED_TEXT),
                content(None, "image/png"),
                content(BOUNDED_TEXT, "text/plain"),
                content(TEXT, "text/event-stream", stream=True),
                required=False,
                description="The order.",
            )
        ),
        (
            "*BODY* `string` OR `image/png` OR `string` AS `text/plain` OR "
            "`string` AS `text/event-stream`, ONE EVENT OF A STREAM, OPTIONAL – The order.\n"
            "`application/json` OR `text/plain` – ≥ 1 character; PATTERN `a`."
        ),
    ),
    (
        "facts of all representations",
        method(
            requestBody=body(
                content({**BOUNDED_TEXT, "properties": {"a": TEXT}, "required": ["a"]}),
                content(BOUNDED_TEXT, "text/csv"),
            )
        ),
        (
            "*BODY* `string` OR `string` AS `text/csv` – ≥ 1 character; PATTERN `a`.\n"
            "`application/json`\n- **a** `string`"
        ),
    ),
    (
        "fields of two representations",
        method(
            requestBody=body(
                content(ONE_FIELD),
                content(TEXT, "text/csv"),
                content({"type": "object", "properties": {"b": TEXT}}, "text/xml"),
            )
        ),
        (
            "*BODY* `object` OR `string` AS `text/csv` OR `object` AS `text/xml`\n"
            "`application/json`\n- **a** `string`\n`text/xml`\n- **b** `string`, OPTIONAL"
        ),
    ),
    (
        "the words of its schema",
        method(requestBody=body(content({**TEXT, "description": "Its words."}))),
        "*BODY* `string` – Its words.",
    ),
    (
        "its own words, and those of its schema",
        method(requestBody=body(content({**TEXT, "description": "A."}), description="Own.")),
        "*BODY* `string` – Own.",
    ),
    (
        "the words of two schemas",
        method(
            successResponse=response(
                content({**TEXT, "description": "Its words."}), content(TEXT, "text/csv")
            )
        ),
        "*RESPONSE* 200 `string` OR `string` AS `text/csv`\n`application/json` – Its words.",
    ),
    (
        "the same words of two schemas",
        method(
            successResponse=response(
                content({**TEXT, "description": "Its words."}),
                content({"type": "integer", "description": "Its words."}, "text/csv"),
            )
        ),
        "*RESPONSE* 200 `string` OR `integer` AS `text/csv` – Its words.",
    ),
    (
        "files of a form that has a name",
        method(
            requestBody=body(
                content(
                    ORDER,
                    "multipart/form-data",
                    files={"scan": {"mediaTypes": ["image/png"]}, "x": {}},
                )
            )
        ),
        f"*BODY* {SHOWN_ORDER} AS `multipart/form-data`\n*SENT AS* \n- `scan`: image/png",
    ),
    (
        "examples without names",
        method(
            requestBody=body(
                content({"type": "array", "items": {}, "examples": [["b"], ["c" * 80], 1]})
            )
        ),
        f'*BODY* `any[]` – FOR EXAMPLE `1`.\n*EXAMPLES* \n["b"]\n[\n  "{"c" * 80}"\n]',
    ),
    (
        "examples with names",
        method(
            queryParams=[
                param(
                    schema={**TEXT, "examples": [None, "a", ["b"], ["c" * 80]]},
                    examples=[
                        {"name": "none", "summary": "Nothing.", "description": "Really."},
                        {"name": "one", "summary": "First."},
                        {"name": "file", "externalValue": "https://example.org/a"},
                        {"name": "two"},
                        {"name": "long"},
                        {"name": "missing"},
                    ],
                )
            ]
        ),
        (
            "- **q** `string`, QUERY\n*EXAMPLES* \n- `none`: Nothing. `null` – Really.\n"
            '- `one`: First. `"a"`\n- `file`: <https://example.org/a https://example.org/a>\n'
            f'- `two`: `["b"]`\n- `long`\n[\n  "{"c" * 80}"\n]\n- `missing`'
        ),
    ),
    (
        "an example that leaves the parameter to the reader",
        method(
            queryParams=[
                param(
                    schema={**TEXT, "examples": [None, "a"]},
                    examples=[{"name": "own"}, {"name": "one"}],
                )
            ]
        ),
        '- **q** `string`, QUERY\n*EXAMPLES* \n- `one`: `"a"`',
    ),
    (
        "examples of which one has an empty name",
        method(
            requestBody=body(
                content(
                    {"examples": [1, 2, 3, ["c" * 80]]},
                    examples=[
                        {"name": ""},
                        {"name": "two"},
                        {"name": "", "summary": "Three."},
                        {"name": "", "description": "Really."},
                    ],
                )
            )
        ),
        (
            "*BODY* ANY JSON VALUE\n*EXAMPLES* \n- `1`\n- `two`: `2`\n- Three. `3`\n- Really.\n"
            f'[\n  "{"c" * 80}"\n]'
        ),
    ),
    (
        "a message and its answer",
        message(wsInput=body(content()), successResponse={"contents": [content(ORDER)]}),
        f"*MESSAGE* `string`\n*REPLY* {SHOWN_ORDER}",
    ),
    (
        "headers of responses",
        method(responseHeaders=[param("ETag")]),
        "*RESPONSE HEADERS* \n- **ETag** `string`",
    ),
    (
        "an error with a description",
        method(errors=["Not-Found"]),
        "*ERRORS* {404 Not Found} – No such *order*",
    ),
    (
        "errors of which some have descriptions",
        method(errors=["Not-Found", "GONE"]),
        "*ERRORS* \n- {404 Not Found} – No such *order*\n- {410 GONE}",
    ),
    (
        "errors of the runtime",
        method(errors=["GONE", "Teapot"], runtimeErrors=["Teapot"]),
        "*ERRORS* {410 GONE}\n*ERRORS OF THE RUNTIME* {418 Teapot}",
    ),
    (
        "a replacement that the document has",
        method(lifecycle={"replacement": "Api.save"}),
        f"REPLACED BY {SHOWN_SAVE}. .gg-history",
    ),
    (
        "a replacement that it has not",
        method(lifecycle={"replacement": "elsewhere"}),
        "REPLACED BY `elsewhere`. .gg-history",
    ),
    (
        "an error instead",
        method(lifecycle={"replacement": "GONE"}),
        "REPLACED BY {GONE}. .gg-history",
    ),
    (
        "a frame, but none of answers",
        message(FRAMING, wsInput=body(content())),
        '*MESSAGE* `string`\nAS SENT `{"ask": <payload>}`',
    ),
    (
        "a definition",
        schema({**BOUNDED_TEXT, "description": "Words."}),
        ("= `string`; ≥ 1 character; PATTERN `a` .gg-definition\nWords."),
    ),
    (
        "facts without a definition",
        schema({"oneOf": [TEXT, ORDER, {"type": "null"}, {"type": "boolean"}], "default": 1}),
        f"- `string`\n- {SHOWN_ORDER}\n- `null`\n- `boolean`\nDEFAULT `1`.",
    ),
    (
        "a deprecated type",
        schema({**TEXT, "deprecated": True}),
        "= `string` .gg-definition\n*DEPRECATED* ",
    ),
    (
        "variants",
        schema(
            {
                "oneOf": [ORDER],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {"a": "#/schemas/Order", "b": "#/schemas/OrderId"},
                },
            }
        ),
        f'*BY* `kind`\n- `"a"`: {SHOWN_ORDER}\n- `"b"`: [`integer & OrderId`](brand-shop.OrderId)',
    ),
    (
        "a closed type",
        schema({**ONE_FIELD, "additionalProperties": False}),
        '- **a** `string`\nNO OTHER FIELDS ARE ACCEPTED.\n{\n  "a": "string"\n}',
    ),
    (
        "further rules",
        schema({**TEXT, "not": {}}),
        '= `string` .gg-definition\n*FURTHER RULES* \n{\n  "not": {}\n}',
    ),
    (
        "a type that methods and contracts use",
        users(schema(), used_by=(SAVE, API), methods=3),
        f"= `string` .gg-definition\nUSED BY {SHOWN_SAVE}, [Api](contract-shop.Api) .gg-uses",
    ),
    (
        "a brand",
        users(
            schema({**TEXT, "x-brand": ["Thing"]}),
            returned_by=MethodList((SAVE, API), more=3),
            accepted_by=MethodList((SAVE,)),
        ),
        (
            "= `string` .gg-definition\n"
            f"RETURNED BY {SHOWN_SAVE}, [Api](contract-shop.Api) AND 3 MORE .gg-uses"
            "\n"
            f"ACCEPTED BY {SHOWN_SAVE} .gg-uses"
        ),
    ),
    (
        "data of an error",
        users(error(description=MARKUP, data={**ONE_FIELD, "minProperties": 1}), used_by=(SAVE,)),
        (f"{MARKUP}\n*DATA* `object` – ≥ 1 key.\n- **a** `string`\nUSED BY {SHOWN_SAVE} .gg-uses"),
    ),
    (
        "data with the words of the error",
        error(description="There is none.", data={**TEXT, "description": "There is none."}),
        "There is none.\n*DATA* `string`",
    ),
    (
        "an error of many methods",
        users(error(), used_by=(SAVE,) * (MOST_USERS + 2)),
        f"USED BY {', '.join([SHOWN_SAVE] * MOST_USERS)} AND 2 MORE .gg-uses",
    ),
    (
        "an error with raw data",
        error(moreContents=[content(None)]),
        "*DATA* BYTES",
    ),
]


@pytest.mark.parametrize(
    ("described", "expected"), [pytest.param(*case, id=name) for name, *case in CASES]
)
def test_lines_of_an_object(described: Described, expected: str) -> None:
    assert written(described) == expected


def asking(security: Any, **schemes: Json) -> str:
    """How callers identify themselves to a document."""
    return in_notation(security_blocks(Scope(view=document(securitySchemes=schemes)), security))


def flow(name: str, **urls: str) -> Json:
    """A scheme of OAuth 2 with one flow."""
    return {"type": "oauth2", "flows": {name: urls}}


LOGIN = flow(
    "authorizationCode", authorizationUrl="https://a.example", tokenUrl="/t", refreshUrl="/r"
)
CARRIED = "`Authorization` (HEADER): "


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        (KEY["Key"], "`sid` (COOKIE): API KEY"),
        ({"type": "apiKey", "in": "query", "name": "k"}, "`k` (QUERY): API KEY"),
        ({"type": "apiKey", "in": "header", "name": "k"}, "`k` (HEADER): API KEY"),
        ({"type": "apiKey", "in": "elsewhere", "name": "k"}, "`k` (HEADER): API KEY"),
        ({"type": "http", "scheme": "Bearer"}, BEARER),
        ({"type": "http", "scheme": "basic"}, f"{CARRIED}NAME AND PASSWORD (BASIC)"),
        ({"type": "http", "scheme": "digest"}, f"{CARRIED}HTTP digest"),
        (
            {"type": "http", "scheme": "digest", "deprecated": True},
            f"{CARRIED}HTTP digest (DEPRECATED)",
        ),
        (flow("x", deviceAuthorizationUrl="/d"), f"{CARRIED}OAuth 2 – x: AUTHORIZE `/d`."),
        ({}, "Key"),
        ({"type": "mutualTLS"}, "CERTIFICATE OF THE CLIENT (MUTUAL TLS)"),
        (
            {"type": "openIdConnect", "openIdConnectUrl": "/openid"},
            f"{CARRIED}OpenID Connect – CONFIGURATION: `/openid`",
        ),
        ({**KEY["Key"], "description": "By post."}, "`sid` (COOKIE): API KEY"),
        (
            LOGIN,
            f"{CARRIED}OAuth 2 – AUTHORIZATION CODE: AUTHORIZE <https://a.example https://a.example>, TOKEN `/t`, REFRESH `/r`.",
        ),
        *(
            (flow(name, tokenUrl="/t"), f"{CARRIED}OAuth 2 – {title}: TOKEN `/t`.")
            for name, title in {
                "clientCredentials": "CLIENT CREDENTIALS",
                "password": "PASSWORD",
                "implicit": "IMPLICIT",
                "deviceAuthorization": "DEVICE",
                "deviceCode": "deviceCode",
            }.items()
        ),
    ],
)
def test_a_credential(scheme: Json, expected: str) -> None:
    assert asking([{"Key": ()}], Key=scheme) == f"*AUTHENTICATION* {expected}"


SCOPED: Json = {
    "type": "oauth2",
    "flows": {
        "implicit": {"authorizationUrl": "/ask", "scopes": {"read": "To read.", "write": ""}},
        "clientCredentials": {"tokenUrl": "/t", "scopes": {"read": "To read."}},
    },
}


def test_flows_that_have_the_scopes() -> None:
    assert asking([{"Login": ("read", "write")}], Login=SCOPED) == (
        f"*AUTHENTICATION* {CARRIED}OAuth 2, SCOPES `read` (To read.), `write`"
        " – IMPLICIT: AUTHORIZE `/ask`."
    )


def test_a_scheme_is_explained_where_it_is_first_mentioned() -> None:
    security = [{"Login": ("read",)}, {"Login": ("write",), "Key": ()}]
    assert asking(security, Login=SCOPED, Key=KEY["Key"]) == (
        "*AUTHENTICATION* ONE OF THESE IS ENOUGH:\n"
        f"- {CARRIED}OAuth 2, SCOPES `read` (To read.)"
        " – IMPLICIT: AUTHORIZE `/ask`. CLIENT CREDENTIALS: TOKEN `/t`.\n"
        f"- {CARRIED}OAuth 2, SCOPES `write` TOGETHER WITH `sid` (COOKIE): API KEY"
    )


def test_schemes_that_look_alike_have_their_names() -> None:
    bearer: Json = {"type": "http", "scheme": "bearer"}
    assert asking([{"A": ()}], A=bearer, B=bearer) == f"*AUTHENTICATION* {BEARER} (A)"
    assert asking([{"A": ()}], A={}, B={}) == "*AUTHENTICATION* A"


def test_the_schemes_of_a_document() -> None:
    made, _view = contract(
        {"Login": {**LOGIN, "description": "By post."}}, security=[{"Login": []}]
    )
    flows = "AUTHORIZE <https://a.example https://a.example>, TOKEN `/t`, REFRESH `/r`."
    expected = f"*AUTHENTICATION* {CARRIED}OAuth 2 – AUTHORIZATION CODE: {flows}\nBy post."
    assert in_notation(scheme_blocks(Scope(view=made))) == expected


def test_credentials() -> None:
    assert not [*security_blocks(SCOPE, ())]
    assert asking(({},)) == "*AUTHENTICATION* NO CREDENTIALS ARE NEEDED."


def test_schemes_are_described_once_where_no_head_of_a_document_does_it() -> None:
    schemes: Json = {
        "Key": {**KEY["Key"], "description": LIST},
        "Token": {"type": "http", "scheme": "bearer", "description": "Ask us."},
    }
    described = method(schemes, security=[{"Key": [], "Token": []}, {"Token": []}, {}])
    assert "Ask us." not in written(described)
    assert written(described, schemes=set()) == (
        "*AUTHENTICATION* ONE OF THESE IS ENOUGH:\n"
        f"- `sid` (COOKIE): API KEY TOGETHER WITH {BEARER}\n* one\n* two\nAsk us.\n"
        f"- {BEARER}\n- CALLS WITHOUT CREDENTIALS ARE ACCEPTED, TOO."
    )
    permitted = method(schemes, security=[{"Token": []}], permission=PERMISSION)
    assert written(permitted, schemes=set()) == (
        f"*AUTHENTICATION* {BEARER}\nAsk us.\n*PERMISSION* scope a"
    )


@pytest.mark.parametrize(
    ("given", "required", "expected"),
    [
        (TEXT, True, "`string`"),
        ({**TEXT, "deprecated": True}, False, "`string`, OPTIONAL, DEPRECATED"),
        (
            {"anyOf": [ORDER, {"$ref": "#/schemas/OrderId"}]},
            True,
            "`[Order](schema-shop.Order) | integer & [OrderId](brand-shop.OrderId)`",
        ),
        ({"prefixItems": [ORDER], "type": "array"}, True, "[`[Order]`](schema-shop.Order)"),
    ],
)
def test_a_field(given: Json, required: bool, expected: str) -> None:
    names = ["a"] if required else []
    blocks = field_blocks(SCOPE, {"properties": {"a": given}, "required": names})
    assert in_notation(blocks) == f"- **a** {expected}"


def test_references_are_found_in_facts() -> None:
    """A page is written again when an object moves that it refers to anywhere."""
    document, view = socket(framing=FAILING)
    refs = parts_of(blocks_of(Scope(view=document), view), Ref)
    assert [ref.name for ref in refs] == ["shop.GONE", "shop.GONE", "shop.LOST"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (Facts(), ""),
        (BOUNDED, "≥ 1; ≤ 9"),
        (Facts(patterns=("^a$", "b")), "PATTERN `^a$`, `b`"),
        (Facts(values=("1", "2")), "ONE OF `1`, `2`"),
        (Facts(values=("1",) * 12), f"ONE OF {', '.join(['`1`'] * 12)}"),
        (Facts(values=("1",) * 13), f"ONE OF `{', '.join('1' * 13)}`"),
        (Facts(media_types=("image/png",)), "MEDIA TYPES `image/png`"),
        (Facts(max_size=0), "AT MOST 0 BYTES"),
        (Facts(default="null"), "DEFAULT `null`"),
        (Facts(examples=("1", "2")), "FOR EXAMPLE `1`, `2`"),
        (BOUNDED._replace(values=("1",), default="1"), "≥ 1; ≤ 9; ONE OF `1`; DEFAULT `1`"),
    ],
)
def test_facts(facts: Facts, expected: str) -> None:
    assert in_notation([Line(fact_words(facts))]) == expected


@pytest.mark.parametrize(
    ("description", "facts", "expected"),
    [
        (None, Facts(), "A"),
        (None, BOUNDED, "A – ≥ 1; ≤ 9."),
        ("Words", Facts(), "A – Words"),
        ("Words", BOUNDED, "A – Words. ≥ 1; ≤ 9."),
        (MARKUP, Facts(), f"A – {MARKUP}"),
        (MARKUP, BOUNDED, f"A – {MARKUP} ≥ 1; ≤ 9."),
        (LONG, BOUNDED, f"A – {MARKUP} ≥ 1; ≤ 9.\nMore."),
        (LIST, Facts(), "A\n* one\n* two"),
        (LIST, BOUNDED, "A – ≥ 1; ≤ 9.\n* one\n* two"),
        (None, DESCRIBED, f"A\n{VALUES}"),
        ("Words", DESCRIBED, f"A – Words\n{VALUES}"),
        (LONG, DESCRIBED, f"A – {MARKUP}\nMore.\n{VALUES}"),
        (LIST, DESCRIBED, f"A\n* one\n* two\n{VALUES}"),
    ],
)
def test_a_line_that_goes_on(description: str | None, facts: Facts, expected: str) -> None:
    assert in_notation(described_line(("A",), description, facts)) == expected


@pytest.mark.parametrize(
    ("description", "separator"),
    [("A", ". "), *((f"A{end}", " ") for end in (".", "!", "?", "…", ":", ". "))],
)
def test_facts_are_a_sentence_of_their_own(description: str, separator: str) -> None:
    said = Prose(description)
    value = code("a")
    assert in_notation([Line((), said)]) == description
    assert in_notation([Line((), said, ("from", value))]) == f"{description}{separator}From`a`."
    assert in_notation([Line((), said, (value,))]) == f"{description}{separator}`a`."


def _tokens(*texts: str) -> tuple[Token, ...]:
    """A type of marks and of names, which begin with a capital."""
    return tuple(Token("mark", text, text if text.istitle() else "") for text in texts)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (_tokens("Order", "[]"), "[`Order[]`](schema-shop.Order)"),
        (_tokens("string", "[]"), "`string[]`"),
        (_tokens("(", "string", " | ", "null", ")", "[]"), "`(string | null`)[]``"),
        (
            _tokens("(", "Order", " | ", "null", ")", "[]", " | ", "null"),
            "`([Order](schema-shop.Order) | null`)[]` | null`",
        ),
        (_tokens("Order", "[]", "[]"), "`[Order](schema-shop.Order)[`][]``"),
    ],
)
def test_brackets_that_follow_one_another_are_one_element(
    tokens: tuple[Token, ...], expected: str
) -> None:
    """Lines would break between them."""
    assert in_notation([Line(type_words(SCOPE, tokens))]) == expected


def _texts_of(blocks: list[Block]) -> tuple[str, str, str, str]:
    """HTML of Sphinx, nodes, static HTML and Markdown of some blocks."""
    nodes_of = NodeWriter({}, {}, lambda _prose: [])
    html = SphinxWriter(nodes_of, {}, lambda _prose: [], lambda _ref: "").write(blocks)
    return (
        "".join(node.astext() for node in html),
        "".join(str(node) for node in nodes_of.write(blocks)),
        StaticWriter(None, lambda _ref: "").written(blocks),
        "\n\n".join(markdown_writer.written(blocks, 1, None)),
    )


@pytest.mark.parametrize("is_folded", [False, True])
def test_blocks_under_a_title(is_folded: bool) -> None:
    html, as_nodes, static, markdown = _texts_of([Titled(("A & B",), (Line(("c",)),), is_folded)])
    assert markdown == "**A & B**\n\nc"
    assert html == static
    if is_folded:
        start = '<details class="gg-fold"><summary>A &amp; B</summary>\n'
        assert html == f"{start}<p>c</p>\n</details>\n"
        assert as_nodes == "<paragraph>A & B:</paragraph><paragraph>c</paragraph>"
    else:
        assert html == '<p class="gg-changes rubric">A &amp; B</p>\n<p>c</p>\n'
        assert as_nodes == ('<rubric classes="gg-changes">A & B</rubric><paragraph>c</paragraph>')


def test_a_place_to_which_links_lead() -> None:
    html, as_nodes, static, markdown = _texts_of([Line(("a",), role="fact", anchor="b&c")])
    assert html == static == '<p class="gg-fact" id="b&amp;c">a</p>\n'
    assert as_nodes == """<paragraph classes="gg-fact"><target ids="['b&c']"/>a</paragraph>"""
    assert markdown == "a"
