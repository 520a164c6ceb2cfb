"""Bodies as HTML, by the templates ``ggdocs/*.html``, each of which a project may have its own
of.
"""

from collections.abc import Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from markupsafe import Markup, escape
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..named_objects import OtherUse
from ..native.lines.blocks import (
    AnchorLink,
    Code,
    Label,
    Line,
    ObjectLink,
    Piece,
    SlotRef,
    UrlLink,
    words_of,
)
from . import _
from .embed import has_own_files, site_prefix
from .freshness import build_state, builder_of
from .gg_nodes import gg_body, gg_link
from .render.body import (
    block_nodes,
    nodes_after,
    object_xref,
    slot_content,
    slots_of,
)
from .shared_uses import other_uses, place_of_use

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

FOLDER = Path(__file__).parents[1] / "templates"


class WriteBodies(SphinxPostTransform):
    """Turns bodies into nodes that every writer knows, unless templates write them; before the
    domains resolve links.
    """

    default_priority = 2

    def run(self, **kwargs: Any) -> None:
        builder = builder_of(self.env)
        # Messages are collected from the slots; what is made of our own words has a catalogue of
        # ours.
        if builder.name == "gettext":
            return
        for body in self.document.findall(gg_body):
            self._name_other_services(body)
        if has_templates(builder):
            for body in self.document.findall(gg_body):
                body += nodes.Text(words_of(body["parts"]))
                body += [gg_link("", "", object_xref(link), link=link) for link in body["links"]]
            return
        # No element of its own in HTML; other writers of Sphinx do not end such a line.
        line = addnodes.compact_paragraph if builder.format == "html" else nodes.paragraph
        for node in list(self.document.findall(gg_body)):
            blocks = chain.from_iterable(node["parts"].values())
            text = block_nodes(blocks, slots_of(node), line=line)
            node.replace_self(addnodes.desc_content("", *text, *nodes_after(node)))

    def _name_other_services(self, body: gg_body) -> None:
        """Add a line with the other services that use a type."""
        pieces: list[Piece] = []
        uses, more = other_uses(self.env).named(body["type"])
        for use in uses:
            count = _("%d methods") % use.methods if use.methods != 1 else _("one method")
            pieces += [", " if pieces else "", self._link(body["objtype"], use), f" ({count})"]
        if pieces:
            pieces += [_(" and %s more") % more] if more else []
            line = Line((_("Other services: "), *pieces), "gg-uses gg-elsewhere")
            links = [piece for piece in pieces if isinstance(piece, ObjectLink)]
            body["parts"] = {**body["parts"], "used_elsewhere": (line,)}
            body["links"] = (*body["links"], *links)

    def _link(self, objtype: str, use: OtherUse) -> Piece:
        """To the type of another service, on the full page if no other has it."""
        if place_of_use(self.env, objtype, use) is not None:
            return ObjectLink(objtype, f"{use.slug}.{use.name}", use.title)
        if not has_own_files(builder_of(self.env)):
            return use.title
        from ..native.element import INDEX, deep_link

        address = INDEX + deep_link(use.slug, f"~{objtype}", use.name)
        return UrlLink(site_prefix(self.env) + address, use.title, internal=True)


def has_templates(builder: Builder) -> bool:
    """Whether templates write what a builder writes; e-books get nodes, whose links Sphinx
    changes.
    """
    is_site = isinstance(builder, StandaloneHTMLBuilder) and has_own_files(builder)
    return is_site and bool(builder.config.ggdocs_templates)


def write_body(translator: "HTML5Translator", node: gg_body) -> None:
    """Visit a body: its template has the parts of the text, and writes them by macros."""
    kind = "schema" if node["objtype"] == "brand" else node["objtype"]
    templates = _templates(translator.builder)
    writer = BodyWriter(translator, node)
    # The macro is compiled once a build; imported with context, it would be once a body.
    macro = templates.get_template("ggdocs/blocks.html").module.blocks  # type: ignore[attr-defined]
    html = templates.get_template(f"ggdocs/{kind}.html").render(
        node["parts"], name=node["name"], blocks=partial(macro, by=writer), writer=writer
    )
    translator.visit_desc_content(node)
    translator.body.append(html)
    for child in nodes_after(node):
        child.walkabout(translator)
    translator.depart_desc_content(node)
    # The children are written: the words and slots by the template, the rest above.
    raise nodes.SkipNode


def _templates(builder: Builder) -> Environment:
    """The templates of a build: those of the project, and ours, which have a ``!`` before their
    names where a project has its own.
    """
    state = build_state(builder.env)
    if state.templates is None:
        folders = [Path(builder.confdir, folder) for folder in builder.config.templates_path]
        # As `!layout.html` is the template that a project extends, for Sphinx.
        own = PrefixLoader({"!ggdocs": FileSystemLoader(FOLDER / "ggdocs")})
        state.templates = Environment(
            loader=ChoiceLoader([FileSystemLoader([*folders, FOLDER]), own]),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        state.templates.filters["kind"] = lambda block: type(block).__name__
    return state.templates


class BodyWriter:
    """Writes the lines, the slots and the links of one body."""

    def __init__(self, translator: "HTML5Translator", body: gg_body) -> None:
        self._translator = translator
        self._slots = slots_of(body)
        links = (child for child in body.children if isinstance(child, gg_link))
        self._links = {link["link"]: link.children for link in links}

    def slot(self, slot: SlotRef) -> Markup:
        """The nodes of a slot, written by Sphinx."""
        return self._written(slot_content(self._slots[slot.number], slot.part))

    def _written(self, content: Iterable[nodes.Node]) -> Markup:
        translator = self._translator
        # Writers of docutils have one list that all nodes write to, which is exchanged here, since
        # no other way leads to the HTML of a single node with the state of its page.
        whole, translator.body = translator.body, []
        for node in content:
            node.walkabout(translator)
        html, translator.body = "".join(translator.body), whole
        return Markup(html)  # noqa: S704  # as Sphinx has written it

    def inline(self, content: Iterable[Piece]) -> Markup:
        """A line of text."""
        html: list[str] = []
        for piece in content:
            match piece:
                case str():
                    html.append(escape(piece))
                case AnchorLink(anchor, text, is_type):
                    css = "gg-type reference internal" if is_type else "reference internal"
                    html.append(f'<a class="{css}" href="#{escape(anchor)}">{escape(text)}</a>')
                case Code(parts):
                    html.append(f'<span class="gg-type">{self.inline(parts)}</span>')
                case Label(text):
                    html.append(f'<strong class="gg-label">\n{escape(text)}</strong>')
                case ObjectLink():
                    html.append(self._written(self._links[piece]))
                case SlotRef():
                    html.append(self.slot(piece))
                case UrlLink(url, text, internal):
                    css = "internal" if internal else "external"
                    link = f'<a class="reference {css}" href="{escape(url)}">{escape(text)}</a>'
                    html.append(link)
        return Markup("".join(html))  # noqa: S704  # all of it is escaped
