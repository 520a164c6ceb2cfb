"""Writes contracts as OpenAPI 3.1 or 3.2.

In: an `ApiDocSpec`, or HTTP contracts. Out: the document as a dictionary (`to_openapi`) or as text
(`to_openapi_json`), and routes of a running service with Swagger UI (`GGOpenApiDocs`).

Read `openapi_builder` first: it takes the document of the service, and lets `operation_writer`
write the paths. An operation is written by `parameter_writer`, `content_writer` (bodies),
`response_writer` and `security_requirements`; `paths` merges templates that differ only in names.
"""

from typing import TYPE_CHECKING

from ..catalog import ApiDocSpec, GroupEntry
from ..catalog.export import ExportWarning
from ..serving.lazy_names import lazy_attributes
from .openapi_builder import to_openapi, to_openapi_json

if TYPE_CHECKING:
    from ..serving.spec_docs import SpecDocsOptions
    from ..serving.viewer import SpecLink
    from .swagger_ui import GGOpenApiDocs
else:
    _HOMES = {
        "..serving.spec_docs": ["SpecDocsOptions"],
        "..serving.viewer": ["SpecLink"],
        ".swagger_ui": ["GGOpenApiDocs"],
    }
    __getattr__, __dir__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "ApiDocSpec",
    "ExportWarning",
    "GGOpenApiDocs",
    "GroupEntry",
    "SpecDocsOptions",
    "SpecLink",
    "to_openapi",
    "to_openapi_json",
]
