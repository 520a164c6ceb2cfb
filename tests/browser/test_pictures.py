"""The pictures of the documentation show what readers see today."""

import json
import re

import pytest
from playwright.sync_api import Page

from .conftest import ROOT, Site
from .pages import SCHEMES
from .pictures import IMAGES, PICTURES, WORDS, open_picture, words_of

TAKE = "`make screenshots` takes the pictures again; look at them before you commit them"
DOCS = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
DIRECTIVE = re.compile(r"```\{image\} (\S+)\n((?::.*\n)+)```")
FILES = {f"{name}-{scheme}.png" for name in PICTURES for scheme in SCHEMES}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_the_words_of_today(page: Page, site: Site, name: str) -> None:
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    assert words_of(open_picture(page, PICTURES[name], site.url)) == words[name], TAKE


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
