"""OpenAPI in Sphinx: ``apidocs/<slug>/openapi.json`` beside the HTML pages, and ``sphinx-build -b openapi``."""

from typing import TYPE_CHECKING, Any

from .files import FileBuilder, FileSurface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec


def _make(spec: "ApiDocSpec") -> dict[str, Any]:
    from ..openapi import openapi_of

    return openapi_of(spec)


OPENAPI = FileSurface(name="openapi", title="OpenAPI", covers="HttpContract", make=_make)


class OpenApiBuilder(FileBuilder):
    """``sphinx-build -b openapi``."""

    name = "openapi"
    format = "openapi"
    epilog = "The OpenAPI files are in %(outdir)s."
    surface = OPENAPI


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set OpenAPI up alone."""
    return OPENAPI.setup(app, OpenApiBuilder)
