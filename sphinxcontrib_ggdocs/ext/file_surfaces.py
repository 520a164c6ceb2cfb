"""A surface that is one file for each document: OpenAPI, AsyncAPI. Its switch, its files,
its builder.
"""

import inspect
import warnings
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sphinx.builders import Builder

from .. import __version__
from .config import GgConfig
from .domain.gg import DATA_VERSION, gg_domain
from .freshness import chosen
from .output import MEDIA_TYPES
from .problems import Problem, Subtype, displayed, in_config, logger, suggestion, unfit_value, warn
from .store import store_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource


Exporter: TypeAlias = Callable[..., dict[str, Any]]

YAML = "yaml"
"""The option that asks for the same as YAML."""
FIELDS_OF_DOCUMENTS = frozenset({"title", "version", "description", "servers"})
"""Parameters of the exporters that the document's own fields answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface:
    """A format that other tools read."""

    name: str
    """Of the builder, ``-b openapi``; the configuration value is ``ggdocs_`` and this."""
    title: str
    """As its makers write it."""
    covers: Literal["HttpContract", "WebSocketContract"]
    """The kind of contracts that the format describes; a document without them has no such file."""
    exporter: Callable[[], Exporter]
    """Imports what makes the file from an `ApiDocSpec`; its keyword parameters are the options."""

    @property
    def switch(self) -> str:
        """The configuration value that turns the file off."""
        return f"ggdocs_{self.name}"

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names that its files may have in the folder of their document."""
        return (f"{self.name}.json", f"{self.name}.yaml")

    def export(
        self,
        app: "Sphinx",
        spec: "ApiDocSpec",
        branding: "Branding | None",
    ) -> tuple[dict[str, str], list[Problem]]:
        """The files of one document; a mistake that this format alone cannot live with spoils
        nothing else.
        """
        from pydantic_core import to_json

        from ..contracts import ContractError, model

        options, problems = self._options(app, spec.slug)
        if options is None:
            return {}, problems
        contracts = (contract for group in spec.resolved_groups() for contract in group.contracts)
        if not any(isinstance(contract, getattr(model, self.covers)) for contract in contracts):
            return {}, problems
        yaml = options.pop(YAML, False)
        with warnings.catch_warnings(record=True) as left_out:
            warnings.simplefilter("always")
            try:
                document = self.exporter()(spec, **options)
            except ContractError as error:
                problems.append(
                    Problem(error.code, f"{self.title} of document {spec.slug!r}: {error}")
                )
                return {}, problems
        problems += [
            Problem(Subtype.EXPORT, f"{self.title} of document {spec.slug!r}: {warning.message}")
            for warning in left_out
        ]
        json_file, yaml_file = self.file_names
        texts = {json_file: to_json(document, indent=2).decode() + "\n"}
        if yaml:
            from ..serving.yaml import to_yaml

            texts[yaml_file] = to_yaml(document)
        return texts, problems

    def files(self, app: "Sphinx", records: object) -> "Mapping[str, Resource]":
        """None: all are made when a document is loaded."""
        return {}

    def stamp(self) -> str:
        """Nothing: no page depends on it."""
        return ""

    def _options(self, app: "Sphinx", slug: str) -> tuple[dict[str, Any] | None, list[Problem]]:
        """What is configured for one document, None when it shall have no such file; and what is
        wrong with that.
        """
        value = getattr(app.config, self.switch)
        setting = value.get(slug, True) if isinstance(value, Mapping) else value
        if setting is False:
            return None, []
        if not isinstance(setting, Mapping):
            return {}, []
        options = {
            name: value for name, value in setting.items() if unfit_value(value, "") is None
        }  # `check_config` warns
        known = {YAML, *inspect.signature(self.exporter()).parameters} - {
            "source",
            *FIELDS_OF_DOCUMENTS,
        }
        problems = []
        for name in [name for name in options if name not in known]:
            del options[name]
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            message = (
                f"{self.switch}[{slug!r}]: there is no option {name!r}; {hint}there are "
                f"{', '.join(sorted(known))}"
            )
            problems.append(Problem(Subtype.CONFIG, message))
        return options, problems

    def check_config(self, confdir: str | PathLike[str], config: "Config") -> None:
        """Warn of a value of the settings form."""
        value = config[self.switch]
        settings = (
            {"": value}
            if not isinstance(value, Mapping)
            else {f"[{slug!r}]": setting for slug, setting in value.items()}
        )
        for place, setting in settings.items():
            if not isinstance(setting, bool | Mapping):
                message = (
                    f"{self.switch}{place}: {displayed(setting)} is not accepted, but True, False, "
                    f"and a mapping of {'options' if place else 'slugs'} are"
                )
                warn(Problem(Subtype.CONFIG, message), in_config(confdir, self.switch))
            elif (unfit := unfit_value(setting, f"{self.switch}{place}")) is not None:
                warn(Problem(Subtype.CONFIG, ": ".join(unfit)), in_config(confdir, self.switch))

    def check_slugs(self, app: "Sphinx", env: "BuildEnvironment") -> None:
        """Warn of options for documents that there are not."""
        value = app.config[self.switch]
        if isinstance(value, Mapping):
            slugs = {
                *GgConfig.of(app.config).slugs(),
                *(record.slug for record in gg_domain(env).records.values()),
            }
            for slug in [slug for slug in value if slug not in slugs]:
                hint = suggestion(str(slug), sorted(slugs))
                message = f"{self.switch}[{slug!r}]: there is no document {slug!r}{hint}"
                warn(Problem(Subtype.CONFIG, message), in_config(app.confdir, self.switch))

    def setup(self, app: "Sphinx", builder: type["FileBuilder"]) -> "ExtensionMetadata":
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = (
            f"Whether documents are written as {self.title} too, or options for each by its slug."
        )
        app.add_config_value(self.switch, True, "", Any, description)
        app.add_builder(builder)
        return {
            "version": __version__,
            "env_version": DATA_VERSION,
            "parallel_read_safe": True,
            "parallel_write_safe": True,
        }


class FileBuilder(Builder):
    """Writes nothing but the files of one surface, ``<slug>/<name>.json``, whether they are
    switched off or not.
    """

    surface: FileSurface
    allow_parallel = True

    def init(self) -> None:
        value = self.config[self.surface.switch]
        chosen = (
            {slug: setting or True for slug, setting in value.items()}
            if isinstance(value, Mapping)
            else True
        )
        self.config[self.surface.switch] = chosen

    def get_outdated_docs(self) -> list[str]:
        return []

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return ""

    def write_documents(self, docnames: Set[str]) -> None:
        """Pages are not written."""

    def finish(self) -> None:
        from ..serving import BadPath, Resource, Site, SiteCollision, write_site

        store = store_of(self.env)
        site: dict[str, Resource] = {}
        for record in chosen(gg_domain(self.env), GgConfig.of(self.config)):
            for file in set(self.surface.file_names) & record.files.keys():
                content = store.text(record, file).encode
                site[f"{record.slug}/{file}"] = Resource(MEDIA_TYPES[Path(file).suffix], content)
        try:
            report = write_site(Site(site), self.outdir)
        except (SiteCollision, BadPath, OSError) as error:
            warn(Problem(Subtype.OUTPUT, str(error)), in_config(self.confdir, "ggdocs_docs"))
            return
        for path in (*report.written, *report.unchanged):
            logger.info("%s: %s", self.surface.title, path)
