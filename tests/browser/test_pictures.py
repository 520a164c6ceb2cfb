"""The pictures of the documentation show what readers see today."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ..conftest import BuildOnce
from .conftest import ROOT, Site, build_site, served
from .pages import SCHEMES
from .pictures import IMAGES, PICTURES, WORDS, open_picture, words_of

TAKE = "`make screenshots` takes the pictures again; look at them before you commit them"
DOCS = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
DIRECTIVE = re.compile(r"```\{image\} (\S+)\n((?::.*\n)+)```")
FILES = {f"{name}-{scheme}.png" for name in PICTURES for scheme in SCHEMES}


@pytest.fixture(scope="module")
def urls(site: Site, build_once: BuildOnce) -> Iterator[dict[Callable[[Path], Path], str]]:
    """The sites that pictures show, by what builds them."""
    with contextlib.ExitStack() as servers:
        others = {picture.build for picture in PICTURES.values()} - {build_site}
        folders = {build: build_once(build.__name__, build) for build in others}
        yield {build_site: site.url} | {
            build: servers.enter_context(served(folder)) for build, folder in folders.items()
        }


@pytest.mark.part("guides")
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_words_of_today(
    local: Page, urls: dict[Callable[[Path], Path], str], name: str
) -> None:
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    picture = PICTURES[name]
    assert words_of(open_picture(local, picture, urls[picture.build])) == words[name], TAKE


def test_every_picture_is_in_the_documentation_and_no_other() -> None:
    assert {path.name for path in IMAGES.iterdir()} == FILES, TAKE
    shown = "".join(path.read_text(encoding="utf-8") for path in DOCS)
    assert {name for name in FILES if f"images/{name}" not in shown} == set()


def test_a_picture_in_light_has_one_in_dark_and_both_have_words() -> None:
    for path in DOCS:
        found = DIRECTIVE.findall(path.read_text(encoding="utf-8"))
        for image, options in found:
            _, _, scheme = image.removesuffix(".png").rpartition("-")
            assert f":class: only-{scheme}\n" in options, (path.name, image)
            assert re.search(r"^:alt: .{20,}", options, re.MULTILINE), (path.name, image)
        light = [image for image, _ in found if image.endswith("-light.png")]
        dark = [image for image, _ in found if image.endswith("-dark.png")]
        assert [image.replace("-light.", "-dark.") for image in light] == dark, path.name


def test_pictures_in_dark_are_for_browsers_only() -> None:
    for path in DOCS:
        text = path.read_text(encoding="utf-8")
        dark = re.findall(r"(.*)\n```\{image\} \S+-dark\.png\n", text)
        assert set(dark) <= {"````{only} html and not epub"}, path.name
