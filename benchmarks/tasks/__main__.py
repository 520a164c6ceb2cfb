"""Drives documentation UIs through tasks of readers, and writes the table of the comparison page.

    python -m benchmarks.tasks [--write]

All show the example service. What they ask other servers for is refused and noted.
"""

import argparse
import datetime
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch

from ..results import NotMeasuredError
from .reader import WIDTH, Failed, Reader, in_window, reading
from .site import PACKAGES, ROOT, write_pages
from .ways import ALL, METHOD, PHONE, TASKS, Task, ToolKey

COMPARISON = ROOT / "docs/explanation/comparison.md"
BEGIN, END = "<!-- begin tasks -->\n", "<!-- end tasks -->"
SHOWN = "text=/refund|Give money back|send_message/"
"""What names the method, or the message in AsyncAPI."""
FAILED = "failed"
"""The cell of a task that a tool can do, whose way has an end before its goal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A UI, and what of its page is left of the text."""

    key: ToolKey
    name: str
    contents: int = 300
    """The width of the list of methods, which names the method, too."""
    text: str = ""
    """Its page for readers without JavaScript, if it has another one for them."""
    detail: str = "needed"
    """A field of the error with status 409, or of the message, which paper should hold."""


def _named(name: str, package: str) -> str:
    return f"{name} {PACKAGES[package]}"


TOOLS = (
    Tool(key="ours", name="this UI", text="ours/index.html"),
    Tool(key="redoc", name=_named("Redoc", "redoc")),
    Tool(key="scalar", name=_named("Scalar", "@scalar/api-reference")),
    Tool(key="swagger", name=_named("Swagger UI", "swagger-ui-dist"), contents=0),
    Tool(key="rapidoc", name=_named("RapiDoc", "rapidoc")),
    Tool(key="elements", name=_named("Elements", "@stoplight/elements")),
    Tool(
        key="asyncapi",
        name=_named("AsyncAPI", "@asyncapi/react-component"),
        contents=0,
        detail="reply_to",
    ),
)

CAPABILITIES = (
    "The address of the method opens it again",
    "On a phone the method is as wide as the window",
    "Printing it prints a field of its error 409, or of the message",
    "It can be read when the page is opened from the disk",
    "It can be read without JavaScript",
    "Other servers that the page asks",
)
TITLES = (*(task.title for task in TASKS), *CAPABILITIES)


def results(browser: Browser, site: str, folder: Path, tool: Tool) -> list[str]:
    """The cells of a tool, in the order of `TITLES`."""
    done = [_actions(browser, site, task, tool.key) for task in TASKS]
    return [*done, *_capabilities(browser, site, folder, tool)]


def _actions(browser: Browser, site: str, task: Task, tool: ToolKey) -> str:
    if tool not in task.begins:
        return "–"
    if tool not in task.ways:
        return "no"
    with reading(browser, site + task.begins[tool], width=task.width) as reader:
        try:
            for step in task.ways[tool]:
                reader.do(step)
        except (Error, Failed) as error:
            print(f"{tool}: {task.title}: {error}", file=sys.stderr)
            return FAILED
        return str(reader.actions)


def _capabilities(browser: Browser, site: str, folder: Path, tool: Tool) -> list[str]:
    page = METHOD.get(tool.key, ALL[tool.key])
    with reading(browser, site + page) as desk:
        linked = _sees(desk, tool, WIDTH)
        detail = linked and tool.detail in _printed(desk, folder)
        hosts = desk.hosts
    with reading(browser, site + page, width=PHONE) as phone:
        readable = _sees(phone, tool, PHONE)
        wide: int = phone.page.evaluate("document.documentElement.scrollWidth")
    with reading(browser, f"{folder.as_uri()}/{page}") as disk:
        from_disk = _sees(disk, tool, WIDTH)
    with reading(browser, site + (tool.text or page), script=False) as static:
        text = static.page.locator(SHOWN).filter(visible=True).count() > 0
    return [
        _yes(linked) if tool.key in METHOD else "–",
        _yes(readable and wide <= PHONE),
        _yes(detail),
        _yes(from_disk),
        _yes(text),
        ", ".join(hosts) or "none",
    ]


def _sees(reader: Reader, tool: Tool, width: int) -> bool:
    left = tool.contents if width > PHONE else 0
    if tool.key not in METHOD:
        # not `scroll_into_view_if_needed`, which gives up where the tool draws its page again
        reader.page.locator(SHOWN).first.evaluate("shown => shown.scrollIntoView()")
    return in_window(reader.page, reader.page.locator(SHOWN), left, width)


def _printed(reader: Reader, folder: Path) -> str:
    reader.page.pdf(path=folder / "page.pdf")
    words = ["pdftotext", str(folder / "page.pdf"), "-"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def _yes(can: bool) -> str:
    return "yes" if can else "no"


def main() -> None:
    """Drive all tools and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the comparison")
    arguments = parser.parse_args()
    columns = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        write_pages(folder)
        browser = launch(playwright)
        with served(folder) as url:
            for tool in TOOLS:
                columns.append(results(browser, url, folder, tool))
                print(tool.name, *columns[-1], sep=" | ", file=sys.stderr, flush=True)
        browser.close()
    failing = [tool.name for tool, cells in zip(TOOLS, columns, strict=True) if FAILED in cells]
    if failing:
        raise NotMeasuredError(f"a way that readers go is none any more: {', '.join(failing)}")
    text = "\n".join(_table(columns)) + "\n"
    print(text)
    if arguments.write:
        before, rest = COMPARISON.read_text(encoding="utf-8").split(BEGIN)
        _, after = rest.split(END)
        COMPARISON.write_text(f"{before}{BEGIN}{text}{END}{after}", encoding="utf-8")


def _table(columns: list[list[str]]) -> list[str]:
    names = " | ".join(tool.name for tool in TOOLS)
    rows = [" | ".join((task, *cells)) for task, *cells in zip(TITLES, *columns, strict=True)]
    return [
        f"Run on {datetime.datetime.now(tz=datetime.UTC).date().isoformat()}:",
        "",
        f"| | {names} |",
        f"|---|{'---:|' * len(TOOLS)}",
        *(f"| {row} |" for row in rows),
    ]


if __name__ == "__main__":
    main()
