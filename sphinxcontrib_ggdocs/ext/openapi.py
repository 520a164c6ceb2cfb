"""Adds OpenAPI to HTML output: ``apidocs/<slug>/openapi.json``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface.of(__name__)
setup = SURFACE.setup
