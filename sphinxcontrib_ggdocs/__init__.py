"""API documentation from typed contracts. The guide to writing them starts at
`sphinxcontrib_ggdocs.contracts`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register every Sphinx extension of this package: the native documentation, and the files of
    OpenAPI and AsyncAPI. Sphinx calls it for ``extensions = ["sphinxcontrib_ggdocs"]``.
    """
    from .capabilities import SURFACES

    for surface in SURFACES:
        app.setup_extension(f"sphinxcontrib_ggdocs.ext.{surface}")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
