"""The page ``index.html``: the UI on a page of its own, and what is shown without
JavaScript.
"""

from collections.abc import Iterable, Sequence
from html import escape

from ..catalog import Branding
from .bundle import Bundle
from .element import DocumentLink, element_attributes, opening_tag
from .ui_language import direction_of, language_of

PAGE = """\
<!doctype html>
<html lang="{language}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
<link rel="stylesheet" href="{style}">
<script src="{script}" defer></script>
</head>
<body>
{element}
<noscript>
<h1>{title}</h1>
<p>This page needs JavaScript. You can read the documents as files instead:</p>
<ul>
{documents}
</ul>
</noscript>
</gg-docs>
</body>
</html>
"""


def index_page(
    links: Sequence[DocumentLink],
    bundle: Bundle,
    branding: Branding | None = None,
    *,
    prefix: str = "",
    logo: str | None = None,
    language: str | None = None,
) -> bytes:
    """The page in HTML; all of its references are relative.

    Args:
        links: The documents, the first is shown first.
        bundle: The UI.
        branding: Logo and colour.
        prefix: Leads from the page to the site, as `element_attributes` takes it.
        logo: The path of the logo inside the site, when it is a file.
        language: Of the documentation: the UI's own words are English unless there is a catalogue,
            and the page runs from right to left where the language does.
    """
    attributes = element_attributes(
        links, bundle, branding, mode="full", prefix=prefix, logo=logo, language=language
    )
    return PAGE.format(
        language=escape(language_of(language).replace("_", "-")),
        direction=direction_of(language),
        title=escape(_page_title(links)),
        # without an icon, browsers request /favicon.ico
        icon=escape(prefix + logo if logo else "data:,"),
        style=escape(prefix + bundle.style_path),
        script=escape(prefix + bundle.script_path),
        element=opening_tag(attributes),
        documents="\n".join(_items(links, prefix)),
    ).encode()


def _page_title(links: Sequence[DocumentLink]) -> str:
    """The document's title; of several documents, what they are."""
    return links[0].title if len(links) == 1 else "API documentation"


def _items(links: Iterable[DocumentLink], prefix: str) -> Iterable[str]:
    for link in links:
        yield f'<li><a href="{escape(prefix + link.json)}">{escape(link.title)}</a></li>'
        for title, path in link.files:
            yield (
                f'<li><a href="{escape(prefix + path)}">{escape(link.title)}: '
                f"{escape(title)}</a></li>"
            )
