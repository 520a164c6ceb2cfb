"""Writes a `Site` into a directory that may hold other files, and never leaves a file half-written.

The order: build everything, check for collisions, record in the manifest the files of both this and
the former write, write the files that changed, remove stale ones, record the files of this write.
An error before the first write changes nothing; a later one leaves each file either old or new, and
the manifest lists both.
"""

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .site import BadPath, Site, check_path

MANIFEST = ".ggdocs-manifest.json"
"""Lists the files that we wrote with the SHA-256 of each."""
TEMPORARY = ".ggdocs-{}.tmp"
"""A file during its write, in the folder of the file that it will replace."""

NONE_KEPT: Mapping[str, str] = {}
"""No files of the earlier write stay."""


class SiteCollision(Exception):
    """A file that something else wrote has the path of a file of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """The paths that `write_site` wrote, left unchanged and removed; each sorted."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether anything was written or removed."""
        return bool(self.written or self.removed)


def write_site(
    site: Site, out_dir: str | os.PathLike[str], kept: Mapping[str, str] = NONE_KEPT
) -> WriteReport:
    """Write a site into a directory: replace files that differ, and remove files of an earlier
    write that the site no longer has.

    Args:
        site: All of its resources are built before anything is written.
        out_dir: Created if missing. Other files in it are left unchanged.
        kept: Files of the earlier write that stay although the site does not have them, each with
            its SHA-256: those of documents that have not changed, and are not built again.

    Raises:
        SiteCollision: A file that something else wrote has the path of a file of the site, and
            other bytes.
        Exception: Whatever building a resource raised. Nothing has been written.
    """
    root = Path(out_dir)
    contents: dict[str, bytes] = {}
    hashes = dict(kept)
    differing: list[str] = []
    for path, resource in site.items():
        contents[path] = resource.content
        hashes[path] = hashlib.sha256(resource.content).hexdigest()
        if not _has_content(root / path, resource.content):
            differing.append(path)
    former = _read_manifest(root)
    _check_collisions(root, differing, former)
    stale = sorted(former.keys() - hashes.keys())
    # Left by a process that was killed.
    for leftover in root.rglob(TEMPORARY.format("*")):
        leftover.unlink()
    if differing or stale:
        # If this process is killed now, the next write knows the files of both.
        _write_manifest(root, {**former, **hashes})
    for path in differing:
        write_file(root / path, contents[path])
    removed = [path for path in stale if _remove_stale(root, path, former[path])]
    _write_manifest(root, hashes)
    return WriteReport(
        written=tuple(sorted(differing)),
        unchanged=tuple(sorted(hashes.keys() - set(differing))),
        removed=tuple(removed),
    )


def remove_site(out_dir: str | os.PathLike[str]) -> None:
    """Remove the files of earlier writes, and the folder if that leaves it empty."""
    root = Path(out_dir)
    if not (root / MANIFEST).exists():
        return
    # A site without files: all files of the earlier write are stale.
    write_site(Site({}), root)
    with contextlib.suppress(OSError):  # Raised by `rmdir` if the folder holds other files.
        (root / MANIFEST).unlink()
        root.rmdir()


def unchanged_files(
    out_dir: str | os.PathLike[str], folders: Iterable[str]
) -> dict[str, dict[str, str]]:
    """Return the files of the earlier write in some folders, each with its SHA-256; a folder of
    which a file has changed since then is left out.

    Args:
        out_dir: The directory.
        folders: The names of the folders in it.
    """
    root = Path(out_dir)
    files_by_folder: dict[str, dict[str, str]] = {folder: {} for folder in folders}
    for path, digest in _read_manifest(root).items():
        folder = path.partition("/")[0]
        if folder in files_by_folder:
            files_by_folder[folder][path] = digest
    return {
        folder: files for folder, files in files_by_folder.items() if _are_unchanged(root, files)
    }


def _are_unchanged(root: Path, files: Mapping[str, str]) -> bool:
    """Return whether files still have their SHA-256. False if a file cannot be read; also if there
    are no files, since nothing has been written then that could be kept.

    Args:
        root: The directory.
        files: The SHA-256 of each file, by its path in the directory.
    """
    for path, digest in files.items():
        try:
            content = (root / path).read_bytes()
        except OSError:
            return False
        if hashlib.sha256(content).hexdigest() != digest:
            return False
    return bool(files)


def _has_content(file: Path, content: bytes) -> bool:
    """Return whether a file exists and has exactly some bytes."""
    try:
        return file.stat().st_size == len(content) and file.read_bytes() == content
    except (OSError, ValueError):
        # Missing, or not readable: then the write fails, with a reason.
        return False


def _check_collisions(root: Path, paths: Iterable[str], former: Mapping[str, str]) -> None:
    """Raise `SiteCollision` if something that we did not write is in the way of a file.

    Args:
        root: The output folder.
        paths: The files that will be written.
        former: The files of the earlier write.
    """
    for path in paths:
        obstacle = _obstacle(root / path, is_ours=path in former)
        if obstacle is not None:
            raise SiteCollision(
                f"cannot write {path}: {obstacle} exists, and ggdocs did not write it\n"
                "  hint: move it away, or choose another output folder or slug"
            )


def _obstacle(file: Path, *, is_ours: bool) -> Path | None:
    """Return what prevents that a file is written: a file where a folder has to be, a folder at its
    path, or a file that we did not write; None if nothing does.
    """
    for folder in file.parents:
        if folder.exists() and not folder.is_dir():
            return folder
    # `lexists` is also true for a broken link.
    is_foreign = not is_ours and os.path.lexists(file)
    if is_foreign or file.is_dir():
        return file
    return None


def write_file(file: Path, content: bytes) -> None:
    """Write a temporary file, then rename it: a reader sees either the old bytes or the new."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(TEMPORARY.format(secrets.token_hex(8)))
    try:
        # `tempfile` would allow only this user to read the file, which a web server has to read.
        with temporary.open("xb") as stream:
            stream.write(content)
        temporary.replace(file)
    except BaseException:  # Also if the user interrupts the process.
        temporary.unlink(missing_ok=True)
        raise


def _remove_stale(root: Path, path: str, former_digest: str) -> bool:
    """Remove a file of the earlier write, unless somebody has changed it, and the folders that are
    empty then. Return whether it was removed.

    Args:
        root: The output folder.
        path: The path of the file in it.
        former_digest: The SHA-256 of the file when it was written.
    """
    file = root / path
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        # We write no links, so that somebody else has put one there.
        if file.is_symlink() or digest != former_digest:
            return False
        file.unlink()
    except OSError:  # Removed already, or not permitted.
        return False
    # `rmdir` fails at the first folder that is not empty.
    with contextlib.suppress(OSError):
        for folder in file.parents:
            if folder == root:
                break
            folder.rmdir()
    return True


def _read_manifest(root: Path) -> dict[str, str]:
    """Return the files of the earlier write, each with its SHA-256; none without a valid manifest.

    Paths that could be outside of the folder are dropped, since anybody may edit the file.
    """
    try:
        files = json.loads((root / MANIFEST).read_bytes())["files"]
        return {path: str(digest) for path, digest in files.items() if _is_safe(path)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_safe(path: str) -> bool:
    """Return whether a path of a manifest is inside the folder, and not the manifest itself."""
    try:
        return bool(check_path(path)) and path != MANIFEST
    except BadPath:
        return False


def _write_manifest(root: Path, files: Mapping[str, str]) -> None:
    """Write the manifest with files and their SHA-256, unless it is the same already."""
    manifest = {"version": 1, "files": dict(sorted(files.items()))}
    content = f"{json.dumps(manifest, indent=1)}\n".encode()
    if not _has_content(root / MANIFEST, content):
        write_file(root / MANIFEST, content)
