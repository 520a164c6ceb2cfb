"""Our own files in the HTML output, written from the data of the build and never by a directive."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from ..conf_files import in_config, verdict_stamp
from .build_info import FOLDERS
from .config import GgConfig
from .document_store import MARKDOWN_DOCUMENT, Problem, Record, digest_of
from .embed import has_own_files, shown_files
from .freshness import build_state, chosen, snapshots_of
from .loader import surfaces
from .problems import Subtype, warn
from .store import store_of

if TYPE_CHECKING:
    from ..serving import Resource

MEDIA_TYPES = {".json": "application/json", ".yaml": "application/yaml", ".md": "text/markdown"}

WRITTEN = "files"
"""In the build information: what our files were made of, and a digest of their sizes and times.

Building the files only to see that they are there would import everything that builds them, in
every build.
"""


def exclude_output(config: Config) -> None:
    """Keep Sphinx from reading our files where an output folder is among the sources, and from
    looking at each of them: folders are left out whole.
    """
    folder = GgConfig.of(config).out_dir
    # Our Markdown would be read as pages wherever `.md` is a suffix of sources.
    files = [f"*/{MARKDOWN_DOCUMENT}", "*/methods", "*/versions", "llms*.txt", "assets"]
    paths = [f"{folder}/{file}" for file in files]
    # Before Sphinx compares the configuration with that of the last build: patterns that came later
    # would differ from those that it has kept, and every build read all pages again.
    config.exclude_patterns = [*config.exclude_patterns, *paths, *(f"**/{path}" for path in paths)]


def write_output(app: Sphinx, builder: Builder) -> None:
    """Write the files of every document (``write-started``).

    They come from the store: a second builder or output folder gets them all.
    """
    if not has_own_files(builder):
        return
    state, records = build_state(app.env), chosen(app.env)
    folder = Path(builder.outdir, GgConfig.of(app.config).out_dir)
    # Taken before anything is written: a file that changes meanwhile makes the next build write
    # again.
    fingerprint, former = _fingerprint(app, records), state.former.get(WRITTEN)
    if fingerprint is not None and former == [fingerprint, _stamp(folder)]:
        state.output |= {WRITTEN: former, FOLDERS: [str(folder)]}
        return
    with reported_errors(in_config(app.confdir, "ggdocs_out_dir")):
        if _write(app, records, folder):
            state.output |= {WRITTEN: [fingerprint, _stamp(folder)], FOLDERS: [str(folder)]}


def _write(app: Sphinx, records: list[Record], folder: Path) -> bool:
    """Write the files, and remove those of other configurations; whether there are any."""
    from ..serving import MANIFEST, Site, SiteCollision, remove_site, write_site

    out_dir = GgConfig.of(app.config).out_dir
    for docname in sorted(app.env.found_docs):
        if f"{docname}/".startswith(f"{out_dir}/"):
            message = f"the page {docname!r} would be in our output folder {out_dir!r}"
            hint = "rename the page, or set ggdocs_out_dir to another folder"
            raise SiteCollision(f"{message}\n  hint: {hint}")
    files = document_files(app.env, records)
    for surface in surfaces(app):
        files |= surface.files(app, records)
    site = Site(files)
    # `ggdocs_out_dir` may have been another one; nobody else removes that folder.
    for other in build_state(app.env).output[FOLDERS]:
        if other != str(folder):
            remove_site(Path(other))
    if site or (folder / MANIFEST).exists():
        write_site(site, folder)
    return bool(site)


def _stamp(folder: Path) -> str:
    """Differs when a file in a folder has been written, added or removed."""
    stamps: list[tuple[str, int, int]] = []
    for parent, _folders, names in os.walk(folder):
        for name in names:
            status = os.lstat(f"{parent}/{name}")
            stamps.append((f"{parent}/{name}", status.st_size, status.st_mtime_ns))
    return digest_of(repr(sorted(stamps)))


@contextmanager
def reported_errors(location: str) -> Iterator[None]:
    """Warn of files that cannot be written."""
    from ..contracts import ContractError
    from ..serving import BadPath, SiteCollision

    try:
        yield
    except (SiteCollision, BadPath, ContractError, OSError) as error:
        warn(Problem(Subtype.OUTPUT, str(error)), location)


def document_files(env: BuildEnvironment, records: Iterable[Record]) -> "dict[str, Resource]":
    """The files of documents by path, as they were built when these were loaded."""
    from ..serving import Resource

    store = store_of(env)
    return {
        f"{record.slug}/{name}": Resource(
            MEDIA_TYPES[Path(name).suffix], partial(store.content, record, name)
        )
        for record in records
        for name in shown_files(env, record)
    }


def _fingerprint(app: Sphinx, records: list[Record]) -> str | None:
    """Differs when some file does; None when that is not known, since other files play a part."""
    config = GgConfig.of(app.config)
    # A logo may be a file.
    if set(config.branding) - {"primary_color"}:
        return None
    top = config.out_dir.split("/")[0]
    in_the_way = sorted(docname for docname in app.env.found_docs if docname.split("/")[0] == top)
    stamps = [surface.stamp() for surface in surfaces(app)]
    values = (config.out_dir, config.without, config.branding, app.config.language)
    released = [_snapshots(app, record.slug) for record in records]
    shown = [(record.slug, record.title, sorted(record.files.items())) for record in records]
    return digest_of(repr((values, stamps, in_the_way, shown, released)))


def _snapshots(app: Sphinx, slug: str) -> list[object]:
    """Differs when a snapshot of a document does, or what its changes are judged by."""
    values = GgConfig.of(app.config).documents.get(slug, {})
    files = ((file, file.stat()) for file in snapshots_of(app.env, slug))
    stamps = [(file.name, stat.st_size, stat.st_mtime_ns) for file, stat in files]
    return [verdict_stamp(values, app.confdir), *stamps]
