"""`Site`: an immutable map from relative path to a resource that is built at most once."""

import contextlib
import gzip
import hashlib
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType

COMPRESSIBLE = re.compile(r"text/|application/(?:json|javascript|schema\+json)|image/svg\+xml")
"""Media types of text; images and fonts are compressed already."""
WORTH_COMPRESSING = 1024
"""Smaller responses fit into one network packet without compression, too."""


class BadPath(ValueError):
    """A path that could leave a site, or that file systems treat differently."""


class Resource:
    """Bytes with a media type, built on first use and then kept.

    Args:
        media_type: As in the header ``Content-Type``, charset included.
        build: Builds the bytes; called once, even when many threads read `content` at the same
            time. An error is kept and raised to each reader.
        immutable: Whether the path changes when the bytes do: caches then need not revalidate.
    """

    def __init__(
        self, media_type: str, build: Callable[[], bytes], *, immutable: bool = False
    ) -> None:
        self.media_type = media_type
        self.immutable = immutable
        self.policy: str | None = None
        """The content security policy of a page that needs its own; set when it is built."""
        self._build: Callable[[], bytes] | None = build
        self._lock = threading.Lock()
        self._content: bytes | None = None
        self._error: Exception | None = None
        self._traceback: TracebackType | None = None
        self._etag: str | None = None
        self._gzipped: bytes | None = None
        self._is_compressed = False
        """Whether `_gzipped` is final: the compressed bytes, or None if they are not smaller."""

    @classmethod
    def of(cls, media_type: str, content: bytes, *, immutable: bool = False) -> "Resource":
        """Return a resource for existing bytes."""
        return cls(media_type, lambda: content, immutable=immutable)

    def __repr__(self) -> str:
        return f"Resource({self.media_type!r}, {'built' if self.is_built else 'not yet built'})"

    @property
    def is_built(self) -> bool:
        """Whether `content` is available without a build."""
        return self._build is None

    @property
    def is_ready(self) -> bool:
        """Whether `content`, `etag` and `gzipped` are available, or raise, without work."""
        return self.is_built and (self._is_compressed or self._error is not None)

    def make_ready(self) -> None:
        """Build and compress now. An error is not raised here, but to each reader of `content`."""
        with contextlib.suppress(Exception):
            _ = self.gzipped

    @property
    def content(self) -> bytes:
        """The bytes.

        Raises:
            Exception: Whatever `build` raised.
        """
        if self._build is not None:
            with self._lock:
                self._build_unless_built()
        if self._error is not None:
            # Each `raise` would append its frames to the traceback of the stored error.
            raise self._error.with_traceback(self._traceback)
        assert self._content is not None
        return self._content

    def _build_unless_built(self) -> None:
        """Build the bytes and their tag, or store the error; the caller holds the lock."""
        if self._build is None:
            return  # Another thread was faster.
        try:
            content = self._build()
        except Exception as error:  # noqa: BLE001  # Raised by a user's contract.
            self._error, self._traceback = error, error.__traceback__
        else:
            # Half of the digest is long enough: 128 bits.
            self._etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            self._content = content
        self._build = None

    def _compress(self, content: bytes) -> bytes | None:
        """Return bytes compressed by gzip; None if they are no text, or do not get smaller."""
        if len(content) < WORTH_COMPRESSING or not COMPRESSIBLE.match(self.media_type):
            return None
        # gzip writes the time into its header: without it, equal content gives equal bytes, as a
        # strong entity tag promises.
        compressed = gzip.compress(content, mtime=0)
        if len(compressed) < len(content):
            return compressed
        return None

    @property
    def etag(self) -> str:
        """The strong entity tag of the bytes, in quotes (RFC 9110, 8.8.3)."""
        _ = self.content  # Builds the tag, too, or raises.
        assert self._etag is not None
        return self._etag

    @property
    def gzipped(self) -> bytes | None:
        """The bytes compressed on first use; None when they would not be smaller."""
        content = self.content
        if not self._is_compressed:
            with self._lock:
                if not self._is_compressed:  # Another thread may have been faster.
                    self._gzipped = self._compress(content)
                    self._is_compressed = True
        return self._gzipped


NAME_LENGTH = 255
"""The longest name in bytes on common file systems."""

_SEGMENT = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9_.~@+-]+")
"""A name between two slashes, except for ``.`` and ``..``."""


def check_path(path: str) -> str:
    """Check that `path` is relative, has no ``..``, and is safe in URLs and on disks.

    Returns:
        The same path.

    Raises:
        BadPath: It is not.
    """
    segments = path.split("/")
    for segment in segments:
        if len(segment) > NAME_LENGTH:
            raise BadPath(
                f"the file name {segment[:40]}… has {len(segment)} characters\n"
                f"  hint: file systems allow {NAME_LENGTH}; choose a shorter slug"
            )
    if not path or not all(map(_SEGMENT.fullmatch, segments)):
        raise BadPath(
            f"{path!r} is not a valid path in a site\n"
            "  hint: write a relative path with slashes between letters, digits and _.~@+-"
        )
    return path


class Site(Mapping[str, Resource]):
    """Resources by path, in the order in which they are written: a file after the files that it
    refers to.

    Args:
        resources: Resources by relative path with slashes.

    Raises:
        BadPath: A path could leave the site.
    """

    __slots__ = ("_resources",)

    def __init__(self, resources: Mapping[str, Resource]) -> None:
        self._resources = {check_path(path): resource for path, resource in resources.items()}
        folders: set[str] = set()
        for path in self._resources:
            folders.update(_folders(path))
        files_and_folders = sorted(folders & self._resources.keys())
        if files_and_folders:
            raise BadPath(f"{files_and_folders[0]!r} would be both a file and a folder")

    def __getitem__(self, path: str) -> Resource:
        return self._resources[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._resources)

    def __len__(self) -> int:
        return len(self._resources)

    def __repr__(self) -> str:
        return f"Site({', '.join(self._resources)})"


def _folders(path: str) -> Iterator[str]:
    """Yield the folders that contain a path: ``a/b`` and ``a`` of ``a/b/c.json``."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
