"""The namespace of HTTP contracts: ``http.api`` for a class, ``http.get`` and its like for methods,
and markers.

A namespace of its own keeps a contract's method called ``get`` from hiding the decorator.
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
