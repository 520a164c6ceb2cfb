"""`implement`: failures in each format."""

import logging
from collections.abc import Iterator
from typing import Annotated, Any, Protocol

import pytest

from sphinxcontrib_ggdocs.contracts import ERROR, http

from .items import FORMATS, Format, Items, api, application, ask, ours

SERVER_ERROR_BODY = {
    "typed": {"type": "SERVER_ERROR"},
    "problem": {
        "type": "SERVER_ERROR",
        "title": "The service failed for a reason of its own.",
        "status": 500,
    },
    "plain": None,
}
ANSWERS: list[Any] = [
    pytest.param(
        "missing",
        404,
        {
            "typed": {"type": "MISSING_ITEM", "data": {"item": "missing"}},
            "problem": {
                "type": "MISSING_ITEM",
                "title": "There is no such item.",
                "status": 404,
                "data": {"item": "missing"},
            },
            "plain": {"item": "missing"},
        },
        id="with data",
    ),
    pytest.param(
        "busy",
        409,
        {
            "typed": {"type": "BUSY"},
            "problem": {"type": "BUSY", "title": "Somebody else is at it.", "status": 409},
            "plain": None,
        },
        id="without",
    ),
    pytest.param(
        "explained",
        409,
        {
            "typed": {"type": "BUSY", "message": "Ada is at it."},
            "problem": {
                "type": "BUSY",
                "title": "Somebody else is at it.",
                "status": 409,
                "detail": "Ada is at it.",
            },
            "plain": None,
        },
        id="with a message",
    ),
    *(
        pytest.param(item, 500, SERVER_ERROR_BODY, id=item)
        for item in ("undeclared", "broken", "wrong data", "wrong value")
    ),
]


@pytest.mark.parametrize("error_format", FORMATS)
@pytest.mark.parametrize(("item", "status", "bodies"), ANSWERS)
def test_an_error_in_each_format(
    item: str,
    status: int,
    bodies: dict[str, object],
    error_format: Format,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = ask(application((api(error_format), Items())), "GET", f"/items/{item}")
    expected = bodies[error_format]
    assert (answer.status_code, answer.json() if answer.content else None) == (status, expected)
    if expected is not None:
        media_type = "application/problem+json" if error_format == "problem" else "application/json"
        assert answer.headers["content-type"] == media_type
    assert [record.levelno for record in ours(caplog)] == ([logging.ERROR] if status == 500 else [])
    assert status != 500 or ".get" in caplog.text


INVALID = [
    pytest.param("PUT", "/items/a", {"json": {"id": "a", "size": 0}}, "body.size", id="a field"),
    pytest.param("PUT", "/items/a", {"content": b"[" * 100_000}, "body", id="too deep"),
    pytest.param(
        "GET", "/items/span?first=2&last=1", {}, "query", id="fields that do not go together"
    ),
    pytest.param("GET", "/items/span?first=x", {}, "query.first", id="a query"),
    pytest.param(
        "POST",
        "/items/file",
        {"files": {"file": ("a", b"123456", "text/plain")}},
        "body.file",
        id="a size",
    ),
    pytest.param(
        "POST",
        "/items/file",
        {"content": b"--x", "headers": {"Content-Type": "multipart/form-data"}},
        "body",
        id="no multipart",
    ),
    pytest.param("PUT", "/items/a", {"content": b"{"}, "body", id="no JSON"),
    pytest.param(
        "POST",
        "/items/file",
        {"files": {"file": ("a", b"1", "image/png")}},
        "body.file",
        id="a media type",
    ),
]


@pytest.mark.parametrize(("verb", "path", "options", "place"), INVALID)
def test_a_request_without_the_documented_form(
    verb: str, path: str, options: dict[str, Any], place: str
) -> None:
    if "content" in options:
        options = {"headers": {"Content-Type": "application/json"}, **options}
    answer = ask(application((api("typed"), Items())), verb, path, **options)
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
    assert [problem["path"] for problem in answer.json()["data"]] == [place]


def test_files_that_are_left_out_have_their_default_and_texts_are_refused() -> None:
    @http.api("/files")
    class UploadApi(Protocol):
        @http.post()
        def add(
            self,
            files: Annotated[list[bytes], http.File()] = [],  # noqa: B006
            one: Annotated[bytes, http.File()] = b"",
        ) -> int: ...

    class Uploads:
        def add(self, files: list[bytes], one: bytes) -> int:
            return len(files) + len(one)

    app = application((UploadApi, Uploads()))
    assert ask(app, "POST", "/files", files={"other": b"a"}).json() == 0
    assert ask(app, "POST", "/files", files={"files": b"a"}).json() == 1
    for name, place in (("files", "body.files[0]"), ("one", "body.one")):
        text: Any = {name: (None, "a text, not a file"), "other": b"a"}
        answer = ask(app, "POST", "/files", files=text)
        assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
        assert [problem["path"] for problem in answer.json()["data"]] == [place]


def test_a_stream_that_fails_says_so_at_its_end() -> None:
    lines = ask(application((api("typed"), Items())), "GET", "/items/all/events").text.split("\n\n")
    assert lines == ['data: {"id":"a","size":1}', 'event: error\ndata: {"type":"BUSY"}', ""]


LINES = {
    "application/jsonl": ("", "\n", ""),
    "application/json-seq": ("\x1e", "\n", ""),
    "text/event-stream; charset=utf-8": ("data: ", "\n\n", "event: error\n"),
}


@pytest.mark.parametrize(("media_type", "frame"), LINES.items(), ids=LINES)
def test_a_stream_is_written_as_its_media_type_says(
    media_type: str, frame: tuple[str, str, str]
) -> None:
    @http.api("/lines")
    class LineApi(Protocol):
        @http.get(media_type=media_type, errors=[HALF])
        def letters(self) -> Iterator[str]: ...

    before, after, failure = frame
    answer = ask(application((LineApi, Halves())), "GET", "/lines")
    assert answer.headers["content-type"].startswith(media_type)
    first, second = f'{before}"a"{after}', f'{failure}{before}{{"type":"HALF"'
    assert answer.text.startswith(first + second)
    assert answer.text.endswith("}" + after)


HALF = ERROR.define("HALF", 409, description="The message has half of a letter.")


class Halves:
    def letters(self) -> Iterator[str]:
        yield "a"
        raise HALF(message="\ud800")


OWN_SERVER_ERROR = ERROR.define("SERVER_ERROR", 503, description="Try again later.")
OWN_VALIDATION = ERROR.define("VALIDATION_ERROR", 400, description="Try harder.")


def test_errors_of_ones_own_take_the_place_of_the_usual_ones() -> None:
    @http.api("/own")
    class OwnApi(Protocol):
        @http.get("/{number}", errors=[OWN_SERVER_ERROR, OWN_VALIDATION])
        def divide(self, number: int) -> float: ...

    class Own:
        def divide(self, number: int) -> float:
            return 1 / number

    app = application((OwnApi, Own()))
    answers = [ask(app, "GET", f"/own/{number}") for number in ("2", "0", "x")]
    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (200, 0.5),
        (503, {"type": "SERVER_ERROR"}),
        (400, {"type": "VALIDATION_ERROR"}),
    ]
