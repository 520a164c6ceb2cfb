"""Writes the element ``<gg-docs>``, whose attributes pass what a page says to the UI, since inline
scripts are forbidden.
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
    """Where a document's files are inside a site."""

    slug: str
    title: str
    json: str
    script: str
    outputs: Mapping[str, str] = field(default_factory=dict)
    """The files that are made of the document, by the name of the output: ``{"markdown":
    "shop/api-docs.md"}``."""
    methods: str = ""
    """The folder of the Markdown files of methods with a slash; empty where there are none."""
    versions: str = ""
    """The folder of the documents of released versions with a slash; empty where there are none."""
    files: tuple[tuple[str, str], ...] = ()
    """Further files of the same contracts, each with what it is called: ``("OpenAPI",
    "shop/openapi.json")``."""
    exports: tuple[tuple[str, str, str], ...] = ()
    """The same of files that there are if the document has contracts of a kind: ``("AsyncAPI",
    "shop/asyncapi.json", "ws")``."""
    console: bool = False
    """Whether readers may send calls to the declared servers."""
    service: str = ""
    """The root of the running service, seen from the site, if readers may send calls to it."""
    changelog: Mapping[str, str] = field(default_factory=dict)
    """By version, which is empty for what is not released, where a changelog of the document has
    it: an address from the site, with an id that ids of single changes begin with."""

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
        """Return a document whose files are in one folder, which is empty for the root of the
        site.
        """
        prefix = ""
        if folder:
            prefix = f"{folder}/"
        own_files = [(label, prefix + name) for label, name in files]
        output_paths: dict[str, str] = {}
        for output in outputs:
            path = output_paths[output.name] = prefix + output.file
            if output.is_linked:
                own_files.append((output.title, path))
        own_exports = [(label, prefix + name, kind) for label, name, kind in exports]
        return cls(
            slug=slug,
            title=title,
            json=prefix + DOCUMENT_FILES[0],
            script=_path(prefix + DOCUMENT_FILES[1], exists=has_script),
            outputs=output_paths,
            methods=_path(f"{prefix}{METHODS}/", exists=has_methods),
            versions=_path(f"{prefix}{VERSIONS}/", exists=has_versions),
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
    """Return the attributes of ``<gg-docs>``, not yet escaped.

    Args:
        links: The documents, the first is shown first.
        bundle: Whose style sheet the UI adopts.
        branding: Logo and colour.
        mode: ``full`` for a page of its own, ``embedded`` inside another page.
        prefix: Leads from the page to the site: empty, or ending in a slash.
        language: Of the UI's own words; English unless there is a catalogue.
    """
    documents = [_document(link, prefix) for link in links]
    attributes = {
        "data-mode": mode,
        # The UI has a shadow root, into which style sheets of the page do not reach.
        "data-stylesheet": prefix + bundle.style_path,
        "data-documents": _json(documents),
    }
    look = {
        "logoUrl": branding and branding.logo_address(prefix),
        "primaryColor": None,
    }
    if branding and branding.primary_color:
        # Without the two digits of transparency, through which text would lose contrast.
        look["primaryColor"] = branding.primary_color[:7]
    if any(look.values()):
        attributes["data-branding"] = _json({key: value for key, value in look.items() if value})
    if branding:
        attributes |= _sample_languages(branding)
    # The full page would lead to itself.
    if mode == "embedded":
        attributes["data-full-page"] = prefix + INDEX
    if (words := words_attribute(language)) is not None:
        attributes["data-words"] = words
    return attributes


def _sample_languages(branding: Branding) -> dict[str, str]:
    """Return the attribute with the languages of samples, if a branding chooses them."""
    attributes: dict[str, str] = {}
    if names := branding.languages:
        attributes["data-languages"] = _json(
            names if isinstance(names, dict) else dict.fromkeys(names, "")
        )
    return attributes


def _path(path: str, *, exists: bool) -> str:
    """Return the path of a file or a folder, which is empty where a site does not have it."""
    if exists:
        return path
    return ""


def _document(link: DocumentLink, prefix: str) -> dict[str, Any]:
    """Return the entry of a document in ``data-documents``.

    Args:
        link: Where its files are inside the site.
        prefix: Leads from the page to the site.
    """
    entry: dict[str, Any] = {
        "slug": link.slug,
        "title": link.title,
        "json": prefix + link.json,
    }
    optional = (("script", link.script), ("methods", link.methods), ("versions", link.versions))
    for name, path in optional:
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
    return "#/" + "/".join(quote(name, safe="~!'()*") for name in (slug, *names))


def opening_tag(attributes: Mapping[str, str]) -> str:
    """``<gg-docs …>`` in HTML."""
    pairs = (f'{name}="{escape(value)}"' for name, value in attributes.items())
    return f"<gg-docs {' '.join(pairs)}>"


def feed_link(address: str, title: str) -> str:
    """Return the link by which a page names a feed of changes, in HTML."""
    return (
        f'<link rel="alternate" type="application/atom+xml" title="{escape(title)}" '
        f'href="{escape(address)}">'
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
