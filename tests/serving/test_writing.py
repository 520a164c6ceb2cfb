"""`write_site`: what it writes, what it removes, and what it never touches."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.serving import (
    MANIFEST,
    Resource,
    Site,
    SiteCollision,
    WriteReport,
    write_site,
)
from sphinxcontrib_ggdocs.serving.directory import unchanged_files

TEXT = "text/plain; charset=utf-8"


def site(**contents: str) -> Site:
    """A site whose paths write ``__`` for a slash and ``_`` for a dot."""
    return Site(
        {
            name.replace("__", "/").replace("_", "."): Resource.of(TEXT, text.encode())
            for name, text in contents.items()
        }
    )


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def test_only_what_differs_is_written_and_what_is_stale_goes(tmp_path: Path) -> None:
    write_site(site(a_txt="1", b_txt="2", old__deep__c_txt="3"), tmp_path)
    report = write_site(site(a_txt="1", b_txt="new"), tmp_path)
    assert files(tmp_path) == {"a.txt": "1", "b.txt": "new"}
    assert report == WriteReport(
        written=("b.txt",), unchanged=("a.txt",), removed=("old/deep/c.txt",)
    )
    assert not (tmp_path / "old").exists()


def test_folders_that_are_kept_are_not_built_again(tmp_path: Path) -> None:
    write_site(site(a__x_txt="1", b__x_txt="2", c_txt="3"), tmp_path)
    (tmp_path / "b" / "x.txt").write_text("damaged")
    kept = unchanged_files(tmp_path, ["a", "b", "unknown"])
    assert {folder: [*paths] for folder, paths in kept.items()} == {"a": ["a/x.txt"]}
    report = write_site(site(b__x_txt="2", c_txt="4"), tmp_path, kept["a"])
    assert files(tmp_path) == {"a/x.txt": "1", "b/x.txt": "2", "c.txt": "4"}
    assert report.unchanged == ("a/x.txt",)
    assert report.written == ("b/x.txt", "c.txt")
    write_site(site(c_txt="4"), tmp_path)
    assert files(tmp_path) == {"c.txt": "4"}


def test_files_of_others_stay(tmp_path: Path) -> None:
    write_site(site(a__x_txt="1"), tmp_path)
    (tmp_path / "a" / "mine.txt").write_text("mine")
    (tmp_path / "other.txt").write_text("other")
    write_site(site(b_txt="2"), tmp_path)
    assert files(tmp_path) == {"a/mine.txt": "mine", "b.txt": "2", "other.txt": "other"}


def test_a_stale_file_that_somebody_changed_stays(tmp_path: Path) -> None:
    write_site(site(a_txt="1", b_txt="2"), tmp_path)
    (tmp_path / "a.txt").write_text("edited")
    assert write_site(site(b_txt="2"), tmp_path).removed == ()
    assert files(tmp_path)["a.txt"] == "edited"


def test_a_file_of_ours_that_was_damaged_is_repaired(tmp_path: Path) -> None:
    write_site(site(a_txt="1"), tmp_path)
    (tmp_path / "a.txt").write_text("damaged")
    assert write_site(site(a_txt="1"), tmp_path).written == ("a.txt",)
    assert files(tmp_path) == {"a.txt": "1"}


@pytest.mark.parametrize("in_the_way", ["file", "folder", "link", "parent"])
def test_what_we_did_not_write_is_never_replaced(tmp_path: Path, in_the_way: str) -> None:
    target = tmp_path / "a" / "b.txt"
    if in_the_way == "parent":
        target.parent.write_text("mine")
    else:
        target.parent.mkdir()
    if in_the_way == "file":
        target.write_text("mine")
    elif in_the_way == "folder":
        target.mkdir()
    elif in_the_way == "link":
        target.symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SiteCollision, match=r"hint: move it away"):
        write_site(site(z_txt="first", a__b_txt="1"), tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_run_that_fails_leaves_the_former_site_whole(tmp_path: Path) -> None:
    write_site(site(a_txt="1", b_txt="2"), tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def fail() -> bytes:
        raise LookupError("a contract is wrong")

    broken = Site({"a.txt": Resource.of(TEXT, b"new"), "c.txt": Resource(TEXT, fail)})
    with pytest.raises(LookupError):
        write_site(broken, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_disk_that_fails_leaves_each_file_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(site(a_txt="1", b_txt="2"), tmp_path)
    replace = Path.replace

    def failing(self: Path, target: Path) -> Path:
        if target.name == "b.txt":
            raise OSError("disk full")
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", failing)
        with pytest.raises(OSError, match="disk full"):
            write_site(site(a_txt="new", b_txt="new", c_txt="new"), tmp_path)
    assert files(tmp_path) == {"a.txt": "new", "b.txt": "2"}
    write_site(site(b_txt="newer"), tmp_path)
    assert files(tmp_path) == {"b.txt": "newer"}


KILLED = """
import os, sys
from pathlib import Path
from sphinxcontrib_ggdocs.serving import Resource, Site, write_site

out, last = sys.argv[1], int(sys.argv[2])
replace, done = Path.replace, []

def counted(self, target):
    if len(done) == last:
        os._exit(9)  # without a word to anybody, as a process ends that is killed
    done.append(target)
    return replace(self, target)

Path.replace = counted
write_site(Site({path: Resource.of("text/plain", b"new") for path in ("a.txt", "deep/b.txt")}), out)
"""


@pytest.mark.slow
@pytest.mark.parametrize("done", range(3), ids=["manifest", "first file", "file in a folder"])
def test_what_a_killed_process_was_writing_goes_with_the_next_write(
    tmp_path: Path, done: int
) -> None:
    write_site(site(a_txt="1", deep__b_txt="2"), tmp_path)
    assert (
        subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path), str(done)], check=False
        ).returncode
        == 9
    )
    assert len(list(tmp_path.rglob("*.tmp"))) == 1
    write_site(site(a_txt="new", deep__b_txt="new"), tmp_path)
    assert files(tmp_path) == {"a.txt": "new", "deep/b.txt": "new"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"files": 3}',
        '{"files": {"../victim.txt": "x", "a/../../victim.txt": "x", "/etc/passwd": "x"}}',
    ],
)
def test_a_manifest_that_is_not_ours_removes_nothing(tmp_path: Path, text: str) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("x")
    out = tmp_path / "out"
    out.mkdir()
    (out / MANIFEST).write_text(text)
    write_site(site(a_txt="1"), out)
    assert victim.exists()
    assert files(out) == {"a.txt": "1"}


@pytest.mark.posix  # umask is of POSIX
def test_files_can_be_read_by_a_web_server(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write_site(site(a_txt="1"), tmp_path)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o644
