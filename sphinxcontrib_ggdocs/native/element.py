"""Writes the element ``<gg-docs>`` of the browser UI. Its attributes pass settings and the paths of
documents to the UI, since content security policies forbid inline scripts.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal
from urllib.parse import quote

from ..capabilities import Output
from ..catalog import Branding
from .bundle import Bundle
from .ui_language import words_attribute

Mode = Literal["full", "embedded"]

DOCUMENT_FILES = ("api-docs.json", "api-docs.js")
"""The files of a document in its folder: the contract document, and the same as a script."""
METHODS = "methods"
"""The folder with a Markdown file for each method, in sites that have these."""
INDEX = "index.html"
"""The page of the UI."""
VERSIONS = "versions"
"""The folder with the contract document of each released version, in sites that have these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLink:
    """The paths of a document's files inside a site; empty for a file that the site lacks."""

    slug: str
    title: str
    json: str
    script: str
    outputs: Mapping[str, str] = field(default_factory=dict)
    """The paths of the files that are made of the document, by the name of the output:
    ``{"markdown": "shop/api-docs.md"}``."""
    methods: str = ""
    """The folder of the Markdown files of methods, with a slash at the end."""
    versions: str = ""
    """The folder of the documents of released versions, with a slash at the end."""
    files: tuple[tuple[str, str], ...] = ()
    """Titles and paths of further files of the same contracts: ``("OpenAPI",
    "shop/openapi.json")``."""
    exports: tuple[tuple[str, str, str], ...] = ()
    """Titles and paths of files that exist only if the document has contracts of a kind, and that
    kind: ``("AsyncAPI", "shop/asyncapi.json", "ws")``."""
    console: bool = False
    """Whether readers may send calls to the declared servers."""
    service: str = ""
    """The relative path from the site to the root of the running service, if readers may send calls
    to it."""
    changelog: Mapping[str, str] = field(default_factory=dict)
    """Maps released versions, and an empty text for unreleased changes, to their places in a
    changelog: an address relative to the site, whose fragment is a prefix of the ids of changes."""

    @classmethod
    def below(
        cls,
        folder: str,
        slug: str,
        title: str,
        files: Iterable[tuple[str, str]] = (),
        *,
        exports: Iterable[tuple[str, str, str]] = (),
        outputs: Sequence[Output] = (),
        has_script: bool = True,
        has_methods: bool = False,
        has_versions: bool = False,
        console: bool = False,
        service: str = "",
        changelog: Mapping[str, str] | None = None,
    ) -> "DocumentLink":
        """Return the link of a document whose files are all in one folder, which is empty for the
        root of the site.

        Args:
            folder: The folder.
            slug: The slug of the document.
            title: Its title.
            files: Titles of further files of the same contracts, and their names in the folder.
            exports: Titles and names in the folder of files that exist only if the document has
                contracts of a kind, and that kind: ``("AsyncAPI", "asyncapi.json", "ws")``.
            outputs: The files that are made of the document.
            has_script: Whether there is also a script with the document.
            has_methods: Whether each method has a Markdown file.
            has_versions: Whether there are the documents of released versions.
            console: Whether readers may send calls to the declared servers.
            service: The relative path from the site to the root of the running service, if readers
                may send calls to it.
            changelog: The places of versions in a changelog, relative to the site, by version; the
                empty text stands for unreleased changes.
        """
        prefix = ""
        if folder:
            prefix = f"{folder}/"
        own_files = [(label, prefix + name) for label, name in files]
        output_paths: dict[str, str] = {}
        for output in outputs:
            path = output_paths[output.name] = prefix + output.file
            if output.is_linked:  # pages list it next to the other files
                own_files.append((output.title, path))
        own_exports = [(label, prefix + name, kind) for label, name, kind in exports]
        return cls(
            slug=slug,
            title=title,
            json=prefix + DOCUMENT_FILES[0],
            script=_path_if_exists(prefix + DOCUMENT_FILES[1], exists=has_script),
            outputs=output_paths,
            methods=_path_if_exists(f"{prefix}{METHODS}/", exists=has_methods),
            versions=_path_if_exists(f"{prefix}{VERSIONS}/", exists=has_versions),
            files=tuple(own_files),
            exports=tuple(own_exports),
            console=console,
            service=service,
            changelog=changelog or {},
        )


def element_attributes(
    links: Iterable[DocumentLink],
    bundle: Bundle,
    branding: Branding | None = None,
    *,
    mode: Mode,
    prefix: str = "",
    language: str | None = None,
) -> dict[str, str]:
    """Return the attributes of ``<gg-docs>``, not escaped for HTML.

    Args:
        links: The documents; the first one is shown first.
        bundle: The UI, whose style sheet the element loads.
        branding: Logo and colour.
        mode: ``full`` for a page of its own, ``embedded`` inside another page.
        prefix: The relative path from the page to the site: empty, or ending in a slash.
        language: The language of the UI's own words; English if there is no catalogue for it.
    """
    documents = [_document_entry(link, prefix) for link in links]
    attributes = {
        "data-mode": mode,
        # The UI has a shadow root, to which style sheets of the page do not apply.
        "data-stylesheet": prefix + bundle.style_path,
        "data-documents": _json(documents),
    }
    if branding:
        attributes |= _branding_attributes(branding, prefix)
    # A full page would link to itself.
    if mode == "embedded":
        attributes["data-full-page"] = prefix + INDEX
    if (words := words_attribute(language)) is not None:
        attributes["data-words"] = words
    return attributes


def _branding_attributes(branding: Branding, prefix: str) -> dict[str, str]:
    """Return the attributes with logo and colour, and with the languages of code samples, as far as
    a branding has them; `prefix` leads from the page to the site.
    """
    attributes: dict[str, str] = {}
    logo_and_colour: dict[str, str] = {}
    if logo := branding.logo_address(prefix):
        logo_and_colour["logoUrl"] = logo
    if branding.primary_color:
        # Only `#rrggbb`: with the two digits of transparency text would lose contrast.
        logo_and_colour["primaryColor"] = branding.primary_color[:7]
    if logo_and_colour:
        attributes["data-branding"] = _json(logo_and_colour)
    languages = branding.languages
    if languages:
        if not isinstance(languages, dict):
            languages = dict.fromkeys(languages, "")  # the UI has names of its own for them
        attributes["data-languages"] = _json(languages)
    return attributes


def _path_if_exists(path: str, *, exists: bool) -> str:
    """Return the path of a file or a folder, or an empty text if the site does not have it."""
    if exists:
        return path
    return ""


def _document_entry(link: DocumentLink, prefix: str) -> dict[str, Any]:
    """Return the entry of a document in the attribute ``data-documents``, which the UI reads.

    Args:
        link: The paths of its files inside the site.
        prefix: The relative path from the page to the site.
    """
    entry: dict[str, Any] = {
        "slug": link.slug,
        "title": link.title,
        "json": prefix + link.json,
    }
    optional_files = (
        ("script", link.script),
        ("methods", link.methods),
        ("versions", link.versions),
    )
    for name, path in optional_files:
        if path:
            entry[name] = prefix + path
    if link.console:
        entry["console"] = True
    if link.service:
        entry["service"] = prefix + link.service
    if link.changelog:
        entry["changelog"] = {
            version: prefix + address for version, address in link.changelog.items()
        }
    files: list[dict[str, str]] = []
    # These exist only if the document has contracts of that kind, which the UI checks before it
    # links them.
    for title, path, kind in link.exports:
        files.append({"title": title, "href": prefix + path, "kind": kind})
    for title, path in link.files:
        files.append({"title": title, "href": prefix + path})
    if files:
        entry["files"] = files
    return entry


def deep_link(slug: str, *names: str) -> str:
    """Return the fragment at which the UI shows a part of a document:
    ``#/<slug>/<group>/<contract>``.
    """
    # `encodeURIComponent`, which the UI uses, leaves these characters unchanged.
    steps = [quote(name, safe="~!'()*") for name in (slug, *names)]
    return "#/" + "/".join(steps)


def opening_tag(attributes: Mapping[str, str]) -> str:
    """Return the opening tag ``<gg-docs …>`` with escaped attributes."""
    pairs = (f'{name}="{escape(value)}"' for name, value in attributes.items())
    return f"<gg-docs {' '.join(pairs)}>"


def feed_link(address: str, title: str) -> str:
    """Return the ``<link>`` in the head of a page by which feed readers find a feed of changes."""
    return (
        f'<link rel="alternate" type="application/atom+xml" title="{escape(title)}" '
        f'href="{escape(address)}">'
    )


def _json(value: object) -> str:
    """Return a value as JSON without spaces, for an attribute."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
