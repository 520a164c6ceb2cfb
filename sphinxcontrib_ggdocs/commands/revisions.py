"""A side of a comparison: a file, a file of a git revision, or a document of the project."""

import argparse
import io
import posixpath
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, Literal, TypeAlias

from ..catalog import ApiDocSpec
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..native import ApiDocsDocument, build_contract_doc
from ..value_messages import excerpt, no_such_file
from .project import Project, fields_of_files, project_file, read_project
from .terminal import UsageError

FileFormat: TypeAlias = Literal["openapi", "asyncapi"]
"""A format that says less than contract documents do."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two documents that are compared."""

    document: ApiDocsDocument
    format: FileFormat | None = None
    """That of the files that it was read from, where it was read from nothing else."""
    spec: ApiDocSpec | None = None
    """What a document of the project is built from."""


def read_side(name: str, arguments: argparse.Namespace) -> Side:
    """Read what a side of a comparison names.

    Args:
        name: The path of a contract document or of an OpenAPI or AsyncAPI file, the same after a
            git revision and a colon, ``package.module:attribute``, or the slug of a document of the
            project.
        arguments: The arguments of the command.

    Raises:
        UsageError: It names nothing, or a file that is no document.
        ContractError: A contract is wrong.
    """
    if Path(name).is_file():
        return _of_file(Path(name), arguments.audience)
    if (revised := file_of_revision(name)) is not None:
        with tempfile.TemporaryDirectory() as folder:
            return _of_file(_extracted(*revised, Path(folder)), arguments.audience)
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


def file_of_revision(
    name: str, flavour: type[PurePath] = PurePath
) -> tuple[str, PurePosixPath] | None:
    """Return a git revision and a path in it, such as ``v3.1:docs/shop.json``; None for another
    name.

    Args:
        name: The name, as somebody has written it.
        flavour: The class of paths of the system, whose separators git has as slashes.
    """
    revision, colon, path = name.partition(":")
    is_on_drive = len(revision) == 1 and path.startswith(("\\", "/"))
    if not colon or is_on_drive or not path.endswith(DOCUMENT_SUFFIXES):
        return None
    return revision, PurePosixPath(flavour(path).as_posix())


def _of_project(project: Project, slugs: Sequence[str]) -> Side:
    specs = project.specs(slugs)
    if len(specs) != 1:
        names = ", ".join(spec.slug for spec in specs)
        raise UsageError(f"several documents are named: choose one of {names}")
    return Side(build_contract_doc(specs[0]), spec=specs[0])


def _of_file(path: Path, audience: Sequence[str] | None) -> Side:
    """The document of a file, for an audience where the file says for whom its parts are."""
    fields: dict[str, Any] = {**fields_of_files([str(path)])}
    asked = None if "contract_document" in fields else audience
    document = build_contract_doc(ApiDocSpec(slug="api", title="", **fields), audience=asked)
    formats: dict[str, FileFormat] = {"openapi": "openapi", "asyncapi": "asyncapi"}
    return Side(document, formats.get(next(iter(fields))))


def _extracted(revision: str, path: PurePosixPath, folder: Path) -> Path:
    """A file of a revision, with all files of these kinds, to which it may refer. Its path leads on
    from the top of the repository, as for git, or from the working directory.
    """
    # git would take it for an option.
    if revision.startswith("-") or not revision:
        raise UsageError(f"{revision!r} is not a revision")
    top = _git("rev-parse", "--show-toplevel").decode().strip()
    prefix = _git("rev-parse", "--show-prefix").decode().strip()
    places = [posixpath.normpath(place) for place in (str(path), posixpath.join(prefix, path))]
    names = _git("-C", top, "ls-tree", "-r", "-z", "--name-only", revision).decode().split("\0")
    suffixes = {PurePosixPath(name).suffix for name in names}
    kinds = [f"*{suffix}" for suffix in DOCUMENT_SUFFIXES if suffix in suffixes]
    # One call for all files: a process for each would take seconds in a large repository.
    content = _git("-C", top, "archive", "--format=tar", revision, "--", *(kinds or ["."]))
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        # No member can leave the folder with this filter, nor be a device or a link outside (PEP
        # 706).
        archive.extractall(folder, filter="data")
    for place in places:
        if not place.startswith("..") and (folder / place).is_file():
            return folder / place
    raise UsageError(f"there is no {excerpt(str(path))} in {revision}")


def _git(*arguments: str) -> bytes:
    """What a command of git prints.

    Raises:
        UsageError: It fails.
    """
    try:
        # A list of arguments, which no shell reads.
        done = subprocess.run(  # noqa: S603
            ["git", *arguments],  # noqa: S607
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise UsageError(f"git cannot be run: {error.strerror}") from error
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(f"git: {''.join(lines[-1:])}")
    return done.stdout
