"""The documentation in each framework, under real servers, with a root path, and behind a proxy."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from ..waiting import HANG
from .frameworks import ASGI, OWN, WSGI
from .hosting import by_hypercorn, by_proxy, by_uvicorn, by_wsgiref

SERVERS = ("uvicorn", "hypercorn")


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[tuple[str, str], str]]:
    """Of each application under each of its servers."""
    with contextlib.ExitStack() as stack:
        found = {}
        for server, start in (("uvicorn", by_uvicorn), ("hypercorn", by_hypercorn)):
            apps = {name: make() for name, make in ASGI.items()}
            for name, address in stack.enter_context(start(apps)).items():
                found[server, name] = address
        for name, make in WSGI.items():
            found["wsgiref", name] = stack.enter_context(by_wsgiref(make()))
        yield found


PAIRS = [
    *((server, name) for server in SERVERS for name in ASGI),
    *(("wsgiref", name) for name in WSGI),
]


def check(url: str) -> None:
    """The page by both of its addresses, what it needs, errors, and the application beside it."""
    with httpx.Client(base_url=url, timeout=HANG) as client:
        page, bare = client.get("docs/"), client.get("docs")
        assert (page.status_code, bare.status_code) == (200, 200)
        assert (
            page.headers["content-type"]
            == bare.headers["content-type"]
            == "text/html; charset=utf-8"
        )
        for each in (page, bare):  # what a browser would ask for
            script = next(part for part in each.text.split('"') if part.endswith(".js"))
            answer = client.get(each.url.join(script))
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        document = client.get("docs/feed/api-docs.json")
        assert document.json()["service"]["slug"] == "feed"
        etag = document.headers["etag"]
        assert (
            client.get("docs/feed/api-docs.json", headers={"If-None-Match": etag}).status_code
            == 304
        )
        head = client.head("docs/feed/api-docs.json")
        assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", etag)
        own = client.get("own")
        assert (own.status_code, own.text) == (200, OWN)
        # What is not ours is the application's: `plain` answers everything, others do not know
        # these.
        for other in (
            client.get("docs/none"),
            client.post("docs/feed/api-docs.json"),
            client.get("docsy"),
        ):
            assert other.status_code in (404, 405) or other.text == OWN


LATER = pytest.mark.part("frameworks")


@pytest.mark.parametrize(
    ("server", "framework"),
    [pytest.param(*pair, marks=[LATER] if pair[0] == "hypercorn" else []) for pair in PAIRS],
)
def test_in_a_framework(addresses: dict[tuple[str, str], str], server: str, framework: str) -> None:
    check(addresses[server, framework])


def test_under_a_root_path_that_the_proxy_removes() -> None:
    with by_uvicorn({name: make() for name, make in ASGI.items()}, root_path="/team/shop") as found:
        for address in found.values():
            with by_proxy({"/team/shop": address}) as url:
                check(f"{url}/team/shop")


@LATER
def test_under_a_root_path_that_the_proxy_leaves() -> None:
    """hypercorn does not add it to the path, as uvicorn does; Quart and Django want it there."""
    with by_hypercorn(
        {name: make() for name, make in ASGI.items()}, root_path="/team/shop"
    ) as found:
        for address in found.values():
            check(f"{address}/team/shop")


def test_the_framework_is_not_needed() -> None:
    """Nothing in the package imports one; the same is a rule of import-linter for FastAPI and
    Starlette.
    """
    code = (
        "import sys; import sphinxcontrib_ggdocs.native; "
        "names = {'fastapi', 'starlette', 'litestar', 'quart', 'flask', 'django', 'uvicorn', "
        "'sphinx', 'docutils'}; "
        "sys.exit(', '.join(names & sys.modules.keys()) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
