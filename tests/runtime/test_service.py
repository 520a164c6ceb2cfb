"""The example service, contract-first under uvicorn: values, errors in each format, files, streams,
sockets.
"""

import json

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from ..serving.hosting import connect
from ..waiting import HANG, get, post, request

BICYCLE = "lst_09hd2mvx"
PNG = b"\x89PNG" + bytes(200)
HOME = {
    "name": "Ada",
    "street": "Kungsgatan 12",
    "postcode": "111 35",
    "city": "Stockholm",
    "country": "SE",
}


def test_a_value_comes_as_declared(ada: httpx.Client) -> None:
    answer = ada.get("/account/profile")
    assert answer.status_code == 200
    profile = answer.json()
    assert profile["handle"] == "ada_l"
    saved = ada.put("/account/profile", json={**profile, "display_name": "Ada L."})
    assert saved.json()["display_name"] == "Ada L."


def test_headers_and_status_of_a_success(service: str) -> None:
    form = {"email": "ada@example.org", "password": "correct horse battery"}
    answer = post(f"http://{service}/sessions", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (201, "/sessions/current")


def test_no_content(service: str) -> None:
    form = {"email": "ada@example.org", "password": "correct horse battery"}
    token = post(f"http://{service}/sessions", data=form).json()["token"]
    answer = request(
        "DELETE", f"http://{service}/sessions/current", headers={"Authorization": f"Bearer {token}"}
    )
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_route_of_words_wins_over_one_of_placeholders(grace: httpx.Client) -> None:
    assert grace.get("/payments/balance").status_code == 200


def test_upload_and_download(grace: httpx.Client, service: str) -> None:
    answer = grace.post(
        "/photos", files={"photo": ("bike.png", PNG, "image/png")}, data={"alt": "A bicycle"}
    )
    assert (answer.status_code, answer.json()["alt"]) == (201, "A bicycle")
    place = f"http://{service}/photos/{answer.json()['id']}"
    photo = get(place)
    assert (photo.content, photo.headers["Content-Type"]) == (PNG, "image/png")
    again = get(place, headers={"If-None-Match": photo.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_that_the_contract_does_not_accept(grace: httpx.Client) -> None:
    answer = grace.post("/photos", files={"photo": ("bike.gif", b"GIF89a", "image/gif")})
    assert (answer.status_code, answer.json()) == (415, {"type": "PHOTO_UNREADABLE"})
    large = grace.post(
        "/photos", files={"photo": ("bike.png", PNG + bytes(10 * 1024 * 1024), "image/png")}
    )
    assert (large.status_code, large.json()["type"]) == (413, "PHOTO_TOO_LARGE")


def test_an_order_from_basket_to_invoice(ada: httpx.Client) -> None:
    ada.put("/orders/basket", json={"lines": {BICYCLE: 1}})
    order = ada.post("/orders", json={"address": HOME}, headers={"Idempotency-Key": "one"}).json()
    again = ada.post("/orders", json={"address": HOME}, headers={"Idempotency-Key": "one"}).json()
    assert order == again
    declined = ada.post(
        f"/payments/for/{order['id']}", json={"method": "card", "token": "tok_declined"}
    )
    assert (declined.status_code, declined.json()["data"]["reason"]) == (402, "insufficient_funds")
    early = ada.get(f"/orders/{order['id']}/invoice")
    assert (early.status_code, early.json()["type"]) == (409, "WRONG_STATE")
    paid = ada.post(
        f"/payments/for/{order['id']}", json={"method": "swish", "phone": "+46701234567"}
    )
    assert paid.json()["settled"] is True
    invoice = ada.get(f"/orders/{order['id']}/invoice")
    assert (invoice.content[:5], invoice.headers["Content-Type"]) == (b"%PDF-", "application/pdf")
    with ada.stream("GET", "/orders/events", headers={"Last-Event-ID": "evt_1"}) as events:
        assert events.headers["Content-Type"].startswith("text/event-stream")
        line = next(line for line in events.iter_lines() if line)
    assert json.loads(line.removeprefix("data: "))["state"] == "paid"


def test_a_failure_of_the_service_tells_nothing(
    ada: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "marketplace.service.people.Accounts.get_account", lambda self: {"no": "account"}
    )
    # handlers are bound when the service starts, so that only what they call can be made to fail
    answer = ada.get("/account/profile")
    assert (answer.status_code, answer.json()) == (500, {"type": "SERVER_ERROR"})


def test_the_service_shows_its_own_documentation(service: str) -> None:
    page = get(f"http://{service}/apidocs")
    assert (page.status_code, "<gg-docs" in page.text) == (200, True)
    assert get(f"http://{service}/apidocs/platform/api-docs.json").json()["version"] == "2.1"


def socket(service: str, path: str, client: httpx.Client | None = None) -> ClientConnection:
    headers = {"Authorization": client.headers["Authorization"]} if client is not None else {}
    return connect(f"ws://{service}{path}", additional_headers=headers)


def test_requests_and_events_over_a_socket(
    service: str, ada: httpx.Client, grace: httpx.Client
) -> None:
    with (
        socket(service, "/live/chat?language=sv", ada) as one,
        socket(service, "/live/chat", grace) as other,
    ):
        for each in (one, other):
            each.send(json.dumps({"id": 1, "method": "open_room", "data": "room_bicycle"}))
            assert json.loads(each.recv(HANG))["data"]["listing"] == BICYCLE
        one.send(
            json.dumps(
                {
                    "id": "a",
                    "method": "send_message",
                    "data": {"room": "room_bicycle", "text": "Hej!"},
                }
            )
        )
        frames = [json.loads(one.recv(HANG)), json.loads(one.recv(HANG))]
        assert [frame.get("method", frame.get("id")) for frame in frames] == ["message_posted", "a"]
        heard = json.loads(other.recv(HANG))
        assert (heard["method"], heard["data"]["text"], heard["data"]["author"]) == (
            "message_posted",
            "Hej!",
            "usr_ada",
        )


def test_a_socket_is_refused_as_a_request_would_be(service: str) -> None:
    with pytest.raises(InvalidStatus) as refused, socket(service, "/live/chat"):
        pass
    assert refused.value.response.status_code == 401
    assert json.loads(refused.value.response.body or b"") == {"type": "UNAUTHORIZED"}


def test_who_is_not_signed_in_watches_but_does_not_bid(service: str) -> None:
    with socket(service, "/live/auctions/auc_1") as connection:
        bid = {"auction": "auc_1", "amount": {"amount": "10.00"}}
        connection.send(json.dumps({"id": 1, "method": "bid", "data": bid}))
        assert json.loads(connection.recv(5))["error"] == {"type": "UNAUTHORIZED"}


def test_parameters_of_a_handshake(service: str, ada: httpx.Client) -> None:
    with socket(service, "/live/auctions/auc_1", ada) as connection:
        bid = {"auction": "auc_2", "amount": {"amount": "10.00"}}
        connection.send(json.dumps({"id": 1, "method": "bid", "data": bid}))
        assert json.loads(connection.recv(HANG))["error"] == {"type": "AUCTION_NOT_FOUND"}
        connection.send(json.dumps({"id": 2, "method": "bid", "data": {**bid, "auction": "auc_1"}}))
        assert json.loads(connection.recv(HANG))["data"]["amount"]["amount"] == "10.00"


def test_the_service_speaks_first(service: str, staff: httpx.Client) -> None:
    with socket(service, "/staff/live", staff) as connection:
        assert json.loads(connection.recv(HANG))["method"] == "figures"
