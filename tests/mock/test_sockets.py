"""Connections of a mock: each frame in each framing is held against the documents."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sphinxcontrib_ggdocs.contracts.model import ErrorFormat
from sphinxcontrib_ggdocs.mock import mock_service

from ..serving.hosting import by_uvicorn, connect
from ..sockets.conversation import Conversation, Words
from ..sockets.service import FORMATS, FORMS, FRAMINGS, TALKS, documented
from ..waiting import HANG

SAY = {"kind": "say", "room": "lobby", "text": "Hello"}
TALKING = [pytest.param(name, form, id=f"{name} {form}") for name in FRAMINGS for form in FORMATS]


def named(*apis: type) -> dict[str, Any]:
    """Options of a document whose contracts have one name."""
    groups = [{"name": f"G{number}", "ws": [api]} for number, api in enumerate(apis)]
    return {"slug": "talk", "title": "Talk", "groups": groups}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    silent = mock_service(named(*TALKS.values(), *FORMS.values()), events=0)
    talking = mock_service(named(*TALKS.values()), events=4, pace=0)
    with by_uvicorn({"silent": silent, "talking": talking}, ws="websockets-sansio") as found:
        yield found["silent"].replace("http", "ws") + " " + found["talking"].replace("http", "ws")


@pytest.fixture
def silent(address: str) -> str:
    """The address of a mock that only answers."""
    return address.split()[0]


@pytest.fixture
def talking(address: str) -> str:
    """The address of a mock that sends messages unasked."""
    return address.split()[1]


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_requests_are_answered(silent: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{silent}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        talk.send(words.request("say", SAY))
        answer = talk.receive()
        talk.send(words.event("typing", {"kind": "typing", "room": "lobby"}))
        talk.send(words.request("say", SAY, "a text"))
        again = talk.receive()
        if name != "bare":
            assert (words.id_of(answer), words.id_of(again)) == (1, "a text")


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_messages_come_unasked(talking: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{talking}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        for _ in range(2):
            talk.receive()  # heard
            if name != "bare":  # which names no methods, so that the service asks nothing
                question = talk.receive()
                talk.send(words.answer({"kind": "yes", "loud": True}, words.id_of(question)))
        talk.send(words.request("say", SAY))
        talk.receive()


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_declared_errors_on_request(silent: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    for error in ("NO_ROOM", "SERVER_ERROR"):
        with connect(f"{silent}/{name}/{form}?prefer=error={error}") as socket:
            talk = Conversation(socket, known)
            talk.send(words.request("say", SAY))
            body = words.error_of(talk.receive())
            if form != "plain":
                assert body["type"] == error


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_what_is_not_valid_is_refused(silent: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{silent}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        talk.send_wrong(words.request("say", {**SAY, "text": 5}))
        body = words.error_of(talk.receive())
        problems = body if form == "plain" else body["data"]
        assert [problem["path"] for problem in problems] == ["text"]
        talk.send_wrong("{")
        talk.receive()
        talk.send(words.request("say", SAY))
        talk.receive()


def test_the_example_asks_for_credentials() -> None:
    from marketplace.docs import PLATFORM

    mock = mock_service(PLATFORM, events=0, credentials={"SignedIn": ["token"]})
    signed_in = {"Authorization": "Bearer token"}
    with by_uvicorn({"it": mock}, ws="websockets-sansio") as found:
        url = found["it"].replace("http", "ws")
        for headers in ({}, {"Authorization": "Bearer other"}):
            with (
                pytest.raises(InvalidStatus) as refused,
                connect(f"{url}/live/chat", additional_headers=headers),
            ):
                pass
            assert refused.value.response.status_code == 401
            assert json.loads(refused.value.response.body)["type"] == "UNAUTHORIZED"
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(f"{url}/live/chat?language=klingon", additional_headers=signed_in),
        ):
            pass
        assert refused.value.response.status_code == 422
        with connect(f"{url}/live/auctions/auc_1234abcd") as socket:  # watching is for everybody
            socket.send(json.dumps({"id": 1, "method": "bid", "data": {}}))
            assert json.loads(socket.recv(HANG))["error"]["type"] == "UNAUTHORIZED"
        with connect(f"{url}/live/chat", additional_headers=signed_in) as socket:
            socket.send(json.dumps({"id": 1, "method": "open_room", "data": "room_7"}))
            assert json.loads(socket.recv(HANG))["id"] == 1
        with pytest.raises((InvalidStatus, ConnectionClosed)), connect(f"{url}/nowhere"):
            pass
