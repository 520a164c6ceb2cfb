"""Implements ``ggdocs snapshot``, which writes the contract documents of a release into a
folder.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..catalog import ApiDocSpec, ApplicationWarning
from ..history import compare
from ..history.changes import Change
from ..history.reports import summary
from ..history.snapshots import Snapshot, snapshot_of, snapshot_path
from ..native import build_contract_doc
from ..serving.directory import write_file
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import UsageError, print_message, print_result, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs snapshot`` to its parser."""
    parser.add_argument(
        "--history",
        type=Path,
        metavar="FOLDER",
        help="the folder of the snapshots (default: history of the document)",
    )
    parser.add_argument(
        "--force", action="store_true", help="write a snapshot even if it changes a released one"
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the snapshots; return 0, or 1 without writing any if a released one would change."""
    # Here `--version` is that of the release. Other commands accept the option only for documents
    # on the command line, so the project must not see it.
    version = arguments.version
    arguments.version = None
    specs = read_project(arguments).specs(arguments.doc)
    with printed_warnings(ApplicationWarning):
        files = [_snapshot_file(spec, arguments.history, version) for spec in specs]
    changed = [file for file in files if file.changes]
    if changed and not arguments.force:
        for file in changed:
            text = summary(file.changes)
            print_message(f"ggdocs: error: {file.path} is released and would change: {text}")
        print_message("  hint: release another version, or replace this one with --force")
        return 1
    _write(files, is_forced=arguments.force)
    return 0


@dataclass(frozen=True, slots=True)
class _SnapshotFile:
    """The snapshot of one document, before it is written."""

    path: Path
    content: bytes
    """The new content."""
    current: bytes | None
    """The present content of the file; None if it does not exist."""
    changes: tuple[Change, ...]
    """The changes of the API since the file was written; empty if only its text differs."""

    def is_kept(self, *, is_forced: bool) -> bool:
        """Return whether the file is not written, since it has the same content or the same API.

        `is_forced` is ``--force``, with which every other content is written.
        """
        if self.current is None or is_forced:
            return self.current == self.content  # never for a file that does not exist
        return not self.changes


def _snapshot_file(spec: ApiDocSpec, history: Path | None, version: str | None) -> _SnapshotFile:
    """Build the snapshot of a document, and compare it with the present content of its file.

    Args:
        spec: The document.
        history: The folder of ``--history``; None for that of the document.
        version: The version of ``--version``; None for that of the document.

    Raises:
        UsageError: There is no folder for snapshots.
    """
    folder = history or spec.snapshots
    if folder is None:
        raise UsageError(
            f"the document {spec.slug!r} has no folder for snapshots: set history in its entry, "
            "or give --history"
        )
    document = build_contract_doc(spec)
    path = snapshot_path(folder, spec.slug, version or document.service.version)
    content = snapshot_of(document, version)
    current = None
    changes: tuple[Change, ...] = ()
    if path.is_file():
        current = path.read_bytes()
    if current not in (None, content):  # equal content has no changes
        changes = compare(Snapshot(path.stem, path).read(), document)
    return _SnapshotFile(path, content, current, changes)


def _write(files: Sequence[_SnapshotFile], *, is_forced: bool) -> None:
    """Write the files that are not kept, and print the paths of all."""
    for file in files:
        if file.is_kept(is_forced=is_forced):
            print_result(f"{file.path} (as before)")
        else:
            write_file(file.path, file.content)
            print_result(str(file.path))
