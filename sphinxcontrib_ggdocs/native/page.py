"""The pages of a site: the UI on a page of its own, with what is shown without JavaScript, and
the catalogue of several documents.
"""

from collections.abc import Iterable, Sequence
from html import escape

from ..catalog import Branding
from .bundle import Bundle, catalog_assets
from .catalog_page import catalog_body, usual_title
from .element import CATALOG, DocumentLink, element_attributes, opening_tag
from .service_summary import ServiceSummary
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
{script}
</head>
<body>
{body}
</body>
</html>
"""

SHELL = """\
{element}
<noscript>
<h1>{title}</h1>
<p>This page needs JavaScript. You can read the documents as files instead:</p>
<ul>
{documents}
</ul>
</noscript>
</gg-docs>"""


def index_page(
    links: Sequence[DocumentLink],
    bundle: Bundle,
    branding: Branding | None = None,
    *,
    prefix: str = "",
    logo: str | None = None,
    language: str | None = None,
    title: str | None = None,
    shared: str = "",
    has_catalog: bool = False,
) -> bytes:
    """The page of the UI in HTML; all of its references are relative. It needs no document, only
    slugs, titles and addresses.

    Args:
        links: The documents, the first is shown first.
        bundle: The UI.
        branding: Logo and colour.
        prefix: Leads from the page to the site, as `element_attributes` takes it.
        logo: The path of the logo inside the site, when it is a file.
        language: Of the documentation: the UI's own words are English unless there is a catalogue,
            and the page runs from right to left where the language does.
        title: Of the page of several documents.
        shared: The types that several documents have, as JSON, where these are known.
        has_catalog: Whether the site has a page that lists several documents.
    """
    has_catalog = has_catalog and len(links) > 1
    attributes = element_attributes(
        links,
        bundle,
        branding,
        mode="full",
        prefix=prefix,
        logo=logo,
        language=language,
        shared=shared,
        has_catalog=has_catalog,
    )
    shown_title = _title(links, title, language)
    body = SHELL.format(
        element=opening_tag(attributes),
        title=escape(shown_title),
        documents="\n".join(_items(links, prefix, has_catalog=has_catalog)),
    )
    script = f'<script src="{escape(prefix + bundle.script_path)}" defer></script>'
    return _page(shown_title, prefix + bundle.style_path, script, body, prefix, logo, language)


def catalog_page(
    links: Sequence[DocumentLink],
    services: Sequence[ServiceSummary | None],
    *,
    prefix: str = "",
    logo: str | None = None,
    language: str | None = None,
    title: str | None = None,
) -> bytes:
    """The page that lists the documents, which can be read without a script.

    Args:
        links: The documents.
        services: By document its summary; None of one that cannot be built.
        prefix: As for `index_page`.
        logo: As for `index_page`.
        language: As for `index_page`.
        title: Of the page.
    """
    shown_title = _title(links, title, language)
    body = catalog_body(
        services,
        links,
        catalogue(language_of(language)),
        title=shown_title,
        prefix=prefix,
        logo=prefix + logo if logo else None,
    )
    script, style = catalog_assets()
    # Before the page is seen, for its colours.
    element = f'<script src="{escape(prefix + script.path)}" data-page></script>'
    return _page(shown_title, prefix + style.path, element, body, prefix, logo, language)


def _page(
    title: str,
    style: str,
    script: str,
    body: str,
    prefix: str,
    logo: str | None,
    language: str | None,
) -> bytes:
    return PAGE.format(
        language=escape(language_of(language).replace("_", "-")),
        direction=direction_of(language),
        title=escape(title),
        # without an icon, browsers request /favicon.ico
        icon=escape(prefix + logo if logo else "data:,"),
        style=escape(style),
        script=script,
        body=body,
    ).encode()


def _title(links: Sequence[DocumentLink], title: str | None, language: str | None) -> str:
    """The document's title; of several documents, the title of the site, else what they are."""
    if len(links) == 1:
        return links[0].title
    return title or usual_title(catalogue(language_of(language)))


def _items(links: Sequence[DocumentLink], prefix: str, *, has_catalog: bool) -> Iterable[str]:
    if has_catalog:
        yield f'<li><a href="{escape(prefix + CATALOG)}">All services</a></li>'
    for link in links:
        for title, path in (*link.files, ("Contract document", link.json)):
            yield (
                f'<li><a href="{escape(prefix + path)}">{escape(link.title)}: '
                f"{escape(title)}</a></li>"
            )
