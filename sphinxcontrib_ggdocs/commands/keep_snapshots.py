"""``ggdocs snapshot``: writes the contract documents of a release into a folder of the docs."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..catalog import ApiDocSpec, ApplicationWarning
from ..history import compare
from ..history.reports import summary
from ..history.snapshots import Snapshot, snapshot_of, snapshot_path
from ..native import ApiDocsDocument, build_contract_doc
from ..serving.directory import write_file
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import UsageError, print_message, print_result, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--history",
        type=Path,
        metavar="FOLDER",
        help="the folder of the snapshots (default: history of the document)",
    )
    parser.add_argument(
        "--force", action="store_true", help="write a snapshot although it changes a released one"
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the snapshots; 1, and nothing is written, if one would change."""
    # Not of a document on the command line alone: it is that of the release, whatever is released.
    version, arguments.version = arguments.version, None
    specs = read_project(arguments).specs(arguments.doc)
    with printed_warnings(ApplicationWarning):
        files = [_snapshot_file(spec, arguments.history, version) for spec in specs]
    changed = [file for file in files if file.is_changed]
    if changed and not arguments.force:
        for file in changed:
            print_message(f"ggdocs: error: {file.path} is released and would change{_how(file)}")
        print_message("  hint: release another version, or replace this one with --force")
        return 1
    _write(files)
    return 0


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    document: ApiDocsDocument
    content: bytes
    former: bytes | None
    """What the file holds now."""

    @property
    def is_changed(self) -> bool:
        """Whether a snapshot would be replaced by another."""
        return self.former is not None and self.former != self.content


def _snapshot_file(spec: ApiDocSpec, history: Path | None, version: str | None) -> _File:
    """Prepare the snapshot of a document, with the present content of its file."""
    folder = history or spec.snapshots
    if folder is None:
        raise UsageError(
            f"the document {spec.slug!r} has no folder for snapshots: set history in its entry, "
            "or give --history"
        )
    document = build_contract_doc(spec)
    path = snapshot_path(folder, spec.slug, version or document.service.version)
    former = None
    if path.is_file():
        former = path.read_bytes()
    return _File(path, document, snapshot_of(document, version), former)


def _how(file: _File) -> str:
    """What would change for clients, at the end of a message."""
    changes = compare(Snapshot(file.path.stem, file.path).read(), file.document)
    if changes:
        return f": {summary(changes)}"
    return ""


def _write(files: Sequence[_File]) -> None:
    for file in files:
        if file.former == file.content:
            print_result(f"{file.path} (as before)")
        else:
            write_file(file.path, file.content)
            print_result(str(file.path))
