"""The line of a type that names the other services of the site that use it."""

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..named_objects import OtherUse
from . import _
from .domain.refs import TYPE, optional_xref
from .embed import full_page, has_own_files
from .freshness import builder_of
from .render.lines import Piece, line
from .shared_uses import other_uses, place_of_use


class NameOtherServices(SphinxPostTransform):
    """Adds a line with the other services that use a type, before the domains resolve links."""

    default_priority = 2

    def run(self, **kwargs: Any) -> None:
        # Its words are ours, and have a catalogue of their own.
        if builder_of(self.env).name == "gettext":
            return
        for content in list(self.document.findall(addnodes.desc_content)):
            if TYPE in content:
                content += self._line(content.parent["objtype"], content[TYPE])

    def _line(self, objtype: str, name: str) -> list[nodes.Node]:
        uses, more = other_uses(self.env).named(name)
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
        if place_of_use(self.env, objtype, use) is not None:
            return optional_xref(objtype, f"{use.slug}.{use.name}", nodes.Text(use.title))
        if not has_own_files(builder_of(self.env)):
            return use.title
        address = full_page(self.env, use.slug, f"~{objtype}", use.name)
        return nodes.reference("", use.title, refuri=address, internal=True)
