"""Reads the documents of a command: contracts, applications and files named on the command line, or
the table ``[tool.ggdocs]``.
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
from ..catalog.adapters import documented_names, import_application
from ..catalog.branding import with_logo_of
from ..catalog.documents import SINGLE_SLUG
from ..catalog.fields import as_tuple
from ..catalog.imports import DOCUMENT_SUFFIXES, IMPORT_NAME, import_optional, name_hint
from ..catalog.named_contents import fields_of_names
from ..catalog.readers import with_paths_of_project
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


class ProjectOptions(SiteOptions):
    """The table ``[tool.ggdocs]``: the options of a site, the output folder, import folders, and
    rules for judging changes.
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
    """The options of a project, and the folder to which their paths are relative."""

    def __init__(self, options: ProjectOptions, folder: Path) -> None:
        self.options = options
        self.folder = folder

    @property
    def out_dir(self) -> Path:
        """The folder that ``ggdocs build`` writes to."""
        return self.folder / self.options.out_dir

    @property
    def python_path(self) -> tuple[Path, ...]:
        """The folders that have the modules of contracts: those of the setting, or else the
        project's folder, with ``src`` and all others inside it.
        """
        if not self.options.python_path:
            return (self.folder,)
        return tuple(self.folder / path for path in self.options.python_path)

    def specs(self, slugs: Sequence[str] = ()) -> tuple[ApiDocSpec, ...]:
        """Return the documents with some slugs; all documents if none are given.

        Raises:
            UsageError: There is no document with one of these slugs.
        """
        by_slug = {spec.slug: spec for spec in self.options.specs}
        for slug in slugs:
            if slug not in by_slug:
                raise self._unknown_slug_error(slug, by_slug)
        if not slugs:
            return tuple(by_slug.values())
        return tuple(spec for slug, spec in by_slug.items() if slug in slugs)

    def _unknown_slug_error(self, slug: str, slugs: Collection[str]) -> UsageError:
        """Return the error for a slug that no document has, or only one that the audience must not
        see.

        `slugs` are those of the visible documents.
        """
        if any(spec.slug == slug for spec in self.options.docs):
            return UsageError(f"the document {slug!r} is not for the requested audience")
        hint = did_you_mean(slug, slugs) or f"the documents are {', '.join(slugs)}"
        return UsageError(f"there is no document {slug!r}; {hint}")


def read_project(arguments: argparse.Namespace) -> Project:
    """Read the project of a command, and add the folders of its Python code to ``sys.path``.

    Documents named on the command line replace those of the project's file, but its other options,
    such as the branding, still apply.

    Args:
        arguments: Those of the command, with what `add_source_arguments` adds.

    Raises:
        UsageError: There is neither a contract nor a project, or an argument is wrong.
        ProjectError: The project's file cannot be read, is not valid TOML, or its table is wrong.
        ContractError: A named contract is wrong.
    """
    names: list[str] = arguments.targets
    if not names:
        _refuse_document_options(arguments, "and there is none")
    file = project_file(arguments.config)
    if not names and file is None:
        raise UsageError(
            "there are no contracts: name them as package.module:attribute, or "
            f"add a table [tool.ggdocs] to {PYPROJECT}"
        )
    table: Mapping[str, Any] = {}
    folder = Path()
    if file is not None:
        table = _ggdocs_table(file)
        folder = file.parent
    # Before the table is validated, since validation imports the contracts that it names. So its
    # keys may still be in camelCase.
    python_path = table.get("python_path", table.get("pythonPath"))
    extend_path(import_folders((folder, Path()), python_path))
    extend_path([folder, Path()])  # both are in front of these folders, such as `src`
    if names:
        # The documents of the command line replace these options of the table. Audience, branding
        # and `without` hold for any documents.
        options_of_documents = {"docs", *SiteOptions.model_fields}
        options_of_documents -= {"audience", "branding", "without"}
        other_options = {
            key: value for key, value in table.items() if key not in options_of_documents
        }
        table = {**other_options, "docs": _documents_of_names(names, arguments)}
    else:
        # Paths in the table are relative to the project's file, not to the working directory.
        table = with_paths_of_project(table, folder, file)
    if "branding" in table:
        table = {**table, "branding": with_logo_of(folder, table["branding"])}
    try:
        # Only commands about a site have this argument.
        if without := getattr(arguments, "without", None):
            table = {**table, "without": without}
        options = ProjectOptions.model_validate(table)
        if arguments.audience is not None:
            options = options.for_audience(arguments.audience)
        return Project(options, folder)
    except SpecError as error:
        raise ProjectError(_text_of_error(error, file)) from error


def _text_of_error(error: SpecError, file: Path | None) -> str:
    """Return the text of an error with the project's file, if there is one, as the place of each
    problem, instead of the class that has validated the options.
    """
    file_name = None
    if file is not None:
        file_name = str(file)
    lines: list[str] = []
    for problem in error.exceptions:
        where = replace(problem.where, owner=None, file=file_name)
        located_problem = type(problem)(problem.message, where=where, hint=problem.hint)
        lines.append(str(located_problem))
    return "\n".join(lines)


def project_file(config: Path | None) -> Path | None:
    """Return the project's file: that of ``--config``, or the nearest ``pyproject.toml`` in this
    folder or above that has a table ``[tool.ggdocs]``; None if there is none.

    Raises:
        UsageError: The file of ``--config`` does not exist.
        ProjectError: A file cannot be read, or that of ``--config`` has no such table.
    """
    if config is not None:
        if not config.is_file():
            raise missing_file_error(str(config))
        if not _ggdocs_table(config):
            raise ProjectError(f"{config} has no table [tool.ggdocs]")
        return config
    try:
        return nearest_project(Path.cwd())
    except UnreadableFile as error:
        raise ProjectError(str(error)) from error


def missing_file_error(name: str) -> UsageError:
    """Return the error for a file that does not exist, with a hint what to do."""
    message, hint = no_such_file(name)
    return UsageError(f"{message}\n  hint: {hint}")


def project_file_candidates() -> Iterator[Path]:
    """Yield the paths at which the project's file may be, the nearest first, whether it exists or
    not.
    """
    working_directory = Path.cwd()
    for folder in (working_directory, *working_directory.parents):
        yield folder / PYPROJECT


def _ggdocs_table(file: Path) -> Mapping[str, Any]:
    """Return the table ``[tool.ggdocs]`` of a file; empty if the file has none.

    Raises:
        ProjectError: The file cannot be read, or is not valid TOML.
    """
    try:
        return project_table(file)
    except UnreadableFile as error:
        raise ProjectError(str(error)) from error


def _refuse_document_options(arguments: argparse.Namespace, reason: str) -> None:
    """Refuse options such as ``--title`` that describe a document of the command line, if there is
    no such document.

    Args:
        arguments: The arguments of the command.
        reason: The end of the message, why there is no such document.

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


def _documents_of_names(
    names: Iterable[str], arguments: argparse.Namespace
) -> Sequence[ApiDocSpec]:
    """Return the documents that the command line names.

    A name may lead to documents, or to a list of them. Contracts, an application and files are one
    document together.

    Raises:
        UsageError: Some names lead to documents and others to contracts.
    """
    documents: list[ApiDocSpec | Mapping[str, Any]] = []
    names_of_contents: list[str] = []  # contracts, applications and files
    for name in names:
        entries: Any = ()  # a file is not imported
        if not name.endswith(DOCUMENT_SUFFIXES):
            entries = _imported_object(name)
        if not isinstance(entries, list | tuple):
            entries = [entries]
        if entries and all(isinstance(entry, ApiDocSpec | Mapping) for entry in entries):
            documents += entries
        else:
            names_of_contents.append(name)
    if not documents:
        return [_single_document(names_of_contents, arguments)]
    if names_of_contents:
        raise UsageError("documents and contracts cannot be mixed on one command line")
    _refuse_document_options(arguments, "and these documents have their own")
    return read_specs(documents)


def _single_document(names: Sequence[str], arguments: argparse.Namespace) -> ApiDocSpec:
    """Return the document of files, of contracts or of an application, with the options of the
    command line.
    """
    slug = SINGLE_SLUG
    # An empty title stands for that of the files or the application; `fields_of_names` replaces it
    # for contracts.
    fields: dict[str, Any] = {"title": ""}
    if any(name.endswith(DOCUMENT_SUFFIXES) for name in names):
        fields |= fields_of_files(names)
    else:
        fields |= fields_of_names(names, slug)
    if fields["title"] and len(names) == 1:
        fields["title"] = names[0].rpartition(":")[2]  # the name of the only contract
    if arguments.title:
        fields["title"] = arguments.title
    if arguments.slug is not None:
        slug = arguments.slug
    try:
        return ApiDocSpec(slug=slug, version=arguments.version, **fields)
    except SpecError as error:  # an option is wrong, since the contracts have been read already
        raise UsageError(str(error)) from error


def fields_of_files(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the names of files by the field of an `ApiDocSpec` that takes them, such as
    ``openapi``.

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
            raise missing_file_error(name)
        fields.setdefault(import_optional(FIELD_OF_FILE)(Path(name)), []).append(name)
    return fields


def _imported_object(name: str) -> object:
    """Import what a name of the command line leads to: a contract, an application or a document.

    Raises:
        UsageError: The name does not have the form ``package.module:attribute``.
        ContractError: It cannot be imported.
    """
    # A name with parentheses is that of a function which returns an application.
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
    return import_application(name, Location(owner=name))
