"""OpenAPI 3.1 from contracts."""

from typing import TYPE_CHECKING

from .._module_names import deprecated_names, lazily
from ..catalog.export import ExportWarning
from .openapi_builder import openapi_document, openapi_json

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .swagger_ui import GGOpenApiDocs

    openapi_of = to_openapi = openapi_document
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".swagger_ui": ["GGOpenApiDocs"],
    }
    _lazy, __dir__ = lazily(__name__, _HOMES)
    __getattr__ = deprecated_names(
        __name__,
        dict.fromkeys(
            ("openapi_of", "to_openapi"), (lambda: openapi_document, "use openapi_document")
        ),
        otherwise=_lazy,
    )

__all__ = ["ExportWarning", "GGOpenApiDocs", "SpecLink", "openapi_document", "openapi_json"]
