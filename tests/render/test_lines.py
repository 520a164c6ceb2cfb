"""The static text of a view as nodes, written without an application of Sphinx."""

from dataclasses import replace
from typing import Annotated, NewType, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.blocks.credentials import scheme_line, security_blocks
from sphinxcontrib_ggdocs.native.blocks.messages import row_blocks
from sphinxcontrib_ggdocs.native.blocks.notation import (
    MOST_USERS,
    described_line,
    fact_words,
    type_words,
)
from sphinxcontrib_ggdocs.native.blocks.objects import blocks_of
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    CredentialView,
    DescribedValue,
    ExampleView,
    Facts,
    Link,
    MethodList,
    ObjectView,
    Row,
    view_of,
)
from sphinxcontrib_ggdocs.native.view.views import FlowView, Token
from sphinxcontrib_ggdocs.native.vocabulary import Constraint, Line, Prose, code

from ..native.views_for_tests import TEXT, contract, credential, error, method, schema, socket
from .node_notation import capitals, in_notation, scope

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


def written(view: ObjectView, schemes: set[str] | None = None) -> str:
    return in_notation(blocks_of(scope(schemes=schemes), view))


def test_the_lines_of_a_document() -> None:
    view = view_of(build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=[OrderApi])))
    lines = {name: written(described) for (_, name), described in view.objects.items()}
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
ORDER = (Token("schema", "Order", "Order"),)
MARK = Token("mark", " | ")
DESCRIBED = Facts(
    described_values=(DescribedValue("1", "LOW", "Not *now*."), DescribedValue("2", "", "Now"))
)
VALUES = "- `1` (LOW) – Not *now*.\n- `2` – Now"
BOUNDED = Facts(constraints=(Constraint("≥ 1"), Constraint("≤ 9")))
FIELDS = (Row(name="a", type=TEXT, required=True),)
MARKUP = "Some *words*."
LONG = f"{MARKUP}\n\nMore."
LIST = "* one\n\n* two"
FAILED = Link("error", "shop.GONE", "410 GONE")
EMPTY = Link("error", "shop.A", "404 Not Found", description="No such *order*\n\nMore.")
SAVE = Link("method", "shop.Api.save", "Api.save")
DOCS = doc.ExternalDocs(url="https://example.org", description="More")


KEY = credential("apiKey", place="cookie", carrier="sid")
FRAMED = method(
    "ws",
    frames=(
        ("As sent", "{ask}"),
        ("Its reply as sent", "{answer}"),
        ("Its errors as sent", "{error}"),
    ),
)
CASES: list[tuple[str, ObjectView, str]] = [
    ("an empty contract", contract(), ""),
    ("markup", contract(description=MARKUP), MARKUP),
    (
        "a deprecated contract",
        contract(deprecated=True),
        "! **DEPRECATED.** DO NOT USE THIS IN NEW CODE.",
    ),
    (
        "a contract whose callers are unknown",
        contract(undeclared=True),
        "*AUTHENTICATION* HOW CALLERS IDENTIFY THEMSELVES IS NOT DECLARED.",
    ),
    (
        "parameters of a contract",
        contract(params=(Row(name="X-A", type=TEXT, required=True, place="header"),)),
        "- **X-A** `string`, HEADER",
    ),
    (
        "errors of a handshake",
        socket(errors=(FAILED, FAILED)),
        "*ERRORS* {410 GONE}, {410 GONE}",
    ),
    (
        "problems",
        contract(error_format="problem"),
        "*ERROR FORMAT* `application/problem+json`",
    ),
    (
        "further documentation",
        contract(external_docs=DOCS),
        "*SEE ALSO* <https://example.org More>",
    ),
    (
        "a WebSocket without methods",
        contract("ws", framing=("envelope", "")),
        "*MESSAGES* NOT DESCRIBED",
    ),
    (
        "framing of methods with equal answers",
        contract(
            "ws",
            methods=(FRAMED, FRAMED),
            framing=("envelope", "Each in one."),
            failures=(
                ("A failed event", "{failed}", ("GONE",)),
                ("Invalid message", "{refused}", ("GONE", "LOST")),
            ),
        ),
        (
            "*FRAMING* envelope – Each in one. REPLIES AS SENT `{answer}`. "
            "ERRORS AS SENT `{error}`. A FAILED EVENT IS REPORTED WITH `{failed}`: {GONE}. "
            "INVALID MESSAGES GET THE REPLY `{refused}`: {GONE}, {LOST}."
        ),
    ),
    (
        "framing in many words",
        socket(framing=("bare", LONG)),
        f"*FRAMING* bare – {MARKUP}\nMore.",
    ),
    (
        "a method in words",
        method(summary="Save", description=MARKUP),
        (f"Save\n{MARKUP}"),
    ),
    (
        "a deprecated method",
        method(deprecated=True, deprecation_message="Use patch."),
        "! **DEPRECATED.** Use patch.",
    ),
    ("a message of a method that is not deprecated", method(deprecation_message="Use patch."), ""),
    (
        "a method with a permission",
        method(permission="public"),
        "*PERMISSION* public",
    ),
    (
        "a method with a credential and a permission",
        method(security=((KEY,),), permission="scope a"),
        "*AUTHENTICATION* `sid` (COOKIE): API KEY · *PERMISSION* scope a",
    ),
    (
        "a method with alternatives and a permission",
        method(security=((KEY,), ()), permission="scope a"),
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
            params=tuple(
                Row(name=place, type=TEXT, required=True, place=place)
                for place in ("path", "query", "header", "cookie")
            )
        ),
        (
            "- **path** `string`, PATH\n- **query** `string`, QUERY\n"
            "- **header** `string`, HEADER\n- **cookie** `string`, COOKIE"
        ),
    ),
    (
        "a response without contents",
        method(responses=(BodyView(contents=(), status=204),)),
        "*RESPONSE* 204 NO CONTENT",
    ),
    (
        "representations of a body",
        method(
            body=BodyView(
                required=False,
                description="The order.",
                contents=(
                    ContentView(type=ORDER, facts=BOUNDED),
                    ContentView(type=None, media_type="image/png", facts=BOUNDED),
                    ContentView(type=TEXT, media_type="text/event-stream", stream=True),
                ),
            )
        ),
        (
            "*BODY* [`Order`](schema-shop.Order) OR `image/png` OR "
            "`string` AS `text/event-stream`, ONE EVENT OF A STREAM, OPTIONAL – The order.\n"
            "`application/json` OR `image/png` – ≥ 1; ≤ 9."
        ),
    ),
    (
        "facts of all representations",
        method(
            body=BodyView(
                contents=(
                    ContentView(type=TEXT, facts=BOUNDED, fields=FIELDS),
                    ContentView(type=TEXT, media_type="text/csv", facts=BOUNDED),
                )
            )
        ),
        (
            "*BODY* `string` OR `string` AS `text/csv` – ≥ 1; ≤ 9.\n"
            "`application/json`\n- **a** `string`"
        ),
    ),
    (
        "fields of two representations",
        method(
            body=BodyView(
                contents=(
                    ContentView(type=TEXT, fields=FIELDS),
                    ContentView(type=TEXT, media_type="text/csv"),
                    ContentView(
                        type=TEXT,
                        media_type="text/xml",
                        fields=(Row(name="b", type=TEXT, required=True),),
                    ),
                )
            )
        ),
        (
            "*BODY* `string` OR `string` AS `text/csv` OR `string` AS `text/xml`\n"
            "`application/json`\n- **a** `string`\n`text/xml`\n- **b** `string`"
        ),
    ),
    (
        "examples without names",
        method(
            body=BodyView(
                contents=(
                    ContentView(
                        type=TEXT,
                        examples=(
                            ExampleView(value='["b"]'),
                            ExampleView(value='["c"]', indented='[\n  "c"\n]'),
                        ),
                    ),
                )
            )
        ),
        '*BODY* `string`\n*EXAMPLES* \n["b"]\n[\n  "c"\n]',
    ),
    (
        "examples with names",
        method(
            params=(
                Row(
                    name="q",
                    type=TEXT,
                    required=True,
                    examples=(
                        ExampleView("none", "", "Nothing.", "Really."),
                        ExampleView("one", '"a"', "First."),
                        ExampleView("two", '["b"]'),
                        ExampleView("file", external_value="https://example.org/a"),
                        ExampleView("long", '["c"]', indented='[\n  "c"\n]'),
                    ),
                ),
            )
        ),
        (
            "- **q** `string`\n*EXAMPLES* \n- `none`: Nothing. – Really.\n"
            '- `one`: First. `"a"`\n- `two`: `["b"]`\n- `file`: <https://example.org/a https://example.org/a>\n'
            '- `long`\n[\n  "c"\n]'
        ),
    ),
    (
        "examples of which one has an empty name",
        method(
            body=BodyView(
                contents=(
                    ContentView(
                        type=TEXT,
                        examples=(
                            ExampleView(value="1"),
                            ExampleView("two", "2"),
                            ExampleView(value="3", summary="Three."),
                            ExampleView(value="[4]", description="Really.", indented="[\n  4\n]"),
                        ),
                    ),
                )
            )
        ),
        ("*BODY* `string`\n*EXAMPLES* \n- `1`\n- `two`: `2`\n- Three. `3`\n- Really.\n[\n  4\n]"),
    ),
    (
        "a message and its answers",
        method(
            "ws",
            body=BodyView(contents=(ContentView(type=TEXT),)),
            responses=(BodyView(contents=(ContentView(type=ORDER),)),) * 2,
        ),
        (
            "*MESSAGE* `string`"
            "\n"
            "*REPLY* [`Order`](schema-shop.Order)\n"
            "*REPLY* [`Order`](schema-shop.Order)"
        ),
    ),
    (
        "headers of responses",
        method(response_headers=(Row(name="ETag", type=TEXT, required=True),)),
        "*RESPONSE HEADERS* \n- **ETag** `string`",
    ),
    (
        "an error with a description",
        method(errors=(EMPTY,)),
        "*ERRORS* {404 Not Found} – No such *order*",
    ),
    (
        "errors of which some have descriptions",
        method(errors=(EMPTY, FAILED)),
        "*ERRORS* \n- {404 Not Found} – No such *order*\n- {410 GONE}",
    ),
    ("a frame, but none of answers", FRAMED, "AS SENT `{ask}`"),
    (
        "a definition",
        schema(definition=TEXT, facts=BOUNDED, description="Words."),
        ("= `string`; ≥ 1; ≤ 9 .gg-definition\nWords."),
    ),
    ("facts without a definition", schema(facts=BOUNDED), "≥ 1; ≤ 9."),
    ("a deprecated type", schema(deprecated=True), "*DEPRECATED* "),
    (
        "alternatives of a long union",
        schema(alternatives=(TEXT, ORDER)),
        "- `string`\n- [`Order`](schema-shop.Order)",
    ),
    (
        "variants",
        schema(variants=(('"a"', ORDER), ('"b"', TEXT)), discriminator="kind"),
        '*BY* `kind`\n- `"a"`: [`Order`](schema-shop.Order)\n- `"b"`: `string`',
    ),
    ("a closed type", schema(closed=True), "NO OTHER FIELDS ARE ACCEPTED."),
    ("an example", schema(example="{}"), "{}"),
    ("further rules", schema(rules='{"not": {}}'), '*FURTHER RULES* \n{"not": {}}'),
    (
        "a type that methods and contracts use",
        schema(used_by=(SAVE, Link("contract", "shop.Api", "Api")), methods=3),
        "USED BY [Api.save](method-shop.Api.save), [Api](contract-shop.Api) .gg-uses",
    ),
    (
        "a brand",
        schema(
            returned_by=MethodList((SAVE, Link("contract", "shop.Api", "Api")), more=3),
            accepted_by=MethodList((SAVE,)),
        ),
        (
            "RETURNED BY [Api.save](method-shop.Api.save), "
            "[Api](contract-shop.Api) AND 3 MORE .gg-uses"
            "\n"
            "ACCEPTED BY [Api.save](method-shop.Api.save) .gg-uses"
        ),
    ),
    (
        "data of an error",
        error(
            description=MARKUP,
            data=BodyView(contents=(ContentView(type=TEXT, facts=BOUNDED, fields=FIELDS),)),
            used_by=(SAVE,),
        ),
        (
            f"{MARKUP}\n"
            "*DATA* `string` – ≥ 1; ≤ 9.\n- **a** `string`"
            "\n"
            "USED BY [Api.save](method-shop.Api.save) .gg-uses"
        ),
    ),
    (
        "an error of many methods",
        error(used_by=(SAVE,) * (MOST_USERS + 2)),
        (
            "USED BY "
            + ", ".join(["[Api.save](method-shop.Api.save)"] * MOST_USERS)
            + " AND 2 MORE .gg-uses"
        ),
    ),
    (
        "an error with raw data",
        error(data=BodyView(contents=(ContentView(type=None),))),
        "*DATA* BYTES",
    ),
]


@pytest.mark.parametrize(
    ("view", "expected"), [pytest.param(*case, id=name) for name, *case in CASES]
)
def test_lines_of_an_object(view: ObjectView, expected: str) -> None:
    assert written(view) == expected


FLOW = FlowView(
    name="authorizationCode",
    urls=(("authorizationUrl", "https://a.example"), ("tokenUrl", "/t"), ("refreshUrl", "/r")),
)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (KEY, "`sid` (COOKIE): API KEY"),
        (credential("apiKey", place="query", carrier="k"), "`k` (QUERY): API KEY"),
        (credential("apiKey", place="header", carrier="k"), "`k` (HEADER): API KEY"),
        (credential("http bearer", place="header", carrier="Authorization"), BEARER),
        (credential("http basic"), "NAME AND PASSWORD (BASIC)"),
        (credential("http digest"), "HTTP digest"),
        (credential("http digest", deprecated=True), "HTTP digest (DEPRECATED)"),
        (
            credential(
                "oauth2", flows=(FlowView(name="x", urls=(("deviceAuthorizationUrl", "/d"),)),)
            ),
            "OAuth 2 – x: AUTHORIZE `/d`.",
        ),
        (credential(""), "Key"),
        (credential("mutualTLS"), "CERTIFICATE OF THE CLIENT (MUTUAL TLS)"),
        (
            credential("openIdConnect", configuration="/openid"),
            "OpenID Connect – CONFIGURATION: `/openid`",
        ),
        (credential("apiKey", description="By post."), "API KEY"),
        (
            credential("oauth2", scopes=(("read", "To read."), ("write", ""))),
            "OAuth 2, SCOPES `read` (To read.), `write`",
        ),
        (
            credential("oauth2", flows=(FLOW,)),
            "OAuth 2 – AUTHORIZATION CODE: AUTHORIZE <https://a.example https://a.example>, TOKEN `/t`, REFRESH `/r`.",
        ),
        *(
            (
                credential("oauth2", flows=(FlowView(name=name, urls=(("tokenUrl", "/t"),)),)),
                f"OAuth 2 – {title}: TOKEN `/t`.",
            )
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
def test_a_credential(given: CredentialView, expected: str) -> None:
    assert in_notation(security_blocks(scope(), ((given,),))) == f"*AUTHENTICATION* {expected}"


def test_a_scheme() -> None:
    line = scheme_line(credential("oauth2", description="By post.", flows=(FLOW,)))
    flow = "AUTHORIZE <https://a.example https://a.example>, TOKEN `/t`, REFRESH `/r`."
    expected = f"*AUTHENTICATION* OAuth 2 – AUTHORIZATION CODE: {flow}"
    assert in_notation([line]) == expected


def test_credentials() -> None:
    assert not [*security_blocks(scope(), ())]
    assert (
        in_notation(security_blocks(scope(), ((),)))
        == "*AUTHENTICATION* NO CREDENTIALS ARE NEEDED."
    )
    assert (
        in_notation(security_blocks(scope(), ((KEY, credential("http basic")),)))
        == "*AUTHENTICATION* `sid` (COOKIE): API KEY TOGETHER WITH NAME AND PASSWORD (BASIC)"
    )


def test_schemes_are_described_once_where_no_head_of_a_document_does_it() -> None:
    key = credential("apiKey", place="cookie", carrier="sid", description=LIST)
    token = replace(credential("http bearer", description="Ask us."), name="Token")
    view = method(security=((key, token), (token,), ()))
    assert "Ask us." not in written(view)
    assert written(view, schemes=set()) == (
        "*AUTHENTICATION* ONE OF THESE IS ENOUGH:\n"
        "- `sid` (COOKIE): API KEY TOGETHER WITH BEARER TOKEN\n* one\n* two\nAsk us.\n"
        "- BEARER TOKEN\n- CALLS WITHOUT CREDENTIALS ARE ACCEPTED, TOO."
    )
    permitted = method(security=((token,),), permission="scope a")
    assert written(permitted, schemes=set()) == (
        "*AUTHENTICATION* BEARER TOKEN\nAsk us.\n*PERMISSION* scope a"
    )


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row(name="a", type=TEXT, required=True), "`string`"),
        (
            Row(name="a", type=TEXT, required=False, deprecated=True),
            "`string`, OPTIONAL, DEPRECATED",
        ),
        (
            Row(
                name="a", type=(*ORDER, MARK, Token("schema", "OrderId", "OrderId")), required=True
            ),
            "`[Order](schema-shop.Order) | [OrderId](brand-shop.OrderId)`",
        ),
        (
            Row(name="a", type=(Token("mark", "["), *ORDER, Token("mark", "]")), required=True),
            "[`[Order]`](schema-shop.Order)",
        ),
    ],
)
def test_a_row(row: Row, expected: str) -> None:
    assert in_notation(row_blocks(scope(), (row,), "Field")) == f"- **a** {expected}"


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
    assert in_notation([Line(type_words(scope(), tokens))]) == expected
