"""The reference as Markdown, for readers that are programs: everything is in it, and nothing breaks
its outline.
"""

from typing import Annotated, Any, Generic, Literal, NewType, Protocol, TypeVar

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    BearerToken,
    Requirement,
    authenticated,
    http,
    public,
    scope,
    security,
    ws,
)
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.llms import method_pages
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.native.markdown_text import below, cell, sentences
from sphinxcontrib_ggdocs.native.safe_links import safe_markdown
from sphinxcontrib_ggdocs.native.view import view_of

T = TypeVar("T")
Key = NewType("Key", str)
SIGNED_IN = Requirement(
    "signed in", headers={"Authorization": BearerToken}, description="From *sign in*."
)


class Page(BaseModel, Generic[T]):
    items: list[T]
    pages: Annotated[int, Field(description="How many", ge=1, deprecated=True)] = 1


class Cat(BaseModel, extra="forbid"):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Owner(BaseModel):
    """Somebody.

    # What they have
    """

    pets: dict[Key, Annotated[Cat | Dog, Field(discriminator="kind")]]


GONE = ERROR.define("GONE", 410, data=Owner, description="It was:\n\n- here\n- there")


@http.api("/pets", requires=[SIGNED_IN])
class PetApi(Protocol):
    """Pets.

    ## Of all kinds
    """

    @http.put(
        "/form",
        errors=[GONE],
        response_headers={"ETag": str},
        external_docs="https://example.org/more",
    )
    def put_form(
        self,
        name: Annotated[str, http.Form(), Field(min_length=1, examples=["Rex"])],
        photo: Annotated[bytes, http.File(media_types=["image/png"], max_size=100)],
    ) -> Page[Owner]: ...

    @http.get("/any")
    def get_any(
        self,
        most: Annotated[int | None, Field(ge=1, le=9)],
        words: Annotated[
            list[Annotated[str, Field(max_length=5)]] | None, http.Query(), Field(max_length=2)
        ],
        q: Annotated[str, http.Query(description="Words: a|b.", deprecated=True)] = "",
    ) -> None: ...


@ws.api("/live")
class LiveApi(Protocol):
    @ws.client_to_server
    def say(self, key: Key) -> None: ...


@pytest.fixture(scope="module")
def text() -> str:
    return markdown_of(
        build_contract_doc(ApiDocSpec(slug="pets", title="Pets", http=[PetApi], ws=[LiveApi]))
    )


WRITTEN = {
    (
        "fields of a body without a name"
    ): '| `name` | `string` | yes | ≥ 1 character; such as `"Rex"` |',
    "files": "| `photo` | `file` | yes | `image/png`; at most 100 bytes |",
    "headers": (
        "| Header of the response | Type | Required |\n| --- | --- | --- |\n| `ETag` | "
        "`string` | yes |"
    ),
    "a generic type by its title": "- Response 200: `Page[Owner]`\n",
    "the same at its place": "### `Page[Owner]`\n",
    "deprecated, a default": (
        "| `pages` | `integer` | no | **Deprecated.** How many. ≥ 1; default `1` |"
    ),
    "keys of a mapping": "| `pets` | `Record[string & Key, Cat \\| Dog]` | yes |",
    "a brand": "### `Key`\n\nBrand: `string`\n",
    "headings of a contract": "### PetApi\n\nPets.\n\n##### Of all kinds\n",
    "headings of a type": "### `Owner`\n\nSomebody.\n\n#### What they have\n",
    "authentication": "- Authentication: bearer in the header `Authorization` – From *sign in*.\n",
    "links": "- See also: <https://example.org/more>\n",
    "an error": "| `GONE` | 410 | `Owner` | It was:<br>- here<br>- there |",
    "bounds beside null": "| `most` | query | `integer \\| null` | yes | 1–9 |",
    "bounds of items": (
        "| `words` | query | `string[] \\| null` | yes | ≤ 2 items; each ≤ 5 characters |"
    ),
    "a pipe in a cell": (
        '| `q` | query | `string` | no | **Deprecated.** Words: a\\|b. Default `""` |'
    ),
    "a closed object": "### `Cat`\n\n| Field | Type | Required |\n| --- | --- | --- |\n| `kind` "
    '| `"cat"` | yes |\n\n'
    "No other fields are accepted.\n",
    "a message": "Event, client to server\n\n- Message: `string & Key`\n",
}


@pytest.mark.parametrize("part", WRITTEN.values(), ids=WRITTEN)
def test_what_is_written(text: str, part: str) -> None:
    assert part in text


def test_no_block_is_empty(text: str) -> None:
    assert "\n\n\n" not in text
    assert text.endswith("\n")


HEADINGS = [
    pytest.param("# A\n\ntext", "### A\n\ntext", id="ATX"),
    pytest.param("A\n===\n\nB\n---", "### A\n\n#### B", id="underlined"),
    pytest.param("A\n=\n\nB\n-", "### A\n\n#### B", id="underlined with one character"),
    pytest.param("```sh\n# note\n```\n# A", "```sh\n# note\n```\n### A", id="not in code"),
    pytest.param("###### A", "###### A", id="none is deeper"),
    pytest.param("- a\n---\na | b\n---", "- a\n---\na | b\n---", id="no headings"),
    pytest.param("#hash\nfour\n\n    # code", "#hash\nfour\n\n    # code", id="nor these"),
]


@pytest.mark.parametrize(("written", "found"), HEADINGS)
def test_headings_stand_below_ours(written: str, found: str) -> None:
    assert below(written, 2, markup=None) == found
    assert below(written, 2, markup="rst") == written


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("one\ntwo", "one two"),
        ("one\n\ntwo", "one<br>two"),
        ("say:\n- a\n  more\n- b", "say:<br>- a more<br>- b"),
        ("see\n```\na | b\n\nc\n```\nend", "see<br>`a \\| b`<br>`c`<br>end"),
        ("a \\| b", "a \\| b"),
        ("", ""),
    ],
)
def test_a_cell_is_one_line(written: str, found: str) -> None:
    assert cell(written) == found


@pytest.mark.parametrize(
    ("description", "facts", "found"),
    [
        ("How many.", ["at most 3"], "How many. At most 3"),
        ("How many", ["at most 3", "default 1"], "How many. At most 3; default 1"),
        (None, ["at most 3"], "at most 3"),
        (" ", ["at most 3"], "at most 3"),
        ("How many.", [], "How many."),
        ("- a\n\n- b", ["≥ 1"], "- a\n\n- b\n\n≥ 1"),
    ],
)
def test_what_a_schema_says_follows(description: Any, facts: list[str], found: str) -> None:
    assert sentences(description, facts) == found


SESSION = security.ApiKey(
    name="Session", location="cookie", parameter="sid", description="Set by `POST /sessions`."
)
LOGIN = security.OAuth2(
    name="Login",
    client_credentials=security.Flow(
        token_url="https://id.example/token", scopes={"read": "Read."}
    ),
)


def test_how_callers_identify_themselves() -> None:
    @http.api("/a", security=SESSION | LOGIN & security.Basic(), permission=scope("read"))
    class Api(Protocol):
        @http.get()
        def read(self) -> int: ...

        @http.put(permission=public)
        def opened(self) -> int: ...

    @http.api("/b", permission=authenticated)
    class UndeclaredApi(Protocol):
        @http.get()
        def get(self) -> int: ...

    document = build_contract_doc(ApiDocSpec(slug="a", title="A", http=[Api, UndeclaredApi]))
    text = markdown_of(document)
    lines = [
        line
        for line in text.splitlines()
        if line.startswith("- Authentication") or "identify" in line
    ]
    session = "- Authentication: API key in the cookie `sid`"
    login = "OAuth 2 in the header `Authorization`"
    basic = "basic in the header `Authorization`"
    flow = f" – clientCredentials: <https://id.example/token> together with {basic}"
    assert lines == [
        f"{session} – Set by `POST /sessions`.",
        f"- Authentication: {login} – clientCredentials: <https://id.example/token>",
        f"- Authentication: {basic}",
        session,
        f"- Authentication: or {login} with the scopes `read`{flow}",
        session,
        f"- Authentication: or {login}{flow}",
        "- Authentication: or none needed",
        "- How callers identify themselves is not declared",
    ]
    read, *_others = method_pages(view_of(document))
    assert f"{session} – Set by `POST /sessions`." in read.text


def test_messages_of_a_socket_as_they_are_sent() -> None:
    @ws.api("/talk", framing=ws.JSON_RPC)
    class TalkApi(Protocol):
        """Talk."""

        @ws.client_to_server(errors=[GONE])
        def say(self, text: str, loud: bool = False) -> int: ...

        @ws.server_to_client
        def ping(self) -> None: ...

    spec = ApiDocSpec(slug="talk", title="Talk", ws=[TalkApi])
    lines = markdown_of(build_contract_doc(spec)).splitlines()
    sent = [line.removeprefix("- ") for line in lines if "jsonrpc" in line]
    code = '"error": {"code": <code>, "message": <message>, "data": <error>}'
    refusal = f'{{"jsonrpc": "2.0", "id": null, {code}}}'
    assert sent == [
        f"Invalid message is reported with `{refusal}`: `VALIDATION_ERROR`",
        'As sent: `{"jsonrpc": "2.0", "id": <id>, "method": "say", "params": <payload>}`',
        'Its reply as sent: `{"jsonrpc": "2.0", "id": <id>, "result": <payload>}`',
        f'Its errors as sent: `{{"jsonrpc": "2.0", "id": <id>, {code}}}`',
        'As sent: `{"jsonrpc": "2.0", "method": "ping"}`',
    ]


@pytest.mark.parametrize(
    ("variable", "line"),
    [
        pytest.param({"default": "eu"}, "  - `region`: default `eu`", id="any value"),
        pytest.param(
            {"default": "eu", "enum": ["eu", "us"]},
            "  - `region`: default `eu`, one of `eu`, `us`",
            id="one of some",
        ),
    ],
)
def test_a_variable_of_a_server(variable: dict[str, Any], line: str) -> None:
    server = {"url": "https://{region}.example.org", "variables": {"region": variable}}
    spec = ApiDocSpec.model_validate(
        {"slug": "a", "title": "A", "http": [PetApi], "servers": [server]}
    )
    assert line in markdown_of(build_contract_doc(spec)).splitlines()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<script>alert(1)</script>", r"\<script>alert(1)\</script>"),
        ("<img src=x onerror=alert(1)>", r"\<img src=x onerror=alert(1)>"),
        ("<!-- no --> <?php ?>", r"\<!-- no --> \<?php ?>"),
        ("put the <id> here", r"put the \<id> here"),
        (r"\<id>", r"\<id>"),
        ("`<b>` and ``<i>`` <b>", r"`<b>` and ``<i>`` \<b>"),
        ("```\n<b>\n```\n<b>", "```\n<b>\n```\n\\<b>"),
        ("a<br>b, 1 < 2", "a<br>b, 1 < 2"),
        ("<https://x.example> <a@b.example>", "<https://x.example> <a@b.example>"),
        ("<svg/onload=alert(1)>", r"\<svg/onload=alert(1)>"),
        ("<img/src=data:x onerror='@'>", r"\<img/src=data:x onerror='@'>"),
    ],
)
def test_html_is_text(text: str, expected: str) -> None:
    assert safe_markdown(text) == expected
    assert safe_markdown(expected) == expected
