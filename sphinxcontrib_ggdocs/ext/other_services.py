"""The line of a type that names the other services of the site that use it."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..named_objects import OtherUse
from . import _
from .domain.gg import build_of, gg_domain
from .domain.refs import TYPE, optional_xref
from .embed import full_page, has_own_files
from .render.lines import Piece, line


class NameOtherServices(SphinxPostTransform):
    """Adds a line with the other services that use a type, before the domains resolve links."""

    default_priority = 2

    def run(self, **kwargs: Any) -> None:
        # Its words are ours, and have a catalogue of their own.
        if build_of(self.env).builder.name == "gettext":
            return
        for content in list(self.document.findall(addnodes.desc_content)):
            if TYPE in content:
                content += self._line(content.parent["objtype"], content[TYPE])

    def _line(self, objtype: str, name: str) -> list[nodes.Node]:
        uses, more = build_of(self.env).other_uses.named(name)
        if not uses:
            return []
        words: list[Piece] = [_("Other services: ")]
        for position, use in enumerate(uses):
            if position:
                words.append(", ")
            count = _("%d methods") % use.methods if use.methods != 1 else _("one method")
            words += [self._link(objtype, use), f" ({count})"]
        if more:
            words.append(_(" and %s more") % more)
        return [line(*words, css="gg-uses gg-elsewhere")]

    def _link(self, objtype: str, use: OtherUse) -> Piece:
        """Link the type of another service, on the full page if no other has it."""
        full = f"{use.slug}.{use.name}"
        if gg_domain(self.env).is_described(objtype, full):
            return optional_xref(objtype, full, nodes.Text(use.title))
        if not has_own_files(build_of(self.env).builder):
            return use.title
        address = full_page(self.env, use.slug, f"~{objtype}", use.name)
        return nodes.reference("", use.title, refuri=address, internal=True)
