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
        kept: Files of the earlier write that stay, each with its SHA-256.

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
    for leftover in root.rglob(TEMPORARY.format("*")):  # by a process that was killed
        leftover.unlink()
    if differing or stale:
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
    write_site(Site({}), root)
    with contextlib.suppress(OSError):  # the folder holds other files
        (root / MANIFEST).unlink()
        root.rmdir()


def kept_files(
    out_dir: str | os.PathLike[str], folders: Iterable[str]
) -> dict[str, dict[str, str]]:
    """Return the files of the earlier write in some folders, each with its SHA-256; a folder in
    which any has changed since is left out.

    Args:
        out_dir: The directory.
        folders: Their names.
    """
    root = Path(out_dir)
    kept: dict[str, dict[str, str]] = {folder: {} for folder in folders}
    for path, digest in _read_manifest(root).items():
        folder = path.partition("/")[0]
        if folder in kept:
            kept[folder][path] = digest
    return {folder: files for folder, files in kept.items() if _are_unchanged(root, files)}


def _are_unchanged(root: Path, files: Mapping[str, str]) -> bool:
    """Return whether there are files, each with its SHA-256."""
    for path, digest in files.items():
        try:
            content = (root / path).read_bytes()
        except OSError:
            return False
        if hashlib.sha256(content).hexdigest() != digest:
            return False
    return bool(files)


def _has_content(file: Path, content: bytes) -> bool:
    try:
        return file.stat().st_size == len(content) and file.read_bytes() == content
    except (OSError, ValueError):  # missing, or unreadable: the write fails with a reason
        return False


def _check_collisions(root: Path, paths: Iterable[str], former: Mapping[str, str]) -> None:
    for path in paths:
        obstacle = _obstacle(root / path, is_ours=path in former)
        if obstacle is not None:
            raise SiteCollision(
                f"cannot write {path}: {obstacle} exists, and ggdocs did not write it\n"
                "  hint: move it away, or choose another output folder or slug"
            )


def _obstacle(file: Path, *, is_ours: bool) -> Path | None:
    """Return what is in the way of a file: a file in the place of a folder, or what is there
    already and not ours.
    """
    for folder in file.parents:
        if folder.exists() and not folder.is_dir():
            return folder
    is_of_others = not is_ours and os.path.lexists(file)
    if is_of_others or file.is_dir():
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
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _remove_stale(root: Path, path: str, known: str) -> bool:
    """Remove a file that nobody else has changed, and the folders that are empty then."""
    file = root / path
    try:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if file.is_symlink() or digest != known:
            return False
        file.unlink()
    except OSError:  # removed already, or not permitted
        return False
    with contextlib.suppress(OSError):  # stops at the first folder that is not empty
        for folder in file.parents:
            if folder == root:
                break
            folder.rmdir()
    return True


def _read_manifest(root: Path) -> dict[str, str]:
    """Read the safe paths and the hashes of the earlier write."""
    try:
        files = json.loads((root / MANIFEST).read_bytes())["files"]
        return {path: str(digest) for path, digest in files.items() if _is_safe(path)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # missing, or not a manifest
        return {}


def _is_safe(path: str) -> bool:
    try:
        return bool(check_path(path)) and path != MANIFEST
    except BadPath:
        return False


def _write_manifest(root: Path, files: Mapping[str, str]) -> None:
    manifest = {"version": 1, "files": dict(sorted(files.items()))}
    content = f"{json.dumps(manifest, indent=1)}\n".encode()
    if not _has_content(root / MANIFEST, content):
        write_file(root / MANIFEST, content)
