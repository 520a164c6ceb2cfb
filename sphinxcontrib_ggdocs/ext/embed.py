"""Where the browser UI takes the static text over: the element ``<gg-docs>`` around it.

Pages hold two markers, since the table of contents does not look for sections inside of elements
that it does not know. Before a page is written they become raw HTML where our files are in the
output, and vanish everywhere else: writers of other extensions meet no node that they do not know.
"""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from .config import GgConfig, snapshot_files
from .domain.gg import gg_domain
from .freshness import build_state, builder_of, chosen
from .problems import notice
from .store import other_files


class gg_begin(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The start of the static text; ``documents`` holds slug and title of each document, ``keys``
    their keys, ``open`` what the UI opens.
    """


class gg_end(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The end of it."""


class gg_files(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where a document links to what else it is written as; ``document`` is its record's key."""


class gg_anchors(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where links from before a document was split lead: ``anchors`` of all that its pages show."""


class WriteFolds(SphinxPostTransform):
    """Turns what readers open into ``<details>``, and into content under a line in formats that
    cannot fold.
    """

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        from .render.body import gg_fold  # the other surfaces do without what it imports

        is_html = builder_of(self.env).format == "html"
        for fold in list(self.document.findall(gg_fold)):
            title = fold["summary"]
            if is_html:
                tag = f'<details class="gg-fold"><summary>{escape(title)}</summary>'
                begin: nodes.Node = nodes.raw("", tag, format="html")
                end = [nodes.raw("", "</details>", format="html")]
            else:
                begin, end = nodes.paragraph("", f"{title}:"), []
            fold.replace_self([begin, *fold.children, *end])


class WriteMarkers(SphinxPostTransform):
    """Turns the markers into what the builder writes."""

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        clashes = build_state(self.env).clashes
        left_out: set[str] = set()
        script = True
        for begin in list(self.document.findall(gg_begin)):
            end = next(begin.findall(gg_end, descend=False, siblings=True))
            messages = [clashes.get((self.env.docname, key)) for key in begin["keys"]]
            if notices := [notice(message) for message in messages if message]:
                # The document is not the one of its slug, which the UI would show.
                left_out.update(begin["keys"])
                begin.replace_self(notices)
                end.parent.remove(end)
            else:
                begin.replace_self(self._begin(begin, script=script))
                end.replace_self(self._raw("</gg-docs>", "</div>"))
                script = False
        for node in list(self.document.findall(gg_files)):
            node.replace_self(self._files(node) if node["document"] not in left_out else [])
        for anchors in list(self.document.findall(gg_anchors)):
            anchors.replace_self(self._anchors(anchors))

    def _begin(self, node: nodes.Element, *, script: bool) -> list[nodes.Node]:
        """Open ``<gg-docs>`` with what the UI needs to know, all of it relative to this page."""
        if not has_own_files(builder_of(self.env)):
            return self._raw("", '<div class="gg-static">')
        from ..native.bundle import installed_bundle
        from ..native.document_facts import SHARED_FILE
        from ..native.element import DocumentLink, element_attributes, opening_tag

        bundle, prefix = installed_bundle(), site_prefix(self.env)
        look = build_state(self.env).loader.look
        files = {record.slug: other_files(record.files) for record in chosen(self.env)}
        attributes = element_attributes(
            [
                DocumentLink.below(
                    slug,
                    slug,
                    title,
                    files.get(slug, ()),
                    has_methods=True,
                    has_versions=has_versions(self.env, slug),
                    changelog=changelog_of(self.env, slug),
                )
                for slug, title in node["documents"]
            ],
            bundle,
            look.branding,
            mode="embedded",
            prefix=prefix,
            logo=look.logo,
            language=self.config.language,
        )
        if node.get("open"):
            attributes["data-open"] = node["open"]
        if node.get("layout"):
            attributes["data-layout"] = node["layout"]
        if node.get("continuous"):
            attributes["data-continuous"] = ""
        source = escape(prefix + bundle.script_path)
        tag = f'<script defer src="{source}"></script>\n' if script else ""
        if script and len(chosen(self.env)) > 1:
            tag = f'<script defer src="{escape(prefix + SHARED_FILE)}"></script>\n{tag}'
        return self._raw(tag + opening_tag({"class": "gg-static", **attributes}))

    def _files(self, node: nodes.Element) -> list[nodes.Node]:
        """Link to what else the document is written as, for readers without the UI."""
        record = gg_domain(self.env).records.get(node["document"])
        if record is None:
            return []
        folder, links = f"{site_prefix(self.env)}{record.slug}", other_files(record.files)
        named = ", ".join(
            f'<a href="{escape(f"{folder}/{name}")}">{escape(called)}</a>' for called, name in links
        )
        return self._raw(f'<p class="gg-files">{named}</p>' if named else "")

    def _anchors(self, node: nodes.Element) -> list[nodes.Node]:
        """Elements without content; a single page of HTML has the objects themselves."""
        if isinstance(builder_of(self.env), SingleFileHTMLBuilder):
            return []
        free = [anchor for anchor in node["anchors"] if anchor not in self.document.ids]
        anchors = "".join(f'<span id="{escape(anchor)}"></span>' for anchor in free)
        return self._raw(f'<div class="gg-anchors">{anchors}</div>')

    def _raw(self, html: str, without_files: str = "") -> list[nodes.Node]:
        """Raw HTML, another where our files are not in the output, and nothing in other formats."""
        builder = builder_of(self.env)
        html = html if has_own_files(builder) else without_files
        is_written = html and builder.format == "html"
        return [nodes.raw("", f"{html}\n", format="html")] if is_written else []


def site_prefix(env: BuildEnvironment) -> str:
    """The way from the page that is being written to our folder."""
    builder = builder_of(env)
    if isinstance(builder, SingleFileHTMLBuilder):
        page = f"{env.config.root_doc}{builder.out_suffix}"
    else:
        page = builder.get_target_uri(env.docname)
    return relative_uri(page, f"{GgConfig.of(env.config).output_dir}/")


def changelog_of(env: BuildEnvironment, slug: str) -> dict[str, str]:
    """By version, where a page has the changelog of a document: addresses from our folder."""
    builder, folder = builder_of(env), f"{GgConfig.of(env.config).output_dir}/"
    addresses: dict[str, str] = {}
    for version, docname, anchor in gg_domain(env).changelog_places(slug):
        # The address of a page inside a single file of HTML has an id.
        page = builder.get_target_uri(docname).partition("#")[0]
        addresses[version] = f"{relative_uri(folder, page)}#{anchor}"
    return addresses


def has_versions(env: BuildEnvironment, slug: str) -> bool:
    """Whether a document has released versions."""
    values = GgConfig.of(env.config).documents.get(slug, {})
    return bool(snapshot_files(values, builder_of(env).confdir))


def has_own_files(builder: Builder) -> bool:
    """Whether the builder makes a site that our files belong into: HTML, but no e-book or help."""
    return builder.format == "html" and not getattr(builder, "embedded", False)
