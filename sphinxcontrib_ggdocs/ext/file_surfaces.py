"""Defines surfaces that write a file for each document: their switches and their files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from ..capabilities import BY_NAME, Output
from .build import Build, Export, Surface
from .conf_values import setting_of
from .core import METADATA
from .problems import Problem, Subtype, logger

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface(Surface):
    """A format that other tools read."""

    output: Output

    @classmethod
    def of(cls, module: str) -> Self:
        """Return the surface whose extension is a module, which has the name of the output."""
        return cls(output=BY_NAME[module.rpartition(".")[2]])

    @property
    def setting(self) -> str:
        """Return the configuration value with the arguments of the exporter."""
        return setting_of(self.output.name)

    def export(self, build: Build, spec: "ApiDocSpec") -> Export:
        """Export a document; an error in this format leaves the others unchanged."""
        from ..catalog.export import ExportWarning, collected_warnings
        from ..contracts import ContractError
        from ..serving import exported_files as files

        config = build.config
        setting = config.exports[self.setting].get(spec.slug, True)
        output = self.output
        if setting is False or output.name in config.without or not output.is_installed:
            return Export()
        given = setting if isinstance(setting, Mapping) else {}
        # Most documents are of one kind, and a build that has no options to check either does not
        # import the package of the other format.
        if not given and not files.has_contracts(spec, output.kind):
            return Export()
        named = f"{output.title} of document {spec.slug!r}"
        if note := files.undescribed_sockets(output, spec, given):
            logger.info("document %r: %s", spec.slug, note)
        try:
            with collected_warnings(ExportWarning) as left_out:
                texts = files.export_texts(output, spec, given)
        except ContractError as error:
            return Export({}, [Problem(error.code, f"{named}: {error}")])
        problems = [Problem(Subtype.EXPORT, f"{named}: {warning}") for warning in left_out]
        return Export(texts, problems)

    def setup(self, app: Sphinx) -> ExtensionMetadata:
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = f"Options of the {self.output.title} file, by slug, or False."
        app.add_config_value(self.setting, {}, "", Any, description)
        return METADATA
