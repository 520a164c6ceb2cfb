"""Published files in Sphinx builds: nothing but what is known to be wrong with them is reported."""

import json
from pathlib import Path

import pytest

from ..readers.published_files import ASYNCAPI, OPENAPI, published
from ..readers.test_published import FILES, KNOWN
from .projects import Project

CHUNK = 40
LARGEST = 5_000_000
"""The size of a file in bytes, for the time that its page takes."""
OF_OPENAPI = [
    (key, path, "openapi")
    for key, path in [*FILES[::6], *published(OPENAPI)]
    if path.stat().st_size < LARGEST
]
EVERY = [*OF_OPENAPI, *((key, path, "asyncapi") for key, path in published(ASYNCAPI))]
CHUNKS = [EVERY[start : start + CHUNK] for start in range(0, len(EVERY), CHUNK)]
PAGES = "Files\n=====\n\n.. toctree::\n\n   "


@pytest.mark.parametrize("files", CHUNKS, ids=lambda files: files[0][0])
def test_published_files(project: Project, files: list[tuple[str, Path, str]]) -> None:
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    names = [f"f{position}" for position in range(len(files))]
    project.config |= {
        "ggdocs_docs": [
            {"slug": name, kind: str(path)}
            for name, (_, path, kind) in zip(names, files, strict=True)
        ],
        "suppress_warnings": ["ggdocs.export"],
    }
    project.page(PAGES + "\n   ".join(names) + "\n")
    expected = []
    for name, (key, path, _) in zip(names, files, strict=True):
        project.page(f"{key}\n{'=' * len(key)}\n\n.. ggdocs:: {name}\n", f"{name}.rst")
        expected += [(path.name, text) for text in known.get(key, {}).get("warnings", ())]
    lines = project.build().warnings.splitlines()
    unknown = [
        line
        for line in lines
        if "WARNING" in line and not any(text[:60] in line for _, text in expected)
    ]
    assert unknown == []
    assert len([line for line in lines if "WARNING" in line]) >= len(set(expected))
