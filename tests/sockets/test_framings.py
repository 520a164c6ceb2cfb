"""Each framing on the wire: what is understood, what is answered, and that the documents say so."""

from collections.abc import Iterator
from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.model import ErrorFormat

from ..serving.hosting import by_uvicorn, connect
from .conversation import Conversation, Words
from .service import FORMATS, FORMS, FRAMINGS, TALKS, documented, service


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with by_uvicorn({"it": service()}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


SAY = {"kind": "say", "room": "lobby", "text": "Hello"}
TALKING = [pytest.param(name, form, id=f"{name} {form}") for name in FRAMINGS for form in FORMATS]
ASKING = [case for case in TALKING if case.values[0] != "bare"]


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_messages_in_both_directions(address: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{address}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        talk.send(words.request("say", SAY))
        assert talk.receive() == words.event("heard", SAY)
        assert talk.receive() == words.answer({"kind": "room", "id": "lobby", "size": 1})
        talk.send(words.request("say", SAY, "a text"))
        talk.receive()
        answer = talk.receive()
        assert answer == words.answer({"kind": "room", "id": "lobby", "size": 1}, "a text")


@pytest.mark.parametrize(("name", "form"), ASKING)
def test_the_service_asks(address: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{address}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        talk.send(words.event("typing", {"kind": "typing", "room": "lobby"}))
        question = talk.receive()
        assert question == words.request(
            "ask", {"kind": "ask", "question": "Still there?"}, words.id_of(question)
        )
        talk.send(words.answer({"kind": "yes", "loud": True}, words.id_of(question)))
        assert talk.receive() == words.event(
            "heard", {"kind": "say", "room": "answers", "text": "Yes"}
        )


@pytest.mark.parametrize(("name", "form"), TALKING)
def test_errors_in_the_format_of_the_contract(address: str, name: str, form: ErrorFormat) -> None:
    words, known = Words(name), documented(TALKS[name, form])
    with connect(f"{address}/{name}/{form}") as socket:
        talk = Conversation(socket, known)
        for room, kind in (("none", "NO_ROOM"), ("broken", "SERVER_ERROR")):
            talk.send(words.request("say", {**SAY, "room": room}))
            error = words.error_of(talk.receive())
            if form != "plain":
                assert error["type"] == kind
            else:
                assert error == ({"room": "none"} if kind == "NO_ROOM" else None)


REFUSED: list[Any] = [
    pytest.param("{", "This is not JSON", -32700, id="no JSON"),
    pytest.param("12", "", -32600, id="a number"),
    pytest.param(
        {"method": "nobody", "jsonrpc": "2.0", "id": 5}, "", -32601, id="no method of the contract"
    ),
]


@pytest.mark.parametrize("name", FRAMINGS)
@pytest.mark.parametrize(("frame", "told", "code"), REFUSED)
def test_what_is_no_message_is_answered(
    address: str, name: str, frame: Any, told: str, code: int
) -> None:
    words, known = Words(name), documented(TALKS[name, "typed"])
    with connect(f"{address}/{name}/typed") as socket:
        talk = Conversation(socket, known)
        talk.send_wrong(frame)
        answer = talk.receive()
        error = words.error_of(answer)
        assert error["type"] == "VALIDATION_ERROR"
        [problem] = error["data"]
        assert problem["message"].startswith(told)
        if name == "json-rpc":
            assert answer["error"]["code"] == code
        talk.send(words.request("say", SAY))  # the connection is still of use
        talk.receive()
        assert talk.receive() == words.answer({"kind": "room", "id": "lobby", "size": 1})


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("ggdocs", {"error": {"type": "VALIDATION_ERROR"}}),
        (
            "json-rpc",
            {
                "jsonrpc": "2.0",
                "id": None,
                "error": {"code": -32700, "message": "What?", "data": None},
            },
        ),
        ("ocpp", [4, "", "VALIDATION_ERROR", "What?", None]),
    ],
)
def test_what_a_client_could_not_read_is_not_answered(
    address: str, name: str, refusal: Any
) -> None:
    words, known = Words(name), documented(TALKS[name, "typed"])
    with connect(f"{address}/{name}/typed") as socket:
        talk = Conversation(socket, known)
        talk.send_wrong(refusal)
        talk.send(words.request("say", SAY))
        assert talk.receive() == words.event("heard", SAY)


@pytest.mark.parametrize("name", ["ggdocs", "json-rpc", "ocpp"])
def test_each_argument_that_is_wrong_is_named(address: str, name: str) -> None:
    words, known = Words(name), documented(FORMS[name])
    with connect(f"{address}/forms/{name}") as socket:
        talk = Conversation(socket, known)
        talk.send_wrong(words.request("several", {"room": 1, "times": "x"}))
        problems = words.error_of(talk.receive())["data"]
        steps = [problem["path"].rpartition(".")[2] for problem in problems]
        assert steps == ["room", "times"]


@pytest.mark.parametrize("name", ["ggdocs", "json-rpc", "ocpp"])
def test_a_request_without_an_id_is_refused(address: str, name: str) -> None:
    words, known = Words(name), documented(TALKS[name, "typed"])
    with connect(f"{address}/{name}/typed") as socket:
        talk = Conversation(socket, known)
        talk.send_wrong(words.event("say", SAY))
        [problem] = words.error_of(talk.receive())["data"]
        assert problem["message"] == "Field required: say is a request"


@pytest.mark.parametrize(
    ("name", "reported"), [("ggdocs", True), ("json-rpc", False), ("ocpp", False), ("bare", True)]
)
def test_an_event_that_fails(address: str, name: str, reported: bool) -> None:
    words, known = Words(name), documented(TALKS[name, "typed"])
    with connect(f"{address}/{name}/typed") as socket:
        talk = Conversation(socket, known)
        talk.send(words.event("typing", {"kind": "typing", "room": "broken"}))
        talk.send_wrong(words.event("typing", {"kind": "typing", "room": 1}))
        if reported:
            kinds = [words.error_of(talk.receive())["type"] for _ in range(2)]
            assert kinds == ["SERVER_ERROR", "VALIDATION_ERROR"]
        talk.send(words.request("say", SAY))
        assert talk.receive() == words.event("heard", SAY)


SENT: list[Any] = [
    pytest.param("nothing", None, 7, id="no payload"),
    pytest.param("leave", "lobby", None, id="a text, and no value"),
    pytest.param("several", {"room": "a"}, ["a", "a"], id="several arguments"),
    pytest.param("several", {"room": "a", "times": 1}, ["a"], id="all of them"),
    pytest.param("upload", "YWJj", "Y2Jh", id="bytes"),
    pytest.param("poke", None, "gently", id="a payload that is left out"),
    pytest.param("poke", "hard", "hard", id="a payload that may be left out"),
]
ARGUMENTS = {"leave": "room", "upload": "data", "poke": "how"}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(("method", "payload", "expected"), SENT)
def test_payloads(address: str, name: str, method: str, payload: Any, expected: Any) -> None:
    words, known = Words(name), documented(FORMS[name])
    given = {ARGUMENTS[method]: payload} if name == "json-rpc" and method in ARGUMENTS else payload
    frame = words.request(method, given)
    if payload is None:
        frame = (
            frame[:-1]
            if isinstance(frame, list)
            else {k: v for k, v in frame.items() if k in MEMBERS}
        )
        if name == "ocpp" and method == "nothing":
            frame = [*frame, None]
    with connect(f"{address}/forms/{name}") as socket:
        talk = Conversation(socket, known)
        talk.send(frame)
        if method == "nothing":
            assert talk.receive() == words.event(
                "number", {"number": 0.5} if name == "json-rpc" else 0.5
            )
        assert talk.receive() == words.answer(expected)


MEMBERS = ("jsonrpc", "id", "method")
