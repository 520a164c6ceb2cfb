"""A project with contracts, and the command line in it."""

import contextlib
import importlib
import io
import os
import subprocess
import sys
from pathlib import Path

from sphinxcontrib_ggdocs.commands import main

CONTRACTS = '''
"""A shop."""

from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import SERVER_ERROR, http, ws

OrderId = NewType("OrderId", str)


class Order(BaseModel):
    """An order."""

    id: OrderId


@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}", errors=[SERVER_ERROR])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order."""
        ...


@ws.api("/ws/orders")
class OrderFeed(Protocol):
    """Orders as they come."""

    @ws.server_to_client
    def order_placed(self, order: Order) -> None:
        """Somebody placed an order."""
        ...


@http.api("/bad", runtime_errors=False)
class SloppyApi(Protocol):
    """An API that the linter does not like."""

    @http.get("/{order_id}")
    def get_bad(self, order_id: str) -> Order:
        """Fetch something."""
        ...
'''

PYPROJECT = """
[tool.ggdocs]
python_path = ["src"]
out_dir = "public"
branding = {primary_color = "#0f766e"}

[[tool.ggdocs.docs]]
slug = "shop"
title = "Shop"
http = ["shop.contracts:OrderApi"]
ws = ["shop.contracts:OrderFeed"]

[[tool.ggdocs.docs]]
slug = "other"
title = "Other"
http = ["shop.contracts:OrderApi"]
"""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "sphinxcontrib_ggdocs", *arguments]


def run(project: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in this process, which is quicker; what it imports is forgotten afterwards."""
    written = (io.BytesIO(), io.BytesIO())
    out, err = (io.TextIOWrapper(each, encoding="utf-8", write_through=True) for each in written)
    path, modules, here = [*sys.path], {*sys.modules}, Path.cwd()
    importlib.invalidate_caches()
    os.chdir(project)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(arguments)
    except SystemExit as end:  # argparse
        status = int(end.code or 0)
    finally:
        os.chdir(here)
        sys.path[:] = path
        for name in sys.modules.keys() - modules:
            if name.startswith("shop"):
                del sys.modules[name]
    return subprocess.CompletedProcess(
        arguments, status, *(each.getvalue().decode() for each in written)
    )


def good(project: Path, *arguments: str) -> str:
    done = run(project, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
