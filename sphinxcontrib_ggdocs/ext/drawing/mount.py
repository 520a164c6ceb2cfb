"""Where the browser UI takes the static rendering over: a pair of nodes around it, and their HTML.

Two markers instead of one node around the rendering: the table of contents looks for sections among the children
of sections only, and would not see what stands inside an element that it does not know.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxTranslator
from sphinx.util.osutil import relative_uri

from ..branding import look_of
from ..config import GgConfig
from ..domain.gg import gg_domain
from ..making.refresh import chosen
from ..making.session import session_of
from ..nodes import gg_files
from ..problems import notice
from ..records import Record, other_files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ...native import DocumentLink


class gg_begin(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The start of the static rendering; ``documents`` holds slug and title of each document, ``keys`` their keys."""


class ResolveMyst(SphinxPostTransform):
    """Resolves MyST's own references inside descriptions where the project has not set MyST up."""

    default_priority = 9  # as MyST's own, before Sphinx takes what is left for missing

    def run(self, **kwargs: Any) -> None:
        if hasattr(self.env, "myst_config"):
            return
        if any(node["reftype"] == "myst" for node in self.document.findall(addnodes.pending_xref)):
            from ..prose.myst import resolve_references

            resolve_references(self.document, self.startnode, self.env)


class LeaveClashesOut(SphinxPostTransform):
    """Says in the page that its document is not the one of its slug, and keeps the UI from showing the other one."""

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        clashes = session_of(self.env).clashes
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


class gg_end(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The end of it."""


def has_own_files(builder: Builder) -> bool:
    """Whether the builder makes a site that our files belong into: HTML, but no e-book and no help format."""
    return builder.format == "html" and not getattr(builder, "embedded", False)


def page_uri(builder: Any) -> str:
    """The address of the page that is being written, relative to the output."""
    docname = builder.current_docname
    uri: str = builder.get_target_uri(docname)
    return f"{docname}{builder.out_suffix}" if uri.startswith("#") else uri  # singlehtml knows no other pages


def document_link(slug: str, title: str, record: Record | None) -> "DocumentLink":
    """Where the files of a document are, from our folder on."""
    from ...native import DocumentLink

    files = tuple((called, f"{slug}/{name}") for called, name in other_files(record.files)) if record else ()
    return DocumentLink(slug=slug, title=title, json=f"{slug}/api-docs.json", script=f"{slug}/api-docs.js", files=files)


def visit_begin_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Open ``<gg-docs>`` with what the UI needs to know, all of it relative to this page."""
    translator: Any = self
    if not has_own_files(self.builder):
        translator.body.append('<div class="gg-static">\n')
        return
    from ...native import element_attributes, installed_bundle, opening_tag

    config = GgConfig.of(self.config)
    bundle = installed_bundle()
    prefix = relative_uri(page_uri(self.builder), f"{config.output_dir}/")
    look = look_of(config, self.builder.confdir)
    records = {record.slug: record for record in chosen(gg_domain(self.builder.env), config)}
    links = [document_link(slug, title, records.get(slug)) for slug, title in node["documents"]]
    attributes = element_attributes(
        links,
        bundle,
        look.branding,
        mode="embedded",
        prefix=prefix,
        logo=look.logo,
        language=self.config.language,
    )
    if not getattr(translator, "gg_script_written", False):
        translator.gg_script_written = True
        translator.body.append(f'<script defer src="{escape(prefix + bundle.script_path)}"></script>\n')
    if node.get("open"):
        attributes["data-open"] = node["open"]
    translator.body.append(opening_tag({"class": "gg-static", **attributes}) + "\n")


def visit_files_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Link to what else the document is written as, for readers without the UI."""
    translator: Any = self
    record = gg_domain(self.builder.env).records.get(node["document"])
    if record is None or not has_own_files(self.builder):
        return
    prefix = relative_uri(page_uri(self.builder), f"{GgConfig.of(self.config).output_dir}/")
    files = document_link(record.slug, record.title, record).files
    named = ", ".join(f'<a href="{escape(prefix + path)}">{escape(title)}</a>' for title, path in files)
    if named:
        translator.body.append(f'<p class="gg-files">{named}</p>\n')


def visit_end_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Close what `visit_begin_html` has opened."""
    translator: Any = self
    translator.body.append("</gg-docs>\n" if has_own_files(self.builder) else "</div>\n")


def pass_by(self: SphinxTranslator, node: nodes.Element) -> None:
    """Nothing: the markers mean something in HTML only."""


def register_nodes(app: "Sphinx") -> None:
    """Make the markers known to every writer."""
    others: dict[str, Any] = dict.fromkeys(("latex", "text", "man", "texinfo"), (pass_by, pass_by))
    app.add_node(gg_begin, html=(visit_begin_html, pass_by), **others)
    app.add_node(gg_files, html=(visit_files_html, pass_by), **others)
    app.add_post_transform(LeaveClashesOut)
    app.add_post_transform(ResolveMyst)
    app.add_node(gg_end, html=(visit_end_html, pass_by), **others)
