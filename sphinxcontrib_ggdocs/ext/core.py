"""What all surfaces share in a Sphinx build: configuration, the domain, and the documents' data."""

from typing import TYPE_CHECKING, Any

from .. import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

from . import CATALOG, LOCALE_DIR
from .build.loader import EXPORT
from .build_info import LOOK, keep_memory, note_builder, stale_pages, take_memory
from .config import OUTPUT_DIR, PAGES_DIR, check_config
from .domain.gg import DATA_VERSION, GgDomain
from .domain.missing import resolve_python_link, warn_of_missing
from .freshness import clean, note_reading, refresh, report
from .output import FILES, exclude_output, write_output


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set the shared parts up. `rebuild` is empty: changes are noticed document by document, see
    `refresh`.
    """
    app.add_message_catalog(CATALOG, LOCALE_DIR)
    # Types are checked by `check_config`, which says more than Sphinx can, and says it once.
    app.add_config_value("ggdocs_docs", [], "", Any, "The documents: a list of mappings.")
    app.add_config_value(
        "ggdocs_branding", {}, "", Any, "Logo and colour: logo_url, primary_color."
    )
    app.add_config_value(
        "ggdocs_output_dir", OUTPUT_DIR, "html", Any, "The folder of our files in HTML output."
    )
    app.add_config_value(
        "ggdocs_pages_dir", PAGES_DIR, "env", Any, "The folder of a large reference's pages."
    )
    app.add_config_value("ggdocs_markup", "markdown", "env", Any, "The language of descriptions.")
    app.add_config_value("ggdocs_mock_imports", [], "", Any, "Modules to import as mocks.")
    app.add_domain(GgDomain)
    app.add_event(EXPORT)
    app.add_event(FILES)
    app.add_event(LOOK)
    app.connect("config-inited", check_config)
    app.connect("config-inited", exclude_output)
    app.connect("builder-inited", note_builder)
    app.connect("env-get-outdated", take_memory)
    app.connect("env-get-outdated", refresh)
    app.connect("env-before-read-docs", note_reading)
    app.connect("env-updated", report)
    app.connect("env-updated", stale_pages)
    app.connect("write-started", write_output)
    app.connect("missing-reference", resolve_python_link, priority=900)  # after intersphinx
    app.connect("warn-missing-reference", warn_of_missing)
    app.connect("build-finished", keep_memory)
    app.connect("build-finished", clean)
    return {
        "version": __version__,
        "env_version": DATA_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
