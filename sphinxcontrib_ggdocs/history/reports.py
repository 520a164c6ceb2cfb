"""Writes changes as text for people, as Markdown, as JSON, and as annotations for code hosts."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from ..native.markdown_text import code_span
from ..value_messages import annotation_property, annotation_text, short_list
from .changes import RULES, VERDICTS, Change, Place, Translate, Verdict

REPORT_VERSION: Final = "1.0"
"""The version of the form of JSON, whose JSON Schema is published as `changes.schema.json`."""

LONGEST_VALUE = 120
MOST_METHODS = 5
"""Methods that are listed of one change; of more their number is given."""

_COLOURS: Final[Mapping[Verdict, str]] = {"breaking": "31", "risky": "33", "safe": "32"}
_LEVELS: Final[Mapping[Verdict, str]] = {
    "breaking": "error",
    "risky": "warning",
    "safe": "notice",
}


def as_text(changes: Sequence[Change], *, colour: bool = False) -> str:
    """Return the changes for people, those of one place together, the most severe first.

    Args:
        changes: The changes.
        colour: Whether to write colours of terminals.
    """
    lines: list[str] = []
    for place, group in by_place(changes):
        lines.append(f"{place.kind} {one_line(place.title)}")
        for change in group:
            verdict = _coloured(change.verdict, colour=colour)
            lines.append(f"  {verdict}  {sentence(change)}  [{change.rule}]")
            lines += [f"            {detail}" for detail in details(change)]
        lines.append("")
    return "\n".join([*lines, summary(changes)])


def _coloured(verdict: Verdict, *, colour: bool) -> str:
    padded = f"{verdict:8}"
    if colour:
        return f"\x1b[{_COLOURS[verdict]}m{padded}\x1b[0m"
    return padded


def as_markdown(changes: Sequence[Change]) -> str:
    """Return the changes for the description of a pull request, safe ones folded."""
    severe = [change for change in changes if change.verdict != "safe"]
    safe = [change for change in changes if change.verdict == "safe"]
    lines = [f"**{summary(changes)}**", "", *_markdown_places(severe)]
    if safe:
        lines += ["<details>", f"<summary>{_counted(len(safe), 'safe change')}</summary>", ""]
        lines += [*_markdown_places(safe), "</details>", ""]
    return "\n".join(lines)


def _markdown_places(changes: Sequence[Change]) -> Iterator[str]:
    for place, group in by_place(changes):
        yield f"- **{place.kind} {code_span(one_line(place.title))}**"
        for change in group:
            yield f"  - {change.verdict}: {_escaped(sentence(change))}"
            for detail in details(change):
                yield f"    - {_escaped(detail)}"
    yield ""


def _escaped(text: str) -> str:
    for character in "\\`*_<>[]|~#&@":
        text = text.replace(character, f"\\{character}")
    return text


def as_json(changes: Sequence[Change]) -> dict[str, Any]:
    """Return the changes as data, with the version of this form."""
    counts = _counts(changes)
    summary = {verdict: counts[verdict] for verdict in reversed(VERDICTS)}
    return {
        "version": REPORT_VERSION,
        "summary": summary,
        "changes": [*map(_reported, changes)],
    }


def _reported(change: Change) -> dict[str, Any]:
    """Return a change as data, without the members that say nothing."""
    place, witness = change.place, change.witness
    where: dict[str, Any] = {"kind": place.kind, "key": place.key, "title": place.title}
    if place.part:
        where["part"] = place.part
    if place.path:
        where["path"] = list(place.path)
    reported: dict[str, Any] = {
        "rule": change.rule,
        "place": where,
        "wire": change.wire,
        "code": change.code,
        "verdict": change.verdict,
        "message": change.message,
        "flow": change.flow,
        "old": change.old,
        "new": change.new,
        "reason": change.reason or None,
        "accepted": change.accepted or None,
        "witness": {"value": witness.value, "flow": witness.flow} if witness else None,
        "methods": list(change.methods) or None,
    }
    return {name: value for name, value in reported.items() if value is not None}


def _nowhere(_change: Change) -> tuple[str, int | None]:
    return "", None


def as_annotations(
    changes: Sequence[Change], place_of: Callable[[Change], tuple[str, int | None]] = _nowhere
) -> str:
    """Return the changes as workflow commands of GitHub Actions; safe ones are left out.

    Args:
        changes: The changes.
        place_of: Returns the file of a change, empty where none is known, and its line.
    """
    lines: list[str] = []
    for change in changes:
        if change.verdict == "safe":
            continue
        file, line = place_of(change)
        properties = {"file": file, "line": str(line or ""), "title": change.rule}
        assignments = [
            f"{name}={annotation_property(value)}" for name, value in properties.items() if value
        ]
        text = annotation_text(f"{change.place.title}: {sentence(change)}")
        lines.append(f"::{_LEVELS[change.verdict]} {','.join(assignments)}::{text}")
    return "\n".join(lines)


def by_place(changes: Iterable[Change]) -> Iterator[tuple[Place, Sequence[Change]]]:
    """Yield the changes of each service, method, type and the like, most severe places first, and
    most severe changes first inside them.
    """
    groups: list[list[Change]] = []
    for _, changes_of_place in groupby(sorted(changes, key=_place_key), key=_place_key):
        groups.append(sorted(changes_of_place, key=_severity))
    groups.sort(key=_severity_of_first)
    for group in groups:
        yield group[0].place, group


def _place_key(change: Change) -> tuple[str, str]:
    return change.place.kind, change.place.key


def _severity(change: Change) -> int:
    return -VERDICTS.index(change.verdict)


def _severity_of_first(changes: Sequence[Change]) -> int:
    return _severity(changes[0])


def sentence(change: Change, translate: Translate = str) -> str:
    """What has changed, after where that is inside its place; in one line.

    Args:
        change: The change.
        translate: Translates each of `TEXTS`.
    """
    where = [_part(change.place.part, translate), _path(change.place.path)]
    text = ", ".join(part for part in where if part)
    message = change.message_in(translate)
    return one_line(f"{text}: {message}" if text else message)


def _part(part: str, translate: Translate) -> str:
    """Return a part of a place, of which the words it begins with are translated."""
    words = max(
        (known for known in PARTS if f"{part} ".startswith(f"{known} ")), key=len, default=""
    )
    if words:
        return translate(words) + part.removeprefix(words)
    return part


def one_line(text: str) -> str:
    """Return a text without line ends and other characters that terminals act upon."""
    return "".join(character if character.isprintable() else " " for character in text)


def _path(path: Sequence[str]) -> str:
    return ".".join(path).replace(".[", "[").replace(".{", "{")


def details(change: Change, translate: Translate = str) -> Iterator[str]:
    """What shows a change, why its verdict is not known, and whom it concerns.

    Args:
        change: The change.
        translate: Translates each of `TEXTS`; the values that show a change, and the methods that
            it concerns, are described in English.
    """
    matters = change.verdict != "safe" or change.accepted
    if matters and (whom := _whom(change, translate)):
        yield whom
    if change.witness is not None:
        value = json.dumps(change.witness.value, ensure_ascii=False)
        length = len(value)
        if length > LONGEST_VALUE:
            value = f"{value[:LONGEST_VALUE]}... ({length} characters)"
        if change.witness.flow == "sent":
            yield f"{value} was accepted and is refused now"
        else:
            yield f"{value} may be received now and was not allowed before"
    if change.accepted:
        yield translate("accepted: {0}").replace("{0}", change.accepted)
    if change.reason:
        yield translate("not proven safe: {0}").replace("{0}", translate(change.reason))
    if matters and change.methods:
        yield f"used by {short_list(change.methods, MOST_METHODS)}"


_WHOM: Final[Mapping[tuple[str, Verdict], str]] = {
    ("wire", "risky"): "may break running clients",
    ("wire", "breaking"): "breaks running clients",
    ("code", "risky"): "may break generated code",
    ("code", "breaking"): "breaks generated code",
}
PARTS: Final = (
    "path parameter",
    "query parameter",
    "header",
    "cookie",
    "response header",
    "request body",
    "response",
    "data",
    "error",
    "message",
)
"""What parts of places begin with."""
_REASONS: Final = (
    "it may still respond",
    "clients do not know it",
    "clients may wait for it",
    "the service may not know it any more",
    "clients that accept anything may get it",
    "conditions and negations are not compared",
    "formats are not compared",
    "no example value is known",
    "no value shows the difference",
    "the numbers are too large",
    "the example value is accepted, or may be",
    "the types are too large to be compared",
    "several alternatives may accept it together",
    "keywords next to the listed values are not compared",
    "the names of properties are not compared",
    "as text, the example value may be accepted",
    "the schema contains itself",
    "the schema has too many alternatives",
    "schemas do not say what tags mean",
    "requests without it mean something else",
    "its values were not described",
    "the old addresses may still respond",
    "a scope may no longer be granted",
    "the data of plain errors describes their form",
)
TEXTS: Final = tuple(
    dict.fromkeys(
        (
            *RULES.values(),
            *PARTS,
            *_WHOM.values(),
            *_REASONS,
            "accepted: {0}",
            "not proven safe: {0}",
            "{0} breaking",
            "{0} risky",
            "{0} safe",
            "no changes",
        )
    )
)
"""The texts of changelogs in English, for catalogues."""


def _whom(change: Change, translate: Translate) -> str:
    parts = (_WHOM.get(("wire", change.wire)), _WHOM.get(("code", change.code)))
    return ", ".join(translate(part) for part in parts if part)


def summary(changes: Sequence[Change], translate: Translate = str) -> str:
    """How many changes there are of each verdict.

    Args:
        changes: The changes.
        translate: Translates each of `TEXTS`.
    """
    counts = _counts(changes)
    words = [
        translate(f"{{0}} {verdict}").replace("{0}", str(counts[verdict]))
        for verdict in reversed(VERDICTS)
        if counts[verdict]
    ]
    return ", ".join(words) or translate("no changes")


def _counts(changes: Iterable[Change]) -> Counter[Verdict]:
    return Counter(change.verdict for change in changes)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


FORMATS: Final[Mapping[str, Callable[[Sequence[Change]], str]]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": lambda changes: json.dumps(as_json(changes), indent=2, ensure_ascii=False),
    "github": as_annotations,
}
"""Writers by the name of their format."""
