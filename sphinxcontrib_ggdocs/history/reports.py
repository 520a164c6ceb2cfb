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
"""The version of the JSON format, whose JSON Schema is published as `changes.schema.json`."""

LONGEST_VALUE = 120
"""The greatest length of a sample value in a report."""
MOST_METHODS = 5
"""How many methods are listed for one change; of further ones only the number is given."""

_COLOURS: Final[Mapping[Verdict, str]] = {"breaking": "31", "risky": "33", "safe": "32"}
"""Colours of terminals (red, yellow and green), as ANSI codes."""
_LEVELS: Final[Mapping[Verdict, str]] = {
    "breaking": "error",
    "risky": "warning",
    "safe": "notice",
}


def as_text(changes: Sequence[Change], *, colour: bool = False) -> str:
    """Return a report for people: the changes of one place together, the most severe ones first.

    Args:
        changes: The changes.
        colour: Whether to write the colours of terminals.
    """
    lines: list[str] = []
    for place, group in by_place(changes):
        lines.append(f"{place.kind} {one_line(place.title)}")
        for change in group:
            verdict = _coloured(change.verdict, colour=colour)
            lines.append(f"  {verdict}  {sentence(change)}  [{change.rule}]")
            # Below the sentence, which follows a verdict of 8 characters and two gaps.
            lines += [f"            {detail}" for detail in details(change)]
        lines.append("")
    return "\n".join([*lines, summary(changes)])


def _coloured(verdict: Verdict, *, colour: bool) -> str:
    """Return a verdict padded to the width of its column, with the codes of its colour if `colour`
    is true.
    """
    padded = f"{verdict:8}"  # The length of "breaking", the longest one.
    if colour:
        return f"\x1b[{_COLOURS[verdict]}m{padded}\x1b[0m"
    return padded


def as_markdown(changes: Sequence[Change]) -> str:
    """Return a report for the description of a pull request, in which safe changes are folded."""
    severe = [change for change in changes if change.verdict != "safe"]
    safe = [change for change in changes if change.verdict == "safe"]
    lines = [f"**{summary(changes)}**", "", *_markdown_places(severe)]
    if safe:
        lines += ["<details>", f"<summary>{_counted(len(safe), 'safe change')}</summary>", ""]
        lines += [*_markdown_places(safe), "</details>", ""]
    return "\n".join(lines)


def _markdown_places(changes: Sequence[Change]) -> Iterator[str]:
    """Yield the lines of a list in Markdown: places, their changes, and details of these."""
    for place, group in by_place(changes):
        yield f"- **{place.kind} {code_span(one_line(place.title))}**"
        for change in group:
            yield f"  - {change.verdict}: {_escaped(sentence(change))}"
            for detail in details(change):
                yield f"    - {_escaped(detail)}"
    yield ""  # Ends the list.


def _escaped(text: str) -> str:
    """Return a text with backslashes before the characters that GitHub's Markdown acts on."""
    # The backslash is first, so that those that are added are not escaped again.
    for character in "\\`*_<>[]|~#&@":
        text = text.replace(character, f"\\{character}")
    return text


def as_json(changes: Sequence[Change]) -> dict[str, Any]:
    """Return the changes as data of the published JSON format."""
    counts = _counts(changes)
    # The most severe verdict first.
    summary = {verdict: counts[verdict] for verdict in reversed(VERDICTS)}
    return {
        "version": REPORT_VERSION,
        "summary": summary,
        "changes": list(map(_change_data, changes)),
    }


def _change_data(change: Change) -> dict[str, Any]:
    """Return a change as data of the published JSON format, without members that have no value."""
    place = change.place
    place_data: dict[str, Any] = {"kind": place.kind, "key": place.key, "title": place.title}
    if place.part:
        place_data["part"] = place.part
    if place.path:
        place_data["path"] = list(place.path)
    witness_data: dict[str, Any] | None = None
    if change.witness is not None:
        witness_data = {"value": change.witness.value, "flow": change.witness.flow}
    data: dict[str, Any] = {
        "rule": change.rule,
        "place": place_data,
        "wire": change.wire,
        "code": change.code,
        "verdict": change.verdict,
        "message": change.message,
        "flow": change.flow,
        "old": change.old,
        "new": change.new,
        "reason": change.reason or None,
        "accepted": change.accepted or None,
        "witness": witness_data,
        "methods": list(change.methods) or None,
    }
    return {name: value for name, value in data.items() if value is not None}


def _no_file(_change: Change) -> tuple[str, int | None]:
    """Return that the file and the line of a change are unknown."""
    return "", None


def as_annotations(
    changes: Sequence[Change], place_of: Callable[[Change], tuple[str, int | None]] = _no_file
) -> str:
    """Return the changes as workflow commands of GitHub Actions; safe ones are left out.

    Args:
        changes: The changes.
        place_of: Returns the file of a change, empty if it is unknown, and the line.
    """
    lines: list[str] = []
    for change in changes:
        if change.verdict == "safe":
            continue
        properties: list[str] = []
        file, line = place_of(change)
        if file:
            properties.append(f"file={annotation_property(file)}")
        if line:
            properties.append(f"line={line}")
        properties.append(f"title={annotation_property(change.rule)}")
        text = annotation_text(f"{change.place.title}: {sentence(change)}")
        lines.append(f"::{_LEVELS[change.verdict]} {','.join(properties)}::{text}")
    return "\n".join(lines)


def by_place(changes: Iterable[Change]) -> Iterator[tuple[Place, Sequence[Change]]]:
    """Yield the changes of each place (a service, a method, a type) together, the places with the
    most severe changes first, and the most severe changes of a place first.
    """
    groups: list[list[Change]] = []
    for _, changes_of_place in groupby(sorted(changes, key=_place_key), key=_place_key):
        groups.append(sorted(changes_of_place, key=_severity))
    groups.sort(key=_severity_of_first)
    # The changes of a group concern one object, perhaps in different parts of it: callers use only
    # the kind, the key and the title of the place.
    for group in groups:
        yield group[0].place, group


def _place_key(change: Change) -> tuple[str, str]:
    """Return what all changes of one service, method or type have in common."""
    return change.place.kind, change.place.key


def _severity(change: Change) -> int:
    """Return a sort key that puts the most severe change first."""
    return -VERDICTS.index(change.verdict)


def _severity_of_first(changes: Sequence[Change]) -> int:
    """Return the sort key of a place: that of its most severe change, which is its first."""
    return _severity(changes[0])


def sentence(change: Change, translate: Translate = str) -> str:
    """Return a change as one line: where it is inside its place, and what has changed, such as
    ``query parameter limit: now required``.

    Args:
        change: The change.
        translate: Translates each of `TEXTS`.
    """
    location: list[str] = []
    if change.place.part:
        location.append(_translated_part(change.place.part, translate))
    if path := _path_text(change.place.path):  # Empty for a property without a name, too.
        location.append(path)
    message = change.message_in(translate)
    if location:
        message = f"{', '.join(location)}: {message}"
    return one_line(message)


def _translated_part(part: str, translate: Translate) -> str:
    """Return a part of a place with its first words translated, and without changes to its name:
    ``query parameter limit`` becomes ``Query-Parameter limit`` in German.
    """
    # A part may begin with several of the known texts: the longest one is meant.
    # With a space behind, so that only whole words are found: no "data" in "database".
    for words in sorted(PARTS, key=len, reverse=True):
        if f"{part} ".startswith(f"{words} "):
            return translate(words) + part.removeprefix(words)
    return part


def one_line(text: str) -> str:
    """Return a text in one line, without control characters that terminals act on."""
    return "".join(character if character.isprintable() else " " for character in text)


def _path_text(path: Sequence[str]) -> str:
    """Return a path inside a schema as text, such as ``lines[].price``."""
    return ".".join(path).replace(".[", "[").replace(".{", "{")


def details(change: Change, translate: Translate = str) -> Iterator[str]:
    """Yield lines about a change: its consequences, a value that shows it, why it is accepted or
    not known to be safe, and the methods that it concerns.

    Args:
        change: The change.
        translate: Translates each of `TEXTS`; the values that show a change, and the methods that
            it concerns, are described in English.
    """
    # An accepted change counts as safe, and has its consequences all the same.
    has_consequences = change.verdict != "safe" or change.accepted
    if has_consequences and (consequences := _consequences(change, translate)):
        yield consequences
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
    if has_consequences and change.methods:
        yield f"used by {short_list(change.methods, MOST_METHODS)}"


_CONSEQUENCES: Final[Mapping[tuple[str, Verdict], str]] = {
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
"""The first words of parts of places, after which their names follow."""
# The reasons of risky verdicts (`Change.reason`), which are translated as a whole.
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
            *_CONSEQUENCES.values(),
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
"""The texts of changelogs in English, for catalogues of translations."""


def _consequences(change: Change, translate: Translate) -> str:
    """Return in words what a change means for running clients and for generated code; empty if both
    verdicts are safe.
    """
    keys = (("wire", change.wire), ("code", change.code))
    return ", ".join(translate(_CONSEQUENCES[key]) for key in keys if key in _CONSEQUENCES)


def summary(changes: Sequence[Change], translate: Translate = str) -> str:
    """Return how many changes there are of each verdict, such as ``2 breaking, 5 safe``.

    Args:
        changes: The changes.
        translate: Translates each of `TEXTS`.
    """
    counts = _counts(changes)
    texts: list[str] = []
    for verdict in reversed(VERDICTS):
        if counts[verdict]:
            # Translated with the placeholder, as catalogues have it.
            text = translate(f"{{0}} {verdict}")
            texts.append(text.replace("{0}", str(counts[verdict])))
    return ", ".join(texts) or translate("no changes")


def _counts(changes: Iterable[Change]) -> Counter[Verdict]:
    """Return the number of changes by verdict."""
    return Counter(change.verdict for change in changes)


def _counted(number: int, noun: str) -> str:
    """Return a number with a noun, in the plural unless the number is 1."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}s"


FORMATS: Final[Mapping[str, Callable[[Sequence[Change]], str]]] = {
    "text": as_text,
    "markdown": as_markdown,
    "json": lambda changes: json.dumps(as_json(changes), indent=2, ensure_ascii=False),
    "github": as_annotations,
}
"""Writers by the name of their format."""
