"""What an output folder holds, remembered from one build to the next.

Sphinx compares a page with the sources of that page only. Two builders that share doctrees
therefore leave old text: after html, an edit of a contract, dirhtml, html again, the page has been
read meanwhile, and html takes its file for fresh. So a digest of what each page shows is remembered
for each output folder, and the pages that differ are handed to Sphinx as updated. The memory is
taken away when a build begins and written when it has come to its end: after one that was killed
every page is written again, since Sphinx takes a file for fresh that was cut off.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

from ..named_objects import homes
from ..serving.directory import write_file
from .config import GgConfig
from .document_store import digest_of
from .domain.gg import GgDomain, gg_domain
from .domain.refs import Reference
from .freshness import BuildState, build_state, chosen, snapshots_of
from .loader import surfaces
from .shared_uses import shown_uses
from .store import CATALOG, PAGE

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OWN = "own pages"
"""In this information: the pages of large references."""
FOLDERS = "folders"
"""In this information: where our files are."""
EVERY_PAGE = "every page"
"""In this information: the pages of the whole site."""
AUDIENCE = "audience"
"""In this information: for whom the site is; absent for everyone."""
PAGES = "pages"
"""In this information: by page a digest of what it shows; absent when the build was killed."""


def forget_output(app: "Sphinx") -> None:
    """Read what a former build has left, and keep no more of it than what may have to be
    removed.
    """
    state, file = build_state(app.env), _file(app.builder)
    with suppress(OSError, ValueError):  # none yet
        state.former = json.loads(file.read_text(encoding="utf-8"))
    folder = str(Path(app.builder.outdir, GgConfig.of(app.config).out_dir))
    for pages in (OWN, EVERY_PAGE):
        state.output[pages] = state.former.setdefault(pages, [])
    state.output[FOLDERS] = sorted({folder, *state.former.get(FOLDERS, [])})
    remember_output(app)


def remember_output(app: "Sphinx") -> None:
    """Keep what the output folder holds now."""
    _keep(app, build_state(app.env).output)


def _keep(app: "Sphinx", output: Mapping[str, Any]) -> None:
    info = json.dumps(output, indent=1, sort_keys=True)
    write_file(_file(app.builder), info.encode())


def _expect_pages(app: "Sphinx", state: BuildState) -> None:
    """Keep which pages there may be from now on, for a build after one that is killed."""
    both = {
        pages: sorted({*state.former[pages], *state.output[pages]}) for pages in (OWN, EVERY_PAGE)
    }
    _keep(app, {FOLDERS: state.output[FOLDERS], **both})


def stale_pages(app: "Sphinx", env: BuildEnvironment) -> list[str]:
    """The pages that were written with something else than they show now."""
    state, domain = build_state(env), gg_domain(env)
    # Before the digests, which contain where labels lead.
    domain.note_labels()
    pages = dict(_pages(app, domain))
    if not (pages or GgConfig.of(env.config).documents):
        return []
    own = {docname for docname, shown in domain.shown_directives() if shown.kind == PAGE}
    state.output |= {PAGES: pages, OWN: sorted(own), EVERY_PAGE: sorted(env.found_docs)}
    if (audiences := GgConfig.of(env.config).audiences) is not None:
        state.output[AUDIENCE] = digest_of(repr(audiences))
    _expect_pages(app, state)
    if writes_everything(env):
        return sorted(env.found_docs)
    written = state.former[PAGES]
    stale = {docname for docname, digest in pages.items() if written.get(docname) != digest}
    splits = {split.key for split in state.splits.values()}
    leading: set[str] = set()  # Sphinx writes what leads to those, and no further
    for docname in stale:
        if not all(splits.isdisjoint(shown.keys) for shown in domain.shown.get(docname, ())):
            leading |= env.files_to_rebuild.get(docname, set())
    return sorted(stale | (leading & env.found_docs))


def writes_everything(env: BuildEnvironment) -> bool:
    """Whether all pages are written: the first build into a folder as far as is known, one after a
    build that was killed, or one for others.
    """
    state = build_state(env)
    return PAGES in state.output and (PAGES not in state.former or is_for_others(env))


def is_for_others(env: BuildEnvironment) -> bool:
    """Whether the output folder holds what another audience was shown, as far as is known."""
    state = build_state(env)
    return state.former.get(AUDIENCE) != state.output.get(AUDIENCE)


def _pages(app: "Sphinx", domain: GgDomain) -> Iterator[tuple[str, str]]:
    """A digest by page: of the targets of its references; and, when it shows documents, of the time
    at which it was read (which identifies the content) and of what is added when it is written.

    A contract that moves to another page, or that is called with another path, changes links on
    pages that nobody has edited.
    """
    env, config, state = app.env, GgConfig.of(app.config), build_state(app.env)
    stamps = [surface.stamp() for surface in surfaces(app)]
    several = len(chosen(env)) > 1
    common = (config.out_dir, config.branding, state.loader.look.logo, stamps, several)
    relations = env.collect_relations() if domain.shown else {}
    kinds = homes(domain.objects)
    for docname in sorted({*domain.shown, *domain.referrers}):
        references = domain.referrers.get(docname, ())
        what: list[object] = [_target(env, domain, docname, reference) for reference in references]
        if docname in domain.shown:
            # Themes link the next, the previous and the upper page by their titles.
            neighbours = relations.get(docname, [])
            titles = [env.titles[other].astext() for other in neighbours if other in env.titles]
            keys = [key for shown in domain.shown[docname] for key in shown.keys]
            problems = [state.clashes.get((docname, key)) for key in keys]
            slugs = {domain.records[key].slug for key in keys if key in domain.records}
            objects = [kinds.get(slug) for slug in sorted(slugs)]
            read = env.all_docs.get(docname)
            changelogs = [domain.changelog_pages(slug) for slug in sorted(slugs)]
            released = [bool(snapshots_of(env, slug)) for slug in sorted(slugs)]
            places = _catalog_places(domain, docname)
            what += [common, read, neighbours, titles, problems, objects, changelogs, released]
            what += [*places, *shown_uses(env, docname)]
        yield docname, digest_of(repr(what))


def _catalog_places(domain: GgDomain, docname: str) -> list[tuple[str, str] | None]:
    """Where the titles in the catalogues of a page lead."""
    catalogs = (shown for shown in domain.shown[docname] if shown.kind == CATALOG)
    keys = [key for shown in catalogs for key in shown.keys if key in domain.records]
    return [domain.reference_place(key, domain.records[key].slug) for key in keys]


def _file(builder: Builder) -> Path:
    """In the folder of the doctrees: e-books take in whatever is in an output folder."""
    folder = sha256(str(Path(builder.outdir).resolve()).encode()).hexdigest()[:12]
    return Path(builder.doctreedir, f"ggdocs-{builder.name}-{folder}.json")


def _target(env: BuildEnvironment, domain: GgDomain, docname: str, reference: Reference) -> object:
    kind, target, context = reference
    # The labels of contracts, see `note_labels`; other labels are not among the references.
    if kind == "ref":
        standard = env.domains.standard_domain
        return standard.labels.get(target), standard.anonlabels.get(target)
    kinds = domain.object_types if kind == "any" else (kind,)
    return [
        (match.docname, match.entry.anchor, match.entry.display)
        for objtype in kinds
        for match in domain.find(objtype, target, docname, context)
    ]
