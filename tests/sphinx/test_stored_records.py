"""What is stored of a document between builds."""

import json
import pickle
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.ext.problems import Problem
from sphinxcontrib_ggdocs.ext.stored_records import Record, read_record, written_record
from sphinxcontrib_ggdocs.named_objects import Contents, ObjectEntry

from .projects import Project

ENTRY = ObjectEntry(
    objtype="method", name="shop.A.b", anchor="", display="GET /a", routes=("POST /a", "GET /b")
)
RECORDS = {
    "nothing": Record("shop"),
    "everything": Record(
        slug="shop",
        title="\u00dcber \ud800",
        fingerprint="f",
        digest="d",
        stamps={"a.py": (2**60, 3), "b.py": None},
        files={"api-docs.json": "x"},
        contents=Contents(
            objects=(ENTRY,),
            pages={"contract": {"": "1", "A": "2"}},
            origins={"Order": "shop.Order"},
            split="size",
        ),
        problem=Problem("failed", "m", "t"),
        notes=(Problem("export", "n"),),
        is_complete=False,
        trust="contracts",
        console=True,
        page="index",
    ),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    written = written_record(record)
    again = read_record(written)
    assert written_record(again) == written
    assert again._replace(contents=record.contents) == record
    assert again.contents.objects == record.contents.objects


def test_a_record_of_another_version_is_not_read() -> None:
    stored = json.loads(written_record(RECORDS["everything"]))
    stored["form"] = [*stored["form"], "more"]
    with pytest.raises(ValueError, match="another version"):
        read_record(json.dumps(stored).encode())


def _stored(project: Project) -> list[Path]:
    return [path for path in project.folder.rglob("_ggdocs/*/*") if path.is_file()]


def test_what_is_stored_is_text_and_never_run(project: Project, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    hostile = pickle.dumps(_Hostile(ran))
    project.page("Api\n===\n\n.. ggdocs:: shop\n")
    built = project.build()
    text = built.read("index.html")
    stored = _stored(project)
    assert stored
    for path in stored:
        path.read_bytes().decode()
        if path.name in ("record", "methods"):
            json.loads(path.read_bytes())
            path.write_bytes(hostile)
    assert project.build().read("index.html") == text
    assert not ran.exists()


class _Hostile:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)
