"""Sets up what all surfaces share, and connects it to Sphinx's events."""

import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from zlib import crc32

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from .. import __version__
from . import CATALOG, LOCALE_DIR
from .conf_values import CONF_VALUES
from .config import check_config
from .domain.gg import DATA_VERSION, GgDomain
from .domain.missing import link_type, warn_of_missing
from .embed import WriteMarkers
from .final_warnings import report
from .freshness import begin, finish, pages_to_write, stale_pages
from .named_documents import publish
from .output import exclude_output, write_output
from .project_file import read_project_file

# Only the head of the file: `importlib.metadata.version` would also parse pydantic's whole README.
PYDANTIC = str(distribution("pydantic").read_text("METADATA")).partition("\n\n")[0]
"""The head of pydantic's metadata, which contains its version."""

MADE_BY = (__version__, DATA_VERSION, PYDANTIC, sys.version_info[:2])
"""Versions that change pages without a change of sources: another version of Python or pydantic has
other schemas and names of types."""

METADATA: ExtensionMetadata = {
    "version": __version__,
    # With another number Sphinx throws the pickled environment away, and reads all pages.
    "env_version": crc32(repr(MADE_BY).encode()),
    # One extension that does not promise this makes Sphinx read, or write, everything in one
    # process. Reading is safe because the domain merges its data and documents are in files;
    # writing, because all that pages share is computed before, or by each process for itself.
    "parallel_read_safe": True,
    "parallel_write_safe": True,
}


def read_config(app: Sphinx, config: Config) -> None:
    """Read the project file, check the configuration values, and exclude our output from the
    sources (``config-inited``).
    """
    read_project_file(config, Path(app.confdir))
    check_config(config, app.confdir)
    exclude_output(config)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the shared parts."""
    app.add_message_catalog(CATALOG, LOCALE_DIR)
    for value in CONF_VALUES:
        # `check_config` checks types, with better messages than Sphinx's.
        app.add_config_value(value.name, value.default, value.rebuild, Any, value.description)
    app.add_domain(GgDomain)
    app.add_post_transform(WriteMarkers)
    app.connect("config-inited", read_config)
    app.connect("builder-inited", begin, priority=100)  # before page sources are written
    app.connect("env-get-outdated", stale_pages)
    app.connect("env-updated", publish)
    app.connect("env-updated", report)
    app.connect("env-updated", pages_to_write)
    app.connect("write-started", write_output)
    app.connect("missing-reference", link_type)
    app.connect("warn-missing-reference", warn_of_missing)
    app.connect("build-finished", finish)
    return METADATA
