"""Reads Django Ninja APIs as contracts."""

from .api_reader import NinjaAdapter, contracts_from_ninja

__all__ = ["NinjaAdapter", "contracts_from_ninja"]
