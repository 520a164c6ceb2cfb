"""Reads the input of a command: contracts named on the command line, or the table
``[tool.ggdocs]``.
"""

import argparse
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from glob import has_magic
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..capabilities import FIELD_OF_FILE
from ..catalog import ApiDocSpec, SpecError, read_specs
from ..catalog.adapters import application, documented_names
from ..catalog.branding import with_logo_of
from ..catalog.documents import SINGLE_SLUG
from ..catalog.fields import as_tuple
from ..catalog.imports import DOCUMENT_SUFFIXES, IMPORT_NAME, name_hint, optional
from ..catalog.named_contents import fields_of_names
from ..catalog.readers import documents_of
from ..contracts.contract_errors import Location
from ..native.site_options import SiteOptions
from ..project_files import (
    PYPROJECT,
    UnreadableFile,
    extend_path,
    import_folders,
    nearest_project,
    project_table,
)
from ..value_messages import did_you_mean, excerpt, no_such_file, short_list
from .terminal import ProjectError, UsageError

SOURCES = "src"
"""The folder of packages in a project with the src layout, unless ``python_path`` names others."""


class ProjectOptions(SiteOptions):
    """The table ``[tool.ggdocs]``: the options of a site, the output folder, import folders, and
    how changes are judged.
    """

    out_dir: Path = Field(
        default=Path("apidocs"), description="the folder that ggdocs build writes"
    )
    python_path: Annotated[Sequence[str], as_tuple] = Field(
        default=(), description="a list of folders to import contracts from, such as 'src'"
    )
    diff: Mapping[str, Any] = Field(
        default_factory=dict, description="a table of fail_on, accepted and verdicts"
    )


class Project:
    """Options, and the folder that their paths are relative to."""

    def __init__(self, options: ProjectOptions, folder: Path) -> None:
        self.options = options
        self.folder = folder

    @property
    def out_dir(self) -> Path:
        """The folder that ``ggdocs build`` writes."""
        return self.folder / self.options.out_dir

    @property
    def python_path(self) -> tuple[Path, ...]:
        """The folders that contracts are imported from."""
        return tuple(self.folder / path for path in self.options.python_path) or (self.folder,)

    def specs(self, slugs: Sequence[str] = ()) -> tuple[ApiDocSpec, ...]:
        """Return the documents, or those of `slugs`.

        Raises:
            UsageError: There is no document with one of these slugs.
        """
        by_slug = {spec.slug: spec for spec in self.options.specs}
        for slug in slugs:
            if slug not in by_slug:
                raise self._unknown(slug, by_slug)
        if not slugs:
            return tuple(by_slug.values())
        return tuple(spec for slug, spec in by_slug.items() if slug in slugs)

    def _unknown(self, slug: str, slugs: Collection[str]) -> UsageError:
        """Return the error of a document that is not among those for the audience."""
        if any(spec.slug == slug for spec in self.options.docs):
            return UsageError(f"the document {slug!r} is not for the requested audience")
        hint = did_you_mean(slug, slugs) or f"the documents are {', '.join(slugs)}"
        return UsageError(f"there is no document {slug!r}; {hint}")


def read_project(arguments: argparse.Namespace) -> Project:
    """Read the project that the arguments name, and add its folders to ``sys.path``.

    Raises:
        UsageError: There is neither a contract nor a project, or an argument is wrong.
        ProjectError: The project's file cannot be read, is not valid TOML, or its table is wrong.
        ContractError: A named contract is wrong.
    """
    names: list[str] = arguments.targets
    if not names:
        _refuse_unused(arguments, "and there is none")
    file = project_file(arguments.config)
    if not names and file is None:
        raise UsageError(
            "there are no contracts: name them as package.module:attribute, or "
            f"add a table [tool.ggdocs] to {PYPROJECT}"
        )
    table = _table(file) if file is not None else {}
    folder = file.parent if file is not None else Path()
    # Before the table is validated, which may name contracts: these are imported meanwhile.
    python_path = table.get("python_path", table.get("pythonPath"))
    extend_path(import_folders((folder, Path()), python_path))
    extend_path([folder, Path()])
    if names:
        # What is named on the command line takes the place of the documents of the table, whose
        # look and readers it keeps.
        replaced = {"docs", *SiteOptions.model_fields} - {"audience", "branding", "without"}
        kept = {key: value for key, value in table.items() if key not in replaced}
        table = {**kept, "docs": _named_documents(names, arguments)}
    else:
        table = documents_of(table, folder, file)
    if "branding" in table:
        table = {**table, "branding": with_logo_of(folder, table["branding"])}
    try:
        if without := getattr(arguments, "without", None):
            table = {**table, "without": without}
        options = ProjectOptions.model_validate(table)
        if arguments.audience is not None:
            options = options.for_audience(arguments.audience)
        return Project(options, folder)
    except SpecError as error:
        raise ProjectError(_at_file(error, file)) from error


def _at_file(error: SpecError, file: Path | None) -> str:
    """Return the text of an error in the table of a file, or in what is named on the command
    line.
    """
    place = None
    if file is not None:
        place = str(file)
    lines: list[str] = []
    for problem in error.exceptions:
        where = replace(problem.where, owner=None, file=place)
        lines.append(str(type(problem)(problem.message, where=where, hint=problem.hint)))
    return "\n".join(lines)


def project_file(config: Path | None) -> Path | None:
    """Return the file of ``--config``, or the nearest one in this folder or above with our
    table.
    """
    if config is not None:
        if not config.is_file():
            raise UsageError("\n  hint: ".join(no_such_file(str(config))))
        if not _table(config):
            raise ProjectError(f"{config} has no table [tool.ggdocs]")
        return config
    try:
        return nearest_project(Path.cwd())
    except UnreadableFile as error:
        raise ProjectError(str(error)) from error


def candidates() -> Iterator[Path]:
    """Yield the paths at which a project's file may be, the nearest first."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield folder / PYPROJECT


def _table(file: Path) -> Mapping[str, Any]:
    try:
        return project_table(file)
    except UnreadableFile as error:
        raise ProjectError(str(error)) from error


def _refuse_unused(arguments: argparse.Namespace, reason: str) -> None:
    """Check that no option is given for a document that the command line does not define.

    Raises:
        UsageError: One of these options is given.
    """
    options = {
        "--title": arguments.title,
        "--slug": arguments.slug,
        "--version": arguments.version,
    }
    unused = [option for option, value in options.items() if value is not None]
    if unused:
        raise UsageError(
            f"{', '.join(unused)}: only for contracts and applications on the command line, "
            f"{reason}; change the document instead, or choose one with --doc"
        )


def _named_documents(names: Iterable[str], arguments: argparse.Namespace) -> Sequence[ApiDocSpec]:
    """Return the documents that names lead to; contracts, an application or files make one."""
    documents: list[ApiDocSpec | Mapping[str, Any]] = []
    others: list[str] = []
    for name in names:
        entries: Any = ()
        if not name.endswith(DOCUMENT_SUFFIXES):
            entries = _imported(name)
        if not isinstance(entries, list | tuple):
            entries = [entries]
        if entries and all(isinstance(entry, ApiDocSpec | Mapping) for entry in entries):
            documents += entries
        else:
            others.append(name)
    if not documents:
        return [_document(others, arguments)]
    if others:
        raise UsageError("documents and contracts cannot be mixed on one command line")
    _refuse_unused(arguments, "and these documents have their own")
    return read_specs(documents)


def _document(names: Sequence[str], arguments: argparse.Namespace) -> ApiDocSpec:
    """Return the document of files, of contracts or of an application."""
    slug, fields = SINGLE_SLUG, dict[str, Any](title="")
    if any(name.endswith(DOCUMENT_SUFFIXES) for name in names):
        fields |= fields_of_files(names)
    else:
        fields |= fields_of_names(names, slug)
    if fields["title"] and len(names) == 1:
        fields["title"] = names[0].rpartition(":")[2]
    if arguments.title:
        fields["title"] = arguments.title
    if arguments.slug is not None:
        slug = arguments.slug
    try:
        return ApiDocSpec(slug=slug, version=arguments.version, **fields)
    except SpecError as error:  # about an option: the contracts have been read
        raise UsageError(str(error)) from error


def fields_of_files(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the files by the field of a document that they are for.

    Raises:
        UsageError: There is no such file, or a name is not that of a file.
    """
    fields: dict[str, list[str]] = {}
    for name in names:
        if not name.endswith(DOCUMENT_SUFFIXES):
            raise UsageError(
                "name one application, or the files of one document; several documents are "
                f"listed in the table [tool.ggdocs] of {PYPROJECT}"
            )
        if not has_magic(name) and not Path(name).is_file():
            raise UsageError("\n  hint: ".join(no_such_file(name)))
        fields.setdefault(optional(FIELD_OF_FILE)(Path(name)), []).append(name)
    return fields


def _imported(name: str) -> object:
    if not IMPORT_NAME.fullmatch(name.removesuffix("()")):
        message = f"{excerpt(name)} is not the name of a contract or an application"
        hint = name_hint(name, "package.module:app")
        if names := documented_names(name):
            hint = f"name what the module has: {short_list(names)}"
        if Path(name).is_file() and Path(name).suffix != ".py":
            endings = ", ".join(DOCUMENT_SUFFIXES)
            message = f"the name of the file {excerpt(name)} does not end with {endings}"
            hint = "rename it, or name a contract as package.module:attribute"
        raise UsageError(f"{message}\n  hint: {hint}")
    return application(name, Location(owner=name))
