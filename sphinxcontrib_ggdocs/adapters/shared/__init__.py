"""Contains what the adapters share: docstrings of handlers, hand-written parts of OpenAPI, messages
of WebSockets, mounted applications, and warnings about what cannot be read.
"""
