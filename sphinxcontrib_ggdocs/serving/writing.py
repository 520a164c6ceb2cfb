"""Writes a `Site` into a directory that may hold other things, and never leaves it half-written.

The order: build everything, look for collisions, note in the manifest what will be ours, write what
changed, remove what is stale, note what is ours now. A failure before the first write changes
nothing; one between leaves each file either old or new, and the manifest knows both. What a process
leaves beside them that is killed while it writes goes with the next write.
"""

import contextlib
import errno
import hashlib
import json
import os
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .site import BadPath, Site, check_path

MANIFEST = ".ggdocs-manifest.json"
"""Names the files that we wrote, with the SHA-256 of each; `UNFINISHED` while we write."""
UNFINISHED = "unfinished"
TEMPORARY = ".ggdocs-{}.tmp"
"""A file that is being written, beside the one that it will replace."""


class SiteCollision(Exception):
    """A file stands where one of ours should, and we did not write it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What `write_site` did, as sorted paths."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether anything on the disk is different now."""
        return bool(self.written or self.removed)


def write_site(site: Site, out_dir: str | os.PathLike[str]) -> WriteReport:
    """Make `out_dir` hold the site: files that differ are replaced, those of a former write that
    are gone are removed.

    Args:
        site: All of its resources are built before anything is written.
        out_dir: Made if need be. Files in it that we did not write stay as they are.

    Raises:
        BadPath: A path is too long for the file system; nothing has been written then.
        SiteCollision: A file that we did not write has the path of one of ours, and other bytes.
        Exception: Whatever building a resource raised; nothing has been written then.
    """
    root = Path(out_dir)
    contents = {path: resource.content for path, resource in site.items()}
    hashes = {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()}
    former, unfinished = _read_manifest(root)
    differing = [path for path, content in contents.items() if not _holds(root / path, content)]
    _refuse_long_paths(root, differing)
    _refuse_collisions(root, differing, former)
    stale = sorted(former.keys() - contents.keys())
    if differing or stale or unfinished:
        _sweep({root, *((root / path).parent for path in former if unfinished)})
        _write_manifest(root, {**former, **hashes}, unfinished=True)
    for path in differing:
        _write_file(root / path, contents[path])
    removed = [path for path in stale if _remove(root, path, former[path])]
    _write_manifest(root, hashes)
    return WriteReport(
        written=tuple(sorted(differing)),
        unchanged=tuple(sorted(contents.keys() - set(differing))),
        removed=tuple(removed),
    )


def remove_site(out_dir: str | os.PathLike[str]) -> None:
    """Remove what former writes have made in a folder, and the folder when nothing else is in
    it.
    """
    root = Path(out_dir)
    if not (root / MANIFEST).exists():
        return
    write_site(Site({}), root)
    with contextlib.suppress(OSError):  # somebody else's files are in it
        (root / MANIFEST).unlink()
        root.rmdir()


def _holds(file: Path, content: bytes) -> bool:
    try:
        return file.stat().st_size == len(content) and file.read_bytes() == content
    except (OSError, ValueError):  # not there, a folder, or not ours to read: writing will tell
        return False


def _refuse_long_paths(root: Path, paths: Iterable[str]) -> None:
    """Names and paths beyond what the file system takes; `TEMPORARY` is in the folder of each, too.

    Raises:
        BadPath: One is too long.
    """
    for path in paths:
        for name in (path, f"{path.rpartition('/')[0]}/{TEMPORARY.format('0' * 16)}"):
            try:
                (root / name).lstat()
            except OSError as error:
                if error.errno == errno.ENAMETOOLONG:
                    raise BadPath(
                        f"the path of {path} in {str(root)[:80]}… is longer than the file system "
                        "takes\n"
                        "  hint: choose an output folder with a shorter path, or a shorter slug"
                    ) from error


def _refuse_collisions(root: Path, paths: Iterable[str], former: Mapping[str, str]) -> None:
    for path in paths:
        file = root / path
        in_the_way = next(
            (folder for folder in file.parents if folder.exists() and not folder.is_dir()), None
        )
        if in_the_way is None and (file.is_dir() or (path not in former and os.path.lexists(file))):
            in_the_way = file
        if in_the_way is not None:
            raise SiteCollision(
                f"{in_the_way} is in the way of {path}, and was not written by ggdocs\n"
                "  hint: move it away, or choose another output folder or slug"
            )


def _write_file(file: Path, content: bytes) -> None:
    """Write beside the target, then put in its place: a reader sees the old bytes or the new
    ones.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(TEMPORARY.format(secrets.token_hex(8)))
    try:
        # By `open`, not `tempfile`: the umask decides who may read what a web server has to read.
        with temporary.open("xb") as stream:
            stream.write(content)
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _remove(root: Path, path: str, known: str) -> bool:
    """Remove a stale file, and folders that this leaves empty; keep it when somebody else has
    changed it since.
    """
    file = root / path
    try:
        if file.is_symlink() or hashlib.sha256(file.read_bytes()).hexdigest() != known:
            return False
        file.unlink()
    except OSError:  # gone already, or not ours to remove
        return False
    with contextlib.suppress(OSError):  # ends at the first folder that holds something
        for folder in file.parents:
            if folder == root:
                break
            folder.rmdir()
    return True


def _sweep(folders: Iterable[Path]) -> None:
    """Remove what `_write_file` has left there."""
    for folder in folders:
        for file in folder.glob(TEMPORARY.format("*")):
            file.unlink(missing_ok=True)


def _read_manifest(root: Path) -> tuple[dict[str, str], bool]:
    """Paths and hashes of the former write, without what cannot be ours; and whether it was cut
    off.
    """
    try:
        manifest = json.loads((root / MANIFEST).read_bytes())
        files = {path: str(digest) for path, digest in manifest["files"].items() if _is_safe(path)}
        return files, UNFINISHED in manifest
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # none, or not ours
        return {}, False


def _is_safe(path: str) -> bool:
    try:
        return bool(check_path(path)) and path != MANIFEST
    except BadPath:
        return False


def _write_manifest(root: Path, files: Mapping[str, str], *, unfinished: bool = False) -> None:
    manifest = {
        "version": 1,
        "files": dict(sorted(files.items())),
        **({UNFINISHED: True} if unfinished else {}),
    }
    text = json.dumps(manifest, indent=1) + "\n"
    content = text.encode()
    if not _holds(root / MANIFEST, content):
        _write_file(root / MANIFEST, content)
