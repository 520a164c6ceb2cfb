"""OpenAPI 3.1 and 3.2 from contracts."""

from typing import TYPE_CHECKING

from ..catalog.export import ExportWarning
from ..serving.lazy_names import lazily
from .openapi_builder import to_openapi, to_openapi_json

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .swagger_ui import GGOpenApiDocs
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".swagger_ui": ["GGOpenApiDocs"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["ExportWarning", "GGOpenApiDocs", "SpecLink", "to_openapi", "to_openapi_json"]
