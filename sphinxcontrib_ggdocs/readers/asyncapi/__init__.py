"""Reads AsyncAPI 2 and 3 files as contracts."""
