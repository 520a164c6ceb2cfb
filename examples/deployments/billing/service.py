"""The billing service, with the documentation of its own contracts.

uvicorn --app-dir examples deployments.billing.service:app
"""

from fastapi import FastAPI

from sphinxcontrib_ggdocs.native import GGApiDocs
from sphinxcontrib_ggdocs.runtime import implement

from ..orders.contracts import ORDER_NOT_FOUND, OrderId, OrderRef
from .contracts import Invoice, InvoiceApi, InvoiceId


class Invoices:
    """Implements `InvoiceApi`."""

    def invoice_of(self, order: OrderId) -> Invoice:
        """Fetch the invoice of an order."""
        if order != "o1":
            raise ORDER_NOT_FOUND(OrderRef(order=order))
        return Invoice(id=InvoiceId("i1"), order=order, cents=4900)


app = FastAPI(title="Billing")
app.include_router(implement(InvoiceApi, Invoices()))
GGApiDocs.register(
    app,
    {
        "docs_path": "/apidocs",
        "docs": [{"slug": "billing", "title": "Billing", "http": [InvoiceApi]}],
    },
)
