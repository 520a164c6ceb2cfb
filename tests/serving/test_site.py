"""`Site` and `Resource`: paths that cannot lead out, bytes that are built once."""

import gzip
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from sphinxcontrib_ggdocs.serving import BadPath, Resource, Site

TEXT = "text/plain; charset=utf-8"


def counting(content: bytes = b"x") -> tuple[Resource, Callable[[], int]]:
    calls: list[int] = []

    def build() -> bytes:
        calls.append(1)
        return content

    return Resource(TEXT, build), lambda: len(calls)


def test_what_is_ready_answers_at_once() -> None:
    resource, calls = counting(b"y" * 5000)
    assert (resource.content[:1], resource.is_built, resource.is_ready) == (b"y", True, False)
    resource.make_ready()
    assert (resource.is_ready, resource.gzipped is not None, calls()) == (True, True, 1)

    def fail() -> bytes:
        raise LookupError("no")

    broken = Resource(TEXT, fail)
    broken.make_ready()
    assert broken.is_ready
    with pytest.raises(LookupError):
        _ = broken.content


def test_64_threads_build_once() -> None:
    resource, calls = counting(b"y" * 5000)
    together = threading.Barrier(64)

    def ask(_: int) -> tuple[bytes, str, bytes | None]:
        together.wait()
        return resource.content, resource.etag, resource.gzipped

    with ThreadPoolExecutor(64) as pool:
        answers = set(pool.map(ask, range(64)))
    assert (len(answers), calls()) == (1, 1)


def test_an_error_is_kept_and_raised_for_everyone() -> None:
    calls = []

    def build() -> bytes:
        calls.append(1)
        raise LookupError("no")

    resource = Resource(TEXT, build)
    for _ in range(3):
        with pytest.raises(LookupError, match="no"):
            _ = resource.content
    with pytest.raises(LookupError):
        _ = resource.etag
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("media_type", "content", "pays"),
    [
        pytest.param(TEXT, b"a" * 5000, True, id="text"),
        pytest.param("application/json", b" " * 5000, True, id="json"),
        pytest.param("image/svg+xml", b"<" * 5000, True, id="svg"),
        pytest.param("image/png", b"a" * 5000, False, id="png"),
        pytest.param(TEXT, b"a" * 100, False, id="small"),
    ],
)
def test_compression_where_it_pays(media_type: str, content: bytes, pays: bool) -> None:
    gzipped = Resource.of(media_type, content).gzipped
    assert (gzipped is not None) == pays
    assert gzipped is None or gzip.decompress(gzipped) == content


PATHS = [
    "",
    "/a",
    "a/",
    "a//b",
    "..",
    "../a",
    "a/../b",
    ".",
    "a/.",
    "a\\b",
    "C:a",
    "a b",
    "a\n",
    "a\0",
    "%2e",
    "ä",
    "a?b",
]


@pytest.mark.parametrize("path", PATHS, ids=repr)
def test_a_path_that_is_none(path: str) -> None:
    with pytest.raises(BadPath):
        Site({path: Resource.of(TEXT, b"")})


def test_a_path_is_no_folder_of_another() -> None:
    with pytest.raises(BadPath, match="file and a folder"):
        Site({"a": Resource.of(TEXT, b""), "a/b": Resource.of(TEXT, b"")})
