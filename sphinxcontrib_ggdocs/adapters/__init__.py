"""Adapters: they read applications of web frameworks as contracts.

Each framework has a package of its own here and is imported only there. How to write one for
another framework is described at `sphinxcontrib_ggdocs.catalog.adapters.Adapter`.
"""

from ..catalog.adapters import GROUP, Adapter, ApplicationWarning, installed_adapters
from ..catalog.app_options import AppOptions
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
