"""Workflows: authoring, checks, export."""
