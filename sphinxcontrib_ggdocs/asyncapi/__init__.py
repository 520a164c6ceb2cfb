"""AsyncAPI 3.0 from contracts."""

from typing import TYPE_CHECKING

from .._module_names import deprecated_names, lazily
from ..catalog.export import ExportWarning
from .asyncapi_builder import Perspective, asyncapi_document, asyncapi_json

if TYPE_CHECKING:
    from ..serving.viewer import SpecLink
    from .asyncapi_react import GGAsyncApiDocs

    asyncapi_of = to_asyncapi = asyncapi_document
else:
    _HOMES = {
        "..serving.viewer": ["SpecLink"],
        ".asyncapi_react": ["GGAsyncApiDocs"],
    }
    _lazy, __dir__ = lazily(__name__, _HOMES)
    __getattr__ = deprecated_names(
        __name__,
        dict.fromkeys(
            ("asyncapi_of", "to_asyncapi"), (lambda: asyncapi_document, "use asyncapi_document")
        ),
        otherwise=_lazy,
    )

__all__ = [
    "ExportWarning",
    "GGAsyncApiDocs",
    "Perspective",
    "SpecLink",
    "asyncapi_document",
    "asyncapi_json",
]
