"""Implements the command line ``ggdocs``: build, check, export, serve and others, one module
each.
"""

from .main import main

__all__ = ["main"]
