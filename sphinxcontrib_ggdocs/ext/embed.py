"""Completes a page when it is written: adds the element ``<gg-docs>``, in which the UI replaces the
static text, and links to files and services.

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


class WriteMarkers(SphinxPostTransform):
    """Replaces the nodes of `gg_nodes` by nodes that the builder can write."""

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        self._build = build_of(self.env)
        self._builder = self._build.builder
        self._has_files = has_own_files(self._builder)
        has_script = False
        for begin in list(self.document.findall(gg_begin)):
            end = next(begin.findall(gg_end, descend=False, siblings=True))
            slug, _title = begin["documents"][0]
            if not self._build.is_published(slug, begin.get("page", "")):
                # The UI would show the document of another page.
                static = '<div class="gg-static">'
                begin.replace_self(self._raw(static, static))
                end.replace_self(self._raw("</div>", "</div>"))
                continue
            begin.replace_self(self._begin(begin, script=not has_script))
            end.replace_self(self._raw("</gg-docs>", "</div>"))
            has_script = True
        written: Mapping[type[nodes.Node], Callable[[Any], list[nodes.Node]]] = {
            gg_files: self._files,
            gg_filter: self._filter,
            gg_service_link: self._service_link,
            gg_file_link: self._file_link,
        }
        for node in list(self.document.findall(lambda node: type(node) in written)):
            assert isinstance(node, nodes.Element)
            node.replace_self(written[type(node)](node))

    def _begin(self, node: gg_begin, *, script: bool) -> list[nodes.Node]:
        """Open ``<gg-docs>`` with the attributes for the UI, relative to this page."""
        if not self._has_files:
            return self._raw("", '<div class="gg-static">')
        from ..native.bundle import installed_bundle
        from ..native.element import DocumentLink, element_attributes, opening_tag

        bundle, prefix = installed_bundle(), site_prefix(self.env)
        config = self._build.config
        records = self._build.records
        without = config.without
        links: list[DocumentLink] = []
        for slug, title in node["documents"]:
            record = records.get(slug, Record(slug, slug))
            link = DocumentLink.below(
                slug,
                slug,
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
        source = escape(prefix + bundle.script_path)
        tag = ""
        if script:
            tag = f'<script defer src="{source}"></script>\n'
        return self._raw(tag + opening_tag({"class": "gg-static", **attributes}))

    def _files(self, node: gg_files) -> list[nodes.Node]:
        if not self._build.is_published(node["document"], node.get("page", "")):
            return []
        record = self._build.records[node["document"]]
        links, css = linked_files(output_files(self._build, record)), "gg-files"
        if node.get("itself"):
            itself = (_("Contract document (the reference as JSON)"), CONTRACT_DOCUMENT)
            links, css = (*links, itself), "gg-fact gg-files"
        folder = f"{site_prefix(self.env)}{record.slug}"
        named = ", ".join(
            f'<a href="{escape(f"{folder}/{name}")}">{escape(called)}</a>' for called, name in links
        )
        return self._raw(f'<p class="{css}">{named}</p>' if named else "")

    def _filter(self, _node: gg_filter) -> list[nodes.Node]:
        """Write the filter of a catalogue, which its script shows."""
        source = escape(relative_address(self.env, "_static/ggdocs-catalog.js"))
        label, count = escape(_("Filter services")), escape(_("{0} of {1} services"))
        return self._raw(
            f'<div class="gg-filter" data-count="{count}" hidden>'
            f'<input type="search" placeholder="{label}" aria-label="{label}"><output></output>'
            f'</div><script defer src="{source}"></script>'
        )

    def _service_link(self, node: gg_service_link) -> list[nodes.Node]:
        """Link the page of a whole document, else the full page of the UI."""
        place = gg_domain(self.env).reference_place(node["document"])
        if place is not None:
            docname, anchor = place
            single = isinstance(self._builder, SingleFileHTMLBuilder)
            origin = docname if single else self.env.docname
            return [make_refnode(self._builder, origin, docname, anchor, list(node.children))]
        if not self._has_files:
            return list(node.children)
        address = full_page(self.env, node["document"])
        return [nodes.reference("", "", *node.children, refuri=address, internal=True)]

    def _file_link(self, node: gg_file_link) -> list[nodes.Node]:
        """Link a file of a document; its name alone where our files are not in the output."""
        path = files_by_target(self._build).get(node["target"])
        if path is None:
            warn(Problem(Subtype.MISSING, _no_file(self._build, node["target"])), node)
            return list(node.children)
        content = list(node.children)
        if not node["named"]:
            name = path.rpartition("/")[2]
            content = [nodes.literal(name, name)]
        if not self._has_files:
            return content
        address = site_prefix(self.env) + path
        return [nodes.reference("", "", *content, refuri=address, internal=True)]

    def _raw(self, html: str, without_files: str = "") -> list[nodes.Node]:
        """Write raw HTML; `without_files` where our files are not in the output."""
        html = html if self._has_files else without_files
        is_written = html and self._builder.format == "html"
        if is_written:
            return [nodes.raw("", f"{html}\n", format="html")]
        return []


def full_page(env: BuildEnvironment, slug: str, *place: str) -> str:
    """Return the address of a place on the full page, relative to the page that is written."""
    from ..native.element import INDEX, deep_link

    return site_prefix(env) + INDEX + deep_link(slug, *place)


def _no_file(build: Build, target: str) -> str:
    """Return the message for a target of ``gg:file`` that leads to no file."""
    slug, _blank, name = target.rpartition(" ")
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
    """Return the relative path from the written page to our folder."""
    return relative_address(env, f"{build_of(env).config.out_dir}/")


def relative_address(env: BuildEnvironment, path: str) -> str:
    """Return the relative path from the written page to a file or folder of the output."""
    builder = build_of(env).builder
    if isinstance(builder, SingleFileHTMLBuilder):
        # This builder gives a fragment, `#document-...`, as the address of each page.
        page = f"{env.config.root_doc}{builder.out_suffix}"
    else:
        page = builder.get_target_uri(env.docname)
    return relative_uri(page, path)


def changelog_of(env: BuildEnvironment, slug: str) -> dict[str, str]:
    """Return the addresses of changelogs by version, relative to our folder."""
    build = build_of(env)
    builder, folder = build.builder, f"{build.config.out_dir}/"
    addresses: dict[str, str] = {}
    for version, docname, anchor in gg_domain(env).changelog_places(slug):
        # The address of a page inside a single file of HTML has an id.
        page = builder.get_target_uri(docname).partition("#")[0]
        addresses[version] = f"{relative_uri(folder, page)}#{anchor}"
    return addresses


def has_own_files(builder: Builder) -> bool:
    """Return whether the builder writes a site with our files: HTML, but no e-book or help."""
    return builder.format == "html" and not getattr(builder, "embedded", False)
