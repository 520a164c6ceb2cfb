"""The descriptions inside a contract document in the language of the build, from the catalogues that pages have.

Sphinx translates a page paragraph by paragraph: a message is the text of one paragraph, heading or list item, its
lines joined. A description in the document is cut in the same way, so that one catalogue serves both.
"""

import json
import re
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment
from sphinx.locale import init as read_catalogues
from sphinx.util.i18n import docname_to_domain

from .domain import GgDomain, gg_domain
from .records import CONTRACT_DOCUMENT, Record

TEXTS = frozenset({"description", "summary", "deprecationMessage"})
"""Keys of the document and of JSON Schema whose texts people write."""

DATA = frozenset({"default", "examples", "enum", "const"})
"""Keys below which the same names are somebody's data."""

_ITEM = re.compile(r"(\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>)[ \t]+)?)(.*)", re.DOTALL)
_FENCE = re.compile(r"\s*(```|~~~)")

Translate = Callable[[str], str]


def translated(record: Record, env: BuildEnvironment) -> str:
    """The contract document of a record, with its descriptions and the names of its groups translated."""
    text = record.files[CONTRACT_DOCUMENT]
    if not env.config.language or env.config.language == "en":
        return text
    catalogues = list(_catalogues(env, _pages(gg_domain(env), record)))
    if not catalogues:
        return text

    def translate(message: str) -> str:
        return _translation(message, catalogues)

    document: dict[str, Any] = _walk(json.loads(text), translate)
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _pages(domain: GgDomain, record: Record) -> dict[str, None]:
    """The pages that show a document: their catalogues are asked in turn."""
    keys = {key for key, each in domain.records.items() if each is record}
    shown = ((docname, each) for docname, many in sorted(domain.shown.items()) for each in many)
    return dict.fromkeys(docname for docname, each in shown if keys.intersection(each.keys))


def _catalogues(env: BuildEnvironment, pages: dict[str, None]) -> Iterator[NullTranslations]:
    folders = [str(Path(env.srcdir, folder)) for folder in env.config.locale_dirs]
    for name in dict.fromkeys(docname_to_domain(page, env.config.gettext_compact) for page in pages):
        catalogue, found = read_catalogues(folders, env.config.language, name)
        if found:
            yield catalogue


def _translation(message: str, catalogues: list[NullTranslations]) -> str:
    for catalogue in catalogues:
        told = catalogue.gettext(message)
        if told != message:
            return told
    return message


def _walk(value: Any, translate: Translate) -> Any:
    if isinstance(value, list):
        return [_walk(each, translate) for each in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, each in value.items():
        if key in TEXTS and isinstance(each, str):
            made[key] = description(each, translate)
        else:
            made[key] = each if key in DATA else _walk(each, translate)
    return made


def description(text: str, translate: Translate) -> str:
    """A description, each of its paragraphs translated; code blocks stay."""
    return "\n".join(_blocks(text, translate))


def _blocks(text: str, translate: Translate) -> Iterator[str]:
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence or mark:
            yield from _flushed(lines, translate)
            yield line
            if mark:
                fence = "" if fence == mark[1] else fence or mark[1]
            continue
        if not line.strip() or _marked(line):
            yield from _flushed(lines, translate)
        if line.strip():
            lines.append(line)
        else:
            yield line
    yield from _flushed(lines, translate)


def _flushed(lines: list[str], translate: Translate) -> Iterator[str]:
    """The paragraph so far; as written when nobody has translated it."""
    if lines:
        written = "\n".join(lines)
        lines.clear()
        found = _ITEM.fullmatch(written)
        assert found is not None  # everything may be empty
        message = " ".join(line.strip() for line in found[2].split("\n")).strip()
        told = translate(message)
        yield written if told == message else found[1] + told


def _marked(line: str) -> bool:
    """Whether a line begins a list item or is a heading."""
    found = _ITEM.fullmatch(line)
    return found is not None and bool(found[1].strip())
