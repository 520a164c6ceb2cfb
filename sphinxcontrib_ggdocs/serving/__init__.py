"""Delivers documentation, to a directory or to readers of a running service.

In: a `Site`, which maps paths to resources that are built at first use. Out: files
(`directory.py`), or responses: `SiteHandler` builds them (`handler.py`), and `AsgiSite` and
`WsgiSite` send them. Read `site.py` first, then `handler.py`.
"""

from typing import TYPE_CHECKING

from .directory import MANIFEST, SiteCollision, WriteReport, remove_site, write_site
from .lazy_names import lazy_attributes
from .site import BadPath, Resource, Site

if TYPE_CHECKING:
    from .application import RegistrationWarning
    from .asgi import ASGIApp, AsgiSite
    from .handler import PAGE_POLICY, SiteHandler
    from .protection import Denied, DocsRequest, Protect
    from .wsgi import WsgiSite
else:
    _HOMES = {
        ".asgi": ["ASGIApp", "AsgiSite"],
        ".handler": ["PAGE_POLICY", "SiteHandler"],
        ".protection": ["Denied", "DocsRequest", "Protect"],
        ".application": ["RegistrationWarning"],
        ".wsgi": ["WsgiSite"],
    }
    __getattr__, __dir__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "MANIFEST",
    "PAGE_POLICY",
    "ASGIApp",
    "AsgiSite",
    "BadPath",
    "Denied",
    "DocsRequest",
    "Protect",
    "RegistrationWarning",
    "Resource",
    "Site",
    "SiteCollision",
    "SiteHandler",
    "WriteReport",
    "WsgiSite",
    "remove_site",
    "write_site",
]
