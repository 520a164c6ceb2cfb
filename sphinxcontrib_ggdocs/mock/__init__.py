"""Implements mocks: services that respond as their contracts say, without handlers.

`mock_service` builds an ASGI application for a document, whether that was built from contracts,
applications or files. Requests are validated against the schemas of the contract document
(`inputs`), and responses are generated from them (`values`). Values are *drawn*: chosen at random,
but always the same ones for the same seed. Read `service` first, then
`http_calls` for one call and `sockets` for one connection.
"""

from .service import mock_service

__all__ = ["mock_service"]
