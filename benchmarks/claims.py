"""Writes the figures of README.md and of the comparison, from the tables in benchmarks/README.md.

``python -m benchmarks.claims``; ``make bench`` does it last. A test compares the files.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from .results import README as RESULTS

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "sphinxcontrib_ggdocs" / "_static"
OURS = "ggdocs"
COUNT = "1,000"
SIZES = ("100", COUNT, "10,000")
BUILDS = ("", "cold", "one method changed", "no-op")
Row = Mapping[str, str]


def rows(text: str, section: str) -> list[Row]:
    """The rows of all tables between the comments of a section, by the heads of their columns."""
    begin, end = (rf"<!-- {word}{section} -->" for word in ("(?:begin |)", "end (?:of |)"))
    (part,) = re.findall(f"{begin}(.*?){end}", text, re.DOTALL)
    found: list[Row] = []
    head: list[str] = []
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            head = []
        elif not head:
            head = cells
        elif not set(line) <= set("|-: "):
            found.append(dict(zip(head, cells, strict=True)))
    return found


def table(head: tuple[str, ...], body: Iterator[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [head, ("---",) * len(head), *body]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _gzipped(*names: str) -> int:
    """The size of files of the UI as a server sends them, in kilobytes."""
    sizes = [len(gzip.compress((STATIC / name).read_bytes(), 9, mtime=0)) for name in names]
    return round(sum(sizes) / 1000)


def loaded() -> str:
    """What a visitor loads of the UI: for the first view, and when a method is open."""
    bundle = json.loads((STATIC / "bundle.json").read_bytes())
    first = bundle["script"], bundle["style"]
    details = [name for name in bundle["chunks"] if name.startswith("details-")]
    return f"{_gzipped(*first)} kB, {_gzipped(*first, *details)} kB with a method open"


def shipped() -> str:
    """All scripts and styles of the UI, those of the console too."""
    bundle = json.loads((STATIC / "bundle.json").read_bytes())
    size = _gzipped(bundle["script"], bundle["style"], *bundle["chunks"])
    return f"about {round(size, -1)} kB"


def figures(text: str) -> str:
    """The table of README.md."""
    return table(("Measurement", "This package", "Others"), _figures(text))


def _figures(text: str) -> Iterator[tuple[str, ...]]:
    for section, types in (("connected", "refer to each other"), ("document", "do not")):
        (row, *_) = _of_size(rows(text, section), "methods")
        yield (
            f"Contract document of {COUNT} methods whose types {types}",
            _seconds(row["contract document"]),
            (
                f"{_seconds(row['FastAPI.openapi()'])} `FastAPI.openapi()` of the same API; "
                f"{_ratios(text, section)} times as long, depending on the number of methods"
            ),
        )
    parts = _parts(text)
    yield (
        f"Adapter and contract document of published applications ({_names(text)})",
        f"{min(parts):.2f} to {max(parts):.2f} of the time of `FastAPI.openapi()`",
        "",
    )
    sizes = {row["UI"]: row["script and style, gzipped"] for row in rows(text, "sizes")}
    yield "Script and style of the UI that a visitor loads, gzipped", loaded(), _peers(sizes)
    yield "Files of the UI in the package, gzipped", shipped(), ""
    seen = {row["UI"]: row["readable after"] for row in _of_size(rows(text, "ui"), "methods")}
    about = f"Link to one of {COUNT} methods, empty cache: readable on the full page"
    yield about, seen[OURS], _peers(seen)
    pages = {row["page"]: row for row in rows(text, "pages") if row["JavaScript"] == "yes"}
    embedded = pages["embedded in furo"]["readable after"]
    yield "The same in a Sphinx page with 60 methods, in the theme furo", embedded, ""
    types, builds = _builds(text)
    ours, *others = [row for row in builds if row[0] != "empty pages"]
    yield (
        f"Sphinx build of {COUNT} methods whose types {types}",
        ours[1],
        ", ".join(f"{r[1]} {r[0]}" for r in others),
    )
    for column, what in ((2, "after one method has changed"), (3, "without changes")):
        yield (
            f"The same build {what}",
            ours[column],
            ", ".join(f"{row[column]} {row[0]}" for row in others),
        )


def generation(text: str) -> str:
    """The table of the comparison about contract documents."""
    apis = {
        "Types do not refer to each other": "document",
        "Types refer to each other": "connected",
        "The same with more fields": "wide",
    }
    body = [(api, f"{_ratios(text, section)} times as fast") for api, section in apis.items()]
    parts = _parts(text)
    published = f"{1 / max(parts):.1f} to {1 / min(parts):.1f} times as fast"
    body.append((f"Published applications ({_names(text)}), adapter included", published))
    return table(("", "Compared with `FastAPI.openapi()`"), iter(body))


def _ratios(text: str, section: str) -> str:
    """FastAPI's time in relation to that of the contract document: the least and the greatest."""
    measured = [row["ratio"] for row in rows(text, section) if "contract document" in row]
    ratios = sorted(float(ratio.removesuffix("×")) for ratio in measured)
    return f"{ratios[0]} to {ratios[-1]}"


def _parts(text: str) -> list[float]:
    """Our time as a part of FastAPI's, for all published applications and both orders."""
    columns = ("part of it, openapi() first", "ours first")
    return [float(row[column]) for row in rows(text, "applications") for column in columns]


def _names(text: str) -> str:
    return ", ".join(row["application"] for row in rows(text, "applications"))


def _peers(values: Mapping[str, str]) -> str:
    return ", ".join(
        f"{value} {name}" for name, value in values.items() if not name.startswith(OURS)
    )


def _of_size(body: list[Row], column: str) -> list[Row]:
    return [row for row in body if row[column] == COUNT]


def _seconds(rate: str) -> str:
    """The time for `COUNT` methods at a rate such as ``815/s``."""
    seconds = int(COUNT.replace(",", "")) / int(rate.removesuffix("/s").replace(",", ""))
    return f"{seconds:.2g} s"


def loading(text: str) -> str:
    """The table of the comparison about the UI."""
    sizes = {row["UI"]: row["script and style, gzipped"] for row in rows(text, "sizes")}
    seen = {(row["UI"], row["methods"]): row["readable after"] for row in rows(text, "ui")}
    head = ("", *(f"{count} methods" for count in SIZES), "Script and style, gzipped")
    body = (
        (
            "this UI, full page" if name == OURS else name,
            *(seen.get((name, count), "not measured") for count in SIZES),
            loaded() if name == OURS else size,
        )
        for name, size in sizes.items()
    )
    return table(head, body)


def published(text: str) -> str:
    """The table of the comparison about a large published file."""
    body = (
        ("this UI" if row["UI"] == OURS else row["UI"], row["readable after"])
        for row in rows(text, "github")
    )
    return table(("GitHub's OpenAPI file of 13 MB", "Readable after"), body)


def _builds(text: str) -> tuple[str, list[tuple[str, ...]]]:
    """Which types were built; name and times of each extension, in the order of `BUILDS`.

    What plain reST costs depends on how it is written, so it is no claim.
    """
    *_, last = text.split(f"{COUNT} methods, 20 pages, types that ")
    types, _, rest = last.partition(":")
    part = f"<!-- sphinx -->{rest.partition('With `-j 2`')[0]}<!-- end sphinx -->"
    builds = [tuple(row[column] for column in BUILDS) for row in rows(part, "sphinx")]
    left_out = ("plain reST", "this extension to ")
    return types, [build for build in builds if not build[0].startswith(left_out)]


def building(text: str) -> str:
    """The table of the comparison about Sphinx builds."""
    types, builds = _builds(text)
    head = (f"{COUNT} methods, types {types}", "New", "One method changed", "Without changes")
    return table(head, iter(builds))


def claims() -> dict[Path, dict[str, str]]:
    """The tables by file and section."""
    text = RESULTS.read_text(encoding="utf-8")
    comparison = ROOT / "docs" / "explanation" / "comparison.md"
    return {
        ROOT / "README.md": {"figures": figures(text)},
        comparison: {
            "loading": loading(text),
            "published": published(text),
            "building": building(text),
            "generation": generation(text),
        },
    }


def written(page: str, section: str, text: str) -> str:
    """A page with another table between the comments of a section."""
    begin, end = f"<!-- begin {section} -->\n", f"<!-- end {section} -->"
    before, rest = page.split(begin)
    return f"{before}{begin}{text}{end}{rest.split(end)[1]}"


def main() -> None:
    """Write all tables."""
    for path, sections in claims().items():
        page = path.read_text(encoding="utf-8")
        for section, text in sections.items():
            page = written(page, section, text)
        path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
