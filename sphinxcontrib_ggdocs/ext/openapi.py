"""OpenAPI in Sphinx: ``apidocs/<slug>/openapi.json`` beside the HTML pages, and ``sphinx-build -b
openapi``.
"""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="openapi", title="OpenAPI", covers="http")

setup = SURFACE.setup
