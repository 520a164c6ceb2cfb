"""A surface that is one file for each document: OpenAPI, AsyncAPI. Its switch, its files,
its builder.
"""

import inspect
from collections.abc import Mapping, Set
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from sphinx.builders import Builder

from .config import GgConfig
from .core import METADATA
from .domain.gg import gg_domain
from .freshness import chosen
from .output import document_files, reported_errors
from .problems import (
    Problem,
    Subtype,
    Unfit,
    check_plain,
    displayed,
    in_config,
    logger,
    suggestion,
    warn,
)
from .surfaces import Surface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding

YAML = "yaml"
"""The option that asks for the same as YAML."""
FIELDS_OF_DOCUMENTS = frozenset({"source", "title", "version", "description", "servers"})
"""Parameters of the exporters that the document itself answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSurface(Surface):
    """A format that other tools read."""

    name: str
    """Of its package, its builder and its files; the configuration value is ``ggdocs_`` and
    this.
    """
    title: str
    """As its makers write it."""
    covers: Literal["HttpContract", "WebSocketContract"]
    """The kind of contracts that the format describes; a document without them has no such file."""

    @property
    def switch(self) -> str:
        """The configuration value that turns the file off."""
        return f"ggdocs_{self.name}"

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names that its files may have in the folder of their document."""
        return (f"{self.name}.json", f"{self.name}.yaml")

    def export(
        self, app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None"
    ) -> tuple[dict[str, str], list[Problem]]:
        """The files of one document; a mistake that this format alone cannot live with spoils
        nothing else.
        """
        from pydantic_core import to_json

        from ..catalog.export import ExportWarning, collected_warnings
        from ..contracts import ContractError, model

        value = app.config[self.switch]
        setting = value.get(spec.slug, True) if isinstance(value, Mapping) else value
        contracts = (contract for group in spec.resolved_groups() for contract in group.contracts)
        is_covered = any(
            isinstance(contract, getattr(model, self.covers)) for contract in contracts
        )
        # Options are checked even where there is nothing to export.
        if setting is False or not (is_covered or isinstance(setting, Mapping)):
            return {}, []
        export = getattr(import_module(f"...{self.name}", __name__), f"{self.name}_document")
        known = {YAML, *inspect.signature(export).parameters} - FIELDS_OF_DOCUMENTS
        options, problems = self._options(spec.slug, setting, known)
        if not is_covered:
            return {}, problems
        yaml = options.pop(YAML, False)
        named = f"{self.title} of document {spec.slug!r}"
        try:
            with collected_warnings(ExportWarning) as left_out:
                document = export(spec, **options)
        except ContractError as error:
            return {}, [*problems, Problem(error.code, f"{named}: {error}")]
        problems += [Problem(Subtype.EXPORT, f"{named}: {warning}") for warning in left_out]
        json_file, yaml_file = self.file_names
        texts = {json_file: to_json(document, indent=2).decode() + "\n"}
        if yaml:
            from ..serving.yaml import to_yaml

            texts[yaml_file] = to_yaml(document)
        return texts, problems

    def _options(
        self, slug: str, setting: object, known: set[str]
    ) -> tuple[dict[str, Any], list[Problem]]:
        """What is configured for one document, and what there is no such option for."""
        options: dict[str, Any] = {}
        problems: list[Problem] = []
        for name, value in setting.items() if isinstance(setting, Mapping) else ():
            if name in known:
                if _is_plain(value):  # else `check_config` warns
                    options[name] = value
                continue
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            message = (
                f"{self.switch}[{slug!r}]: there is no option {name!r}; {hint}there are "
                f"{', '.join(sorted(known))}"
            )
            problems.append(Problem(Subtype.CONFIG, message))
        return options, problems

    def check_config(self, app: "Sphinx") -> None:
        """Warn of values of the wrong form, and of options for documents that there are not."""
        value = app.config[self.switch]
        by_slug = value if isinstance(value, Mapping) else {}
        problems = [] if isinstance(value, Mapping) else [self._problem("", value, "slugs")]
        problems += [
            self._problem(f"[{slug!r}]", setting, "options") for slug, setting in by_slug.items()
        ]
        records = gg_domain(app.env).records.values()
        slugs = {*GgConfig.of(app.config).documents, *(record.slug for record in records)}
        for slug in by_slug:
            if slug not in slugs:
                hint = suggestion(str(slug), sorted(slugs))
                message = f"{self.switch}[{slug!r}]: there is no document {slug!r}{hint}"
                problems.append(Problem(Subtype.CONFIG, message))
        for problem in filter(None, problems):
            warn(problem, in_config(app.confdir, self.switch))

    def _problem(self, place: str, setting: object, keys: str) -> Problem | None:
        """What is wrong with the form of a setting."""
        place = f"{self.switch}{place}"
        if not isinstance(setting, bool | Mapping):
            accepted = f"True, False, and a mapping of {keys} are"
            message = f"{place}: {displayed(setting)} is not accepted, but {accepted}"
            return Problem(Subtype.CONFIG, message)
        try:
            check_plain(setting, place)
        except Unfit as unfit:
            return unfit.problem
        return None

    def setup(self, app: "Sphinx") -> "ExtensionMetadata":
        """Set the surface up alone."""
        app.setup_extension("sphinxcontrib_ggdocs.ext.core")
        description = (
            f"Whether documents are written as {self.title} too, or options for each by its slug."
        )
        app.add_config_value(self.switch, True, "", Any, description)
        members = {
            "name": self.name,
            "format": self.name,
            "epilog": f"The {self.title} files are in %(outdir)s.",
            "surface": self,
        }
        app.add_builder(type(f"{self.title}Builder", (FileBuilder,), members))
        return METADATA


def _is_plain(value: object) -> bool:
    try:
        check_plain(value, "")
    except Unfit:
        return False
    return True


class FileBuilder(Builder):
    """Writes nothing but the files of one surface, ``<slug>/<name>.json``, whether they are
    switched off or not.
    """

    surface: FileSurface
    allow_parallel = True

    def init(self) -> None:
        value = self.config[self.surface.switch]
        settings = value.items() if isinstance(value, Mapping) else ()
        self.config[self.surface.switch] = {slug: each or True for slug, each in settings} or True

    def get_outdated_docs(self) -> list[str]:
        return []

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return ""

    def write_documents(self, docnames: Set[str]) -> None:
        """Pages are not written."""

    def finish(self) -> None:
        from ..serving import Site, write_site

        names = self.surface.file_names
        files = document_files(self.env, chosen(self.env))
        site = {path: file for path, file in files.items() if path.endswith(names)}
        with reported_errors(in_config(self.confdir, "ggdocs_docs")):
            report = write_site(Site(site), self.outdir)
            for path in (*report.written, *report.unchanged):
                logger.info("%s: %s", self.surface.title, path)
