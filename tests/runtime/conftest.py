"""The example service under a real server."""

import threading
from collections.abc import Iterator

import httpx
import pytest

from ..waiting import HANG, wait_until


@pytest.fixture(scope="package")
def service() -> Iterator[str]:
    """The address of the running example service, without the scheme."""
    import uvicorn  # not where the oldest FastAPI is tested
    from marketplace.service import create_app

    from ..serving.hosting import PATIENT

    config = uvicorn.Config(
        create_app(), port=0, log_level="error", ws="websockets-sansio", **PATIENT
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive(), "uvicorn")
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"127.0.0.1:{port}"
    server.should_exit = True
    thread.join(HANG)


@pytest.fixture(scope="package")
def ada(service: str) -> Iterator[httpx.Client]:
    yield from _signed_in(service, "ada@example.org")


@pytest.fixture(scope="package")
def grace(service: str) -> Iterator[httpx.Client]:
    yield from _signed_in(service, "grace@example.org")


@pytest.fixture(scope="package")
def staff(service: str) -> Iterator[httpx.Client]:
    yield from _signed_in(service, "staff@example.org")


def _signed_in(service: str, email: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{service}", timeout=HANG) as client:
        answer = client.post(
            "/sessions", data={"email": email, "password": "correct horse battery"}
        )
        assert answer.status_code == 201, answer.text
        client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        yield client
