"""Leaves what Sphinx writes at the end of each build as it is, in a build that has nothing to do.

The general index, the indices of domains, the inventory and the search's data are made of the whole environment, each
time: with a thousand methods that is most of a build that finds no work. What they say is known by the times at which
the pages were read; how they look changes only with what makes Sphinx write its pages again. So they stay when no
page has been written, none has been read since, and the build that wrote them came to its end.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder

from ..domain.gg import gg_domain
from ..drawing.mount import has_own_files
from ..making.session import session_of
from .pages import memory_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ENDINGS = ("write_genindex", "write_domain_indices", "dump_inventory", "dump_search_index")
"""Methods of Sphinx's HTML builders."""


def note_writing(app: "Sphinx", *_: Any) -> None:
    """Remember that a page is written (``doctree-resolved``): from here on, what is at the end is out of date."""
    session = session_of(app.env)
    if not session.writing:
        session.writing = True
        _memory(app.builder).unlink(missing_ok=True)


def note_ending(app: "Sphinx", pagename: str, *_: Any) -> None:
    """Remember the pages that are no documents (``html-page-context``)."""
    if pagename not in app.env.found_docs:
        session_of(app.env).endings.add(pagename)


def spare_endings(app: "Sphinx", builder: Builder) -> None:
    """Let each of the methods do nothing when there is nothing to do (``write-started``)."""
    if has_own_files(builder) and gg_domain(builder.env).records:
        for name in ENDINGS:
            method = getattr(builder, name, None)
            if method is not None and name not in vars(builder):  # one builder may build more than once
                vars(builder)[name] = _unless_idle(builder, method)


def is_idle(builder: Builder) -> bool:
    """Whether this build has written no page, and a former one the rest; to be asked after the pages."""
    session = session_of(builder.env)
    if session.writing:
        return False
    if session.idle is None:
        session.idle = _is_there(builder)
    return session.idle


def remember_endings(app: "Sphinx", exception: Exception | None) -> None:
    """Note what was written (``build-finished``)."""
    builder: Any = app.builder
    if exception is not None or not has_own_files(builder) or not gg_domain(app.env).records or is_idle(builder):
        return
    from sphinx.builders.html import INVENTORY_FILENAME

    files = [Path(builder.get_outfilename(pagename)) for pagename in session_of(app.env).endings]
    files += [Path(builder.outdir, name) for name in (INVENTORY_FILENAME, builder.searchindex_filename) if name]
    memory = {"read": _read(builder), "files": sorted(str(file) for file in files if file.exists())}
    file = _memory(builder)
    temporary = file.with_suffix(".tmp")
    temporary.write_text(json.dumps(memory, indent=1), encoding="utf-8")
    temporary.replace(file)


def _unless_idle(builder: Builder, method: Callable[[], None]) -> Callable[[], None]:
    def end() -> None:
        if not is_idle(builder):
            method()

    return end


def _is_there(builder: Builder) -> bool:
    try:
        memory = json.loads(_memory(builder).read_text(encoding="utf-8"))
        return memory["read"] == _read(builder) and all(Path(file).exists() for file in memory["files"])
    except (OSError, ValueError, KeyError, TypeError):  # none yet, cut off, or of another version
        return False


def _read(builder: Builder) -> str:
    """Differs when a page has been read, or is gone."""
    return sha256(repr(sorted(builder.env.all_docs.items())).encode()).hexdigest()


def _memory(builder: Builder) -> Path:
    return memory_of(builder, "endings")
