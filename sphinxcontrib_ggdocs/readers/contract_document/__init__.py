"""Reads contract documents, the ``api-docs.json`` of other builds, as documents."""
