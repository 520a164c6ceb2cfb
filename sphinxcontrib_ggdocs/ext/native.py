"""The native documentation in Sphinx: the directive, the static rendering, the browser UI."""

from typing import TYPE_CHECKING

from .. import __version__
from .core import DATA_VERSION
from .mount import register_nodes
from .output import write_output
from .records import CONTRACT_DOCUMENT

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding


def export_native(app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None") -> dict[str, str]:
    """The contract document."""
    from ..native import build_contract_doc

    return {CONTRACT_DOCUMENT: build_contract_doc(spec, branding).to_json().decode()}


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set up the native documentation alone."""
    from ..directives.ggdocs import GgdocsDirective
    from ..directives.ggdocs_group import GgdocsGroupDirective

    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    register_nodes(app)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-group", GgdocsGroupDirective)
    app.connect("ggdocs-export", export_native)
    app.connect("write-started", write_output)
    return {
        "version": __version__,
        "env_version": DATA_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
