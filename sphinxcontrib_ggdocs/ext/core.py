"""What all surfaces share in a Sphinx build, and the steps of that build in their order."""

from collections.abc import Iterable, Set
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from .. import __version__
from ..conf_values import CONF_VALUES
from . import CATALOG, LOCALE_DIR
from .build_info import forget_output, remember_output, stale_pages
from .config import check_config
from .domain.gg import DATA_VERSION, GgDomain
from .domain.missing import resolve_python_link, warn_of_missing
from .final_warnings import report
from .freshness import begin, documents_of, refresh
from .output import exclude_output, write_output
from .store import store_of

METADATA: ExtensionMetadata = {
    "version": __version__,
    # With another number Sphinx throws the pickled environment away, and reads all pages: their
    # data would have the former shape.
    "env_version": DATA_VERSION,
    # One extension that does not promise this makes Sphinx read, or write, everything in one
    # process. Reading is safe because the domain merges its data and documents are in files;
    # writing, because all that pages share is computed before, or by each process for itself.
    "parallel_read_safe": True,
    "parallel_write_safe": True,
}


def read_config(app: Sphinx, config: Config) -> None:
    """Warn of configuration values of the wrong form (``config-inited``)."""
    check_config(config, app.confdir)
    exclude_output(config)


def find_outdated(
    app: Sphinx, env: BuildEnvironment, added: Set[str], changed: Set[str], removed: Set[str]
) -> Iterable[str]:
    """Load stale documents, and name the pages to be read again (``env-get-outdated``)."""
    begin(app)
    forget_output(app)
    return refresh(app, env)


def finish_reading(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Report problems, and name unread pages to be written again (``env-updated``)."""
    report(app, env)
    return stale_pages(app, env)


def finish_build(app: Sphinx, exception: Exception | None) -> None:
    """Remember what the output is made of, and remove what no document has (``build-finished``)."""
    # After an error the output may lack pages, which the next build has to write.
    if exception is None:
        remember_output(app)
        store_of(app.env).clean(key for key, _values in documents_of(app.env))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set the shared parts up."""
    app.add_message_catalog(CATALOG, LOCALE_DIR)
    for value in CONF_VALUES:
        # Types are checked by `check_config`, which says more than Sphinx can, and says it once.
        app.add_config_value(value.name, value.default, value.rebuild, Any, value.description)
    app.add_domain(GgDomain)
    app.connect("config-inited", read_config)
    app.connect("env-get-outdated", find_outdated)
    app.connect("env-updated", finish_reading)
    app.connect("write-started", write_output)
    app.connect("missing-reference", resolve_python_link, priority=900)  # after intersphinx
    app.connect("warn-missing-reference", warn_of_missing)
    app.connect("build-finished", finish_build)
    return METADATA
