"""Each kind of object as Markdown, from views."""

from dataclasses import replace
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native import document_parts as doc
from sphinxcontrib_ggdocs.native.markdown import MarkdownWriter, joined, markdown_of_view
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    DescribedValue,
    DocumentView,
    ExampleView,
    Facts,
    GroupView,
    HeadView,
    Link,
    ObjectView,
    Row,
)
from sphinxcontrib_ggdocs.native.view.views import Constraint, EncodingView, FlowView, Token

from .views_for_tests import TEXT, contract, credential, error, method, schema, socket

KEY = credential("apiKey", place="cookie", carrier="sid")
GONE = Link("error", "shop.GONE", "410 GONE")
NOT_FOUND = Link("error", "shop.Not-Found", "404 Not Found", is_name=False)
DOCS = doc.ExternalDocs(url="https://example.org", description="More")
BOUNDED = Facts(constraints=(Constraint("≥ 1"),), default="2")
FIELD = Row(name="a", type=TEXT, required=True, description="One")
CELLS = "| `a` | `string` | yes | One |"
COLUMNS = "Type | Required | Description |\n| --- | --- | --- | --- |"
SENT = EncodingView("rows", (Constraint("text/csv"),))
BODY = BodyView(contents=(ContentView(type=TEXT, fields=(FIELD,)),))
NO_BODY = BodyView(contents=())
API, SAVE, ORDER = "### Api", "#### save\n\n`/`", "### `order`"
CASES: list[tuple[ObjectView, str]] = [
    (contract(), API),
    (contract(description="# Orders"), f"{API}\n\n#### Orders"),
    (contract(path="/a"), f"{API}\n\n- Path: `/a`"),
    (contract(outgoing=True), f"{API}\n\n- Sent by the service"),
    (contract(undeclared=True), f"{API}\n\n- How callers identify themselves is not declared"),
    (contract(permission="public"), f"{API}\n\n- Permission: public"),
    (contract(error_format="plain"), f"{API}\n\n- Error format: plain"),
    (
        contract(errors=(GONE, NOT_FOUND)),
        f"{API}\n\n- Errors: 410 `GONE`, 404 Not Found",
    ),
    (
        contract(errors=(GONE, replace(NOT_FOUND, description="No order.\n\nMore."))),
        f"{API}\n\n- Error: 410 `GONE`\n- Error: 404 Not Found. No order.",
    ),
    (contract(external_docs=DOCS), f"{API}\n\n- See also: [More](https://example.org)"),
    (
        contract(external_docs=doc.ExternalDocs(url="https://example.org")),
        f"{API}\n\n- See also: <https://example.org>",
    ),
    (contract(deprecated=True), f"{API}\n\n- **Deprecated**"),
    (contract("ws"), f"{API}\n\n- Messages: not described"),
    (
        socket(framing=("bare", ""), failures=(("A failed event", "{failed}", ("A", "B")),)),
        (
            f"{API}\n\n- Framing: bare\n- A failed event is reported with `{{failed}}`: `A`, `B`"
            "\n\n#### save\n\nEvent, server to client"
        ),
    ),
    (
        contract(framing=("bare", "In words."), security=((KEY,), ())),
        (
            f"{API}\n\n- Authentication: API key in the cookie `sid`"
            "\n- Authentication: or none needed\n- Framing: bare – In words."
        ),
    ),
    (
        contract(params=(Row(name="b", type=TEXT, required=False, place="query"),)),
        (
            f"{API}\n\n| Parameter | In | Type | Required |\n| --- | --- | --- | --- |"
            "\n| `b` | query | `string` | no |"
        ),
    ),
    (method(), SAVE.replace("/", " ")),
    (method(verbs=("PUT", "POST"), path="/a"), "#### save\n\n`PUT/POST /a`"),
    (method("ws", direction="OUT", pattern="req"), "#### save\n\nRequest, client to server"),
    (method("ws", direction="IN", pattern="event"), "#### save\n\nEvent, server to client"),
    (method(path="/", deprecated=True), "#### save\n\n` /`\n\n**Deprecated.**"),
    (
        method(path="/", deprecated=True, deprecation_message="Use patch."),
        "#### save\n\n` /`\n\n**Deprecated.** Use patch.",
    ),
    (
        method(path="/", summary="# Save", description="# An order"),
        "#### save\n\n` /`\n\n##### Save\n\n##### An order",
    ),
    (
        method(
            path="/",
            security=((KEY, credential("mutualTLS")),),
            permission="scope a",
            errors=(GONE,),
            external_docs=DOCS,
            frames=(("As sent", "{ask}"),),
        ),
        (
            "#### save\n\n` /`\n\n- Authentication: API key in the cookie `sid` together with "
            "certificate of the client (mutual TLS)\n- Permission: scope a\n- Errors: 410 `GONE`"
            "\n- See also: [More](https://example.org)\n- As sent: `{ask}`"
        ),
    ),
    (
        method(path="/", body=BODY, responses=(BODY, BodyView(contents=(), status=204))),
        (
            "#### save\n\n` /`\n\n- Body: `string`\n- Response: `string`\n- Response 204: no content"
            f"\n\n| Field of the body | {COLUMNS}\n{CELLS}"
            f"\n\n| Field of the response | {COLUMNS}\n{CELLS}"
        ),
    ),
    (
        method(
            "ws",
            body=BodyView(
                contents=(*BODY.contents, ContentView(type=None, media_type="image/png")),
                required=False,
                description="An order.",
            ),
        ),
        (
            "#### save\n\nEvent, server to client\n\n"
            "- Message: `string` or `image/png` (optional). An order."
            f"\n\n| Field of the message as `application/json` | {COLUMNS}\n{CELLS}"
        ),
    ),
    (
        method(
            path="/",
            body=BodyView(
                contents=(
                    ContentView(
                        type=TEXT,
                        fields=(FIELD,),
                        examples=(ExampleView("one", "1"), ExampleView(value="2")),
                    ),
                    ContentView(
                        type=TEXT, media_type="text/csv", encodings=(SENT,), description="Rows."
                    ),
                    ContentView(
                        type=TEXT, media_type="text/xml", fields=(FIELD,), encodings=(SENT,)
                    ),
                ),
            ),
        ),
        (
            "#### save\n\n` /`\n\n- Body: `string` or `string` as `text/csv` or `string` as "
            "`text/xml`\n- `text/csv`. Rows.\n- `rows` sent as text/csv in `text/csv` or `text/xml`"
            "\n- Example `one` as `application/json`: `1`\n- Example as `application/json`: `2`"
            f"\n\n| Field of the body as `application/json` or `text/xml` | {COLUMNS}\n{CELLS}"
        ),
    ),
    (
        method(path="/", response_headers=(FIELD,)),
        f"#### save\n\n` /`\n\n| Header of the response | {COLUMNS}\n{CELLS}",
    ),
    (schema(), ORDER),
    (schema(facet="input"), f"{ORDER} (input)"),
    (
        schema(deprecated=True, description="# One"),
        f"{ORDER}\n\n**Deprecated.**\n\n#### One",
    ),
    (schema(fields=(FIELD,)), f"{ORDER}\n\n| Field | {COLUMNS}\n{CELLS}"),
    (
        schema(fields=(FIELD,), closed=True),
        f"{ORDER}\n\n| Field | {COLUMNS}\n{CELLS}\n\nNo other fields are accepted.",
    ),
    (schema(definition=TEXT), f"{ORDER}\n\n`string`"),
    (
        schema(definition=TEXT, is_brand=True, facts=BOUNDED),
        f"{ORDER}\n\nBrand: `string`; ≥ 1; default `2`",
    ),
    (
        schema(alternatives=(TEXT, (Token("primitive", "any"),))),
        f"{ORDER}\n\n- `string`\n- `any`",
    ),
    (
        schema(variants=(('"a"', TEXT),), discriminator="kind"),
        f'{ORDER}\n\n| `kind` | Type |\n| --- | --- |\n| `"a"` | `string` |',
    ),
    (error(description="# Gone"), "### 410 `GONE`\n\n#### Gone"),
    (
        error(is_named=False, data=BodyView(contents=(ContentView(type=None),))),
        "### 410 GONE\n\nData: bytes",
    ),
    (
        error(
            data=BodyView(contents=(ContentView(type=TEXT, fields=(FIELD,)),), description="Why.")
        ),
        f"### 410 `GONE`\n\nData: `string`. Why.\n\n| Field of `GONE` | {COLUMNS}\n{CELLS}",
    ),
]


def markdown_of(view: ObjectView) -> str:
    return joined(MarkdownWriter(None).object(view))


@pytest.mark.parametrize(("view", "expected"), CASES)
def test_an_object(view: ObjectView, expected: str) -> None:
    assert markdown_of(view) == f"{expected}\n"


FLOW = FlowView(name="password", urls=(("tokenUrl", "/t"), ("refreshUrl", "https://a.example/r")))
IN_HEADER = {"place": "header", "carrier": "X"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (credential("oauth2", **IN_HEADER), "OAuth 2 in the header `X`"),
        (credential("openIdConnect", **IN_HEADER), "OpenID Connect in the header `X`"),
        (credential("http bearer", **IN_HEADER), "bearer in the header `X`"),
        (credential(""), "Key"),
        (credential("oauth2", deprecated=True), "OAuth 2 (deprecated)"),
        (
            credential("mutualTLS", scopes=(("a", "A"), ("b", ""))),
            "certificate of the client (mutual TLS) with the scopes `a`, `b`",
        ),
        (
            credential(
                "apiKey", **IN_HEADER, description="By post", configuration="/c", flows=(FLOW,)
            ),
            "API key in the header `X` – By post; configuration `/c`; password: `/t`, <https://a.example/r>",
        ),
    ],
)
def test_a_credential(given: Any, expected: str) -> None:
    text = markdown_of(contract(security=((given,),)))
    assert text == f"### Api\n\n- Authentication: {expected}\n"


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (Facts(patterns=("a", "b")), "matches `a`; matches `b`"),
        (Facts(values=("1", "2")), "one of `1`, `2`"),
        (
            Facts(
                described_values=(
                    DescribedValue("1", "LOW", "Not\nnow."),
                    DescribedValue("2", "HIGH"),
                    DescribedValue("3", "", "Now"),
                    DescribedValue("4"),
                )
            ),
            "one of `1` (LOW: Not now.), `2` (HIGH), `3` (Now), `4`",
        ),
        (Facts(media_types=("image/png", "image/gif")), "`image/png` or `image/gif`"),
        (Facts(max_size=0), "at most 0 bytes"),
        (Facts(examples=("1", "2")), "such as `1`, `2`"),
    ],
)
def test_facts(facts: Facts, expected: str) -> None:
    content = ContentView(type=TEXT, media_type="text/csv", stream=True, facts=facts)
    text = markdown_of(method(body=BodyView(contents=(content,))))
    assert text.endswith(f"\n\n- Body: a stream of `string` as `text/csv` ({expected})\n")


@pytest.mark.parametrize("deprecated", [True, False])
def test_a_deprecated_field(deprecated: bool) -> None:
    row = Row(name="a", type=TEXT, required=False, deprecated=deprecated)
    text = markdown_of(schema(fields=(row,)))
    assert text.endswith("\n| `a` | `string` | no |" + " **Deprecated.** |" * deprecated + "\n")


VARIABLES = {
    "region": doc.ServerVariable(default="eu", enum=("eu", "us"), description="Where"),
    "port": doc.ServerVariable(default="80"),
}


def test_a_document() -> None:
    servers = (
        doc.Server(url="https://a.example"),
        doc.Server(url="https://{region}.example", description="All", variables=VARIABLES),
    )
    view = DocumentView(
        head=HeadView(slug="a", title="A", version="7", description="# Words", servers=servers),
        groups=(
            GroupView(name="G", slug="g", route="r", description="# Some", contracts=(contract(),)),
        ),
        errors=(
            error(
                description="It was",
                data=BodyView(
                    contents=(ContentView(type=TEXT, fields=(FIELD,)),), description="Why."
                ),
            ),
            error(is_named=False),
            error(data=BodyView(contents=(ContentView(type=None),))),
        ),
        schemas=(schema(),),
    )
    assert markdown_of_view(view) == (
        "# A 7\n\n## Words\n\n- <https://a.example>\n- <https://{region}.example>: All\n"
        "  - `region`: Where. Default `eu`, one of `eu`, `us`\n  - `port`: default `80`\n\n"
        "## G\n\n### Some\n\n### Api\n\n## Errors\n\n"
        "| Type | Status | Data | Description |\n| --- | --- | --- | --- |\n"
        "| `GONE` | 410 | `string` | It was. Why. |\n| GONE | 410 |  |  |\n| `GONE` | 410 | bytes |  |\n\n"
        f"| Field of `GONE` | {COLUMNS}\n{CELLS}\n\n## Types\n\n### `order`\n"
    )


def test_a_document_of_nothing() -> None:
    view = DocumentView(head=HeadView(slug="a", title="A"), groups=(), errors=(), schemas=())
    assert markdown_of_view(view) == "# A\n"
