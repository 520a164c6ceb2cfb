"""Builds of whole Sphinx projects: ours beside other ways to document the same API."""
