"""AsyncAPI: ``apidocs/<slug>/asyncapi.json`` in HTML output, and ``sphinx-build -b asyncapi``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="asyncapi", title="AsyncAPI", kind="ws")
setup = SURFACE.setup
