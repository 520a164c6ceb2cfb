"""The namespace of HTTP contracts: ``http.api`` for a class, ``http.get`` and others for methods,
and markers.

A namespace keeps a contract's method called ``get`` from hiding the decorator.
"""

from .authoring.http_decorators import api, delete, get, head, options, patch, post, put, trace
from .markers import Body, Cookie, File, Form, Header, Path, Query

__all__ = [
    "Body",
    "Cookie",
    "File",
    "Form",
    "Header",
    "Path",
    "Query",
    "api",
    "delete",
    "get",
    "head",
    "options",
    "patch",
    "post",
    "put",
    "trace",
]
