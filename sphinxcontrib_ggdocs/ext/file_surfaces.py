"""A surface that is a file for each document, OpenAPI or AsyncAPI: its switch, files, builder."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx.application import Sphinx
from sphinx.builders.dummy import DummyBuilder
from sphinx.util.typing import ExtensionMetadata

from ..value_messages import did_you_mean
from .build import Build, Export, Surface
from .config import conf_values, in_config
from .core import METADATA
from .domain.gg import build_of
from .freshness import chosen
from .output import document_files, reported_errors
from .problems import Problem, Subtype, logger

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface(Surface):
    """A format that other tools read."""

    name: str
    """Of its package, its builder and its files."""
    title: str
    """As its makers write it."""
    kind: Literal["http", "ws"]
    """Of the contracts that it describes; a document without them has no such file."""

    @property
    def setting(self) -> str:
        """Return the configuration value with the arguments of the exporter."""
        return f"ggdocs_to_{self.name}"

    def export(self, build: Build, spec: "ApiDocSpec") -> Export:
        """Export a document; an error in this format leaves the others unchanged."""
        from ..catalog.export import ExportWarning, collected_warnings
        from ..contracts import ContractError
        from ..serving import exported_files as files

        config = build.config
        setting = config.exports[self.setting].get(spec.slug, True)
        if setting is False or self.name in config.without:
            return Export()
        given = setting if isinstance(setting, Mapping) else {}
        # Most documents are of one kind, and a build that has no options to check either does not
        # import the package of the other format.
        if not given and not files.has_contracts(spec, self.kind):
            return Export()
        export = files.exporter(self.name)
        known = files.option_names(export)
        options = {name: value for name, value in given.items() if name in known}
        problems = [self._unknown(spec.slug, name, known) for name in given if name not in known]
        named = f"{self.title} of document {spec.slug!r}"
        if self.kind == "ws" and (note := files.left_out_sockets(spec, options)):
            logger.info("document %r: %s", spec.slug, note)
        try:
            with collected_warnings(ExportWarning) as left_out:
                texts = files.exported_files(export, spec, options, name=self.name, kind=self.kind)
        except ContractError as error:
            return Export({}, [*problems, Problem(error.code, f"{named}: {error}")])
        problems += [Problem(Subtype.EXPORT, f"{named}: {warning}") for warning in left_out]
        return Export(texts, problems)

    def _unknown(self, slug: str, name: str, known: list[str]) -> Problem:
        hint = did_you_mean(name, known)
        message = f"{self.setting}[{slug!r}]: there is no option {name!r};"
        words = filter(None, (message, hint, f"there are {', '.join(known)}"))
        return Problem(Subtype.CONFIG, " ".join(words))

    def setup(self, app: Sphinx) -> ExtensionMetadata:
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = f"By slug, how documents are written as {self.title}, or False."
        app.add_config_value(self.setting, {}, "", Any, description)
        members = {
            "name": self.name,
            "format": self.name,
            "epilog": f"The {self.title} files are in %(outdir)s.",
            "surface": self,
        }
        app.add_builder(type(f"{self.title}Builder", (FileBuilder,), members))
        return METADATA


class FileBuilder(DummyBuilder):
    """Writes the files of one surface, ``<slug>/<name>.json``, on or off, and no pages."""

    surface: FileSurface

    def init(self) -> None:
        config, setting = conf_values(self.config), self.surface.setting
        # `sphinx-build -b openapi` asks for the files, also where HTML is to have none.
        exports = config.exports[setting].items()
        self.config[setting] = {slug: options or True for slug, options in exports}
        self.config["ggdocs_without"] = [part for part in config.without if part != self.name]

    # Pages are still read, for documents are defined on them.
    def get_outdated_docs(self) -> set[str]:
        return set()

    def write_documents(self, docnames: Set[str]) -> None:
        """Do nothing: pages are not written."""

    def finish(self) -> None:
        from ..serving import Site, write_site

        files = document_files(build_of(self.env), chosen(self.env))
        suffixes = (f"/{self.name}.json", f"/{self.name}.yaml")
        site = {path: file for path, file in files.items() if path.endswith(suffixes)}
        with reported_errors(in_config(self.confdir, "ggdocs_docs")):
            report = write_site(Site(site), self.outdir)
            for path in (*report.written, *report.unchanged):
                logger.info("%s: %s", self.surface.title, path)
