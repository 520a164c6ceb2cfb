"""Converts the plainest HTML in descriptions to Markdown; other HTML is shown as text.

Pages contain no HTML except their own. Generators of OpenAPI files leave tags around words and
paragraphs in texts that are otherwise Markdown.
"""

import re

_SIGNS = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_CODE = (
    r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ ]*$|\Z)"
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
)
"""Code in Markdown, where tags are text."""

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
    """Replace emphasis, code, links, breaks and paragraphs of HTML by those of Markdown."""
    return _HTML.sub(_replace, text).strip() if "<" in text else text


def _replace(match: re.Match[str]) -> str:
    tag, url = match["tag"], match["url"]
    if tag is not None:
        sign = _SIGNS[tag.lower()]
        return f"{sign}{match['words']}{sign}"
    if url is not None:
        return f"[{match['label']}]({url})"
    if match["line"] is not None:
        return "  \n"
    if match["block"] is not None:
        return "\n\n"
    return match[0]
