"""Builds of whole Sphinx projects: ours and other ways to document the same API."""
