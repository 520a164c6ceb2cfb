"""OpenAPI: ``apidocs/<slug>/openapi.json`` beside HTML, and ``sphinx-build -b openapi``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="openapi", title="OpenAPI", kind="http")
setup = SURFACE.setup
