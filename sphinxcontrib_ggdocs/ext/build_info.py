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
from .domain.roles import Reference, ShownReferences
from .store import FRONT, PAGE, Shown, write_atomically
from .surfaces import surfaces

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COMPLETE = "complete"
"""In this information: that its build has come to its end."""
OWN = "own pages"
"""In this information: the pages of large references."""
PAGES = "pages"
"""In this information: by page a digest of what it shows."""
HOMES = "homes"
"""In this information: by slug, which kinds of its objects are on which pages."""


def forget_output(app: "Sphinx", env: BuildEnvironment) -> None:
    """Read what a former build has left, and keep no more of it than its own pages."""
    state = build_state(env)
    file = _file(app.builder)
    if not file.is_file():
        return
    try:
        former: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # cut off
        former = {}
    state.former = former if former.get(COMPLETE) else None
    state.former_pages = former.get(OWN, [])
    write_atomically(file, json.dumps({OWN: state.former_pages}))


def remember_output(app: "Sphinx") -> None:
    """Keep what the output folder holds now."""
    info = build_state(app.env).output
    if info:
        _file(app.builder).parent.mkdir(parents=True, exist_ok=True)
        info[COMPLETE] = True
        write_atomically(_file(app.builder), json.dumps(info, indent=1, sort_keys=True))


def own_pages(domain: GgDomain) -> list[str]:
    """The pages of large references, whose sources are ours."""
    return sorted({docname for docname, shown in domain.shown_directives() if shown.kind == PAGE})


def former(env: BuildEnvironment, key: str) -> Any:
    """A part of what the output folder held; None when that is not known."""
    return (build_state(env).former or {}).get(key)


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now."""
    state = build_state(env)
    domain = gg_domain(env)
    if domain.read_pages or state.removed:
        domain.note_labels()
        domain.data["references"] = _shown_references(env, domain)
    if not (domain.shown or domain.referrers or GgConfig.of(env.config).documents):
        return []
    pages, homes = _pages(app, domain), _homes(domain)
    state.output |= {PAGES: pages, HOMES: homes, OWN: own_pages(domain)}
    if state.former is None:
        return sorted(env.found_docs)
    written = former(env, PAGES) or {}
    stale = {docname for docname, digest in pages.items() if written.get(docname) != digest}
    stale |= _showing_moved(domain, former(env, HOMES) or {}, homes)
    return sorted(stale | _leading_to(env, domain, stale))


def _showing_moved(
    domain: GgDomain, before: dict[str, list[str]], homes: dict[str, list[str]]
) -> set[str]:
    """The pages of documents that have objects on other pages than before: their links differ."""
    moved = {slug for slug, places in homes.items() if _moved(before.get(slug, []), places)}
    return {docname for docname, shown in domain.shown.items() if _slugs(domain, shown) & moved}


def _pages(app: "Sphinx", domain: GgDomain) -> dict[str, str]:
    """By page: when it was read, which tells what it shows, and what is added when it is
    written.
    """
    config = GgConfig.of(app.config)
    look = [
        config.output_dir,
        config.branding,
        resolve_branding(config, app.confdir).logo,
        *[surface.stamp() for surface in surfaces(app)],
    ]
    clashes = build_state(app.env).clashes
    digests: dict[str, str] = {}
    for docname, (links, neighbours) in domain.references.items():
        shown = domain.shown.get(docname)
        if shown is None:
            digests[docname] = links
            continue
        problems = [clashes.get((docname, key)) for directive in shown for key in directive.keys]
        before_and_after = neighbours if app.builder.format == "html" else ""
        what = (look, app.env.all_docs.get(docname), problems, links, before_and_after)
        digests[docname] = sha256(repr(what).encode()).hexdigest()
    return digests


def _leading_to(env: BuildEnvironment, domain: GgDomain, stale: Iterable[str]) -> set[str]:
    """The pages that lead to pages of large references: Sphinx writes what leads to those, and no
    further.
    """
    leading: set[str] = set()
    for docname in stale:
        if any(shown.kind in (PAGE, FRONT) for shown in domain.shown.get(docname, ())):
            leading |= env.files_to_rebuild.get(docname, set())
    return leading & env.found_docs


def _moved(before: list[str], now: list[str]) -> bool:
    """Whether objects are on other pages than before, or some of a kind that was on none."""
    return bool(set(before) - set(now)) or _kinds(before) != _kinds(now)


def _kinds(homes: list[str]) -> set[str]:
    return {home.partition(" ")[0] for home in homes}


def _homes(domain: GgDomain) -> dict[str, list[str]]:
    homes: dict[str, set[str]] = {}
    for docname, entries in domain.objects.items():
        for slug, objtype in {(entry.name.partition(".")[0], entry.objtype) for entry in entries}:
            homes.setdefault(slug, set()).add(f"{objtype} {docname}")
    return {slug: sorted(places) for slug, places in sorted(homes.items())}


def _slugs(domain: GgDomain, shown: list[Shown]) -> set[str]:
    return {
        domain.records[key].slug
        for directive in shown
        for key in directive.keys
        if key in domain.records
    }


def _file(builder: Builder) -> Path:
    """In the folder of the doctrees: e-books take in whatever is in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _shown_references(env: BuildEnvironment, domain: GgDomain) -> dict[str, ShownReferences]:
    """By page, for those that show documents or refer to objects: where references lead, and which
    pages come before and after.

    A contract that moves to another page, or that is called with another path, changes links on
    pages that nobody has edited. Kept for the builds that read no page.
    """
    relations = env.collect_relations() if domain.shown else {}
    shown: dict[str, ShownReferences] = {}
    for docname in sorted({*domain.shown, *domain.referrers}):
        references = domain.referrers.get(docname, ())
        targets = [_target(env, domain, docname, reference) for reference in references]
        neighbours = relations.get(docname, ()) if docname in domain.shown else ()
        titles = [(other, other and _title(env, other)) for other in neighbours]
        shown[docname] = ShownReferences(_hash(targets), _hash(titles))
    return shown


def _target(env: BuildEnvironment, domain: GgDomain, docname: str, reference: Reference) -> object:
    kind, target, context = reference
    if kind == "ref":
        standard = env.domains.standard_domain
        return standard.labels.get(target), standard.anonlabels.get(target)
    kinds = domain.object_types if kind == "any" else (kind,)
    return [
        (match.docname, match.entry.anchor, match.entry.display)
        for objtype in kinds
        for match in domain.find(objtype, target, docname, context)
    ]


def _title(env: BuildEnvironment, docname: str) -> str:
    return env.titles[docname].astext() if docname in env.titles else ""


def _hash(value: object) -> str:
    return sha256(repr(value).encode()).hexdigest() if value else ""
