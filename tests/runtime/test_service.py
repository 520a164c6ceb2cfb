"""The example service, contract-first under uvicorn: values, errors in each format, files, streams,
sockets.
"""

import json

import httpx
from websockets.sync.client import ClientConnection

from ..serving.hosting import connect
from ..waiting import HANG, get

BICYCLE = "lst_09hd2mvx"
HOME = {
    "name": "Ada",
    "street": "Kungsgatan 12",
    "postcode": "111 35",
    "city": "Stockholm",
    "country": "SE",
}


PNG = b"\x89PNG" + bytes(200)


def test_a_value_comes_as_declared(ada: httpx.Client) -> None:
    answer = ada.get("/account/profile")
    assert answer.status_code == 200
    profile = answer.json()
    assert profile["handle"] == "ada_l"
    saved = ada.put("/account/profile", json={**profile, "display_name": "Ada L."})
    assert saved.json()["display_name"] == "Ada L."


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


def test_who_is_not_signed_in_watches_but_does_not_bid(service: str) -> None:
    with socket(service, "/live/auctions/auc_1") as connection:
        bid = {"auction": "auc_1", "amount": {"amount": "10.00"}}
        connection.send(json.dumps({"id": 1, "method": "bid", "data": bid}))
        assert json.loads(connection.recv(5))["error"] == {"type": "UNAUTHORIZED"}
