"""``ggdocs snapshot``: writes the contract documents of a release into a folder of the docs."""

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
    """Add the arguments of this command."""
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
    """Write the snapshots; 1, and nothing is written, if one would change."""
    # Not of a document on the command line alone: it is that of the release, whatever is released.
    version, arguments.version = arguments.version, None
    specs = read_project(arguments).specs(arguments.doc)
    with printed_warnings(ApplicationWarning):
        files = [_snapshot_file(spec, arguments.history, version) for spec in specs]
    changed = [file for file in files if file.changes]
    if changed and not arguments.force:
        for file in changed:
            how = summary(file.changes)
            print_message(f"ggdocs: error: {file.path} is released and would change: {how}")
        print_message("  hint: release another version, or replace this one with --force")
        return 1
    _write(files, is_forced=arguments.force)
    return 0


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    content: bytes
    former: bytes | None
    """What the file holds now."""
    changes: tuple[Change, ...]
    """What has changed since the file was written; nothing where only its text would."""

    def is_kept(self, *, is_forced: bool) -> bool:
        """Return whether the file stays as it was released."""
        if self.former is None or is_forced:
            return self.former == self.content
        return not self.changes


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
    content = snapshot_of(document, version)
    former = None
    changes: tuple[Change, ...] = ()
    if path.is_file():
        former = path.read_bytes()
    if former not in (None, content):
        changes = compare(Snapshot(path.stem, path).read(), document)
    return _File(path, content, former, changes)


def _write(files: Sequence[_File], *, is_forced: bool) -> None:
    for file in files:
        if file.is_kept(is_forced=is_forced):
            print_result(f"{file.path} (as before)")
        else:
            write_file(file.path, file.content)
            print_result(str(file.path))
