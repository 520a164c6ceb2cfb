"""What an output folder holds, remembered from one build to the next.

Sphinx compares a page with the sources of that page only. Two builders that share doctrees
therefore leave old text: after html, an edit of a contract, dirhtml, html again, the page has been
read meanwhile, and html takes its file for fresh. So a digest of what each page shows is remembered
for each output folder, and the pages that differ are handed to Sphinx as updated. The memory is
taken away when a build begins and written when it has come to its end: after one that was killed
every page is written again, since Sphinx takes a file for fresh that was cut off.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from .build_state import build_state
from .config import GgConfig
from .domain.gg import GgDomain, gg_domain
from .domain.refs import Reference
from .freshness import resolved_branding
from .store import PAGE, digest_of, write_atomically
from .surfaces import surfaces

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OWN = "own pages"
"""In this information: the pages of large references."""
FOLDERS = "folders"
"""In this information: where our files are, or were when a build was killed."""
PAGES = "pages"
"""In this information: by page a digest of what it shows."""


def forget_output(app: "Sphinx", env: BuildEnvironment) -> None:
    """Read what a former build has left, and keep no more of it than what may have to be
    removed.
    """
    state, file = build_state(env), _file(app.builder)
    former: dict[str, Any] = {}
    with suppress(OSError, ValueError):  # none yet, or cut off
        former = json.loads(file.read_text(encoding="utf-8"))
    state.former = former if PAGES in former else None
    folder = str(Path(app.builder.outdir, GgConfig.of(app.config).output_dir))
    state.kept = {
        OWN: former.get(OWN, []),
        FOLDERS: sorted({folder, *former.get(FOLDERS, [])}),
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, json.dumps(state.kept))


def remember_output(app: "Sphinx") -> None:
    """Keep what the output folder holds now."""
    state = build_state(app.env)
    if state.output:
        info = json.dumps(state.kept | state.output, indent=1, sort_keys=True)
        write_atomically(_file(app.builder), info)


def former(env: BuildEnvironment, key: str) -> Any:
    """A part of what the output folder held; None when that is not known."""
    return (build_state(env).former or {}).get(key)


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now."""
    state, domain = build_state(env), gg_domain(env)
    if domain.read_pages or state.removed:
        domain.note_labels()
        domain.data["references"] = dict(_references(env, domain))
    if not (domain.references or GgConfig.of(env.config).documents):
        return []
    pages = _pages(app, domain)
    directives = domain.shown_directives()
    own = sorted({docname for docname, shown in directives if shown.kind == PAGE})
    state.output |= {PAGES: pages, OWN: own}
    if state.former is None:
        return sorted(env.found_docs)
    written = former(env, PAGES)
    stale = {docname for docname, digest in pages.items() if written.get(docname) != digest}
    return sorted(stale | _leading_to(env, domain, stale))


def _pages(app: "Sphinx", domain: GgDomain) -> dict[str, str]:
    """By page: when it was read, which tells what it shows, and what is added when it is
    written.
    """
    config, look = GgConfig.of(app.config), resolved_branding(app.env)
    stamps = [surface.stamp() for surface in surfaces(app)]
    common = repr((config.output_dir, config.branding, look.logo, stamps))
    clashes = build_state(app.env).clashes
    digests = dict(domain.references)
    for docname, shown in domain.shown.items():
        problems = [clashes.get((docname, key)) for each in shown for key in each.keys]
        what = (app.env.all_docs.get(docname), problems, digests.get(docname))
        digests[docname] = digest_of(common, repr(what))
    return digests


def _leading_to(env: BuildEnvironment, domain: GgDomain, stale: Iterable[str]) -> set[str]:
    """The pages that lead to pages of large references: Sphinx writes what leads to those, and no
    further.
    """
    splits = GgConfig.of(env.config).splits
    leading: set[str] = set()
    for docname in stale:
        if any(not splits.keys().isdisjoint(shown.keys) for shown in domain.shown.get(docname, ())):
            leading |= env.files_to_rebuild.get(docname, set())
    return leading & env.found_docs


def _file(builder: Builder) -> Path:
    """In the folder of the doctrees: e-books take in whatever is in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _references(env: BuildEnvironment, domain: GgDomain) -> Iterator[tuple[str, str]]:
    """By page, for those that show documents or refer to objects: where references lead, which
    pages have the objects of its documents, and which pages come before and after.

    A contract that moves to another page, or that is called with another path, changes links on
    pages that nobody has edited. Kept for the builds that read no page.
    """
    relations = env.collect_relations() if domain.shown else {}
    homes = _homes(domain)
    for docname in sorted({*domain.shown, *domain.referrers}):
        references = domain.referrers.get(docname, ())
        targets = [_target(env, domain, docname, reference) for reference in references]
        shown = domain.shown.get(docname, [])
        neighbours = relations.get(docname, ()) if shown else ()
        titles = [(other, _title(env, other)) for other in neighbours]
        keys = {key for each in shown for key in each.keys if key in domain.records}
        slugs = sorted({domain.records[key].slug for key in keys})
        what = (targets, titles, [homes.get(slug) for slug in slugs])
        yield docname, digest_of(repr(what))


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


def _homes(domain: GgDomain) -> dict[str, list[tuple[str, str]]]:
    """By slug: which kinds of its objects are on which pages; types lead to them."""
    homes: dict[str, set[tuple[str, str]]] = {}
    for docname, entries in domain.objects.items():
        for slug, objtype in {(entry.name.partition(".")[0], entry.objtype) for entry in entries}:
            homes.setdefault(slug, set()).add((objtype, docname))
    return {slug: sorted(places) for slug, places in homes.items()}


def _title(env: BuildEnvironment, docname: str | None) -> str:
    return env.titles[docname].astext() if docname in env.titles else ""
