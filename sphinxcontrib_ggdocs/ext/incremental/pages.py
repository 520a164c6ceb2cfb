"""Which pages a builder has to write again although it has not read them again.

Sphinx compares a page with the sources of that page only. Two builders that share doctrees therefore leave old text:
after html, an edit of a contract, dirhtml, html again, the page has been read meanwhile, and html takes its file for
fresh. So what every page shows is remembered for each output folder, and what differs is handed to Sphinx as updated.
The memory is written when a build has finished: one that was killed in the middle writes its pages again, and with
them those that are not ours: Sphinx takes a file for fresh that was cut off, or made before the configuration changed.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from ..branding import look_of
from ..config import GgConfig
from ..domain.around import look_around
from ..domain.gg import GgDomain, gg_domain
from ..making.session import session_of
from ..records import PAGE, Shown

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOOK = "ggdocs-look"
"""The event that asks each surface for what else its pages depend on, such as the hash of a script: ``(app)``."""


Homes: TypeAlias = dict[str, list[str]]
"""By slug: which kinds of its objects stand on which pages."""


class Memory(NamedTuple):
    """What an output folder holds."""

    pages: dict[str, str]
    """What each page shows, as a digest."""
    homes: Homes
    """When one of them is gone, or the first of its kind, links to what is there are wrong."""


_marks: "WeakKeyDictionary[Builder, Mark]" = WeakKeyDictionary()


class Mark(NamedTuple):
    """A file that is there while a build goes on."""

    file: Path
    was_there: bool
    """Whether the build before has not come to its end."""


def note_beginning(app: "Sphinx") -> None:
    """Leave a mark that lasts until the build has finished (``builder-inited``)."""
    if GgConfig.of(app.config).documents:
        file = memory_of(app.builder, "begun")
        _marks[app.builder] = Mark(file, file.exists())
        file.touch()


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now (``env-updated``)."""
    session = session_of(env)
    domain = gg_domain(env)
    if session.reading or session.removed:
        domain.note_labels()
        domain.data["around"] = look_around(env, domain)
    session.pages = _fingerprints(app, domain)
    session.homes = _homes(domain)
    mark = _marks.get(app.builder)
    if mark is not None and mark.was_there:
        return sorted(env.found_docs)
    written = _read(memory_of(app.builder, "pages"))
    stale = {docname for docname, print_ in session.pages.items() if written.pages.get(docname) != print_}
    moved = {slug for slug, homes in session.homes.items() if _moved(written.homes.get(slug, []), homes)}
    if moved:
        stale |= {docname for docname, shown in domain.shown.items() if _slugs(domain, shown) & moved}
    return sorted(stale | _leading_to(env, domain, stale))


def _leading_to(env: BuildEnvironment, domain: GgDomain, stale: set[str]) -> set[str]:
    """The pages that lead to pages of large references: Sphinx writes what leads to those, and no further."""
    pages = [
        docname
        for docname in stale
        if any(each.part is not None and each.part[0] == PAGE for each in domain.shown.get(docname, ()))
    ]
    return {above for docname in pages for above in env.files_to_rebuild.get(docname, ()) if above in env.found_docs}


def remember_pages(app: "Sphinx", exception: Exception | None) -> None:
    """Note what the pages of this output folder show (``build-finished``)."""
    if exception is not None:
        return
    file = memory_of(app.builder, "pages")
    session = session_of(app.env)
    memory = Memory(session.pages, session.homes)
    if memory != _read(file):
        temporary = file.with_suffix(".tmp")
        temporary.write_text(json.dumps(memory._asdict(), indent=1, sort_keys=True), encoding="utf-8")
        temporary.replace(file)
    if app.builder in _marks:
        _marks.pop(app.builder).file.unlink(missing_ok=True)


def _fingerprints(app: "Sphinx", domain: GgDomain) -> dict[str, str]:
    """When each page was read, which tells what it shows, and what is added when it is written."""
    config = GgConfig.of(app.config)
    look = [config.output_dir, config.branding, look_of(config, app.confdir).logo, *app.emit(LOOK)]
    found: dict[str, str] = {}
    for docname, around in domain.around.items():
        links, neighbours = around
        shown = domain.shown.get(docname)
        if shown is None:
            found[docname] = links
            continue
        told = [session_of(app.env).clashes.get((docname, key)) for each in shown for key in each.keys]
        beside = neighbours if app.builder.format == "html" else ""
        what = (look, app.env.all_docs.get(docname), told, links, beside)
        found[docname] = sha256(repr(what).encode()).hexdigest()
    return found


def _moved(former: list[str], homes: list[str]) -> bool:
    """Whether objects stand elsewhere than before, or some of a kind that stood nowhere."""
    return bool(set(former) - set(homes)) or _kinds(former) != _kinds(homes)


def _kinds(homes: list[str]) -> set[str]:
    return {home.partition(" ")[0] for home in homes}


def _homes(domain: GgDomain) -> Homes:
    found: dict[str, set[str]] = {}
    for docname, entries in domain.objects.items():
        for slug, objtype in {(entry.name.partition(".")[0], entry.objtype) for entry in entries}:
            found.setdefault(slug, set()).add(f"{objtype} {docname}")
    return {slug: sorted(homes) for slug, homes in sorted(found.items())}


def _slugs(domain: GgDomain, shown: list[Shown]) -> set[str]:
    return {domain.records[key].slug for each in shown for key in each.keys if key in domain.records}


def memory_of(builder: Builder, what: str) -> Path:
    """In the folder of the doctrees: e-books take in whatever lies in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}-{what}.json")


def _read(file: Path) -> Memory:
    try:
        memory = json.loads(file.read_text(encoding="utf-8"))
        return Memory(memory["pages"], memory["homes"])
    except (OSError, ValueError, KeyError, TypeError):  # none yet, cut off, or of another version
        return Memory({}, {})
