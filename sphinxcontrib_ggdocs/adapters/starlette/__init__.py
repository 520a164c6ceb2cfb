"""Starlette: the routes of existing applications, which carry no types."""

from .adapter import StarletteAdapter, contracts_from_starlette

__all__ = ["StarletteAdapter", "contracts_from_starlette"]
