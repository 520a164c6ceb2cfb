"""AsyncAPI: ``apidocs/<slug>/asyncapi.json`` beside HTML, and ``sphinx-build -b asyncapi``."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="asyncapi", title="AsyncAPI", kind="ws")
setup = SURFACE.setup
