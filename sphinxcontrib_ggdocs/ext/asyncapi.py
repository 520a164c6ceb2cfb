"""AsyncAPI: ``apidocs/<slug>/asyncapi.json`` in HTML output."""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="asyncapi", title="AsyncAPI", kind="ws")
setup = SURFACE.setup
