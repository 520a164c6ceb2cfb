"""OpenAPI 3.1 from contracts."""

from ..catalog.export import ExportWarning
from .builder import openapi_of, to_openapi

__all__ = ["ExportWarning", "openapi_of", "to_openapi"]
