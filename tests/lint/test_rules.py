"""What each rule finds, and what it leaves alone."""

import math
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Annotated, Generic, NewType, Protocol, TypeVar

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    ApiKey,
    Audience,
    Brand,
    ContractError,
    Deprecated,
    Requirement,
    authenticated,
    contract_of,
    http,
    public,
    security,
    ws,
)
from sphinxcontrib_ggdocs.lint import RULES, Finding, check_contracts

ItemId = NewType("ItemId", str)
Code = Annotated[str, Brand("Code")]
T = TypeVar("T")


class Item(BaseModel):
    """A thing."""

    id: ItemId
    size: int = 1


class ItemDraft(BaseModel):
    """The same thing again."""

    id: ItemId
    size: int = 1


class Node(BaseModel):
    """A tree."""

    inner: "list[Node]" = []


class Branch(BaseModel):
    """Another tree of the same shape."""

    inner: "list[Branch]" = []


class Page(BaseModel, Generic[T]):
    """Some of many."""

    items: list[T]


class Silent(BaseModel):
    name: str


GONE = ERROR.define("GONE", 410, description="It was here.")
GONE_TOO = ERROR.define("GONE", 410, Item, description="It was here.")
GONE_AGAIN = ERROR.define("GONE", 410, description="Other words.")
UNTOLD = ERROR.define("UNTOLD", 400)
Guard = Requirement("Guard", errors=[SERVER_ERROR])


@http.api("/a", runtime_errors=False)
class WithoutServerError(Protocol):
    """One."""

    @http.get(errors=[GONE])
    def get_it(self) -> int:
        """It."""
        ...


@http.api("/a")
class Implemented(Protocol):
    @http.get(errors=[GONE])
    def get_it(self) -> int: ...


@http.api("/a", requires=[Guard], runtime_errors=False)
class WithRequirement(Protocol):
    """One."""

    @http.get(errors=[GONE])
    def get_it(self) -> int:
        """It."""
        ...


@ws.api("/a", runtime_errors=False)
class Live(Protocol):
    @ws.client_to_server
    def tell(self, size: int) -> None: ...

    @ws.client_to_server
    def ask(self, size: int) -> int: ...


@http.api("/a")
class Twins(Protocol):
    @http.get("/{id}", errors=[SERVER_ERROR])
    def get_item(self, id: ItemId) -> Item: ...

    @http.put("/{item}", errors=[SERVER_ERROR])
    def store(self, item: ItemId, draft: ItemDraft) -> None: ...


@http.api("/a")
class RecursiveTwins(Protocol):
    @http.get("/now", errors=[SERVER_ERROR])
    def get_tree(self) -> Node: ...

    @http.post("/later", errors=[SERVER_ERROR])
    def save_tree(self, tree: Branch) -> None: ...


@http.api("/a")
class Bare(Protocol):
    @http.get("/{item}", errors=[SERVER_ERROR])
    def get_item(
        self,
        item: str,
        other: ItemId,
        parent_item_id: str | None = None,
        userId: int = 0,  # noqa: N803
    ) -> int: ...


@http.api("/a")
class Quiet(Protocol):
    @http.get(errors=[SERVER_ERROR, UNTOLD])
    def get_it(self) -> Silent: ...


@http.api("/a")
class Generics(Protocol):
    """One."""

    @http.get(errors=[SERVER_ERROR])
    def get_them(self) -> Page[Item]:
        """Them."""
        ...


@http.api("/a")
class NoExamples(Protocol):
    @http.get("/{code}", errors=[SERVER_ERROR])
    def get_it(
        self,
        code: Code,
        id: ItemId,
        word: str,
        day: Annotated[str, Field(examples=["Monday"])],
        order: str = "newest",
    ) -> Silent: ...


@http.api("/a")
class Redefined(Protocol):
    @http.get("/1", errors=[GONE, SERVER_ERROR])
    def one(self) -> int: ...

    @http.get("/2", errors=[GONE_TOO, GONE_AGAIN, SERVER_ERROR])
    def two(self) -> int: ...


class Unusable(BaseModel):
    """Values that do not hold."""

    size: int = Field(1, examples=["large", 2])
    share: float = math.nan
    code: str = Field("a", pattern=re.compile("^a++$"))
    other: int = Field(1, json_schema_extra={"$ref": "#/components/schemas/Nowhere"})
    needed: int = Field(1, json_schema_extra={"required": True})


@http.api("/a")
class UnusableValues(Protocol):
    @http.post("", errors=[SERVER_ERROR])
    def store(
        self, body: Unusable, limit: Annotated[int, http.Query(), Field(le=10)] = 20
    ) -> None: ...


@http.api("/members", permission=authenticated)
class Members(Protocol):
    @http.get()
    def unidentified(self) -> int: ...

    @http.put(security=security.Bearer())
    def by_scheme(self) -> int: ...

    @http.post(requires=[Requirement("Session", cookies={"sid": ApiKey})])
    def by_cookie(self) -> int: ...

    @http.delete(permission=public)
    def open(self) -> None: ...


@ws.api("/members/live", permission=authenticated)
class MembersLive(Protocol):
    @ws.client_to_server
    def say(self, text: str) -> None: ...

    @ws.server_to_client
    def said(self, text: str) -> None: ...


@http.api("/a")
class Replaced(Protocol):
    @http.get("", deprecated=Deprecated(replacement="Replaced.get_item"))
    def get_it(self) -> int: ...

    @http.get("/new", deprecated=Deprecated(replacement="Replaced.get_it"))
    def get_item(self) -> int: ...

    @http.get("/newest", deprecated=Deprecated(replacement="Replaced.get_items"))
    def get_more(self) -> int: ...


class Order(BaseModel):
    """An order."""

    item: int
    margin: Annotated[int, Audience("internal")]


@http.api("/orders")
class Ordered(Protocol):
    @http.post("")
    def order(self, order: Order, by: Annotated[str, http.Query(), Audience("partner")]) -> int: ...

    @http.post("/all", audience="partner")
    def order_all(self, by: Annotated[str, http.Query(), Audience("partner", "staff")]) -> int: ...

    @http.get("")
    def orders(self, by: Annotated[str, Audience("partner")] = "") -> Order: ...


CASES = [
    pytest.param(
        "hidden-required",
        Ordered,
        [
            "order: by must be sent, but is only for partner",
            "order: margin must be sent, but is only for internal",
        ],
        id="what some callers cannot know",
    ),
    pytest.param(
        "unknown-replacement",
        Replaced,
        ["get_more: it is replaced by 'Replaced.get_items', which no contract has: did you mean"],
        id="what replaces it",
    ),
    pytest.param(
        "unusable-value",
        UnusableValues,
        [
            "limit: the default 20 does not match its type, so it is left out",
            "size of Unusable: the example 'large' does not match its type, so it is left out",
            "share of Unusable: the default nan cannot be written as JSON, so it is left out",
        ],
        id="values that do not hold",
    ),
    pytest.param(
        "unusable-pattern",
        UnusableValues,
        ["code of Unusable: the pattern '^a++$'"],
        id="a pattern",
    ),
    pytest.param(
        "unusable-reference",
        UnusableValues,
        [
            "other of Unusable: the reference '#/components/schemas/Nowhere' is unresolved, so it is left out"
        ],
        id="a reference",
    ),
    pytest.param(
        "unusable-keyword",
        UnusableValues,
        ["needed of Unusable: the keyword 'required' cannot be True, so it is left out"],
        id="a keyword",
    ),
    pytest.param(
        "credential-missing",
        Members,
        ["unidentified: it needs a permission (authenticated), but no"],
        id="no credential",
    ),
    pytest.param(
        "credential-missing",
        MembersLive,
        ["say: it needs a permission"],
        id="no credential of a handshake",
    ),
    pytest.param(
        "server-error-missing", WithoutServerError, ["get_it: SERVER_ERROR"], id="no SERVER_ERROR"
    ),
    pytest.param("server-error-missing", Implemented, [], id="SERVER_ERROR of the runtime"),
    pytest.param("server-error-missing", WithRequirement, [], id="SERVER_ERROR of a requirement"),
    pytest.param("server-error-missing", Live, ["ask: SERVER_ERROR"], id="an event needs none"),
    pytest.param(
        "twin-models", Twins, ["store: ItemDraft, which it takes, looks like Item"], id="twins"
    ),
    pytest.param(
        "twin-models", RecursiveTwins, ["save_tree: Branch"], id="twins by name, recursive"
    ),
    pytest.param(
        "unbranded-parameter",
        Bare,
        [
            "get_item: item is a bare str named like the brand ItemId",
            "get_item: parent_item_id is a bare str named like the brand ItemId",
            "get_item: userId is a bare int: make a brand, UserId = NewType('UserId', int)",
        ],
        id="bare identifiers",
    ),
    pytest.param(
        "description-missing",
        Quiet,
        [
            "Quiet: the contract",
            "get_it: the method",
            "get_it: the error UNTOLD",
            "get_it: Silent has no description",
        ],
        id="without words",
    ),
    pytest.param("description-missing", Generics, [], id="a generic's words are enough"),
    pytest.param(
        "example-missing",
        NoExamples,
        [
            "get_it: word has no example",
            "get_it: Code has no example",
            "get_it: name of Silent has no example",
        ],
        id="without examples",
    ),
    pytest.param("error-redefined", Redefined, ["two: GONE of"], id="one type, two meanings"),
]


def found_by(rule: str, api: object) -> Iterator[Finding]:
    return (finding for finding in check_contracts(api) if finding.rule == rule)


@pytest.mark.parametrize(("rule", "api", "expected"), CASES)
def test_rule(rule: str, api: object, expected: list[str]) -> None:
    texts = [str(finding) for finding in found_by(rule, api)]
    assert len(texts) == len(expected), texts
    assert [part for part, text in zip(expected, texts, strict=True) if part not in text] == []


def test_every_rule_has_a_case() -> None:
    assert {case.values[0] for case in CASES} == set(RULES)


def test_a_finding_tells_its_place() -> None:
    (finding,) = found_by("server-error-missing", WithoutServerError)
    contract = contract_of(WithoutServerError)
    assert finding == Finding(
        rule="server-error-missing",
        severity="warning",
        message="SERVER_ERROR is not among its errors",
        contract=contract.name,
        method="get_it",
        module=__name__,
        line=finding.line,
    )
    assert str(finding).startswith(
        f"{__name__}:{finding.line}: WithoutServerError.get_it: SERVER_ERROR"
    )
    assert str(finding).endswith("[server-error-missing]")


def test_rules_can_be_switched_off() -> None:
    rules = {finding.rule for finding in check_contracts(Quiet)}
    assert rules == {"description-missing", "example-missing"}
    assert {finding.rule for finding in check_contracts(Quiet, off=["description-missing"])} == {
        "example-missing"
    }
    assert check_contracts(Quiet, off=RULES) == ()


def test_an_unknown_rule_is_a_mistake() -> None:
    with pytest.raises(ContractError, match="did you mean 'twin-models'"):
        check_contracts(Quiet, off=["twin-model"])


def test_errors_are_compared_across_contracts_and_each_contract_is_looked_at_once() -> None:
    @http.api("/b")
    class Other(Protocol):
        """One."""

        @http.get(errors=[GONE_TOO, SERVER_ERROR])
        def get_it(self) -> int:
            """It."""
            ...

    findings = check_contracts(WithRequirement, WithRequirement, Other, contract_of(Other))
    assert [finding.rule for finding in findings] == ["error-redefined"]


def test_contracts_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("contracts_to_lint")
    vars(module)["Quiet"] = Quiet
    monkeypatch.setitem(__import__("sys").modules, "contracts_to_lint", module)
    assert check_contracts("contracts_to_lint:Quiet") == check_contracts(Quiet)


def test_applications_are_not_asked_for_what_only_contracts_have() -> None:
    app = FastAPI()

    @app.get("/{size}", tags=["Items"])
    def get_item(size: int) -> Item:
        """Fetch an item."""
        return Item(id=ItemId("a"), size=size)

    findings = check_contracts(ApiDocSpec(slug="a", title="A", app=app))
    assert [finding.message for finding in findings] == ["the contract has no description"]
