"""Mocks: services that answer as their contracts say, without handlers.

`mock_service` makes an ASGI application of a document, however that came about: contracts,
applications, files. It is built from the contract document, whose schemas requests are held
against (`inputs`) and responses are drawn from (`values`). Read `service` first, then `http_calls`
for one call and `sockets` for one connection.
"""

from .service import mock_service

__all__ = ["mock_service"]
