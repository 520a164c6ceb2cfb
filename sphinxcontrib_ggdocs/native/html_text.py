"""Converts the plainest HTML in descriptions to Markdown; other HTML is shown as text.

Pages contain no HTML except their own. Generators of OpenAPI files leave tags around words and
paragraphs in texts that are otherwise Markdown.
"""

import re

_MARKDOWN_OF_TAG = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_CODE = (
    r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ ]*$|\Z)"
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
)
"""Fenced blocks and spans of code in Markdown, inside of which tags are text."""

# Alternatives in this order: code, which is kept; emphasis and code as tags; links; line breaks;
# paragraphs.
_HTML = re.compile(
    rf"{_CODE}"
    r"|<(?P<tag>b|strong|i|em|code)>(?P<words>[^<>\s][^<>]*(?<!\s))</(?P=tag)>"
    r"|<a\s(?:[^<>]{0,300}\s)?href\s?=\s?(?P<quote>[\"'])\s?"
    r"(?P<url>(?:https?:|mailto:|[#/])[^\"'<>\s]*)\s?(?P=quote)[^<>]{0,300}>"
    r"(?P<label>[^<>]+)</a>"
    r"|(?P<line><br[ ]*/?>)"
    r"|(?P<block>\s*(?:</?p>\s*)+)",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)


def markdown_of_html(text: str) -> str:
    """Replace the HTML of emphasis, code, links, line breaks and paragraphs with Markdown."""
    if "<" not in text:
        return text
    return _HTML.sub(_markdown_of_match, text).strip()


def _markdown_of_match(match: re.Match[str]) -> str:
    """Return the Markdown for a match of `_HTML`; code in Markdown stays unchanged."""
    tag, url = match["tag"], match["url"]
    if tag is not None:
        sign = _MARKDOWN_OF_TAG[tag.lower()]
        return f"{sign}{match['words']}{sign}"
    if url is not None:
        return f"[{match['label']}]({url})"
    if match["line"] is not None:
        return "  \n"
    if match["block"] is not None:
        return "\n\n"
    return match[0]
