"""AsyncAPI 3.0 from contracts."""

from ..catalog.export import ExportWarning
from .builder import Perspective, asyncapi_of, to_asyncapi

__all__ = ["ExportWarning", "Perspective", "asyncapi_of", "to_asyncapi"]
