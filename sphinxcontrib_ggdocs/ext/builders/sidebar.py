"""Keeps the pages of large references out of the sidebars of each other.

Themes draw the table of contents of the whole project on every page. With a thousand pages of contracts these are a
million links, which take ten times as long as all the rest, and nobody reads a sidebar of a thousand entries. So of a
reference with many pages a sidebar lists those next to the page that it stands on; all of them are listed on the page
that leads to them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from ..config import GgConfig
from ..domain.gg import gg_domain
from ..records import FRONT

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MANY = 100
"""Pages of one document, from which on sidebars list a part of them."""

NEAR = 20
"""So many before a page, and so many after it."""


def shorten(app: "Sphinx", pagename: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Shorten what the theme is about to draw (``html-page-context``, before and after themes prepare it)."""
    config = GgConfig.of(app.config)
    if not config.splits:
        return
    many = [node for node in _tables(app.env, config) if len(node["entries"]) > MANY]
    if not many:
        return
    for name in ("toctree", "generate_toctree_html"):
        draw = context.get(name)
        if callable(draw) and not isinstance(draw, Short):
            context[name] = Short(draw, many, pagename)


def _tables(env: BuildEnvironment, config: GgConfig) -> Iterator[addnodes.toctree]:
    """The tables of contents that lead to pages of ours, as sidebars see them."""
    domain = gg_domain(env)
    for docname, shown in domain.shown.items():
        slugs = [each.part[1] for each in shown if each.part is not None and each.part[0] == FRONT]
        if not slugs:
            continue
        ours = tuple(f"{config.pages_dir}/{slug}/" for slug in slugs)
        places: list[nodes.Node] = [env.tocs[docname]] if docname in env.tocs else []
        if docname == env.config.root_doc:
            places.append(env.master_doctree)
        for place in places:
            for node in place.findall(addnodes.toctree):
                if node["entries"] and all(target.startswith(ours) for _title, target in node["entries"]):
                    yield node


@dataclass(frozen=True, slots=True)
class Short:
    """Draws with what is near a page only."""

    draw: Callable[..., Any]
    many: list[addnodes.toctree]
    pagename: str

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Draw as the theme asks."""
        with _near(self.many, self.pagename):
            return self.draw(*args, **options)


@contextmanager
def _near(many: list[addnodes.toctree], pagename: str) -> Iterator[None]:
    """While it lasts, the tables hold nothing but what is near the page."""
    former = [(node["entries"], node["includefiles"]) for node in many]
    try:
        for node in many:
            names = [target for _title, target in node["entries"]]
            at = names.index(pagename) if pagename in names else None
            kept = slice(0) if at is None else slice(max(at - NEAR, 0), at + NEAR + 1)
            node["entries"], node["includefiles"] = node["entries"][kept], names[kept]
        yield
    finally:
        for node, (entries, files) in zip(many, former, strict=True):
            node["entries"], node["includefiles"] = entries, files
