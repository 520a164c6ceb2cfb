"""OpenAPI: ``apidocs/<slug>/openapi.json`` in HTML output, and ``sphinx-build -b openapi``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="openapi", title="OpenAPI", kind="http")
setup = SURFACE.setup
