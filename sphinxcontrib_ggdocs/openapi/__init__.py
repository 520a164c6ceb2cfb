"""OpenAPI 3.1 from contracts."""

from ..catalog.export import ExportWarning
from ..serving.viewer import SpecLink
from .builder import openapi_of, to_openapi
from .live import GGOpenApiDocs

__all__ = ["ExportWarning", "GGOpenApiDocs", "SpecLink", "openapi_of", "to_openapi"]
