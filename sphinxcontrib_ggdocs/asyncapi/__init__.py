"""AsyncAPI 3.0 from contracts."""

from ..catalog.export import ExportWarning
from ..serving.viewer import SpecLink
from .builder import Perspective, asyncapi_of, to_asyncapi
from .live import GGAsyncApiDocs

__all__ = ["ExportWarning", "GGAsyncApiDocs", "Perspective", "SpecLink", "asyncapi_of", "to_asyncapi"]
