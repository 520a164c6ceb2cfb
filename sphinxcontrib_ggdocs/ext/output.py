"""Our own files in the HTML output, written from the data of the build and never by a directive."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.config import Config

from .build_info import former
from .build_state import build_state
from .config import GgConfig
from .domain.gg import gg_domain
from .embed import has_own_files
from .freshness import chosen
from .problems import Problem, Subtype, in_config, warn
from .store import INTERNAL, MARKDOWN_DOCUMENT, Record, store_of
from .surfaces import surfaces
from .translation import catalogue_folders

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..serving import Site

MARKDOWN = "text/markdown; charset=utf-8"
MEDIA_TYPES = {".json": "application/json", ".yaml": "application/yaml", ".md": MARKDOWN}

WRITTEN = "files"
"""In the build information: what our files were made of, and what each was when it was written.

Building the files only to see that they are there would import everything that builds them, in
every build.
"""


def exclude_output(config: Config) -> None:
    """Keep Sphinx from reading our files where an output folder is among the sources."""
    folder = GgConfig.of(config).output_dir
    paths = [f"{folder}/*/{MARKDOWN_DOCUMENT}", f"{folder}/assets/**"]
    config.exclude_patterns = [*config.exclude_patterns, *paths, *(f"**/{path}" for path in paths)]


def write_output(app: "Sphinx", builder: Builder) -> None:
    """Write the files of every document (``write-started``).

    A second builder or output folder over cached doctrees gets them all, since they come from the
    store.
    """
    if not has_own_files(builder):
        return
    config = GgConfig.of(app.config)
    records = list(chosen(gg_domain(builder.env), config))
    made_of = _made_of(app, records)
    written = former(app.env, WRITTEN) or {}
    info = build_state(app.env).output
    if made_of is not None and made_of == written.get("made of") and _are_there(written["stamps"]):
        info[WRITTEN] = written
        return
    stamps = _write(app, builder, records, Path(written["folder"]) if "folder" in written else None)
    if stamps:
        info[WRITTEN] = {
            "made of": made_of,
            "stamps": stamps,
            "folder": str(_folder(builder, config)),
        }


def _write(
    app: "Sphinx", builder: Builder, records: list[Record], before: Path | None
) -> dict[str, list[int]]:
    """Write the files, remove those in the folder of another configuration; what each file is
    now.
    """
    from ..contracts import ContractError
    from ..serving import MANIFEST, BadPath, SiteCollision, remove_site, write_site

    config = GgConfig.of(app.config)
    folder = _folder(builder, config)
    try:
        _refuse_pages(builder, config.output_dir)
        site = output_site(app, records)
        if before is not None and before != folder:
            remove_site(before)
        if not site and not (folder / MANIFEST).exists():
            return {}
        report = write_site(site, folder)
        paths = [folder / path for path in (*report.written, *report.unchanged, MANIFEST)]
        return {str(path): _stamp(path) for path in paths} if site else {}
    except (SiteCollision, BadPath, ContractError, OSError) as error:
        warn(Problem(Subtype.OUTPUT, str(error)), in_config(app.confdir, "ggdocs_output_dir"))
        return {}


def output_site(app: "Sphinx", records: list[Record]) -> "Site":
    """Everything that belongs into the output folder."""
    from ..serving import Resource, Site

    store = store_of(app.env)
    resources: dict[str, Resource] = {}
    for record in records:
        for name in record.files.keys() - INTERNAL:
            media_type = MEDIA_TYPES[Path(name).suffix]
            resources[f"{record.slug}/{name}"] = Resource(
                media_type, store.text(record, name).encode
            )
    for surface in surfaces(app):
        resources |= surface.files(app, records)
    return Site(resources)


def _folder(builder: Builder, config: GgConfig) -> Path:
    return Path(builder.outdir, config.output_dir)


def _made_of(app: "Sphinx", records: list[Record]) -> str | None:
    """Differs when some file does; None when that is not known, since other files play a part."""
    config = GgConfig.of(app.config)
    # A logo may be a file, and the catalogues of translations are.
    if set(config.branding or ()) - {"primary_color"} or catalogue_folders(app.env):
        return None
    top = config.output_dir.split("/")[0]
    in_the_way = sorted(docname for docname in app.env.found_docs if docname.split("/")[0] == top)
    stamps = [surface.stamp() for surface in surfaces(app)]
    look = (config.output_dir, config.branding, app.config.language, stamps, in_the_way)
    shown = [
        (record.slug, record.title, record.problem, sorted(record.files.items()))
        for record in records
    ]
    return sha256(repr((look, shown)).encode()).hexdigest()


def _are_there(stamps: Mapping[str, Any]) -> bool:
    """Whether nobody has touched the files since they were written."""
    try:
        return all(_stamp(Path(path)) == stamp for path, stamp in stamps.items())
    except OSError:  # one is gone
        return False


def _stamp(path: Path) -> list[int]:
    status = path.stat()
    return [status.st_size, status.st_mtime_ns]


def _refuse_pages(builder: Builder, output_dir: str) -> None:
    """Refuse pages whose files would be in our folder.

    Raises:
        SiteCollision: There is one.
    """
    from ..serving import SiteCollision

    for docname in sorted(builder.env.found_docs):
        if docname == output_dir or docname.startswith(f"{output_dir}/"):
            raise SiteCollision(
                f"the page {docname!r} would be in our output folder {output_dir!r}\n"
                "  hint: rename the page, or set ggdocs_output_dir to another folder"
            )
