"""Roles outside of reStructuredText."""

from typing import Any

from docutils import languages, nodes
from docutils.parsers.rst import languages as rst_languages
from docutils.parsers.rst import roles, states


def run_role(name: str, text: str, document: nodes.document) -> list[nodes.Node]:
    """What a role makes of a text; the text as code when there is no such role."""
    reporter: Any = document.reporter
    words: Any = rst_languages.get_language("en")
    role, messages = roles.role(name, words, 0, reporter)
    if role is None or messages:
        return [nodes.literal(text, text)]
    inliner: Any = states.Inliner()
    inliner.init_customizations(document.settings)
    inliner.document = inliner.parent = document
    inliner.reporter = reporter
    inliner.language = languages.get_language("en", reporter)
    found, _messages = role(name, f"{{{name}}}`{text}`", text, 0, inliner, {}, [])
    return list(found)
