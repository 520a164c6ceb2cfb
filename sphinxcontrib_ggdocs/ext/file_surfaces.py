"""Defines surfaces that write one file for each document, such as OpenAPI, with their
configuration.
"""

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
    """A surface that writes a document in a format for other tools."""

    output: Output

    @classmethod
    def of(cls, module: str) -> Self:
        """Return the surface for an extension module, whose name is that of the output format."""
        return cls(output=BY_NAME[module.rpartition(".")[2]])

    @property
    def setting(self) -> str:
        """The configuration value with the options of the format: ``ggdocs_to_openapi``."""
        return setting_of(self.output.name)

    def export(self, build: Build, spec: "ApiDocSpec") -> Export:
        """Return the file of a document; none if the format is turned off or describes none of its
        contracts.

        An error is returned as a problem, so that the other formats are still written.
        """
        from ..catalog.export import ExportWarning, collected_warnings
        from ..contracts import ContractError
        from ..serving import exported_files as files

        config = build.config
        setting = config.exports[self.setting].get(spec.slug, True)
        output = self.output
        if setting is False or output.name in config.without or not output.is_installed:
            return Export()
        options = setting if isinstance(setting, Mapping) else {}
        # Most documents have contracts of one kind only. Unless there are options to check, the
        # package of the other format need not even be imported.
        if not options and not files.has_contracts(spec, output.kind):
            return Export()
        file_title = f"{output.title} of document {spec.slug!r}"
        # About WebSockets without declared messages, of which AsyncAPI shows the path at most.
        note = files.undescribed_sockets(output, spec, options)
        if note:
            logger.info("document %r: %s", spec.slug, note)
        try:
            with collected_warnings(ExportWarning) as export_warnings:
                texts = files.export_texts(output, spec, options)
        except ContractError as error:
            return Export({}, [Problem(error.code, f"{file_title}: {error}")])
        messages = [f"{file_title}: {warning}" for warning in export_warnings]
        return Export(texts, [Problem(Subtype.EXPORT, message) for message in messages])

    def setup(self, app: Sphinx) -> ExtensionMetadata:
        """Set up this surface without the others, as a Sphinx extension of its own."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = f"Options of the {self.output.title} file, by slug, or False."
        # After a change, Sphinx itself reads and writes no page again. Documents are built again,
        # since their fingerprints contain the value.
        app.add_config_value(self.setting, {}, "", Any, description)
        return METADATA
