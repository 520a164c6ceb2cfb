"""Loads one side of a comparison: a file, or a document of the project."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

from ..catalog import ApiDocSpec
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..catalog.readers import CONTRACT_DOCUMENT
from ..document import parts as doc
from ..history.changes import Change
from ..native import ApiDocsDocument, build_contract_doc
from .project import Project, fields_of_files, missing_file_error, project_file, read_project
from .terminal import UsageError


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents that are compared."""

    document: ApiDocsDocument
    format: str | None = None
    """The format of the file that it was read from, such as ``openapi``, if that has less
    information than contracts; otherwise None.
    """
    file: str = ""
    """The file that it was read from; empty if it was built from contracts or an application."""

    def place_of(self, change: Change) -> tuple[str, int | None]:
        """Return the file of a change and the line in it; an empty text and None if they are
        unknown.

        For a document of Python contracts that is the line of the method; of a change of a contract
        that of its first method.
        """
        if self.file:
            return self.file, None
        for group in self.document.groups:
            for contract in group.contracts:
                for method in contract.methods:
                    key = f"{group.slug}/{contract.name}/{method.name}"
                    if change.place.key in (key, f"{group.slug}/{contract.name}"):
                        return _place_in_module(contract.source, method.source)
        return "", None


def _place_in_module(*sources: doc.Source | None) -> tuple[str, int | None]:
    """Return the file and the line of the innermost of several sources in Python.

    The file is relative to the working directory; empty if it is outside, or unknown.

    Args:
        sources: The sources of a contract and of its method, the outer one first.
    """
    module: str | None = None
    line: int | None = None
    for source in sources:
        if source is not None:
            # A method in the module of its contract has no module itself.
            module = source.module or module
            line = source.line or line
    if module is None:
        return "", None
    spec = find_spec(module)  # the import system knows the file of a module
    if spec is None or spec.origin is None:
        return "", None
    file = Path(spec.origin)
    if not file.is_relative_to(Path.cwd()):
        return "", None
    return str(file.relative_to(Path.cwd())), line


def read_side(name: str, arguments: argparse.Namespace) -> Side:
    """Read one of the documents that are compared.

    Args:
        name: The path of a contract document or of an OpenAPI or AsyncAPI file,
            ``package.module:attribute``, or the slug of a document of the project.
        arguments: The arguments of the command.

    Raises:
        UsageError: The name leads to no document.
        ContractError: A contract is wrong.
    """
    if Path(name).is_file():
        return _side_of_file(Path(name), arguments.audience)
    if name.endswith(DOCUMENT_SUFFIXES):
        raise missing_file_error(name)
    if ":" in name:  # a Python object, which is read as if it were the target of the command
        options = argparse.Namespace(**{**vars(arguments), "targets": [name]})
        return _side_of_project(read_project(options), ())
    if project_file(arguments.config) is None:
        raise UsageError(
            f"{name!r} is neither a file nor package.module:attribute, and without a table "
            "[tool.ggdocs] in pyproject.toml there are no documents with slugs"
        )
    try:
        return _side_of_project(read_project(arguments), [name])
    except UsageError as error:
        raise UsageError(f"{name!r} is not a file, and {error}") from error


def _side_of_project(project: Project, slugs: Sequence[str]) -> Side:
    """Return the only document of a project, or the one with a slug.

    Raises:
        UsageError: There are several documents.
    """
    specs = project.specs(slugs)
    if len(specs) != 1:
        names = ", ".join(spec.slug for spec in specs)
        raise UsageError(f"several documents are named: choose one of {names}")
    fields = specs[0].file_fields
    # Only a document of one file has a certain place for changes.
    files = list(chain.from_iterable(fields.values()))
    only_file = ""
    if len(files) == 1:
        only_file = str(files[0])
    return Side(build_contract_doc(specs[0]), _format_of(fields), only_file)


def _side_of_file(path: Path, audience: Sequence[str] | None) -> Side:
    """Return the document of a file.

    A contract document was filtered for its audience when it was written; other files are filtered
    now.
    """
    fields: dict[str, Any] = {**fields_of_files([str(path)])}
    if CONTRACT_DOCUMENT in fields:
        audience = None  # its JSON does not say any more for whom a part is
    spec = ApiDocSpec(slug="api", title="", **fields)
    document = build_contract_doc(spec, audience=audience)
    return Side(document, _format_of(fields), str(path))


def _format_of(fields: Iterable[str]) -> str | None:
    """Return the format of a document that was read from files with less information than
    contracts.

    `fields` are the fields of an `ApiDocSpec` that name files: ``openapi``, ``asyncapi``.
    """
    # A document of an OpenAPI and an AsyncAPI file together has no single format.
    formats = [field for field in fields if field != CONTRACT_DOCUMENT]
    if len(formats) == 1:
        return formats[0]
    return None
