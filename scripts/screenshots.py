"""The pictures of the documentation, light and dark, of the example service.

``python -m scripts.screenshots``, or ``make screenshots``; ``--only`` chooses some of them.
"""

import argparse
import io
import json
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch
from tests.browser.pages import SCHEMES, Scheme
from tests.browser.pictures import IMAGES, PICTURES, WORDS, Picture, open_picture, words_of

COLOURS = 255
"""Of a picture's palette; with it a file has a third of the bytes."""


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", default=list(PICTURES), choices=list(PICTURES))
    names = parser.parse_args().only
    words = json.loads(WORDS.read_text(encoding="utf-8")) if WORDS.exists() else {}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for build in {PICTURES[name].build for name in names}:
            shown = [name for name in names if PICTURES[name].build is build]
            with tempfile.TemporaryDirectory() as source, served(build(Path(source))) as url:
                for name in shown:
                    words[name] = _take(browser, name, url)
        browser.close()
    text = json.dumps({name: words[name] for name in PICTURES}, ensure_ascii=False, indent=1)
    WORDS.write_text(f"{text}\n", encoding="utf-8")


def _take(browser: Browser, name: str, url: str) -> list[str]:
    """The words of a picture, which is taken in both schemes."""
    words: list[str] = []
    for scheme in SCHEMES:
        page = _new_page(browser, scheme)
        shown = open_picture(page, PICTURES[name], url)
        words = words_of(shown)
        _save(_taken(page, shown, PICTURES[name]), IMAGES / f"{name}-{scheme}.png")
        page.close()
    return words


def _new_page(browser: Browser, scheme: Scheme) -> Page:
    return browser.new_page(
        color_scheme=scheme, reduced_motion="reduce", device_scale_factor=1.5, locale="en-GB"
    )


def _taken(page: Page, shown: Locator, picture: Picture) -> bytes:
    if picture.alone:
        return shown.screenshot(animations="disabled")
    return page.screenshot(animations="disabled")


def _save(taken: bytes, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
