"""Where the browser UI takes the static text over: the element ``<gg-docs>`` around it.

Pages hold two markers, since the table of contents does not look for sections inside of elements
that it does not know. Before a page is written they become raw HTML where our files are in the
output, and vanish everywhere else: writers of other extensions meet no node that they do not know.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from .build_state import build_state, builder_of
from .config import GgConfig
from .domain.gg import gg_domain
from .freshness import chosen, resolved_branding
from .problems import notice
from .store import Record, other_files

if TYPE_CHECKING:
    from ..native.element import DocumentLink


class gg_begin(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The start of the static text; ``documents`` holds slug and title of each document, ``keys``
    their keys.
    """


class gg_end(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The end of it."""


class gg_files(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where a document links to what else it is written as; ``document`` is the key of its
    record.
    """


class WriteMarkers(SphinxPostTransform):
    """Turns the markers into what the builder writes."""

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        begins = list(self.document.findall(gg_begin))
        left_out: set[str] = set()
        for number, begin in enumerate(begins):
            end = next(begin.findall(gg_end, descend=False, siblings=True))
            if notices := self._clashes(begin):
                left_out.update(begin["keys"])
                begin.replace_self(notices)
                end.parent.remove(end)
            else:
                begin.replace_self(self._begin(begin, first=number == 0))
                end.replace_self(self._raw("</gg-docs>", "</div>"))
        for node in list(self.document.findall(gg_files)):
            node.replace_self(self._files(node) if node["document"] not in left_out else [])

    def _clashes(self, begin: nodes.Element) -> list[nodes.Node]:
        """What the page says when its document is not the one of its slug, which the UI would
        show.
        """
        clashes = build_state(self.env).clashes
        messages = [clashes.get((self.env.docname, key)) for key in begin["keys"]]
        return [notice(message) for message in messages if message]

    def _begin(self, node: nodes.Element, *, first: bool) -> list[nodes.Node]:
        """Open ``<gg-docs>`` with what the UI needs to know, all of it relative to this page."""
        if not has_own_files(builder_of(self.env)):
            return self._raw("", '<div class="gg-static">')
        from ..native.bundle import installed_bundle
        from ..native.element import element_attributes, opening_tag

        bundle, prefix = installed_bundle(), self._prefix()
        look = resolved_branding(self.env)
        records = {record.slug: record for record in chosen(self.env)}
        attributes = element_attributes(
            [_link(slug, title, records.get(slug)) for slug, title in node["documents"]],
            bundle,
            look.branding,
            mode="embedded",
            prefix=prefix,
            logo=look.logo,
            language=self.config.language,
        )
        if node.get("open"):
            attributes["data-open"] = node["open"]
        source = escape(prefix + bundle.script_path)
        script = f'<script defer src="{source}"></script>\n' if first else ""
        return self._raw(script + opening_tag({"class": "gg-static", **attributes}))

    def _files(self, node: nodes.Element) -> list[nodes.Node]:
        """Link to what else the document is written as, for readers without the UI."""
        record = gg_domain(self.env).records.get(node["document"])
        if record is None:
            return []
        folder = f"{self._prefix()}{record.slug}"
        named = ", ".join(
            f'<a href="{escape(f"{folder}/{name}")}">{escape(called)}</a>'
            for called, name in other_files(record.files)
        )
        return self._raw(f'<p class="gg-files">{named}</p>' if named else "")

    def _raw(self, html: str, without_files: str = "") -> list[nodes.Node]:
        """Raw HTML, another where our files are not in the output, and nothing in other formats."""
        builder = builder_of(self.env)
        html = html if has_own_files(builder) else without_files
        is_written = html and builder.format == "html"
        return [nodes.raw("", f"{html}\n", format="html")] if is_written else []

    def _prefix(self) -> str:
        """The way from the page that is being written to our folder."""
        builder = builder_of(self.env)
        if isinstance(builder, SingleFileHTMLBuilder):
            page = f"{self.config.root_doc}{builder.out_suffix}"
        else:
            page = builder.get_target_uri(self.env.docname)
        return relative_uri(page, f"{GgConfig.of(self.config).output_dir}/")


def has_own_files(builder: Builder) -> bool:
    """Whether the builder makes a site that our files belong into: HTML, but no e-book and no help
    format.
    """
    return builder.format == "html" and not getattr(builder, "embedded", False)


def _link(slug: str, title: str, record: Record | None) -> "DocumentLink":
    """Where the files of a document are, from our folder on."""
    from ..native.element import DocumentLink

    files = other_files(record.files) if record is not None else ()
    return DocumentLink(
        slug=slug,
        title=title,
        json=f"{slug}/api-docs.json",
        script=f"{slug}/api-docs.js",
        files=tuple((called, f"{slug}/{name}") for called, name in files),
    )
