"""What the billing service offers."""

from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import http

from ..orders.contracts import ORDER_NOT_FOUND, OrderId

InvoiceId = NewType("InvoiceId", str)


class Invoice(BaseModel):
    """What is owed for an order."""

    id: InvoiceId
    order: OrderId
    cents: int
    paid: bool = False


@http.api("/invoices")
class InvoiceApi(Protocol):
    """What is owed."""

    @http.get("/of/{order}", errors=[ORDER_NOT_FOUND])
    def invoice_of(self, order: OrderId) -> Invoice:
        """Fetch the invoice of an order."""
        ...
