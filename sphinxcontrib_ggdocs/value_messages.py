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
    """Return a text; if it is longer than `length`, its beginning and its end with ``…`` between
    them.
    """
    if len(text) <= length:
        return text
    half = length // 2
    return f"{text[:half]} … {text[-half:]}"


def excerpt(value: object) -> str:
    """Return the ``repr`` of a value for a message; if it is long, its beginning and its end."""
    return cut(repr(value), LONGEST_VALUE)


def displayed(value: object) -> str:
    """Return a value for a message: an excerpt of its ``repr`` if it is plain data, otherwise only
    its kind, such as ``the class Order``. The ``repr`` of other objects has an address, which
    differs from run to run.
    """
    if isclass(value):
        return f"the class {value.__qualname__}"
    if isfunction(value):
        return f"the function {value.__qualname__}"
    if value is None or isinstance(value, str | int | float | list | tuple | dict | set):
        return excerpt(value)
    return f"an object of the type {type(value).__name__}"


def did_you_mean(written: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a question that suggests the nearest known name, such as ``did you mean 'title'?``;
    empty if none is similar.

    Args:
        written: The unknown name.
        known: The names that exist.
        cutoff: How similar a name must be, from 0 to 1, as `difflib.get_close_matches` counts.
    """
    near = get_close_matches(str(written), list(known), n=1, cutoff=cutoff)
    return f"did you mean {near[0]!r}?" if near else ""


def suggestion(written: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the end of a message about an unknown name: the nearest known name, such as ``; did
    you mean 'title'?``, otherwise all known names; empty if there are none.
    """
    names = [*known]
    hint = did_you_mean(written, names, cutoff)
    if hint:
        return f"; {hint}"
    if not names:
        return ""
    return f"; known: {', '.join(map(repr, names))}"


def short_list(names: Sequence[str], most: int = 5) -> str:
    """Return names separated by commas; of more than `most`, the first ones and the number of the
    others: ``a, b and 3 more``.
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def not_accepted(written: object, values: Iterable[str]) -> str:
    """Return a message about a value that a setting does not accept, with all values that it
    accepts, and the nearest of them.
    """
    names = list(values)
    hint = did_you_mean(written, names)
    accepted = f"{written!r} is not accepted; use {' or '.join(map(repr, names))}"
    return f"{accepted}; {hint}" if hint else accepted


def no_such_file(path: str, shown: str | None = None) -> tuple[str, str]:
    """Return the message and the hint for a path that does not lead to a file.

    Args:
        path: The path, or a URL that somebody has written in its place.
        shown: The path as the message shows it; the path itself unless given.
    """
    name = excerpt(shown or path)
    if is_url(path):
        return f"{name} is a URL, not a path", "download the file, and give its path"
    file = Path(path)
    if file.is_dir():
        return f"{name} is a folder, not a file", "give the path of a file in it"
    return f"there is no file {name}", _hint_of_missing(file)


def _hint_of_missing(file: Path) -> str:
    """Return a hint about the first part of a path that does not exist: a similar name in the
    folder before it, or which folder is missing.
    """
    folder = Path()  # for a relative path whose first part is missing
    for parent in file.parents:
        if parent.is_dir():
            folder = parent
            break
    missing = file.parts[len(folder.parts)]
    siblings = sorted(sibling.name for sibling in folder.iterdir())
    hint = did_you_mean(missing, siblings)
    if hint:
        return hint
    if missing != file.name:
        return f"check the path; there is no folder {missing!r} in {folder.absolute().name!r}"
    return "check the path"


def is_url(path: object) -> bool:
    """Return whether a value is a text with ``://``: somebody has written a URL where a path
    belongs.
    """
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
    """Check that all keys of a mapping are strings. They are sorted later, which fails for keys of
    several types.

    Args:
        value: The value of a setting.
        place: Where it is written, such as ``ggdocs_docs[0].http``.

    Raises:
        UnfitValue: A key is not a string.
    """
    for key in value:
        if not isinstance(key, str):
            raise UnfitValue(place, f"the key {displayed(key)} is not a string; write it in quotes")


def check_plain(value: object, place: str) -> None:
    """Check that a value consists of nothing but strings, numbers, booleans, None, lists and
    mappings, at any depth.

    Args:
        value: The value of a setting.
        place: Where it is written, such as ``ggdocs_docs[0].http``.

    Raises:
        UnfitValue: Some part of it is something else; the message has its place, and what to write.
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
        import_name = f"{value.__module__}:{value.__qualname__}"
        message = f"{displayed(value)} is not allowed here; name it, '{import_name}'"
        raise UnfitValue(place, message)
    elif value is not None and not isinstance(value, str | int | float):
        hint = "write a text, a number, a list or a mapping, and name a contract or an application"
        message = f"{displayed(value)} is not allowed here; {hint}, 'package.module:attribute'"
        raise UnfitValue(place, message)


def annotation_text(text: str) -> str:
    """Escape a text for a workflow command of GitHub Actions, such as ``::error::text``, which is
    one line.
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotation_property(text: str) -> str:
    """Escape the value of a property of a workflow command of GitHub Actions, such as the file in
    ``::error file=a.py::``, in which colons and commas are separators.
    """
    return annotation_text(text).replace(":", "%3A").replace(",", "%2C")
