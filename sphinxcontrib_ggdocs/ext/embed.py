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
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from .build_state import build_state, builder_of
from .config import GgConfig, resolve_branding
from .domain.gg import gg_domain
from .freshness import chosen
from .problems import notice
from .store import Record, other_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
        builder = builder_of(self.env)
        self._leave_clashes_out()
        begins = list(self.document.findall(gg_begin))
        files = list(self.document.findall(gg_files))
        ends = list(self.document.findall(gg_end))
        for number, begin in enumerate(begins):
            begin.replace_self(_begin(self.env, builder, begin, first=number == 0))
        for node in files:
            node.replace_self(_files(self.env, builder, node))
        for end in ends:
            end.replace_self(_raw(builder, "</gg-docs>" if has_own_files(builder) else "</div>"))

    def _leave_clashes_out(self) -> None:
        """Say in the page that its document is not the one of its slug, and keep the UI from
        showing the other one.
        """
        clashes = build_state(self.env).clashes
        for begin in list(self.document.findall(gg_begin)):
            messages = [clashes.get((self.env.docname, key)) for key in begin["keys"]]
            if not any(messages):
                continue
            end = next(begin.findall(gg_end, descend=False, siblings=True))
            end.parent.remove(end)
            for files in list(self.document.findall(gg_files)):
                if files["document"] in begin["keys"]:
                    files.parent.remove(files)
            begin.replace_self([notice(message) for message in messages if message])


def has_own_files(builder: Builder) -> bool:
    """Whether the builder makes a site that our files belong into: HTML, but no e-book and no help
    format.
    """
    return builder.format == "html" and not getattr(builder, "embedded", False)


def document_link(slug: str, title: str, record: Record | None) -> "DocumentLink":
    """Where the files of a document are, from our folder on."""
    from ..native.element import DocumentLink

    files = other_files(record.files) if record is not None else ()
    paths = tuple((called, f"{slug}/{name}") for called, name in files)
    return DocumentLink(
        slug=slug,
        title=title,
        json=f"{slug}/api-docs.json",
        script=f"{slug}/api-docs.js",
        files=paths,
    )


def _begin(
    env: BuildEnvironment, builder: Builder, node: nodes.Element, *, first: bool
) -> list[nodes.Node]:
    """Open ``<gg-docs>`` with what the UI needs to know, all of it relative to this page."""
    if not has_own_files(builder):
        return _raw(builder, '<div class="gg-static">')
    from ..native.bundle import installed_bundle
    from ..native.element import element_attributes, opening_tag

    config = GgConfig.of(env.config)
    bundle = installed_bundle()
    prefix = _prefix(env, builder)
    look = resolve_branding(config, builder.confdir)
    records = {record.slug: record for record in chosen(gg_domain(env), config)}
    attributes = element_attributes(
        [document_link(slug, title, records.get(slug)) for slug, title in node["documents"]],
        bundle,
        look.branding,
        mode="embedded",
        prefix=prefix,
        logo=look.logo,
        language=env.config.language,
    )
    if node.get("open"):
        attributes["data-open"] = node["open"]
    script = (
        f'<script defer src="{escape(prefix + bundle.script_path)}"></script>\n' if first else ""
    )
    return _raw(builder, script + opening_tag({"class": "gg-static", **attributes}))


def _files(env: BuildEnvironment, builder: Builder, node: nodes.Element) -> list[nodes.Node]:
    """Link to what else the document is written as, for readers without the UI."""
    record = gg_domain(env).records.get(node["document"])
    if record is None or not has_own_files(builder):
        return []
    prefix = _prefix(env, builder)
    files = document_link(record.slug, record.title, record).files
    named = ", ".join(
        f'<a href="{escape(prefix + path)}">{escape(title)}</a>' for title, path in files
    )
    return _raw(builder, f'<p class="gg-files">{named}</p>') if named else []


def _raw(builder: Builder, html: str) -> list[nodes.Node]:
    return [nodes.raw("", f"{html}\n", format="html")] if builder.format == "html" else []


def _prefix(env: BuildEnvironment, builder: Any) -> str:
    """The way from the page that is being written to our folder."""
    docname = env.docname
    single = isinstance(builder, SingleFileHTMLBuilder)
    page = (
        f"{env.config.root_doc}{builder.out_suffix}" if single else builder.get_target_uri(docname)
    )
    return relative_uri(page, f"{GgConfig.of(env.config).output_dir}/")


def setup_embedding(app: "Sphinx") -> None:
    """Make the transform known."""
    app.add_post_transform(WriteMarkers)
