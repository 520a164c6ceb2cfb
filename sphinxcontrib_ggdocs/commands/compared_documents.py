"""A side of a comparison: a file, or a document of the project."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..catalog import ApiDocSpec
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..catalog.readers import CONTRACT_DOCUMENT
from ..native import ApiDocsDocument, build_contract_doc
from ..value_messages import no_such_file
from .project import Project, fields_of_files, project_file, read_project
from .terminal import UsageError


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents that are compared."""

    document: ApiDocsDocument
    format: str | None = None
    """The format of the file that it was read from; None if it says all that contracts do."""


def read_side(name: str, arguments: argparse.Namespace) -> Side:
    """Read what a side of a comparison names.

    Args:
        name: The path of a contract document or of an OpenAPI or AsyncAPI file,
            ``package.module:attribute``, or the slug of a document of the project.
        arguments: The arguments of the command.

    Raises:
        UsageError: It names nothing, or a file that is not a document.
        ContractError: A contract is wrong.
    """
    if Path(name).is_file():
        return _of_file(Path(name), arguments.audience)
    if name.endswith(DOCUMENT_SUFFIXES):
        raise UsageError("\n  hint: ".join(no_such_file(name)))
    if ":" in name:
        options = argparse.Namespace(**{**vars(arguments), "targets": [name]})
        return _of_project(read_project(options), ())
    if project_file(arguments.config) is None:
        raise UsageError(
            f"{name!r} is neither a file nor package.module:attribute, and without a table "
            "[tool.ggdocs] in pyproject.toml there are no documents with slugs"
        )
    try:
        return _of_project(read_project(arguments), [name])
    except UsageError as error:
        raise UsageError(f"{name!r} is not a file, and {error}") from error


def _of_project(project: Project, slugs: Sequence[str]) -> Side:
    specs = project.specs(slugs)
    if len(specs) != 1:
        names = ", ".join(spec.slug for spec in specs)
        raise UsageError(f"several documents are named: choose one of {names}")
    return Side(build_contract_doc(specs[0]), _format_of(specs[0].file_fields))


def _of_file(path: Path, audience: Sequence[str] | None) -> Side:
    """Return the document of a file, for an audience where the file says for whom its parts are."""
    fields: dict[str, Any] = {**fields_of_files([str(path)])}
    asked = None if CONTRACT_DOCUMENT in fields else audience
    document = build_contract_doc(ApiDocSpec(slug="api", title="", **fields), audience=asked)
    return Side(document, _format_of(fields))


def _format_of(fields: Iterable[str]) -> str | None:
    """Return the format of a document that is read from files of one of the lesser formats."""
    formats = [field for field in fields if field != CONTRACT_DOCUMENT]
    return formats[0] if len(formats) == 1 else None
