"""Which method of a contract answers a path."""

from typing import Protocol

import pytest

from sphinxcontrib_ggdocs.contracts import http

from .items import application, ask


@http.api("/files")
class FileApi(Protocol):
    @http.get("/{rest:path}")
    def below(self, rest: str) -> str: ...

    @http.get("/{name}")
    def by_name(self, name: str) -> str: ...

    @http.get("/all")
    def every(self) -> str: ...


class Files:
    def below(self, rest: str) -> str:
        return f"below {rest}"

    def by_name(self, name: str) -> str:
        return f"name {name}"

    def every(self) -> str:
        return "all"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("all", "all"),
        ("report", "name report"),
        ("old/report.pdf", "below old/report.pdf"),
    ],
)
def test_the_closest_path_answers_whatever_the_order_of_methods(path: str, answer: str) -> None:
    assert ask(application((FileApi, Files())), "GET", f"/files/{path}").json() == answer
