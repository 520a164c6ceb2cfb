"""FastAPI: existing applications as contracts, and contracts as routers."""

from .adapter import FastAPIAdapter, contracts_from_fastapi
from .messages import messages

__all__ = ["FastAPIAdapter", "contracts_from_fastapi", "messages"]
