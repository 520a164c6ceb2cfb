"""Writes our own files into the HTML output, always from the data of the build and never from a
directive, and removes the files that an earlier build has left.
"""

from collections.abc import Iterable, Iterator, Mapping
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
from .freshness import expect_output, writes_everything
from .problems import Problem, Subtype, warn
from .stored_records import Record

MEDIA_TYPES = {".json": "application/json", ".md": "text/markdown"}


def exclude_output(config: Config) -> None:
    """Exclude our output folder from the sources of Sphinx."""
    folder = conf_values(config).out_dir
    # Our Markdown would be read as pages wherever `.md` is a suffix of sources, and so would texts.
    files = ["*/methods", "*/versions", "assets"]
    for output in OUTPUTS:
        if output.made_of == "document":
            files.append(f"*/{output.file}")
        elif output.made_of == "site":
            files.append(output.file)
    paths = [f"{folder}/{file}" for file in files]
    # Before Sphinx compares the configuration with that of the last build: patterns that came later
    # would differ from those that it has kept, and every build read all pages again.
    config.exclude_patterns = [*config.exclude_patterns, *paths, *(f"**/{path}" for path in paths)]


def write_output(app: Sphinx, builder: Builder) -> None:
    """Remove stale files, and write the files of every document (``write-started``).

    They come from the store: a second builder or output folder gets them all.
    """
    build = build_of(app.env)
    _remove_pages(app, builder, build)
    place = in_config(app.confdir, "ggdocs_out_dir")
    if build.former.folder not in ("", build.output.folder):
        with reported_errors(place):
            remove_site(build.former.folder)  # nobody else does
    expect_output(build)
    if not has_own_files(builder):
        return
    folder, records = Path(builder.outdir, build.config.out_dir), [*build.records.values()]
    made_of = _digests(build, records)
    is_known = not writes_everything(build)
    # Somebody may have removed the whole output folder.
    if is_known and build.former.files == made_of and (folder / MANIFEST).exists():
        build.output = build.output._replace(files=made_of)
        return
    if is_known:
        build.kept = {slug for slug in made_of if slug and _is_former(build, made_of, slug)}
    with reported_errors(place):
        _write(build, records, folder)
        build.output = build.output._replace(files=made_of)


def _digests(build: Build, records: Iterable[Record]) -> dict[str, str]:
    """Return a digest of what the files of each document are made of, by slug; without a slug of
    all files.
    """
    digests = {record.slug: _digest(build, record) for record in records}
    changed = None
    if build.branding is not None and (logo := build.branding.logo_file) is not None:
        changed = logo.stat().st_mtime_ns
    whole = (build.output.pages, (build.config.branding, changed), list(digests))
    return digests | {"": digest_of(repr(whole))}


def _digest(build: Build, record: Record) -> str:
    """Return a digest of what the files of a document are made of."""
    changelog = changelog_of(build.builder.env, record.slug)
    files = sorted(record.files.items())
    parts = (record.slug, record.title, record.console, record.fingerprint, files, changelog)
    return digest_of(repr((parts, build.config.branding, build.config.without)))


def _is_former(build: Build, made_of: Mapping[str, str], slug: str) -> bool:
    """Return whether the files of a document are made of what they were made of last."""
    return build.former.files.get(slug) == made_of[slug]


def _remove_pages(app: Sphinx, builder: Any, build: Build) -> None:
    """Remove the output of pages that no longer exist, which Sphinx keeps.

    Where the former build was for another audience, no page of it is left. The index of the search
    keeps words that no page has any more, so that one that is made of all pages begins anew.
    """
    former = build.former
    pages = set(former.own)
    if former.audience != build.output.audience:
        pages |= set(former.pages)
    if writes_everything(build) and (name := getattr(builder, "searchindex_filename", "")):
        Path(builder.outdir, name).unlink(missing_ok=True)
    for docname in pages - app.env.found_docs:
        for source in Path(app.outdir, "_sources").glob(f"{escape(docname)}.*"):
            source.unlink()
        Path(app.doctreedir, f"{docname}.doctree").unlink(missing_ok=True)
        _remove_page(builder, docname)
    for index in GgDomain.indices if builder.format == "html" else ():
        _remove_page(builder, f"{GgDomain.name}-{index.name}")  # each build writes those it has


def _remove_page(builder: Any, docname: str) -> None:
    if hasattr(builder, "get_outfilename"):
        Path(builder.get_outfilename(docname)).unlink(missing_ok=True)
    elif getattr(builder, "out_suffix", ""):
        Path(builder.outdir, docname + builder.out_suffix).unlink(missing_ok=True)


def _write(build: Build, records: list[Record], folder: Path) -> None:
    """Write the files; those of documents that are as they were stay."""
    _check_pages(build)
    kept = unchanged_files(folder, build.kept)
    build.kept = set(kept)
    files = document_files(build, records)
    for surface in build.surfaces:
        files |= surface.files(build, records)
    staying: dict[str, str] = {}
    for slug in build.kept:
        staying |= kept[slug]
    site = Site({path: files[path] for path in files if path.partition("/")[0] not in build.kept})
    if site or (folder / MANIFEST).exists():
        write_site(site, folder, staying)


def _check_pages(build: Build) -> None:
    """Check that no page is written into our folder."""
    out_dir = build.config.out_dir
    for docname in build.output.pages:
        if f"{docname}/".startswith(f"{out_dir}/"):
            message = f"the page {docname!r} would be in our output folder {out_dir!r}"
            hint = "rename the page, or set ggdocs_out_dir to another folder"
            raise SiteCollision(f"{message}\n  hint: {hint}")


@contextmanager
def reported_errors(location: str) -> Iterator[None]:
    """Warn of files that cannot be written."""
    from ..contracts import ContractError

    try:
        yield
    except (SiteCollision, BadPath, ContractError, OSError) as error:
        warn(Problem(Subtype.OUTPUT, str(error)), location)


def document_files(build: Build, records: Iterable[Record]) -> dict[str, Resource]:
    """Return the files of documents by path."""
    return {
        f"{record.slug}/{name}": Resource(
            MEDIA_TYPES[Path(name).suffix], partial(build.content, record, name)
        )
        for record in records
        for name in output_files(build, record)
    }
