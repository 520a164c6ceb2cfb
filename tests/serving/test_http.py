"""HTTP done properly, asked of real servers by a real client and by raw sockets."""

import asyncio
import gzip
import socket
import threading
from collections.abc import Iterator
from wsgiref.simple_server import WSGIRequestHandler, make_server

import httpx
import pytest

from ..waiting import HANG, get, head, request
from .application import CROWD, wsgi
from .servers import hypercorn, running, uvicorn

APP = "tests.serving.application:asgi"
DOCUMENT = "/docs/shop/api-docs.json"
SCRIPT = "/docs/assets/index-0123.js"
PLAIN = {"Accept-Encoding": "identity"}


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module", params=["uvicorn", "hypercorn", "wsgiref"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "wsgiref":
        with make_server("127.0.0.1", 0, wsgi, handler_class=_Quiet) as server:
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
            thread.join()
        return
    with running(uvicorn(APP) if request.param == "uvicorn" else hypercorn(APP)) as address:
        yield address


def raw(url: str, target: str, method: str = "GET") -> tuple[int, bytes]:
    """Status and body for a target that no client would send as it is."""
    host = httpx.URL(url).host
    with socket.create_connection((host, httpx.URL(url).port or 80), timeout=HANG) as connection:
        request = f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode("latin-1"))
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def test_the_page_with_and_without_the_slash(url: str) -> None:
    bare, page = get(f"{url}/docs"), get(f"{url}/docs/")
    assert (bare.status_code, bare.text) == (200, "<title>./docs/</title>")
    assert (page.status_code, page.text) == (200, "<title></title>")
    assert page.headers["cache-control"] == "public, no-cache"


def test_headers_that_keep_a_page_safe(url: str) -> None:
    for path in ("/docs", DOCUMENT, SCRIPT, "/docs/none"):
        headers = get(url + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["content-security-policy"].startswith("default-src 'none'; ")
    policy = get(f"{url}/docs").headers["content-security-policy"]
    for part in (
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
    ):
        assert f"{part};" in policy
    assert "unsafe" not in policy


def test_head_says_what_get_would(url: str) -> None:
    for path in ("/docs", DOCUMENT, SCRIPT, "/docs/none", "/docs/broken/api-docs.json"):
        got, bare = get(url + path), head(url + path)
        assert bare.status_code == got.status_code
        assert bare.content == b""
        kept = {
            name: value for name, value in got.headers.items() if name not in ("date", "connection")
        }
        assert {name: value for name, value in bare.headers.items() if name in kept} == kept


def test_what_a_client_has_is_not_sent_again(url: str) -> None:
    for headers in (PLAIN, {"Accept-Encoding": "gzip"}):
        first = get(url + DOCUMENT, headers=headers)
        etag = first.headers["etag"]
        for known in (etag, f'"other", {etag}', f"W/{etag}", "*"):
            again = get(url + DOCUMENT, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")
            for name in ("etag", "cache-control", "vary"):
                assert again.headers[name] == first.headers[name]
        assert (
            get(url + DOCUMENT, headers={**headers, "If-None-Match": '"other"'}).status_code == 200
        )


def test_compression(url: str) -> None:
    plain = get(url + SCRIPT, headers=PLAIN)
    small = get(url + SCRIPT, headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert small.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert small.headers["etag"] != plain.headers["etag"]
    assert small.content == plain.content == b"let a = 1;\n" * 500
    assert int(small.headers["content-length"]) == len(gzip.compress(plain.content, mtime=0)) < 500
    for refused in ("gzip;q=0", "br", "*;q=0", "gzip;q=0, *"):
        assert (
            "content-encoding"
            not in get(url + SCRIPT, headers={"Accept-Encoding": refused}).headers
        )


def test_what_is_not_there_and_what_is_not_allowed_in_json(url: str) -> None:
    missing = get(f"{url}/docs/none")
    assert (missing.status_code, missing.json()["error"]) == (404, "Not Found")
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        refused = request(method, url + DOCUMENT)
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
        assert refused.json()["error"] == "Method Not Allowed"
    assert get(f"{url}/elsewhere").status_code == 404


def test_a_document_that_fails_says_so_and_keeps_secrets(url: str) -> None:
    answer = get(f"{url}/docs/broken/api-docs.json")
    assert answer.status_code == 500
    assert "see the log" in answer.json()["detail"]
    assert "LookupError" not in answer.text
    assert "secret" not in answer.text
    assert get(url + DOCUMENT).status_code == 200


UP = [
    "..",
    ".",
    "%2e%2e",
    "%2E%2E",
    ".%2e",
    "%252e%252e",
    "..%00",
    "%c0%ae%c0%ae",
    "%ef%bc%8e%ef%bc%8e",
    "..;",
    "....",
]
SLASHES = ["/", "//", "%2f", "%2F", "%5c", "\\", "%252f", "%c0%af", "/./"]
VICTIMS = ["etc/passwd", "pyproject.toml", "sphinxcontrib_ggdocs/__init__.py", "bundle.json"]
CORPUS = [
    *(
        f"{up}{slash}" * depth + victim
        for up in UP
        for slash in SLASHES
        for depth, victim in enumerate(VICTIMS, 1)
    ),
    *(
        "/etc/passwd",
        "//etc/passwd",
        "C:/Windows/win.ini",
        "file:///etc/passwd",
        "assets",
        "assets/",
        "shop",
        "shop/",
    ),
    *(
        "assets/index-0123.js/",
        "assets//index-0123.js",
        "assets/index-0123.js%00",
        "assets/index-0123.js%20",
    ),
    *(
        "%00",
        "%",
        "%zz",
        ".ggdocs-manifest.json",
        "con",
        "shop/api-docs.json::$DATA",
        "shop/API-DOCS.json",
    ),
]


def test_nothing_leads_out(url: str) -> None:
    for path in (*CORPUS, *(f"assets/{path}" for path in CORPUS[::7])):
        target = f"/docs/{path}"
        status, body = raw(url, target)
        assert status == 404, target
        assert b"root:" not in body, target
        assert b"requires-python" not in body, target


def test_many_first_requests_build_once() -> None:
    async def ask(url: str) -> set[str]:
        async with httpx.AsyncClient(
            limits=httpx.Limits(max_connections=CROWD), timeout=HANG
        ) as client:
            document = f"{url}/docs/crowded/api-docs.json"
            answers = await asyncio.gather(*(client.get(document) for _ in range(CROWD)))
        return {answer.text[:12] for answer in answers}

    with running(uvicorn(APP)) as address:
        assert asyncio.run(ask(address)) == {'{"builds": 1'}


def test_building_does_not_block_the_event_loop() -> None:
    async def ask(url: str) -> bool:
        async with httpx.AsyncClient(timeout=HANG) as client:
            document = asyncio.create_task(client.get(f"{url}/docs/waiting/api-docs.json"))
            await client.get(f"{url}/building")
            await client.get(f"{url}/docs")
            asked: bool = (await document).json()["asked"]
        return asked

    with running(uvicorn(APP)) as address:
        assert asyncio.run(ask(address))


def test_a_loop_that_is_not_asyncio() -> None:
    """No part of this package knows trio; the first request then builds where it stands."""
    with running(hypercorn(APP, "--worker-class", "trio")) as address:
        assert get(address + DOCUMENT).json()["builds"] == 1
