"""OpenAPI: ``apidocs/<slug>/openapi.json`` in HTML output."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="openapi", title="OpenAPI", kind="http")
setup = SURFACE.setup
