"""Writes the page of a site: the element of the UI, and the text that readers without JavaScript
see.
"""

from collections.abc import Iterable, Sequence
from html import escape

from ..capabilities import BY_NAME
from ..catalog import Branding
from .bundle import Bundle, text_style_path
from .element import DocumentLink, element_attributes, feed_link, opening_tag
from .ui_language import catalogue, direction_of, language_of

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
<noscript><link rel="stylesheet" href="{text_style}"></noscript>
<script src="{script}" defer></script>
{feed}</head>
<body>
{body}
</body>
</html>
"""

SHELL = """\
{element}
<noscript>
<div class="gg-text">
{text}
</div>
</noscript>
</gg-docs>"""


def index_page(
    links: Sequence[DocumentLink],
    bundle: Bundle,
    branding: Branding | None = None,
    *,
    prefix: str = "",
    language: str | None = None,
    title: str | None = None,
    overviews: Sequence[str] = (),
) -> bytes:
    """Return the page of the UI as HTML, with relative references only.

    It needs only slugs, titles and paths, so no document is built for it.

    Args:
        links: The documents; the first one is shown first.
        bundle: The UI.
        branding: Logo and colour.
        prefix: The relative path from the page to the site: empty, or ending in a slash.
        language: The language of the documentation: the UI's own words are English if there is no
            catalogue for it, and it decides whether the page runs from right to left.
        title: The title of a page with several documents.
        overviews: Overviews of documents that are built already as HTML, for readers without
            JavaScript. They need not be those of all documents.
    """
    attributes = element_attributes(
        links,
        bundle,
        branding,
        mode="full",
        prefix=prefix,
        language=language,
    )
    title_of_page = _shown_title(links, title, language)
    body = SHELL.format(
        element=opening_tag(attributes),
        text="\n".join(_static_text(links, prefix, title_of_page, overviews)),
    )
    return PAGE.format(
        language=escape(language_of(language).replace("_", "-")),
        direction=direction_of(language),
        title=escape(title_of_page),
        # without an icon, browsers request /favicon.ico
        icon="data:,",
        style=escape(prefix + bundle.style_path),
        text_style=escape(prefix + text_style_path()),
        script=escape(prefix + bundle.script_path),
        feed=_feed_line(links, title_of_page, prefix),
        body=body,
    ).encode()


def _feed_line(links: Sequence[DocumentLink], title: str, prefix: str) -> str:
    """Return the line of the page's head that links the feed of changes, if the site has one."""
    if not any("feed" in link.outputs for link in links):
        return ""
    return feed_link(prefix + BY_NAME["feed_of_all"].file, title) + "\n"


def _shown_title(links: Sequence[DocumentLink], title: str | None, language: str | None) -> str:
    """Return the title of the only document; for several documents the title of the site or, if it
    has none, ``API documentation`` in the language of the page.
    """
    if len(links) == 1:
        return links[0].title
    # Texts for translators are found by the calls of `t`, here as in the sources of the UI.
    t = catalogue(language_of(language)).__getitem__
    return title or t("API documentation")


def _static_text(
    links: Sequence[DocumentLink], prefix: str, title: str, overviews: Sequence[str]
) -> Iterable[str]:
    """Yield what readers without JavaScript see: overviews, if there are any, and a list of
    files.

    `title` is that of the page, and `prefix` leads from it to the site.
    """
    if overviews:
        if len(links) > 1:  # the overview of a single document has the title of the page
            yield f"<h1>{escape(title)}</h1>"
        yield from overviews
        yield "<h2>Files</h2>"
    else:
        yield f"<h1>{escape(title)}</h1>"
        yield "<p>The interactive reference needs JavaScript. These need none:</p>"
    yield "<ul>"
    yield from _file_items(links, prefix)
    yield "</ul>"


def _file_items(links: Sequence[DocumentLink], prefix: str) -> Iterable[str]:
    """Yield list items that link the files of each document that need no JavaScript.

    The reference as HTML comes first, then exports such as OpenAPI, then the contract document.
    Exports that a site may lack, `DocumentLink.exports`, are left out. `prefix` leads from the page
    to the site.
    """
    for link in links:
        files = [*link.files, ("Contract document (the reference as JSON)", link.json)]
        reference = link.outputs.get("html")
        if reference is not None:
            files.insert(0, (BY_NAME["html"].title, reference))
        for title, path in files:
            yield (
                f'<li><a href="{escape(prefix + path)}">{escape(link.title)}: '
                f"{escape(title)}</a></li>"
            )
