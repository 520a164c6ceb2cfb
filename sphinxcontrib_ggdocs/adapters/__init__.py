"""Adapters read applications of web frameworks as contracts.

Each framework has a package of its own, which is imported only for its applications.
"""

from ..catalog.adapters import GROUP, Adapter, installed_adapters
from ..catalog.app_options import AppOptions
from ..catalog.application_warnings import ApplicationWarning
from ..catalog.resolve import ResolvedGroup
from ..catalog.service_info import ServiceInfo

__all__ = [
    "GROUP",
    "Adapter",
    "AppOptions",
    "ApplicationWarning",
    "ResolvedGroup",
    "ServiceInfo",
    "installed_adapters",
]
