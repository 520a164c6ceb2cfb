"""CONTRIBUTING.md says where each step is done: what it names exists, and nothing is left out."""

import re
from pathlib import Path

from scripts.structure import connected, read_modules

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "sphinxcontrib_ggdocs"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WAY = TEXT.partition("## From a contract to ")[2].partition("\n## ")[0]
PAGE = WAY.partition("**A page.**")[2].partition("What a surface adds")[0]

_MODULE = re.compile(r"`[\w./]*?(\w+\.py)`")
_CONNECT = re.compile(r'connect\(\s*"([a-z-]+)"')


def not_named(names: set[str], text: str) -> set[str]:
    return {name for name in names if not re.search(rf"\b{name}\b", text)}


def test_modules_that_it_names_exist() -> None:
    named, there = set(_MODULE.findall(WAY)), {path.name for path in PACKAGE.rglob("*.py")}
    assert named - {"conf.py"} <= there


def test_the_parts_of_the_package_are_all_named() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for folder in ("", "ext") for path in (PACKAGE / folder).glob("[!_]*.py")}
    assert not_named(packages | modules, WAY) == set()


def test_the_events_of_sphinx_are_all_named() -> None:
    modules = [module for module in read_modules("connect(") if any(connected(module))]
    events = {event for module in modules for event in _CONNECT.findall(module.text)}
    assert events
    assert not_named(events, PAGE) == set()
