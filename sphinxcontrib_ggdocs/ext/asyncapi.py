"""Adds AsyncAPI to HTML output: ``apidocs/<slug>/asyncapi.json``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface.of(__name__)
setup = SURFACE.setup
