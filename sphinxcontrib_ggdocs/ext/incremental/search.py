"""Keeps in Sphinx's search what an incremental build would lose.

Sphinx reads its former search index before it writes pages, but not the index entries in it: after a change of one
page, a search finds no index entry of any other. They are how our fields and routes are found, so they are put back.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sphinx.util.index_entries import split_index_msg

from ..domain.gg import gg_domain
from .idle import is_idle

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

SEE = ("see", "seealso")
HIDDEN = {"nosearch", "no-search"}
"""Fields of pages that searches do not find."""


def keep_index_entries(app: "Sphinx") -> list[Any]:
    """Put back the entries of the pages that are not written in this build (``html-collect-pages``)."""
    indexer: Any = getattr(app.builder, "indexer", None)
    known: dict[str, list[tuple[str, str, str]]] | None = getattr(indexer, "_index_entries", None)
    if known is not None and gg_domain(app.env).objects and not is_idle(app.builder):
        for docname in sorted(app.env.domains.index_domain.entries):
            if docname not in known and docname in indexer._titles and not HIDDEN & app.env.metadata[docname].keys():
                known[docname] = sorted(set(_entries(app.env, docname)))
        indexer._index_entries = dict(sorted(known.items()))  # as a build of everything feeds them
    return []


def _entries(env: "BuildEnvironment", docname: str) -> "Iterator[tuple[str, str, str]]":
    """What Sphinx's `IndexBuilder.feed` makes of a page."""
    for kind, text, target, main, _key in env.domains.index_domain.entries.get(docname, ()):
        try:  # `split_index_msg` finds out by an error that an entry has no second part, which takes its time
            words = split_index_msg(kind, text) if kind != "single" or ";" in text else [text.strip()]
        except ValueError:  # an entry that Sphinx has warned of
            continue
        for word in (words[0], *words) if kind in SEE else words:
            yield word, target or "", main
