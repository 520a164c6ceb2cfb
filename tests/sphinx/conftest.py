"""The fixtures of the Sphinx tests."""

from .projects import make_project, project

__all__ = ["make_project", "project"]
