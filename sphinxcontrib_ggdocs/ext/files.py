"""A surface that is one file for each document: OpenAPI, AsyncAPI. Its switch, its event handler, its builder."""

import json
import warnings
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx.builders import Builder

from .. import __version__
from .config import GgConfig
from .domain import DATA_VERSION, gg_domain
from .loading import EXPORT
from .problems import Problem, Subtype, in_config, logger, warn
from .records import Record
from .refresh import chosen

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface:
    """A format that other tools read."""

    name: str
    """Of the builder, ``-b openapi``; the configuration value is ``ggdocs_`` and this."""
    title: str
    """As its makers write it."""
    covers: Literal["HttpContract", "WebSocketContract"]
    """The kind of contracts that the format describes; a document without them has no such file."""
    make: "Callable[[ApiDocSpec], dict[str, Any]]"

    @property
    def switch(self) -> str:
        """The configuration value that turns the file off."""
        return f"ggdocs_{self.name}"

    @property
    def file(self) -> str:
        """The name of the file in the folder of its document."""
        return f"{self.name}.json"

    def export(
        self, app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None", problems: list[Problem]
    ) -> dict[str, str]:
        """The file of one document; a mistake that this format alone cannot live with spoils nothing else."""
        from ..contracts import ContractError, model

        if not getattr(app.config, self.switch):
            return {}
        contracts = (contract for group in spec.resolved_groups() for contract in group.contracts)
        if not any(isinstance(contract, getattr(model, self.covers)) for contract in contracts):
            return {}
        with warnings.catch_warnings(record=True) as left_out:
            warnings.simplefilter("always")
            try:
                made = self.make(spec)
            except ContractError as error:
                problems.append(Problem(error.code, f"{self.title} of document {spec.slug!r}: {error}"))
                return {}
        for each in left_out:
            logger.info("%s of document %r: %s", self.title, spec.slug, each.message)
        return {self.file: json.dumps(made, ensure_ascii=False, indent=2) + "\n"}

    def setup(self, app: "Sphinx", builder: type["FileBuilder"]) -> "ExtensionMetadata":
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        app.add_config_value(self.switch, True, "", (bool,), f"Whether documents are written as {self.title} too.")
        app.connect(EXPORT, self.export)
        app.add_builder(builder)
        return {
            "version": __version__,
            "env_version": DATA_VERSION,
            "parallel_read_safe": True,
            "parallel_write_safe": True,
        }


class FileBuilder(Builder):
    """Writes nothing but the files of one surface, ``<slug>/<name>.json``, whether they are switched off or not."""

    surface: FileSurface
    allow_parallel = True

    def init(self) -> None:
        self.config[self.surface.switch] = True

    def get_outdated_docs(self) -> list[str]:
        return []

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return ""

    def write_documents(self, docnames: Set[str]) -> None:
        """Pages are not written."""

    def finish(self) -> None:
        from ..serving import BadPath, Resource, Site, SiteCollision, write_site

        records: list[Record] = list(chosen(gg_domain(self.env), GgConfig.of(self.config)))
        site = Site(
            {
                f"{record.slug}/{self.surface.file}": Resource(
                    "application/json", record.files[self.surface.file].encode
                )
                for record in records
                if self.surface.file in record.files
            }
        )
        try:
            report = write_site(site, self.outdir)
        except (SiteCollision, BadPath, OSError) as error:
            warn(Problem(Subtype.OUTPUT, str(error)), in_config(self.confdir, "ggdocs_docs"))
            return
        for path in (*report.written, *report.unchanged):
            logger.info("%s: %s", self.surface.title, path)
