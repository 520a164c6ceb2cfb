"""Where the browser UI takes the static rendering over: a pair of nodes around it, and their HTML.

Two markers instead of one node around the rendering: the table of contents looks for sections among the children
of sections only, and would not see what stands inside an element that it does not know.
"""

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders import Builder
from sphinx.util.docutils import SphinxTranslator
from sphinx.util.osutil import relative_uri

from .config import GgConfig

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STATIC_DIR = Path(__file__).parent.parent / "_static"


class gg_begin(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The start of the static rendering; ``documents`` holds slug and title of each document."""


class gg_end(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The end of it."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The file names of the prebuilt UI."""

    script: str
    style: str

    @property
    def names(self) -> tuple[str, str]:
        """Both files."""
        return (self.script, self.style)


@cache
def bundle() -> Bundle | None:
    """The prebuilt UI, if this installation has it."""
    try:
        names = json.loads((STATIC_DIR / "bundle.json").read_bytes())
    except FileNotFoundError:
        return None
    return Bundle(names["script"], names["style"])


def has_own_files(builder: Builder) -> bool:
    """Whether the builder makes a site that our files belong into: HTML, but no e-book and no help format."""
    return builder.format == "html" and not getattr(builder, "embedded", False)


def page_uri(builder: Any) -> str:
    """The address of the page that is being written, relative to the output."""
    docname = builder.current_docname
    uri: str = builder.get_target_uri(docname)
    return f"{docname}{builder.out_suffix}" if uri.startswith("#") else uri  # singlehtml knows no other pages


def visit_begin_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Open ``<gg-docs>`` with what the UI needs to know, all of it relative to this page."""
    translator: Any = self
    files = bundle()
    if not has_own_files(self.builder) or files is None:
        translator.body.append('<div class="gg-static">\n')
        return
    config = GgConfig.of(self.config)
    here = page_uri(self.builder)

    def relative(path: str) -> str:
        return relative_uri(here, f"{config.output_dir}/{path}")

    documents = [
        {
            "slug": slug,
            "title": title,
            "json": relative(f"{slug}/api-docs.json"),
            "script": relative(f"{slug}/api-docs.js"),
        }
        for slug, title in node["documents"]
    ]
    attributes = {
        "class": "gg-static",
        "data-mode": "embedded",
        "data-stylesheet": relative(f"assets/{files.style}"),
        "data-documents": _json(documents),
        "data-full-page": relative("index.html"),
    }
    if config.branding:
        attributes["data-branding"] = _json(_branding(config))
    if not getattr(translator, "gg_script_written", False):
        translator.gg_script_written = True
        translator.body.append(f'<script defer src="{escape(relative(f"assets/{files.script}"))}"></script>\n')
    tag = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    translator.body.append(f"<gg-docs {tag}>\n")


def visit_end_html(self: SphinxTranslator, node: nodes.Element) -> None:
    """Close what `visit_begin_html` has opened."""
    translator: Any = self
    takes_over = has_own_files(self.builder) and bundle() is not None
    translator.body.append("</gg-docs>\n" if takes_over else "</div>\n")


def pass_by(self: SphinxTranslator, node: nodes.Element) -> None:
    """Nothing: the markers mean something in HTML only."""


def register_nodes(app: "Sphinx") -> None:
    """Make the markers known to every writer."""
    others: dict[str, Any] = {name: (pass_by, pass_by) for name in ("latex", "text", "man", "texinfo")}
    app.add_node(gg_begin, html=(visit_begin_html, pass_by), **others)
    app.add_node(gg_end, html=(visit_end_html, pass_by), **others)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _branding(config: GgConfig) -> dict[str, Any]:
    """The branding with the names that the UI reads."""
    branding = config.branding or {}
    known = {"primary_color": "primaryColor", "logo_url": "logoUrl"}
    return {known.get(name, name): value for name, value in branding.items() if value}
