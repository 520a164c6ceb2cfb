"""The fixtures of the Sphinx tests."""

from .projects import project

__all__ = ["project"]
