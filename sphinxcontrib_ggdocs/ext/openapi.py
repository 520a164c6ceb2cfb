"""OpenAPI: ``apidocs/<slug>/openapi.json`` in HTML output."""

from .file_surfaces import FileSurface

SURFACE = FileSurface.of(__name__)
setup = SURFACE.setup
