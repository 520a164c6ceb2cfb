"""Docstrings for an audience: what they say of parts that are left out is not shown, whether the
sections of docstrings can be read or not.
"""

import sys
import types
from collections.abc import Iterator

import pytest

from sphinxcontrib_ggdocs.contracts.authoring import docstrings
from sphinxcontrib_ggdocs.native import build_contract_json

MODULE = """
from typing import Annotated, Protocol
from pydantic import BaseModel
from sphinxcontrib_ggdocs.contracts import ERROR, Audience, http, ws

SECRET = ERROR.define("SECRET", 409, description="Hidden.", audience="internal")


class Item(BaseModel):
    '''Something to buy.{fields}

    The end of the type.
    '''

    name: str
    secret: Annotated[int, Audience("internal")] = 1


@http.api("/items")
class ItemApi(Protocol):
    @http.get("/{{id}}", errors=[SECRET])
    def get_item(self, id: int, secret: Annotated[bool, Audience("internal")] = False) -> Item:
        '''Show an item.{arguments}
        '''
        ...


@ws.api("/feed")
class Feed(Protocol):
    @ws.client_to_server(errors=[SECRET])
    def follow(self, id: int) -> None:
        '''Follow an item.{raised}
        '''
        ...
"""
STYLES = {
    "google": {
        "fields": "\n\n    Attributes:\n        name: N.\n        secret: SECRET.",
        "arguments": "\n\n        Args:\n            id: I.\n            secret: SECRET.",
        "raised": "\n\n        Raises:\n            SECRET: Then.",
    },
    "list": {
        "fields": "\n\n    Args:\n    - name: N.\n    - secret: SECRET.",
        "arguments": "\n\n        Args:\n        - id: I.\n        - secret: SECRET.",
        "raised": "\n\n        Raises:\n        - SECRET: Then.",
    },
    "numpy": {
        "fields": "\n\n    Attributes\n    ----------\n    secret : int\n        SECRET.\n\n    Notes\n    -----",
        "arguments": "\n\n        Parameters\n        ----------\n        secret : bool\n            SECRET.",
        "raised": "\n\n        Raises\n        ------\n        SECRET\n            Then.",
    },
    "rest": {
        "fields": "\n\n    :ivar name: N.\n    :ivar secret: SECRET.",
        "arguments": "\n\n        :param id: I.\n        :param secret: SECRET.",
        "raised": "\n\n        :raises SECRET: Then.",
    },
    "without an empty line": {
        "fields": "\n    :param secret: SECRET.",
        "arguments": "\n        :param secret: SECRET.",
        "raised": "\n        :raises SECRET: Then.",
    },
}


@pytest.fixture(params=["read", "not installed"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Whether docstring-parser reads the sections."""
    how: str = request.param
    if how != "read":
        monkeypatch.setattr(docstrings, "_docstring_parser", lambda: None)
    return how


@pytest.fixture(params=STYLES)
def module(request: pytest.FixtureRequest, library: str) -> Iterator[types.ModuleType]:
    found = types.ModuleType("shop_of_docstrings")
    sys.modules[found.__name__] = found
    exec(MODULE.format(**STYLES[request.param]), found.__dict__)
    yield found
    del sys.modules[found.__name__]


def test_the_public_reads_nothing_of_what_is_hidden(module: types.ModuleType) -> None:
    contracts = [module.ItemApi, module.Feed]
    shown = build_contract_json(contracts, title="Shop", audience="public")
    assert "secret" not in shown.lower()
    assert all(text in shown for text in ("Something to buy.", "Show an item.", "Follow an item."))
    assert "The end of the type." in shown


def test_everybody_else_reads_all(module: types.ModuleType) -> None:
    shown = build_contract_json([module.ItemApi, module.Feed], title="Shop", audience="internal")
    assert "SECRET." in shown
