"""OpenAPI 3.1 from contracts."""

from typing import TYPE_CHECKING

from .._module_names import lazily
from ..catalog.export import ExportWarning
from .builder import openapi_of, to_openapi

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .live import GGOpenApiDocs
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".live": ["GGOpenApiDocs"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["ExportWarning", "GGOpenApiDocs", "SpecLink", "openapi_of", "to_openapi"]
