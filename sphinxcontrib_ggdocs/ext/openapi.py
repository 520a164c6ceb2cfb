"""OpenAPI in Sphinx: ``apidocs/<slug>/openapi.json`` beside the HTML pages, and ``sphinx-build -b
openapi``.
"""

from typing import TYPE_CHECKING

from .surfaces import Exporter, FileBuilder, FileSurface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def _exporters() -> tuple[Exporter, Exporter]:
    from ..openapi import openapi_of, to_openapi

    return openapi_of, to_openapi


OPENAPI = FileSurface(name="openapi", title="OpenAPI", covers="HttpContract", exporters=_exporters)


class OpenApiBuilder(FileBuilder):
    """``sphinx-build -b openapi``."""

    name = "openapi"
    format = "openapi"
    epilog = "The OpenAPI files are in %(outdir)s."
    surface = OPENAPI


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set OpenAPI up alone."""
    return OPENAPI.setup(app, OpenApiBuilder)
