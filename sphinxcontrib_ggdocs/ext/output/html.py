"""Writes our files into the HTML output, from the data of the domain and never from a directive."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder
from sphinx.config import Config

from ..config import GgConfig
from ..domain.gg import gg_domain
from ..drawing.mount import has_own_files
from ..making.refresh import chosen
from ..problems import Problem, Subtype, in_config, warn
from ..records import MARKDOWN_DOCUMENT, ORIGINS, Record
from .written import Written

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ...serving import Site

FILES = "ggdocs-files"
"""The event that asks each surface for further files: ``(app, records)``, answered by resources by path."""

MARKDOWN = "text/markdown; charset=utf-8"
MEDIA_TYPES = {".json": "application/json", ".yaml": "application/yaml", ".md": MARKDOWN}


def leave_out(app: "Sphinx", config: Config) -> None:
    """Keep Sphinx from reading our Markdown where an output folder lies among the sources (``config-inited``)."""
    path = f"{GgConfig.of(config).output_dir}/*/{MARKDOWN_DOCUMENT}"
    config.exclude_patterns = [*config.exclude_patterns, path, f"**/{path}"]


def write_output(app: "Sphinx", builder: Builder) -> None:
    """Write the files of every document (``write-started``).

    A second builder or output folder over cached doctrees gets them all, since they come from the environment.
    """
    if not has_own_files(builder):
        return
    config = GgConfig.of(app.config)
    folder = Path(builder.outdir, config.output_dir)
    records = list(chosen(gg_domain(builder.env), config))
    written = Written.of(app, records)
    if written.is_there():
        return
    from ...contracts import ContractError
    from ...serving import MANIFEST, BadPath, SiteCollision, remove_site, write_site

    try:
        _refuse_pages(builder, config.output_dir)
        site = output_site(app, records)
        former = written.folder()
        if former is not None and former != folder:
            remove_site(former)
        if site or (folder / MANIFEST).exists():
            report = write_site(site, folder)
            if site:
                written.remember([folder / path for path in (*report.written, *report.unchanged, MANIFEST)])
    except (SiteCollision, BadPath, ContractError, OSError) as error:
        warn(Problem(Subtype.OUTPUT, str(error)), in_config(app.confdir, "ggdocs_output_dir"))


def output_site(app: "Sphinx", records: list[Record]) -> "Site":
    """Everything that belongs into the output folder."""
    from ...serving import Resource, Site

    resources: dict[str, Resource] = {}
    for record in records:
        for name, text in record.files.items():
            if name == ORIGINS:
                continue
            media_type = MEDIA_TYPES[Path(name).suffix]
            resources[f"{record.slug}/{name}"] = Resource(media_type, text.encode)
    answers: list[Mapping[str, Resource] | None] = app.emit(FILES, records)
    for answer in answers:
        resources |= answer or {}
    return Site(resources)


def _refuse_pages(builder: Builder, output_dir: str) -> None:
    """Refuse pages whose files would lie in our folder.

    Raises:
        SiteCollision: There is one.
    """
    from ...serving import SiteCollision

    for docname in sorted(builder.env.found_docs):
        if docname == output_dir or docname.startswith(f"{output_dir}/"):
            raise SiteCollision(
                f"the page {docname!r} would stand in our output folder {output_dir!r}\n"
                "  hint: rename the page, or set ggdocs_output_dir to another folder"
            )
