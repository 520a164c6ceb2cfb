"""Completes a page when it is written: adds the element ``<gg-docs>``, in which the UI replaces
the static text, and links to files and services.

Two markers enclose the static text, since Sphinx's table of contents ignores sections inside
unknown elements. Before a page is written, the markers become raw HTML if our files are in the
output; otherwise they are removed, so that writers of other extensions meet no unknown node.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode
from sphinx.util.osutil import relative_uri

from ..value_messages import suggestion
from . import _
from .build import (
    CONTRACT_DOCUMENT,
    Build,
    files_by_target,
    linked_files,
    named_files,
    output_files,
)
from .domain.gg import build_of, gg_domain
from .gg_nodes import (
    gg_begin,
    gg_end,
    gg_file_link,
    gg_files,
    gg_filter,
    gg_service_link,
)
from .problems import Problem, Subtype, warn
from .stored_records import Record

_STATIC_START = '<div class="gg-static">'
"""The start tag around static text that the UI does not replace."""


class WriteMarkers(SphinxPostTransform):
    """Replaces the nodes of `gg_nodes`, which describes their attributes, by nodes that the builder
    can write.
    """

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        """Replace the nodes, first the markers around static text, then the others."""
        self._build = build_of(self.env)
        self._builder = self._build.builder
        self._has_files = has_own_files(self._builder)
        has_script = False
        for begin in list(self.document.findall(gg_begin)):
            end = next(begin.findall(gg_end, descend=False, siblings=True))
            # One is enough: a directive that shows several documents takes them from ``conf.py``,
            # and these are always published.
            slug, _title = begin["documents"][0]
            if self._build.is_published(slug, begin.get("page", "")):
                begin.replace_self(self._element_start(begin, with_script=not has_script))
                end.replace_self(self._raw("</gg-docs>", without_files="</div>"))
                has_script = True
            else:
                # Another page defines a document with the same slug, which the UI would show here.
                begin.replace_self(self._raw(_STATIC_START, without_files=_STATIC_START))
                end.replace_self(self._raw("</div>", without_files="</div>"))
        replacements: Mapping[type[nodes.Node], Callable[[Any], list[nodes.Node]]] = {
            gg_files: self._file_links,
            gg_filter: self._filter,
            gg_service_link: self._service_link,
            gg_file_link: self._file_link,
        }
        for node in list(self.document.findall(lambda node: type(node) in replacements)):
            assert isinstance(node, nodes.Element)
            node.replace_self(replacements[type(node)](node))

    def _element_start(self, node: gg_begin, *, with_script: bool) -> list[nodes.Node]:
        """Return the start tag of ``<gg-docs>`` with the attributes for the UI, whose addresses are
        relative to this page.

        Args:
            node: The marker at the start of the static text.
            with_script: Whether the script of the UI, which a page needs once, comes before it.
        """
        if not self._has_files:
            return self._raw("", without_files=_STATIC_START)
        from ..native.bundle import installed_bundle
        from ..native.element import DocumentLink, element_attributes, opening_tag

        bundle = installed_bundle()
        prefix = site_prefix(self.env)
        without = self._build.config.without
        links: list[DocumentLink] = []
        for slug, title in node["documents"]:
            # Without a record, the element has no links to files.
            record = self._build.records.get(slug, Record(slug, slug))
            link = DocumentLink.below(
                slug,
                slug,  # its folder is named after it
                title,
                linked_files(output_files(self._build, record)),
                has_script="scripts" not in without,
                has_methods="markdown" not in without,
                has_versions="versions" not in without and bool(self._build.snapshots(slug)),
                console=record.console,
                changelog=changelog_of(self.env, slug),
            )
            links.append(link)
        attributes = element_attributes(
            links,
            bundle,
            self._build.branding,
            mode="embedded",
            prefix=prefix,
            language=self.config.language,
        )
        if node.get("open"):
            attributes["data-open"] = node["open"]
        if node.get("layout"):
            attributes["data-layout"] = node["layout"]
        script = ""
        if with_script:
            source = escape(prefix + bundle.script_path)
            script = f'<script defer src="{source}"></script>\n'
        return self._raw(script + opening_tag({"class": "gg-static", **attributes}))

    def _file_links(self, node: gg_files) -> list[nodes.Node]:
        """Return a paragraph with links to the files of a document: its formats, and if ``itself``
        is set at the node, the contract document. Nothing if there are no files, or if another
        document with the same slug is published.
        """
        if not self._build.is_published(node["document"], node.get("page", "")):
            return []
        record = self._build.records[node["document"]]
        files = list(linked_files(output_files(self._build, record)))
        css = "gg-files"
        if node.get("itself"):
            files.append((_("Contract document (the reference as JSON)"), CONTRACT_DOCUMENT))
            css = "gg-fact gg-files"
        if not files:
            return []
        folder = f"{site_prefix(self.env)}{record.slug}"
        links: list[str] = []
        for title, file_name in files:
            address = escape(f"{folder}/{file_name}")
            links.append(f'<a href="{address}">{escape(title)}</a>')
        return self._raw(f'<p class="{css}">{", ".join(links)}</p>')

    def _filter(self, _node: gg_filter) -> list[nodes.Node]:
        """Return the hidden filter of a catalogue, and the script that shows and runs it."""
        source = escape(relative_address(self.env, "_static/ggdocs-catalog.js"))
        label = escape(_("Filter services"))
        count = escape(_("{0} of {1} services"))
        return self._raw(
            f'<div class="gg-filter" data-count="{count}" hidden>'
            f'<input type="search" placeholder="{label}" aria-label="{label}"><output></output>'
            f'</div><script defer src="{source}"></script>'
        )

    def _service_link(self, node: gg_service_link) -> list[nodes.Node]:
        """Return a link to the page with the reference of a service; if there is no such page, to
        the full page of the UI; without our files, only the text.
        """
        place = gg_domain(self.env).reference_place(node["document"])
        if place is not None:
            docname, anchor = place
            # If all pages are in one file, a link is only an id, like one within the linked page.
            is_single_file = isinstance(self._builder, SingleFileHTMLBuilder)
            origin = docname if is_single_file else self.env.docname
            return [make_refnode(self._builder, origin, docname, anchor, list(node.children))]
        if not self._has_files:
            return list(node.children)
        address = full_page(self.env, node["document"])
        return [nodes.reference("", "", *node.children, refuri=address, internal=True)]

    def _file_link(self, node: gg_file_link) -> list[nodes.Node]:
        """Return a link to a file of a document; without our files, only the text."""
        path = files_by_target(self._build).get(node["target"])
        if path is None:
            message = _missing_file_message(self._build, node["target"])
            warn(Problem(Subtype.MISSING, message), node)
            return list(node.children)
        content = list(node.children)
        if not node["named"]:  # without a text by the author, the link shows the file's name
            file_name = path.rpartition("/")[2]
            content = [nodes.literal(file_name, file_name)]
        if not self._has_files:
            return content
        address = site_prefix(self.env) + path
        return [nodes.reference("", "", *content, refuri=address, internal=True)]

    def _raw(self, html: str, *, without_files: str = "") -> list[nodes.Node]:
        """Return a node of raw HTML; none for formats other than HTML.

        Args:
            html: The HTML for an output that has our files.
            without_files: The HTML for an output that does not, such as an e-book.
        """
        written_html = html if self._has_files else without_files
        if written_html and self._builder.format == "html":
            return [nodes.raw("", f"{written_html}\n", format="html")]
        return []


def full_page(env: BuildEnvironment, slug: str, *place: str) -> str:
    """Return the address of the UI's full page, relative to the page that is being written.

    Args:
        env: The environment.
        slug: The document that the UI shows.
        place: The kind and name of an object to which the UI scrolls.
    """
    from ..native.element import INDEX, deep_link

    return site_prefix(env) + INDEX + deep_link(slug, *place)


def _missing_file_message(build: Build, target: str) -> str:
    """Return the message for a target of ``gg:file``, such as ``shop openapi``, without a file."""
    slug, _space, name = target.rpartition(" ")
    if not slug and len(build.records) == 1:
        slug = next(iter(build.records))
    if not slug:
        slugs = ", ".join(build.records)
        return f"there are several documents; write one before {name!r}: {slugs}"
    if slug not in build.records:
        return f"there is no document {slug!r}{suggestion(slug, build.records)}"
    files = named_files(build, build.records[slug])
    return f"the document {slug!r} has no file {name!r}{suggestion(name, files)}"


def site_prefix(env: BuildEnvironment) -> str:
    """Return the relative path from the page that is being written to the folder of our files."""
    return relative_address(env, f"{build_of(env).config.out_dir}/")


def relative_address(env: BuildEnvironment, path: str) -> str:
    """Return the relative path from the page that is being written to a file or folder of the
    output.
    """
    builder = build_of(env).builder
    if isinstance(builder, SingleFileHTMLBuilder):
        # This builder gives a fragment, `#document-...`, as the address of each page.
        page = f"{env.config.root_doc}{builder.out_suffix}"
    else:
        page = builder.get_target_uri(env.docname)
    return relative_uri(page, path)


def changelog_of(env: BuildEnvironment, slug: str) -> dict[str, str]:
    """Return where the changelogs on pages have the versions of a document: an address by version,
    relative to the folder of our files.

    Args:
        env: The environment of the build.
        slug: The slug of the document.
    """
    build = build_of(env)
    folder = f"{build.config.out_dir}/"
    addresses: dict[str, str] = {}
    for version, docname, anchor in gg_domain(env).changelog_places(slug):
        # If all pages are in one HTML file, the address of a page ends with an id, which the anchor
        # replaces.
        page = build.builder.get_target_uri(docname).partition("#")[0]
        addresses[version] = f"{relative_uri(folder, page)}#{anchor}"
    return addresses


def has_own_files(builder: Builder) -> bool:
    """Return whether a builder writes our files into the output: HTML, but not an e-book or a help
    file.
    """
    return builder.format == "html" and not getattr(builder, "embedded", False)
