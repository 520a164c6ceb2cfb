"""Names of code as words."""

import pytest

from sphinxcontrib_ggdocs.contracts.phrases import sentence_of, title_of

SENTENCES = {
    "get_watched_value": "Get watched value",
    "getWatchedValue": "Get watched value",
    "GetWatchedValue": "Get watched value",
    "getHTTPStatus": "Get HTTP status",
    "HTTPStatus": "HTTP status",
    "parseURL": "Parse URL",
    "getURLs": "Get URLs",
    "getURLsOfItem": "Get URLs of item",
    "getUserIDs": "Get user IDs",
    "listV2Items": "List V2 items",
    "list_v2_items": "List v2 items",
    "getAUser": "Get a user",
    "get2Items": "Get2 items",
    "sha256Of": "Sha256 of",
    "get_HTTP_status": "Get HTTP status",
    "get_watchedValue": "Get watched value",
    "GET_ITEMS": "Get items",
    "HTTP": "HTTP",
    "_private": "Private",
    "__getItem__": "Get item",
    "get__item": "Get item",
    "x": "X",
    "get": "Get",
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
        ("liveOrders", "Live Orders"),
        ("HTTPStatus", "HTTP Status"),
        ("_", "_"),
        ("", ""),
    ],
)
def test_title_of(name: str, title: str) -> None:
    assert title_of(name) == title
