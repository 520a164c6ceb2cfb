"""Implements the Sphinx extensions: configuration, events, the domain ``gg`` and the rendering.

In: ``conf.py``, the directives of pages, and the contracts that both name. Out: docutils nodes for
every builder, objects of the domain, and our own files in HTML output.

Read `core` first: it connects functions to the events of Sphinx, which `CONTRIBUTING.md` lists in
their order. `freshness` finds stale documents and pages, `loader` loads a document, `build` stores
it, `render` makes the nodes, `embed` completes a page when it is written, `output` writes files.
`native`, `openapi` and `asyncapi` are extensions of their own.
"""

from pathlib import Path

from sphinx.locale import get_translation

CATALOG = "sphinxcontrib_ggdocs"
LOCALE_DIR = Path(__file__).parent.parent / "locale"

_ = get_translation(CATALOG)
"""Translates a text of the static rendering when it is used, not when it is imported."""
