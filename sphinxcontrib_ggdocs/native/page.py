"""The page ``index.html``: the UI on a page of its own, and what is shown without
JavaScript.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from ..catalog import Branding
from .bundle import Bundle
from .element import DocumentLink, element_attributes, opening_tag
from .ui_language import catalogue, direction_of, language_of

if TYPE_CHECKING:
    from .document_facts import DocumentFacts

PAGE = """\
<!doctype html>
<html lang="{language}" dir="{direction}"{css}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}">
{start}<link rel="stylesheet" href="{style}">
<script src="{script}" defer></script>
</head>
<body>
{body}
</body>
</html>
"""

DOCUMENT = """\
{element}
<noscript>
<h1>{title}</h1>
<p>This page needs JavaScript. You can read the documents as files instead:</p>
<ul>
{documents}
</ul>
</noscript>
</gg-docs>"""
"""The body of the page of one document."""

START = """\
<link rel="stylesheet" href="{style}">
<script src="{script}" data-start></script>
"""
"""What the head of a start page has first, so that its script runs before the page is seen."""


def index_page(
    links: Sequence[DocumentLink],
    bundle: Bundle,
    branding: Branding | None = None,
    *,
    prefix: str = "",
    logo: str | None = None,
    language: str | None = None,
    facts: "Sequence[DocumentFacts | None]" = (),
    title: str | None = None,
) -> bytes:
    """The page in HTML; all of its references are relative. Of several documents it begins with a
    catalogue of them.

    Args:
        links: The documents, the first is shown first.
        bundle: The UI.
        branding: Logo and colour.
        prefix: Leads from the page to the site, as `element_attributes` takes it.
        logo: The path of the logo inside the site, when it is a file.
        language: Of the documentation: the UI's own words are English unless there is a catalogue,
            and the page runs from right to left where the language does.
        facts: Of several documents what is known of each; None of one that cannot be built.
        title: Of the page of several documents.
    """
    words = catalogue(language_of(language))
    shown_title = _page_title(links, title, words)
    several, shared, start = len(links) > 1, "", ""
    if several:  # else nothing of this is imported
        from .bundle import catalog_assets
        from .document_facts import shared_of

        shared = shared_of(links, facts)
        script, style = catalog_assets()
        start = START.format(script=prefix + script.path, style=prefix + style.path)
    attributes = element_attributes(
        links,
        bundle,
        branding,
        mode="full",
        prefix=prefix,
        logo=logo,
        language=language,
        shared=shared,
    )
    element = opening_tag(attributes)
    if several:
        from .start_page import start_page_body

        body = start_page_body(
            [None if fact is None else fact.summary for fact in facts],
            links,
            element,
            words,
            title=shown_title,
            prefix=prefix,
            logo=prefix + logo if logo else None,
        )
    else:
        documents = "\n".join(_items(links, prefix))
        body = DOCUMENT.format(element=element, title=escape(shown_title), documents=documents)
    return PAGE.format(
        css=' class="gg-start"' if several else "",
        start=start,
        language=escape(language_of(language).replace("_", "-")),
        direction=direction_of(language),
        title=escape(shown_title),
        # without an icon, browsers request /favicon.ico
        icon=escape(prefix + logo if logo else "data:,"),
        style=escape(prefix + bundle.style_path),
        script=escape(prefix + bundle.script_path),
        body=body,
    ).encode()


def _page_title(links: Sequence[DocumentLink], title: str | None, words: Mapping[str, str]) -> str:
    """The document's title; of several documents, the title of the site, else what they are."""
    if len(links) == 1:
        return links[0].title
    from .start_page import usual_title

    return title or usual_title(words)


def _items(links: Iterable[DocumentLink], prefix: str) -> Iterable[str]:
    for link in links:
        yield f'<li><a href="{escape(prefix + link.json)}">{escape(link.title)}</a></li>'
        for title, path in link.files:
            yield (
                f'<li><a href="{escape(prefix + path)}">{escape(link.title)}: '
                f"{escape(title)}</a></li>"
            )
