"""Writes small Sphinx projects and builds them."""

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sphinx.testing.util import SphinxTestApp

SHOP = '''\
from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, SERVER_ERROR, http, ws

OrderId = NewType("OrderId", str)


class Order(BaseModel):
    """Something bought."""

    id: OrderId
    total: float


ORDER_NOT_FOUND = ERROR.define("ORDER_NOT_FOUND", 404, description="There is no such order.")


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{id}", errors=[ORDER_NOT_FOUND, SERVER_ERROR])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order. With *emphasis*."""
        ...


@ws.api("/orders/live")
class LiveApi(Protocol):
    """Orders as they come in."""

    @ws.server_to_client
    def placed(self, order: Order) -> None:
        """Somebody has bought something."""
        ...
'''
FIRST = ("html", "text", "latex", "epub")
"""The builders of `make test`."""


def in_builders(*names: str) -> pytest.MarkDecorator:
    """Runs a test once with each builder, of which `make test` has the first ones."""
    marks = {True: (), False: (pytest.mark.part("builders"),)}
    return pytest.mark.parametrize(
        "builder", [pytest.param(name, marks=marks[name in FIRST]) for name in names]
    )


DOCS = [
    {"slug": "shop", "title": "Shop API", "http": ["{module}:OrderApi"], "ws": ["{module}:LiveApi"]}
]


def plain(text: str) -> str:
    """Text without the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


class Built(NamedTuple):
    """A finished build."""

    out: Path
    warnings: str
    status: str

    def read(self, name: str) -> str:
        return (self.out / name).read_text(encoding="utf-8")


class Project:
    """A project in a folder of its own, whose contracts are in a module of its own name."""

    def __init__(self, folder: Path, module: str) -> None:
        self.folder = folder
        self.module = module
        self.config: dict[str, Any] = {
            "extensions": ["sphinxcontrib_ggdocs"],
            "ggdocs_docs": self.named(DOCS),
        }
        self.write(f"{module}.py", SHOP)
        self.write("conf.py", "")

    def named(self, value: Any) -> Any:
        """A configuration value with the module's name in it."""
        if isinstance(value, str):
            return value.replace("{module}", self.module)
        if isinstance(value, list):
            return [self.named(item) for item in value]
        if isinstance(value, dict):
            return {key: self.named(item) for key, item in value.items()}
        return value

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def page(self, text: str, name: str = "index.rst") -> None:
        self.write(name, self.named(text))

    def build(
        self,
        builder: str = "html",
        *,
        out: str | None = None,
        doctrees: str = "_build",
        fresh: bool = False,
        parallel: int = 0,
        verbosity: int = 0,
        again: bool = False,
    ) -> Built:
        """Build as ``sphinx-build`` does, in this process: what it has imported is imported anew,
        but for `again`.
        """
        if not again:
            _forget([self.module])
        folder = self.folder / (out or f"_{builder}")
        # A mapping of its own: Sphinx writes what extensions add, such as MyST's .md, into its
        # default for all builds.
        config = {"source_suffix": {".rst": "restructuredtext"}, **self.config}
        status, warning = io.StringIO(), io.StringIO()
        with _importable(self.folder):
            app = SphinxTestApp(
                buildername=builder,
                srcdir=self.folder,
                builddir=self.folder / doctrees,
                freshenv=fresh,
                confoverrides=config,
                status=status,
                warning=warning,
                parallel=parallel,
                verbosity=verbosity,
            )
            app.outdir = folder
            app.builder.outdir = folder
            if hasattr(app.builder, "_static_dir"):
                app.builder._static_dir = folder / "_static"
                setattr(app.builder, "_sources_dir", folder / "_sources")  # noqa: B010
            folder.mkdir(exist_ok=True)
            try:
                app.build()
            finally:
                app.cleanup()
        told = plain(warning.getvalue()).replace(str(self.folder) + "/", "")
        return Built(folder, told, plain(status.getvalue()))


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


MakeProject = Callable[[str], Project]


@pytest.fixture(scope="module")
def make_project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeProject]:
    """Makes projects for a whole file of tests, each with a name of its own."""
    modules: list[str] = []

    def make(name: str) -> Project:
        modules.append(f"shop_{name}")
        return Project(tmp_path_factory.mktemp(name), modules[-1])

    yield make
    _forget(modules)


@pytest.fixture
def project(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Project]:
    """A project with two contracts and an empty configuration beside them."""
    module = f"shop_{abs(hash(request.node.nodeid))}"
    yield Project(tmp_path, module)
    _forget([module])


def _forget(modules: list[str]) -> None:
    for name in [name for name in sys.modules if name.startswith(tuple(modules))]:
        del sys.modules[name]
