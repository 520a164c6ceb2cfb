"""AsyncAPI 3.0 from contracts."""

from typing import TYPE_CHECKING

from ..catalog.export import ExportWarning
from ..serving.lazy_names import lazily
from .asyncapi_builder import Perspective, to_asyncapi, to_asyncapi_json

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .asyncapi_react import GGAsyncApiDocs
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".asyncapi_react": ["GGAsyncApiDocs"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = [
    "ExportWarning",
    "GGAsyncApiDocs",
    "Perspective",
    "SpecLink",
    "to_asyncapi",
    "to_asyncapi_json",
]
