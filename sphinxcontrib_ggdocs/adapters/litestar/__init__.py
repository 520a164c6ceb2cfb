"""Reads Litestar applications as contracts."""

from ..shared.messages import messages
from .handler_reader import LitestarAdapter, contracts_from_litestar

__all__ = ["LitestarAdapter", "contracts_from_litestar", "messages"]
