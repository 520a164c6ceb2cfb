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

    @http.get("/{name}.{ending}")
    def by_ending(self, name: str, ending: str) -> str: ...

    @http.get("/{number:int}")
    def by_number(self, number: int) -> str: ...

    @http.get("/all")
    def every(self) -> str: ...


class Files:
    def below(self, rest: str) -> str:
        return f"below {rest}"

    def by_name(self, name: str) -> str:
        return f"name {name}"

    def by_ending(self, name: str, ending: str) -> str:
        return f"{ending} {name}"

    def by_number(self, number: int) -> str:
        return f"number {number}"

    def every(self) -> str:
        return "all"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("all", "all"),
        ("report", "name report"),
        ("report.pdf", "pdf report"),
        ("7", "number 7"),
        ("old/report.pdf", "below old/report.pdf"),
    ],
)
def test_the_closest_path_answers_whatever_the_order_of_methods(path: str, answer: str) -> None:
    assert ask(application((FileApi, Files())), "GET", f"/files/{path}").json() == answer
