"""Delivers documentation: a `Site` is a map from path to resource, written to a directory or served."""

from .asgi import ASGIApp, AsgiSite
from .handler import PAGE_POLICY, SiteHandler
from .protection import Denied, DocsRequest, Protect
from .site import BadPath, Resource, Site
from .writing import MANIFEST, SiteCollision, WriteReport, remove_site, write_site
from .wsgi import WsgiSite

__all__ = [
    "MANIFEST",
    "PAGE_POLICY",
    "ASGIApp",
    "AsgiSite",
    "BadPath",
    "Denied",
    "DocsRequest",
    "Protect",
    "Resource",
    "Site",
    "SiteCollision",
    "SiteHandler",
    "WriteReport",
    "WsgiSite",
    "remove_site",
    "write_site",
]
