"""Writes our own files into the HTML output, from the stored documents and never from a directive,
and removes the files that an earlier build has left.

Each `Surface` (the native documentation, OpenAPI, AsyncAPI) has files of its own.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from glob import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config

from ..capabilities import OUTPUTS
from ..serving import (
    MANIFEST,
    BadPath,
    Resource,
    Site,
    SiteCollision,
    remove_site,
    write_site,
)
from ..serving.directory import unchanged_files
from .build import Build, digest_of, output_files
from .config import conf_values, in_config
from .domain.gg import GgDomain, build_of
from .embed import changelog_of, has_own_files
from .freshness import mark_output_incomplete, writes_everything
from .problems import Problem, Subtype, warn
from .stored_records import Record

MEDIA_TYPES = {".json": "application/json", ".md": "text/markdown"}
"""The media types of the files that surfaces export, by suffix."""


def exclude_output(config: Config) -> None:
    """Exclude the files in our output folder from the sources of Sphinx, which would read Markdown
    and text files as pages if the output is inside of the source folder.

    This has to run before Sphinx compares the configuration with that of the last build: later
    changes of ``exclude_patterns`` would make every build read all pages again.
    """
    folder = conf_values(config).out_dir
    # In the folder of each document, those of its methods and released versions; and the UI.
    files = ["*/methods", "*/versions", "assets"]
    for output in OUTPUTS:
        if output.made_of == "document":
            files.append(f"*/{output.file}")
        elif output.made_of == "site":
            files.append(output.file)
    paths = [f"{folder}/{file}" for file in files]
    # The output may be at any depth below the source folder, such as ``_build/html``.
    config.exclude_patterns = [*config.exclude_patterns, *paths, *(f"**/{path}" for path in paths)]


def write_output(app: Sphinx, builder: Builder) -> None:
    """Remove stale files, and write the files of every document (``write-started``).

    The files are read from the store, so another builder or output folder gets all of them.
    """
    build = build_of(app.env)
    _remove_stale_pages(app, builder, build)
    place = in_config(app.confdir, "ggdocs_out_dir")
    if build.former.folder not in ("", build.output.folder):
        # The folder was renamed.
        with reported_errors(place):
            remove_site(build.former.folder)
    mark_output_incomplete(build)
    if not has_own_files(builder):
        return
    folder = Path(builder.outdir, build.config.out_dir)
    records = [*build.records.values()]
    digests = _digests(build, records)
    if not writes_everything(build):
        # The files in the output are those of the former build, unless its folder was removed.
        if build.former.files == digests and (folder / MANIFEST).exists():
            build.output = build.output._replace(files=digests)
            return
        former_digests = build.former.files
        for record in records:
            # A document whose slug is missing has no files.
            if record.slug and former_digests.get(record.slug) == digests[record.slug]:
                build.kept.add(record.slug)
    with reported_errors(place):
        _write(build, records, folder)
        build.output = build.output._replace(files=digests)


def _digests(build: Build, records: Iterable[Record]) -> dict[str, str]:
    """Return, by slug, a digest of everything that the files of a document depend on; under the
    empty slug, that of files for all documents.
    """
    digests = {record.slug: _digest(build, record) for record in records}
    logo_changed = None
    if build.branding is not None and build.branding.logo_file is not None:
        logo_changed = build.branding.logo_file.stat().st_mtime_ns
    # The slugs as a list, since files for all documents keep their order.
    shared = (build.output.pages, (build.config.branding, logo_changed), list(digests))
    return digests | {"": digest_of(repr(shared))}


def _digest(build: Build, record: Record) -> str:
    """Return a digest of everything that the files of a document depend on."""
    changelog = changelog_of(build.builder.env, record.slug)
    files = sorted(record.files.items())
    parts = (record.slug, record.title, record.console, record.fingerprint, files, changelog)
    return digest_of(repr((parts, build.config.branding, build.config.without)))


def _remove_stale_pages(app: Sphinx, builder: Any, build: Build) -> None:
    """Remove the output of our pages that no longer exist, which Sphinx would keep.

    If the former build was for another audience, the output of all pages that no longer exist is
    removed. If all pages are written, so is the search index, since Sphinx would keep the words of
    former pages in it.
    """
    former = build.former
    former_pages = set(former.own_pages)
    if former.audience != build.output.audience:
        former_pages |= set(former.pages)
    search_index = getattr(builder, "searchindex_filename", "")
    if search_index and writes_everything(build):
        Path(builder.outdir, search_index).unlink(missing_ok=True)
    for docname in former_pages - app.env.found_docs:
        for source in Path(app.outdir, "_sources").glob(f"{escape(docname)}.*"):
            source.unlink()
        Path(app.doctreedir, f"{docname}.doctree").unlink(missing_ok=True)
        _remove_page(builder, docname)
    if builder.format == "html":
        # Sphinx writes the indices that are not empty after this event.
        for index in GgDomain.indices:
            _remove_page(builder, f"{GgDomain.name}-{index.name}")


def _remove_page(builder: Any, docname: str) -> None:
    """Remove the output of a page, if the builder writes one file for each page."""
    # Builders of HTML have this method; those of plain text and XML have only a suffix.
    if hasattr(builder, "get_outfilename"):
        Path(builder.get_outfilename(docname)).unlink(missing_ok=True)
    elif getattr(builder, "out_suffix", ""):
        Path(builder.outdir, docname + builder.out_suffix).unlink(missing_ok=True)


def _write(build: Build, records: list[Record], folder: Path) -> None:
    """Write our files into a folder, except those of documents in `build.kept`.

    Raises:
        SiteCollision: A page would be in the folder.
    """
    _check_pages(build)
    # By slug, the digests of a document's files by path.
    kept_by_slug = unchanged_files(folder, build.kept)
    build.kept = set(kept_by_slug)  # without documents of which a file was changed or removed
    files = document_files(build, records)
    for surface in build.surfaces:
        files |= surface.files(build, records)
    files_that_stay: dict[str, str] = {}
    for slug in build.kept:
        files_that_stay |= kept_by_slug[slug]
    files_to_write: dict[str, Resource] = {}
    for path, resource in files.items():
        slug = path.partition("/")[0]  # the folder of a document
        if slug not in build.kept:
            files_to_write[path] = resource
    site = Site(files_to_write)
    # Without any files, now and in the former build, there is no folder either.
    if site or (folder / MANIFEST).exists():
        write_site(site, folder, files_that_stay)


def _check_pages(build: Build) -> None:
    """Check that no page of the site is written into the folder of our files.

    Raises:
        SiteCollision: One is.
    """
    out_dir = build.config.out_dir
    for docname in build.output.pages:
        if f"{docname}/".startswith(f"{out_dir}/"):
            message = f"the page {docname!r} would be in our output folder {out_dir!r}"
            hint = "rename the page, or set ggdocs_out_dir to another folder"
            raise SiteCollision(f"{message}\n  hint: {hint}")


@contextmanager
def reported_errors(location: str) -> Iterator[None]:
    """Turn errors in a ``with`` block, which writes files, into a warning at a place."""
    from ..contracts import ContractError

    try:
        yield
    except (SiteCollision, BadPath, ContractError, OSError) as error:
        warn(Problem(Subtype.OUTPUT, str(error)), location)


def document_files(build: Build, records: Iterable[Record]) -> dict[str, Resource]:
    """Return the stored files of documents by path, such as ``shop/openapi.json``."""
    files: dict[str, Resource] = {}
    for record in records:
        for name in output_files(build, record):
            media_type = MEDIA_TYPES[Path(name).suffix]
            content = partial(build.content, record, name)
            files[f"{record.slug}/{name}"] = Resource(media_type, content)
    return files
