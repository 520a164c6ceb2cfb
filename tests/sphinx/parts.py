"""A project of two documents whose types are in modules of their own, and what a build of it has
written.
"""

import os
import re
from pathlib import Path
from time import time

from .projects import Project

CONTRACT = '''\
from sphinxcontrib_ggdocs.contracts import http

from .{module} import {model}


@http.api("/{path}")
class {model}Api:
    @http.get()
    def get_{path}(self) -> {model}:
        """Fetch {model}."""
        ...
'''
MODEL = """\
from pydantic import BaseModel

from . import deep
from .aliases import Amount
from .brands import UserId


class User(BaseModel):
    id: UserId
    amount: Amount
    address: deep.Address
"""
DEEP = '''\
from pydantic import BaseModel


class Address(BaseModel):
    """Where somebody lives."""

    city: str
'''
ALIAS = "from typing import Annotated\nfrom pydantic import Field\nfrom .limits import MOST\n"
PACKAGE = {
    "brands": "from typing import NewType\n\nUserId = NewType('UserId', str)\n",
    "limits": "MOST = 10\n",
    "aliases": f"{ALIAS}\nAmount = Annotated[int, Field(le=MOST)]\n",
    "deep": DEEP,
    "models": MODEL,
    "other": "from pydantic import BaseModel\n\n\nclass Other(BaseModel):\n    name: str\n",
    "users": CONTRACT.format(module="models", model="User", path="users"),
    "others": CONTRACT.format(module="other", model="Other", path="others"),
    "__init__": "",
}
PAGES = ("index", "users", "others", "prose")


def package(project: Project) -> Project:
    """Two documents, each on its own page, with their types in modules of their own."""
    folder = project.folder / f"{project.module}_parts"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / f"{name}.py").write_text(text)
    project.config["ggdocs_docs"] = project.named(
        [
            {"slug": "users", "title": "Users", "http": ["{module}_parts.users:UserApi"]},
            {"slug": "others", "title": "Others", "http": ["{module}_parts.others:OtherApi"]},
        ]
    )
    project.page("Start\n=====\n\n.. toctree::\n\n   users\n   others\n   prose\n")
    project.page("Users\n=====\n\n.. ggdocs:: users\n", "users.rst")
    project.page("Others\n======\n\n.. ggdocs:: others\n", "others.rst")
    project.page("Prose\n=====\n\nWords.\n", "prose.rst")
    return project


def edit(project: Project, module: str, old: str, new: str) -> None:
    file = project.folder / f"{project.module}_parts" / f"{module}.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    redate(file)


def redate(file: Path) -> None:
    """Date a module back, each time differently.

    Python takes its compiled form for fresh when time in seconds and size are the same, and Sphinx
    reads pages in every build that depend on a file of the future.
    """
    global _seconds
    _seconds += 2
    os.utime(file, (time() - 50_000 + _seconds,) * 2)


def later(file: Path) -> None:
    """Date a file ahead."""
    os.utime(file, (time() + 10,) * 2)


_seconds = 0


def times(out: Path) -> dict[str, int]:
    """When each file was written last."""
    return {
        str(file.relative_to(out)): file.stat().st_mtime_ns
        for file in sorted(out.rglob("*"))
        if file.is_file()
    }


def ours_and_pages(files: dict[str, int]) -> dict[str, int]:
    """Without what Sphinx writes in every build: the search and the indices."""
    return {
        name: at
        for name, at in files.items()
        if name.startswith("apidocs/") or name.removesuffix(".html") in PAGES
    }


def contents(out: Path) -> dict[str, bytes]:
    """The bytes of every file, but for those that Sphinx keeps for itself."""
    found = {
        str(file.relative_to(out)): file.read_bytes()
        for file in sorted(out.rglob("*"))
        if file.is_file()
    }
    if (
        "searchindex.js" in found
    ):  # Sphinx leaves words behind that no page has any more, and forgets index entries
        found["searchindex.js"] = re.sub(
            rb'"indexentries":\{.*?\},"objects"', b'"objects"', found["searchindex.js"]
        )
        for without in (rb'"\w+":\[\],', rb',"\w+":\[\](?=})'):
            found["searchindex.js"] = re.sub(without, b"", found["searchindex.js"])
    return {name: text for name, text in found.items() if name != ".buildinfo"}
