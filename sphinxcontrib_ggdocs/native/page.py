"""Writes the page of a site: the UI, and what is shown without JavaScript."""

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
    """Return the page of the UI in HTML; all of its references are relative. It needs no document,
    only slugs, titles and addresses.

    Args:
        links: The documents, the first is shown first.
        bundle: The UI.
        branding: Logo and colour.
        prefix: Leads from the page to the site, as `element_attributes` takes it.
        language: Of the documentation: the UI's own words are English unless there is a catalogue,
            and the page runs from right to left where the language does.
        title: Of the page of several documents.
        overviews: What readers without JavaScript have of documents that are built already, as
            HTML.
    """
    attributes = element_attributes(
        links,
        bundle,
        branding,
        mode="full",
        prefix=prefix,
        language=language,
    )
    shown_title = _title(links, title, language)
    body = SHELL.format(
        element=opening_tag(attributes),
        text="\n".join(_text(links, prefix, shown_title, overviews)),
    )
    return PAGE.format(
        language=escape(language_of(language).replace("_", "-")),
        direction=direction_of(language),
        title=escape(shown_title),
        # without an icon, browsers request /favicon.ico
        icon="data:,",
        style=escape(prefix + bundle.style_path),
        text_style=escape(prefix + text_style_path()),
        script=escape(prefix + bundle.script_path),
        feed=_feed(links, shown_title, prefix),
        body=body,
    ).encode()


def _feed(links: Sequence[DocumentLink], title: str, prefix: str) -> str:
    """Return the line with which readers of feeds find the one of the site, if there is one."""
    if not any("feed" in link.outputs for link in links):
        return ""
    return feed_link(prefix + BY_NAME["feed_of_all"].file, title) + "\n"


def _title(links: Sequence[DocumentLink], title: str | None, language: str | None) -> str:
    """Return the document's title; of several documents, the title of the site, else what they
    are.
    """
    if len(links) == 1:
        return links[0].title
    t = catalogue(language_of(language)).__getitem__
    return title or t("API documentation")


def _text(
    links: Sequence[DocumentLink], prefix: str, title: str, overviews: Sequence[str]
) -> Iterable[str]:
    """Yield what readers without JavaScript have: overviews, or where each document is."""
    if overviews:
        if len(links) > 1:
            yield f"<h1>{escape(title)}</h1>"
        yield from overviews
        yield "<h2>Files</h2>"
    else:
        yield f"<h1>{escape(title)}</h1>"
        yield "<p>The interactive reference needs JavaScript. These need none:</p>"
    yield "<ul>"
    yield from _items(links, prefix)
    yield "</ul>"


def _items(links: Sequence[DocumentLink], prefix: str) -> Iterable[str]:
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
