"""Applications that others have written, and what FastAPI says of them.

`tutorial` has those of FastAPI's documentation, `packages` those that are installed with the tests,
`published` those that are too large for it, each in an environment of its own.
"""
