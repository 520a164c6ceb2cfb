"""A surface that is a file for each document, OpenAPI or AsyncAPI: its switch and its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from .build import Build, Export, Surface
from .core import METADATA
from .problems import Problem, Subtype, logger

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface(Surface):
    """A format that other tools read."""

    name: str
    """Of its package and its files."""
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
        named = f"{self.title} of document {spec.slug!r}"
        if self.kind == "ws" and (note := files.left_out_sockets(spec, given)):
            logger.info("document %r: %s", spec.slug, note)
        try:
            with collected_warnings(ExportWarning) as left_out:
                texts = files.export_texts(self.name, spec, given)
        except ContractError as error:
            return Export({}, [Problem(error.code, f"{named}: {error}")])
        problems = [Problem(Subtype.EXPORT, f"{named}: {warning}") for warning in left_out]
        return Export(texts, problems)

    def setup(self, app: Sphinx) -> ExtensionMetadata:
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = f"By slug, how documents are written as {self.title}, or False."
        app.add_config_value(self.setting, {}, "", Any, description)
        return METADATA
