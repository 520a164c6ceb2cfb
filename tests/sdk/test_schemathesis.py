"""Do running services do what their OpenAPI says? Schemathesis asks them, with all phases and
checks, and a seed.

They are the example service, which has forms and files, and `notes` (dependencies of FastAPI,
pages, conflicts). `OrderApi_follow` is left out, for it answers without an end. What signs out or
closes an account takes the ground from under the others, and so has a run of its own.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from marketplace.service.market import PARTNER_KEY

from ..serving.servers import running, uvicorn
from ..waiting import post
from . import notes
from .asking import ask, excluded
from .service import exported, market, sign_in


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with market() as url:
        yield url


def test_the_platform(url: str, tmp_path: Path) -> None:
    token = sign_in(url, "grace@example.org")
    leaving = excluded("SessionApi_sign_out", "AccountApi_close_account", "OrderApi_follow")
    ask(url, exported(tmp_path, "platform"), [f"Authorization: Bearer {token}"], *leaving)


def test_the_back_office(url: str, tmp_path: Path) -> None:
    token = sign_in(url, "staff@example.org")
    headers = [f"Authorization: Bearer {token}", f"X-Api-Key: {PARTNER_KEY}"]
    ask(url, exported(tmp_path, "internal"), headers)


@pytest.mark.parametrize("name", ["SessionApi_sign_out", "AccountApi_close_account"])
def test_leaving(url: str, tmp_path: Path, name: str) -> None:
    who = {
        "email": f"{name}@example.org",
        "password": "correct horse battery",
        "handle": name.lower()[-15:],
    }
    post(f"{url}/registrations", json=who).raise_for_status()
    token = sign_in(url, who["email"])
    ask(
        url,
        exported(tmp_path, "platform"),
        [f"Authorization: Bearer {token}"],
        "--include-operation-id",
        name,
    )


def test_a_service_with_dependencies(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(notes.openapi()), encoding="utf-8")
    with running(uvicorn(f"{notes.__name__}:create_app", "--factory")) as url:
        ask(url, file, [f"Authorization: Bearer {notes.TOKEN}"])
