"""Reads OpenAPI 3.0, 3.1 and 3.2 files as contracts."""
