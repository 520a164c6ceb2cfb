"""A side of a comparison: a file, a file of a git revision, or a document of the project."""

import argparse
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from ..catalog import ApiDocSpec
from ..native import ApiDocsDocument, contract_document
from ..value_messages import excerpt
from .project import FILES, Project, fields_of_files, read_project
from .terminal import UsageError


def read_side(name: str, arguments: argparse.Namespace) -> ApiDocsDocument:
    """The contract document that a side of a comparison names.

    Args:
        name: The path of a contract document or of an OpenAPI file, the same after a git revision
            and a colon, ``package.module:attribute``, or the slug of a document of the project.
        arguments: The arguments of the command.

    Raises:
        UsageError: It names nothing, or a file that is no document.
        ContractError: A contract is wrong.
    """
    if Path(name).is_file():
        return _of_file(Path(name))
    revision, colon, path = name.partition(":")
    if colon and path.endswith(FILES):
        with tempfile.TemporaryDirectory() as folder:
            return _of_file(_extracted(revision, PurePosixPath(path), Path(folder)))
    if name.endswith(FILES):
        raise UsageError(f"there is no file {name}")
    if colon:
        options = argparse.Namespace(**{**vars(arguments), "contracts": [name]})
        return _of_project(read_project(options), ())
    return _of_project(read_project(arguments), [name])


def _of_project(project: Project, slugs: Sequence[str]) -> ApiDocsDocument:
    specs = project.specs(slugs)
    if len(specs) != 1:
        names = ", ".join(spec.slug for spec in specs)
        raise UsageError(f"several documents are named: choose one of {names}")
    return contract_document(specs[0])


def _of_file(path: Path) -> ApiDocsDocument:
    fields: dict[str, Any] = {**fields_of_files([str(path)])}
    return contract_document(ApiDocSpec(slug="api", title="", **fields))


def _extracted(revision: str, path: PurePosixPath, folder: Path) -> Path:
    """A file of a revision with those beside it, to which it may refer."""
    if path.is_absolute() or ".." in path.parts:
        raise UsageError(f"{path} leads out of the repository: write a path inside of it")
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    command = ["git", "archive", "--format=tar", f"{revision}:./{path.parent}"]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # no shell
    except OSError as error:
        raise UsageError(f"git cannot be run: {error.strerror}") from error
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise UsageError(f"git knows no {revision}:{path}: {''.join(message)}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    found = folder / path.name
    if not found.is_file():
        raise UsageError(f"there is no {excerpt(str(path))} in {revision}")
    return found
