"""The words of the static rendering, translated with Sphinx's catalogues."""

from pathlib import Path

from sphinx.locale import get_translation

CATALOG = "sphinxcontrib_ggdocs"
LOCALE_DIR = Path(__file__).parent.parent / "locale"

_ = get_translation(CATALOG)
"""Translates a word when it is used, not when this module is imported."""
