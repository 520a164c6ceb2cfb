"""Reads applications of web frameworks as contracts.

In: an application object of FastAPI, Litestar, Django Ninja or Starlette, and `AppOptions`.
Out: `Contents`: `ResolvedGroup` objects with contracts, and a `ServiceInfo`.

Each framework has a package of its own, which is imported for its applications only.
Read `fastapi/application_reader.py` first; it goes from routes to groups. The other frameworks
have a module of the same kind. `shared` has the parts that all of them use: names and groups of
methods, options, docstrings, errors without names, and warnings about routes that cannot be read.
"""

from ..catalog.adapters import GROUP, installed_adapters
from ..catalog.app_options import AppOptions
from ..catalog.application_warnings import ApplicationWarning
from ..catalog.contents import Adapter, Contents, ResolvedGroup, ServiceInfo

__all__ = [
    "GROUP",
    "Adapter",
    "AppOptions",
    "ApplicationWarning",
    "Contents",
    "ResolvedGroup",
    "ServiceInfo",
    "installed_adapters",
]
