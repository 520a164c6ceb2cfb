"""Writes the Python source of one WebSocket API of N interactions twice: as contracts, and as a
FastStream broker.

Over the models of `source`. A resource has five interactions: two requests that take a draft and
answer an item, one that takes an identifier and answers an item, and two events. FastStream has no
requests that say what answers them: a handler that takes one thing and publishes another is as near
as it comes. It has no place for errors.
"""

INTERACTIONS_PER_RESOURCE = 5

_CONTRACTS_HEAD = """\
from typing import Protocol

from bench_models import *
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, ws

Authenticated = Requirement("Authenticated", headers={"Authorization": BearerToken})
NOT_FOUND = ERROR.define("NOT_FOUND", 404, Problem)
CONFLICT = ERROR.define("CONFLICT", 409, Problem)
contracts = []
"""

_CONTRACT = '''

@ws.api("/items{n}", requires=[Authenticated])
class Item{n}Api(Protocol):
    """Everything about item {n}."""

    @ws.client_to_server(errors=[CONFLICT])
    def create_item(self, draft: Item{n}Draft) -> Item{n}:
        """Put one up."""
        ...

    @ws.client_to_server(errors=[NOT_FOUND])
    def fetch_item(self, id: Item{n}Id) -> Item{n}:
        """Fetch one."""
        ...

    @ws.client_to_server(errors=[NOT_FOUND, CONFLICT])
    def replace_item(self, draft: Item{n}Draft) -> Item{n}:
        """Replace one."""
        ...

    @ws.server_to_client
    def item_changed(self, item: Item{n}) -> None:
        """One has changed."""
        ...

    @ws.server_to_client
    def item_gone(self, id: Item{n}Id) -> None:
        """One has gone."""
        ...


contracts.append(Item{n}Api)
'''

_APP_HEAD = """\
from bench_models import *
from faststream.redis import RedisBroker

broker = RedisBroker()
"""

_HANDLERS = """

@broker.publisher("items{n}/created")
@broker.subscriber("items{n}/create", description="Put one up.")
async def create_item{n}(draft: Item{n}Draft) -> Item{n}: ...


@broker.publisher("items{n}/fetched")
@broker.subscriber("items{n}/fetch", description="Fetch one.")
async def fetch_item{n}(id: Item{n}Id) -> Item{n}: ...


@broker.publisher("items{n}/replaced")
@broker.subscriber("items{n}/replace", description="Replace one.")
async def replace_item{n}(draft: Item{n}Draft) -> Item{n}: ...


broker.publisher("items{n}/changed", description="One has changed.", schema=Item{n})
broker.publisher("items{n}/gone", description="One has gone.", schema=Item{n}Id)
"""


def contracts_source(interactions: int) -> str:
    """The API as contracts: a list ``contracts``."""
    return _CONTRACTS_HEAD + "".join(
        _CONTRACT.format(n=n) for n in range(interactions // INTERACTIONS_PER_RESOURCE)
    )


def app_source(interactions: int) -> str:
    """The API as a FastStream broker: ``broker``."""
    return _APP_HEAD + "".join(
        _HANDLERS.format(n=n) for n in range(interactions // INTERACTIONS_PER_RESOURCE)
    )
