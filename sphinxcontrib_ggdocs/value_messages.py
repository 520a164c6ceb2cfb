"""Describes values in messages: excerpts, the nearest known name, and the values that a setting
accepts.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from inspect import isclass, isfunction
from pathlib import Path
from typing import Any

LONGEST_VALUE = 160
"""An application as a value once made a message of 111 357 characters."""


def cut(text: str, length: int) -> str:
    """Return a text; of a long one its beginning and its end."""
    half = length // 2
    return text if len(text) <= length else f"{text[:half]} … {text[-half:]}"


def excerpt(value: object) -> str:
    """Return the ``repr`` of a value; of a long one its beginning and its end."""
    return cut(repr(value), LONGEST_VALUE)


def displayed(value: object) -> str:
    """Return an excerpt of a value, or what kind of thing it is, whose address would differ from
    run to run.
    """
    if isclass(value) or isfunction(value):
        return f"the {'class' if isclass(value) else 'function'} {value.__qualname__}"
    if value is None or isinstance(value, str | int | float | list | tuple | dict | set):
        return excerpt(value)
    return f"an object of the type {type(value).__name__}"


def did_you_mean(written: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a question for the nearest known name; empty where none is as similar as `cutoff`."""
    near = get_close_matches(str(written), list(known), n=1, cutoff=cutoff)
    return f"did you mean {near[0]!r}?" if near else ""


def suggestion(written: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the end of a message: the nearest known name, or all of them."""
    names = [*known]
    if hint := did_you_mean(written, names, cutoff):
        return f"; {hint}"
    return f"; known: {', '.join(map(repr, names))}" if names else ""


def short_list(names: Sequence[str], most: int = 5) -> str:
    """Names, of many the first and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def not_accepted(written: object, values: Iterable[str]) -> str:
    """Return a message for a value that is none of a few: all of them, and the nearest."""
    names = list(values)
    hint = did_you_mean(written, names)
    accepted = f"{written!r} is not accepted; use {' or '.join(map(repr, names))}"
    return f"{accepted}; {hint}" if hint else accepted


def no_such_file(path: str, shown: str | None = None) -> tuple[str, str]:
    """Return the message and the hint for a path that does not lead to a file.

    Args:
        path: The path, or a URL that somebody has written in its place.
        shown: The path as a message shows it; the path itself unless given.
    """
    name = excerpt(shown or path)
    if is_url(path):
        return f"{name} is a URL, not a path", "download the file, and give its path"
    place = Path(path)
    if place.is_dir():
        return f"{name} is a folder, not a file", "give the path of a file in it"
    folder = next(parent for parent in (*place.parents, Path()) if parent.is_dir())
    missing = place.parts[len(folder.parts)]
    hint = did_you_mean(missing, sorted(file.name for file in folder.iterdir()))
    if missing != place.name and not hint:
        hint = f"check the path; there is no folder {missing!r} in {folder.absolute().name!r}"
    return f"there is no file {name}", hint or "check the path"


def is_url(path: object) -> bool:
    """Return whether somebody has written a URL where a path belongs."""
    return isinstance(path, str) and "://" in path


class UnfitValue(ValueError):
    """A value of a configuration that cannot be used.

    Args:
        place: Where it is written, such as ``ggdocs_docs[0].http``.
        message: Why not.
    """

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place


def check_keys(value: Mapping[Any, object], place: str) -> None:
    """Check that all keys of a mapping are texts, which can be sorted.

    Raises:
        UnfitValue: One is not.
    """
    for key in value:
        if not isinstance(key, str):
            raise UnfitValue(place, f"the key {displayed(key)} is not a string; write it in quotes")


def check_plain(value: object, place: str) -> None:
    """Check that a value has no other parts than texts, numbers, lists and mappings.

    Raises:
        UnfitValue: It has one, which is named with what to write in its place.
    """
    if isinstance(value, Mapping):
        check_keys(value, place)
        for key, part in value.items():
            check_plain(part, f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for position, part in enumerate(value):
            check_plain(part, f"{place}[{position}]")
    elif isinstance(value, set | frozenset):
        raise UnfitValue(place, "a set has no defined order; write a list")
    elif isclass(value) or isfunction(value):
        name = f"{value.__module__}:{value.__qualname__}"
        raise UnfitValue(place, f"{displayed(value)} is not allowed here; name it, '{name}'")
    elif value is not None and not isinstance(value, str | int | float):
        hint = "write a text, a number, a list or a mapping, and name a contract or an application"
        message = f"{displayed(value)} is not allowed here; {hint}, 'package.module:attribute'"
        raise UnfitValue(place, message)


def annotation_text(text: str) -> str:
    """Escape the text of a workflow command of GitHub, which is one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotation_property(text: str) -> str:
    """Escape a property of a workflow command of GitHub."""
    return annotation_text(text).replace(":", "%3A").replace(",", "%2C")
