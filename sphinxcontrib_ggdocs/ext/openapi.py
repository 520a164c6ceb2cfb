"""OpenAPI in Sphinx: ``apidocs/<slug>/openapi.json`` beside the HTML pages, and ``sphinx-build -b
openapi``.
"""

from typing import TYPE_CHECKING

from .file_surfaces import Exporter, FileBuilder, FileSurface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def _exporter() -> Exporter:
    from ..openapi import openapi_document

    return openapi_document


SURFACE = FileSurface(name="openapi", title="OpenAPI", covers="HttpContract", exporter=_exporter)


class OpenApiBuilder(FileBuilder):
    """``sphinx-build -b openapi``."""

    name = "openapi"
    format = "openapi"
    epilog = "The OpenAPI files are in %(outdir)s."
    surface = SURFACE


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set OpenAPI up alone."""
    return SURFACE.setup(app, OpenApiBuilder)
