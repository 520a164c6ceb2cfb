"""The command line ``ggdocs``: build, export, check and serve."""

from .main import main

__all__ = ["main"]
