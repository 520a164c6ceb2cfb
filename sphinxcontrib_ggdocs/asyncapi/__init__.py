"""AsyncAPI 3.0 from contracts."""

from typing import TYPE_CHECKING

from .._module_names import lazily
from ..catalog.export import ExportWarning
from .builder import Perspective, asyncapi_of, to_asyncapi

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .live import GGAsyncApiDocs
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".live": ["GGAsyncApiDocs"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = [
    "ExportWarning",
    "GGAsyncApiDocs",
    "Perspective",
    "SpecLink",
    "asyncapi_of",
    "to_asyncapi",
]
