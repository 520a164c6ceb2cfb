"""Delivers documentation: a `Site` is a map from path to resource, written to a directory or
served.
"""

from typing import TYPE_CHECKING

from .._lazily import lazily
from .site import BadPath, Resource, Site
from .writing import MANIFEST, SiteCollision, WriteReport, remove_site, write_site

if TYPE_CHECKING:
    from .asgi import ASGIApp, AsgiSite
    from .handler import PAGE_POLICY, SiteHandler
    from .protection import Denied, DocsRequest, Protect
    from .registration import RegistrationWarning
    from .wsgi import WsgiSite
else:
    _HOMES = {
        ".asgi": ["ASGIApp", "AsgiSite"],
        ".handler": ["PAGE_POLICY", "SiteHandler"],
        ".protection": ["Denied", "DocsRequest", "Protect"],
        ".registration": ["RegistrationWarning"],
        ".wsgi": ["WsgiSite"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

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
