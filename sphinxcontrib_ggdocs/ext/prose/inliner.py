"""Roles outside of reStructuredText."""

from typing import Any

from docutils import languages, nodes
from docutils.parsers.rst import languages as rst_languages
from docutils.parsers.rst import roles, states


def run_role(name: str, text: str, document: nodes.document, line: int) -> list[nodes.Node]:
    """What a role makes of a text; the text as code when there is no such role."""
    reporter: Any = document.reporter
    words: Any = rst_languages.get_language("en")
    role, messages = roles.role(name, words, line, reporter)
    if role is None or messages:
        reporter.error(f'Unknown interpreted text role "{name}".', line=line)
        return [nodes.literal(text, text)]
    inliner: Any = states.Inliner()
    inliner.init_customizations(document.settings)
    inliner.document = inliner.parent = document
    inliner.reporter = reporter
    inliner.language = languages.get_language("en", reporter)
    found, _messages = role(name, f"{{{name}}}`{text}`", text, line, inliner, {}, [])
    return list(found)
