"""Delivers documentation: a `Site` is a map from path to resource, written to a directory or served."""

from .site import BadPath, Resource, Site
from .writing import MANIFEST, SiteCollision, WriteReport, write_site

__all__ = ["MANIFEST", "BadPath", "Resource", "Site", "SiteCollision", "WriteReport", "write_site"]
