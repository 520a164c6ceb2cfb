"""What a decorated class says beside its arguments: verbs, words, permissions, who stands before
it, where it is.
"""

import copy
from typing import TYPE_CHECKING, Annotated, Any, NewType, Protocol, TypeVar, cast

import pytest
from pydantic import BaseModel, Field
from typing_extensions import deprecated

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    UNAUTHORIZED,
    ApiKey,
    BearerToken,
    Brand,
    ContractError,
    ExternalDocs,
    HttpContract,
    HttpMethod,
    Requirement,
    contract_of,
    http,
    public,
    scope,
)
from sphinxcontrib_ggdocs.contracts.credentials import authentication

if TYPE_CHECKING:
    from decimal import Decimal


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Item(BaseModel):
    id: int


GONE = ERROR.define("GONE", 410, Item, description="It was here.")
Guard = Requirement(
    "Guard", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED], description="A guard."
)


@http.api("/items", requires=[Guard], permission=public, external_docs="https://example.org/items")
class ItemApi(Protocol):
    """Things.

    And more about them.
    """

    @http.get(
        "/{id}",
        errors=[GONE, SERVER_ERROR, GONE],
        permission=scope("items:read"),
        external_docs=ExternalDocs(url="https://example.org", description="More"),
        operation_id="readItem",
    )
    @http.head("/{id}")
    def get_item(self, id: int) -> Item:
        """Fetch a
        thing.

        With *details*.
        """
        ...

    @http.delete(
        "/{id}", summary="Away with it.", description="For good.", deprecated="Use `archive`."
    )
    def remove(self, id: int) -> None:
        """Not this."""
        ...

    @http.post(deprecated=True)
    async def add(self, item: Item) -> None: ...

    @http.options()
    @deprecated("Nobody asks.")
    def what(self) -> None: ...

    @http.trace("/trace")
    def echo(self) -> str: ...

    def helper(self) -> None:
        """Not part of the contract."""


def http_contract(api: object) -> HttpContract:
    contract = contract_of(api)
    assert isinstance(contract, HttpContract)
    return contract


def method(name: str, api: object = ItemApi) -> HttpMethod:
    return next(each for each in http_contract(api).methods if each.name == name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("get_item", (False, None)),
        ("remove", (True, "Use `archive`.")),
        ("add", (True, None)),
        ("what", (True, "Nobody asks.")),
    ],
)
def test_deprecation(name: str, expected: tuple[bool, str | None]) -> None:
    found = method(name)
    assert (found.deprecated, found.deprecation_message) == expected


@pytest.mark.parametrize(
    ("prefix", "path", "full"),
    [
        ("", "", "/"),
        ("/a", "", "/a"),
        ("/a/", "/b", "/a/b"),
        ("/a", "/b/", "/a/b/"),
        ("/a", "/{rest:path}", "/a/{rest}"),
    ],
)
def test_full_path(prefix: str, path: str, full: str) -> None:
    read = HttpMethod(name="read", verbs=("GET",), path=path)
    assert HttpContract(name="Api", path_prefix=prefix, methods=(read,)).full_path(read) == full


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ["Api_both", "Api_both_post", "Api_both_put"]),
        ({"operation_id": "a", "verb_operation_ids": ("b",)}, ["a", "b", "a_put"]),
        ({"verb_operation_ids": ("b", "c")}, ["Api_both", "b", "c"]),
    ],
)
def test_operation_ids_of_verbs(given: dict[str, Any], expected: list[str]) -> None:
    both = HttpMethod(name="both", verbs=("GET", "POST", "PUT"), path="", **given)
    assert [both.operation_id_of(verb, "Api_both") for verb in both.verbs] == expected


def test_the_path_of_an_outgoing_contract_stays() -> None:
    sent = HttpMethod(name="sent", verbs=("POST",), path="{$request.body#/url}//a:b")
    hook = HttpContract(name="Hook", path_prefix="", methods=(sent,), outgoing=True)
    assert hook.full_path(sent) == "{$request.body#/url}//a:b"


def test_a_brand_is_itself_in_copies() -> None:
    brand = Brand("Word")
    assert copy.copy(brand) is brand
    assert copy.deepcopy([brand])[0] is brand


def test_contracts_inherit_methods() -> None:
    class Listing(Protocol):
        @http.get()
        def list_all(self) -> list[int]: ...

        @http.get("/first")
        def first(self) -> int: ...

    @http.api("/inherited")
    class InheritedApi(Listing, Protocol):
        @http.get("/one")
        def first(self) -> int:
            """Another one."""
            ...

        @http.post()
        def add(self, item: Item) -> None: ...

    assert [(each.name, each.path) for each in http_contract(InheritedApi).methods] == [
        ("list_all", ""),
        ("first", "/one"),
        ("add", ""),
    ]


def test_a_generic_base_is_filled_in() -> None:
    class Reading(Protocol[T_co]):
        @http.get("/{id}")
        def read(self, id: int) -> T_co: ...

    class Storing(Reading[list[T]], Protocol[T]):
        @http.post()
        def add(self, it: T, more: list[T]) -> None: ...

    @http.api("/items")
    class ItemApi(Storing[Item], Protocol): ...

    read, add = http_contract(ItemApi).methods
    assert read.successes[0].contents[0].type == list[Item]
    assert add.body is not None
    assert [field.type for field in add.body.contents[0].fields or ()] == [Item, list[Item]]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (BearerToken, "api-key"),
        (Annotated[BearerToken, Field(description="A token.")], "api-key"),
        (NewType("Mine", BearerToken), "api-key"),
        (ApiKey, "api-key"),
        (Annotated[str, Brand("BearerToken")], None),
        (str, None),
    ],
)
def test_authentication(form: Any, expected: str | None) -> None:
    (header,) = Requirement("M", headers={"X": form}).headers
    assert authentication(header) == expected


def test_the_header_of_a_bearer_token() -> None:
    (header,) = Requirement("M", headers={"authorization": BearerToken | None}).headers
    assert authentication(header) == "bearer"


@pytest.mark.parametrize(
    ("given", "errors"), [(GONE, (GONE,)), ([GONE], (GONE,)), ((), ()), (None, ())]
)
def test_one_error_alone_is_taken_for_a_list_of_one(given: Any, errors: tuple[Any, ...]) -> None:
    @http.api("/one", requires=cast("Any", None))
    class Api(Protocol):
        @http.get(errors=given)
        def get(self) -> int: ...

    assert method("get", Api).errors == errors
    assert http_contract(Api).requires == ()


def test_a_mistake_of_type_is_told_each_time() -> None:
    @http.api("/wrong")
    class Api(Protocol):
        @http.get()
        def get(self, size: "Decimal") -> int: ...

    for _ in range(2):
        with pytest.raises(ContractError, match="not only under TYPE_CHECKING"):
            contract_of(Api)
