"""Implements the domain ``gg``: objects, roles, indices and references."""
