"""Sentences from names in code, and keys for errors of one document that share a type."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import ERROR, Source
from sphinxcontrib_ggdocs.contracts.display_names import (
    name_errors,
    reason_phrase,
    sentence_of,
    title_of,
    words_of,
)
from sphinxcontrib_ggdocs.contracts.message_model import ErrorAnswer


def error(
    status: int = 409,
    data: object = None,
    description: str | None = None,
    module: str = "shop.orders",
) -> Any:
    """A definition of CONFLICT."""
    made = ERROR.define("CONFLICT", status, description=description) if data is None else None
    made = made or ERROR.define("CONFLICT", status, data, description=description)
    made.source = Source(module=module, line=1)
    return made


def with_answer(status: str | None, module: str = "shop.orders") -> Any:
    """A definition of CONFLICT that an adapter has read."""
    made = error(module=module)
    made.answer = ErrorAnswer(status=status)
    return made


KEYS_ERRORS: dict[str, Any] = {
    "equal types of data": ([error(data=list[int]), error(data=list[int])], ["CONFLICT"] * 2),
    "statuses": ([error(), error(410)], ["CONFLICT-409", "CONFLICT-410"]),
    "descriptions alone, in two modules": (
        [error(description="A."), error(description="B.", module="shop.users")],
        ["orders.CONFLICT", "users.CONFLICT"],
    ),
    "modules of one name": (
        [error(data=int), error(data=str, module="admin.orders")],
        ["shop.orders.CONFLICT", "admin.orders.CONFLICT"],
    ),
    "nothing but the order": (
        [error(description="A."), error(description="B.")],
        ["CONFLICT-1", "CONFLICT-2"],
    ),
    "two of one status": (
        [error(), error(410), error(410, int)],
        ["CONFLICT-1", "CONFLICT-2", "CONFLICT-3"],
    ),
    "ranges of statuses": (
        [with_answer("4XX"), with_answer("5XX", "shop.users"), error(module="shop.items")],
        ["orders.CONFLICT", "users.CONFLICT", "items.CONFLICT"],
    ),
    "without names": (
        [ERROR.unnamed("Not-Found", 404, data) for data in (int, str, bytes)],
        ["Not-Found", "Not-Found-2", "Not-Found-3"],
    ),
}


@pytest.mark.parametrize(
    ("errors", "keys"),
    KEYS_ERRORS.values(),
    ids=KEYS_ERRORS,
)
def test_keys_of_errors(errors: list[Any], keys: list[str]) -> None:
    found = name_errors([*errors, errors[0]])
    assert [found[each] for each in errors] == keys


@pytest.mark.parametrize(
    ("status", "phrase"),
    [(404, "Not Found"), (503, "Service Unavailable"), (499, "Status 499"), (599, "Status 599")],
)
def test_reason_phrase(status: int, phrase: str) -> None:
    assert reason_phrase(status) == phrase


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("Not-Found", "Not Found"),
        ("Not-Found-2", "Not Found"),
        ("Status-499-2", "Status 499"),
    ],
)
def test_words_of_an_error_without_a_name(link: str, words: str) -> None:
    assert words_of(link) == words


SENTENCES = {
    "get_watched_value": "Get watched value",
    "GetWatchedValue": "Get watched value",
    "getHTTPStatus": "Get HTTP status",
    "parseURL": "Parse URL",
    "getURLsOfItem": "Get URLs of item",
    "getUserIDs": "Get user IDs",
    "listV2Items": "List V2 items",
    "getAUser": "Get a user",
    "get2Items": "Get2 items",
    "sha256Of": "Sha256 of",
    "get_HTTP_status": "Get HTTP status",
    "GET_ITEMS": "Get items",
    "__getItem__": "Get item",
    "item-sold": "Item sold",
    "überPrüfen": "Über prüfen",
    "_": "_",
    "": "",
}


@pytest.mark.parametrize(("name", "sentence"), SENTENCES.items(), ids=SENTENCES)
def test_sentence_of(name: str, sentence: str) -> None:
    assert sentence_of(name) == sentence


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("live_orders", "Live Orders"),
        ("HTTPStatus", "HTTP Status"),
        ("", ""),
    ],
)
def test_title_of(name: str, title: str) -> None:
    assert title_of(name) == title
