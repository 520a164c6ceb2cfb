"""Writes contracts as AsyncAPI 3.0.

In: an `ApiDocSpec`, or WebSocket contracts. Out: the document as a dictionary (`to_asyncapi`) or as
text (`to_asyncapi_json`), and routes of a running service with a viewer (`GGAsyncApiDocs`).

Read `asyncapi_builder` first: it takes the document of the service, and lets `channels` write
channels, messages and operations. `handshake_security` writes credentials,
`servers` addresses, and `draft07` converts schemas to the dialect of AsyncAPI.
"""

from typing import TYPE_CHECKING

from ..catalog import ApiDocSpec, GroupEntry
from ..catalog.export import ExportWarning
from ..serving.lazy_names import lazy_attributes
from .asyncapi_builder import Perspective, to_asyncapi, to_asyncapi_json

if TYPE_CHECKING:
    from ..serving.spec_docs import SpecDocsOptions
    from ..serving.viewer import SpecLink
    from .asyncapi_react import GGAsyncApiDocs
else:
    _HOMES = {
        "..serving.spec_docs": ["SpecDocsOptions"],
        "..serving.viewer": ["SpecLink"],
        ".asyncapi_react": ["GGAsyncApiDocs"],
    }
    __getattr__, __dir__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "ApiDocSpec",
    "ExportWarning",
    "GGAsyncApiDocs",
    "GroupEntry",
    "Perspective",
    "SpecDocsOptions",
    "SpecLink",
    "to_asyncapi",
    "to_asyncapi_json",
]
