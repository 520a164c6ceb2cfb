"""AsyncAPI in Sphinx: ``apidocs/<slug>/asyncapi.json`` beside the HTML pages, and ``sphinx-build -b
asyncapi``.
"""

from .file_surfaces import FileSurface

SURFACE = FileSurface(name="asyncapi", title="AsyncAPI", covers="ws")

setup = SURFACE.setup
