"""The Sphinx side: configuration, events, the domain ``gg``, nodes and the static rendering.

Each of `native`, `openapi` and `asyncapi` is an extension of its own; `core` is what they share.
"""

from pathlib import Path

from sphinx.locale import get_translation

CATALOG = "sphinxcontrib_ggdocs"
LOCALE_DIR = Path(__file__).parent.parent / "locale"

_ = get_translation(CATALOG)
"""Translates a text of the static rendering when it is used, not when it is imported."""
