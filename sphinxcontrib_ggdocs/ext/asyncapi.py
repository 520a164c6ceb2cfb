"""AsyncAPI in Sphinx: ``apidocs/<slug>/asyncapi.json`` beside the HTML pages, and ``sphinx-build -b
asyncapi``.
"""

from typing import TYPE_CHECKING

from .file_surfaces import Exporter, FileBuilder, FileSurface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def _exporter() -> Exporter:
    from ..asyncapi import asyncapi_document

    return asyncapi_document


SURFACE = FileSurface(
    name="asyncapi", title="AsyncAPI", covers="WebSocketContract", exporter=_exporter
)


class AsyncApiBuilder(FileBuilder):
    """``sphinx-build -b asyncapi``."""

    name = "asyncapi"
    format = "asyncapi"
    epilog = "The AsyncAPI files are in %(outdir)s."
    surface = SURFACE


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set AsyncAPI up alone."""
    return SURFACE.setup(app, AsyncApiBuilder)
