"""A shop with three releases, of which the last is the current version: something is new, renamed
and removed in each.
"""

from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import build_contract_doc

SOLD_OUT = ERROR.define("SOLD_OUT", 409, description="Somebody was faster.")
NOT_FOUND = ERROR.define("NOT_FOUND", 404, description="There is no such order.")


class Order(BaseModel):
    """What somebody has bought."""

    id: str
    note: str | None = None


def _first() -> type:
    class Purchase(BaseModel):
        """What somebody has bought, at first."""

        id: str

    @http.api("/orders")
    class OrderApi(Protocol):
        """Orders."""

        @http.get("/{id}", errors=[NOT_FOUND])
        def get_order(self, id: str) -> Purchase:
            """Get an order of the first kind."""
            ...

        @http.get("/")
        def list_all(self) -> list[Purchase]:
            """List what was bought."""
            ...

        @http.delete("/{id}", errors=[SOLD_OUT])
        def cancel(self, id: str) -> None:
            """Cancel an order."""
            ...

    return OrderApi


def _second() -> type:
    @http.api("/orders")
    class OrderApi(Protocol):
        """Orders."""

        @http.get("/{id}", errors=[NOT_FOUND])
        def get_order(self, id: str) -> Order:
            """Get an order."""
            ...

        @http.get("/")
        def list_orders(self) -> list[Order]:
            """List what was bought."""
            ...

        @http.delete("/{id}", errors=[SOLD_OUT], deprecated="Ask us.")
        def cancel(self, id: str) -> None:
            """Cancel an order."""
            ...

    return OrderApi


@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("/{id}", errors=[NOT_FOUND])
    def get_order(self, id: str) -> Order:
        """Get an order."""
        ...

    @http.get("/")
    def list_orders(self) -> list[Order]:
        """List what was bought."""
        ...

    @http.post("/")
    def place_order(self, order: Order) -> Order:
        """Buy something."""
        ...


RELEASES = {"1.0.0": _first(), "1.1.0": _second(), "2.0.0": OrderApi}
CURRENT = "2.0.0"


def released_shop(folder: Path, version: str = CURRENT) -> dict[str, Any]:
    """The entry of the document, with snapshots in a folder."""
    for released, contract in RELEASES.items():
        path = snapshot_path(folder, "shop", released)
        path.parent.mkdir(parents=True, exist_ok=True)
        spec = ApiDocSpec(slug="shop", title="Shop API", version=released, http=[contract])
        path.write_bytes(snapshot_of(build_contract_doc(spec)))
    return {
        "slug": "shop",
        "title": "Shop API",
        "version": version,
        "http": [f"{__name__}:OrderApi"],
        "history": str(folder),
    }
