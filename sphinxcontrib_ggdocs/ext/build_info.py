"""What an output folder holds, remembered from one build to the next.

Sphinx compares a page with the sources of that page only. Two builders that share doctrees
therefore leave old text: after html, an edit of a contract, dirhtml, html again, the page has been
read meanwhile, and html takes its file for fresh. So a digest of what each page shows is remembered
for each output folder, and the pages that differ are handed to Sphinx as updated. The memory is
taken away when a build begins and written when it has come to its end: after one that was killed
every page is written again, since Sphinx takes a file for fresh that was cut off.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from .build_state import build_state
from .config import GgConfig, resolve_branding
from .domain.gg import GgDomain, gg_domain
from .domain.shown_references import shown_references
from .store import FRONT, PAGE, Shown, write_atomically

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LOOK = "ggdocs-look"
"""The event that asks each surface for what else its pages depend on, such as the hash of a script:
``(app)``."""

COMPLETE = "complete"
"""In a memory: that its build has come to its end."""
OWN = "own pages"
"""In a memory: the pages of large references."""
PAGES = "pages"
"""In a memory: by page a digest of what it shows."""
HOMES = "homes"
"""In a memory: by slug, which kinds of its objects are on which pages."""


def note_builder(app: "Sphinx") -> None:
    """Remember who writes (``builder-inited``)."""
    build_state(app.env).builder = app.builder


def take_memory(app: "Sphinx", env: BuildEnvironment, *_: Any) -> list[str]:
    """Read what a former build has left, and keep no more of it than its own pages
    (``env-get-outdated``).
    """
    session = build_state(env)
    session.former, session.former_pages = None, []
    file = _file(app.builder)
    if not file.is_file():
        return []
    try:
        memory: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # cut off
        memory = {}
    session.former = memory if memory.get(COMPLETE) else None
    session.former_pages = memory.get(OWN, [])
    write_atomically(file, json.dumps({OWN: session.former_pages}))
    return []


def keep_memory(app: "Sphinx", exception: Exception | None) -> None:
    """Remember what the output folder holds now (``build-finished``)."""
    memory = build_state(app.env).memory
    if exception is None and memory:
        _file(app.builder).parent.mkdir(parents=True, exist_ok=True)
        memory[COMPLETE] = True
        write_atomically(_file(app.builder), json.dumps(memory, indent=1, sort_keys=True))


def own_pages(domain: GgDomain) -> list[str]:
    """The pages of large references, whose sources are ours."""
    return sorted(docname for docname, shown in domain.shown.items() if any(map(_is_own, shown)))


def _is_own(shown: Shown) -> bool:
    return shown.part is not None and shown.part[0] == PAGE


def former(env: BuildEnvironment, key: str) -> Any:
    """A part of what the output folder held; None when that is not known."""
    return (build_state(env).former or {}).get(key)


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now (``env-updated``)."""
    session = build_state(env)
    domain = gg_domain(env)
    if session.reading or session.removed:
        domain.note_labels()
        domain.data["references"] = shown_references(env, domain)
    if not (domain.shown or domain.referrers or GgConfig.of(env.config).documents):
        return []
    pages, homes = _pages(app, domain), _homes(domain)
    session.memory |= {PAGES: pages, HOMES: homes, OWN: own_pages(domain)}
    if session.former is None:
        return sorted(env.found_docs)
    written = former(env, PAGES) or {}
    stale = {docname for docname, digest in pages.items() if written.get(docname) != digest}
    former_homes = former(env, HOMES) or {}
    moved = {slug for slug, places in homes.items() if _moved(former_homes.get(slug, []), places)}
    if moved:
        stale |= {
            docname for docname, shown in domain.shown.items() if _slugs(domain, shown) & moved
        }
    return sorted(stale | _leading_to(env, domain, stale))


def _pages(app: "Sphinx", domain: GgDomain) -> dict[str, str]:
    """By page: when it was read, which tells what it shows, and what is added when it is
    written.
    """
    config = GgConfig.of(app.config)
    look = [
        config.output_dir,
        config.branding,
        resolve_branding(config, app.confdir).logo,
        *app.emit(LOOK),
    ]
    clashes = build_state(app.env).clashes
    found: dict[str, str] = {}
    for docname, (links, neighbours) in domain.references.items():
        shown = domain.shown.get(docname)
        if shown is None:
            found[docname] = links
            continue
        problems = [clashes.get((docname, key)) for each in shown for key in each.keys]
        beside = neighbours if app.builder.format == "html" else ""
        what = (look, app.env.all_docs.get(docname), problems, links, beside)
        found[docname] = sha256(repr(what).encode()).hexdigest()
    return found


def _leading_to(env: BuildEnvironment, domain: GgDomain, stale: Iterable[str]) -> set[str]:
    """The pages that lead to pages of large references: Sphinx writes what leads to those, and no
    further.
    """
    pages = [
        docname
        for docname in stale
        if any(_is_page(each) for each in domain.shown.get(docname, ()))
    ]
    return {
        above
        for docname in pages
        for above in env.files_to_rebuild.get(docname, ())
        if above in env.found_docs
    }


def _is_page(shown: Shown) -> bool:
    return shown.part is not None and shown.part[0] in (PAGE, FRONT)


def _moved(before: list[str], now: list[str]) -> bool:
    """Whether objects are on other pages than before, or some of a kind that was on none."""
    return bool(set(before) - set(now)) or _kinds(before) != _kinds(now)


def _kinds(homes: list[str]) -> set[str]:
    return {home.partition(" ")[0] for home in homes}


def _homes(domain: GgDomain) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for docname, entries in domain.objects.items():
        for slug, objtype in {(entry.name.partition(".")[0], entry.objtype) for entry in entries}:
            found.setdefault(slug, set()).add(f"{objtype} {docname}")
    return {slug: sorted(homes) for slug, homes in sorted(found.items())}


def _slugs(domain: GgDomain, shown: list[Shown]) -> set[str]:
    return {
        domain.records[key].slug for each in shown for key in each.keys if key in domain.records
    }


def _file(builder: Builder) -> Path:
    """In the folder of the doctrees: e-books take in whatever is in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")
