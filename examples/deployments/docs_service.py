"""Shape C: a service of its own, which imports the contracts of several services and nothing else
of them.

uvicorn --app-dir examples deployments.docs_service:app
"""

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import GGApiDocs, GGApiDocsOptions

from .billing.contracts import InvoiceApi
from .orders.contracts import OrderApi, OrderFeed

app = GGApiDocs(
    None,
    GGApiDocsOptions(
        docs_path="/",
        docs=[
            ApiDocSpec(slug="orders", title="Orders", http=[OrderApi], ws=[OrderFeed]),
            ApiDocSpec(slug="billing", title="Billing", http=[InvoiceApi]),
        ],
    ),
    eager=True,
)
