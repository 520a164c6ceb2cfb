"""The Sphinx side: configuration, events, the domain ``gg``, nodes and the static rendering.

Each of `native`, `openapi` and `asyncapi` is an extension of its own; `core` is what they share.
"""
