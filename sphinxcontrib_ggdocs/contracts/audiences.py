"""Defines audiences: names, chosen by authors, of the readers that a part of an API is for.

The *mark* of a part names the audiences that may see it; a request names those that a document is
for. Both are tuples of names. A part without a mark is for everyone; a request that is None selects
everything.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from ..audience_rules import Audiences, is_shown
from .contract_errors import BadOption, Location

INTERNAL: Final = "internal"
"""The audience of what has ``x-internal: true``."""

NOBODY: Final[Audiences] = ("",)
"""The mark of what has several that exclude each other; nobody can ask for it."""

X_AUDIENCE: Final = "x-audience"
X_INTERNAL: Final = "x-internal"
_NO: Final = (None, False, "", "false", "no", "off", "n", "0")
"""The values of ``x-internal`` that mean no, in lower case."""
MARKED: Final = "x-ggdocs-audience"
"""The mark of a part of a schema that Python types have; no document has it."""

EXTENSIONS: Final = frozenset({X_AUDIENCE, X_INTERNAL, MARKED})
"""The keys that say for whom a thing is."""

MARK: Final = "ggdocs_audience"
"""The key of a mark in the metadata of core schemas of pydantic."""


@dataclass(frozen=True, slots=True, init=False)
class Audience:
    """The audience of a parameter, a field or a member of a union, for use in ``Annotated``;
    `protect` also returns it in live mode, to choose what a reader sees.

    Args:
        names: The audiences, such as ``internal``; readers of any of them see the part. Without
            names a part is for everyone, and a reader sees only unmarked parts.

    Raises:
        BadOption: A name is empty or not a string.
    """

    names: Audiences

    def __init__(self, *names: str) -> None:
        """Check the names, and store them as a mark."""
        # A frozen dataclass refuses usual assignments.
        object.__setattr__(self, "names", audience_names(names, Location(owner="Audience")))

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], Any]
    ) -> dict[str, Any]:
        """Return pydantic's core schema of the type with these names as its mark.

        A mark that the type has already is combined with them. Validation stays the same.
        """
        schema = handler(source)
        metadata = schema.get("metadata", {})
        mark = combined(metadata.get(MARK, ()), self.names)
        return {**schema, "metadata": {**metadata, MARK: mark}}


def audience_names(option: object, where: Location) -> Audiences:
    """Return the names in an option ``audience``: one name or a collection of names.

    Args:
        option: The value of the option; None names no audience, so the part is for everyone.
        where: The place that an error names.

    Raises:
        BadOption: The option is something else.
    """
    if option is None:
        return ()
    names: tuple[Any, ...] = (option,)
    if isinstance(option, list | tuple | set | frozenset):
        names = tuple(option)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise BadOption(
                f"{option!r} names no audience",
                where=where,
                hint=(
                    "write a name or a list of names, such as 'internal' or ['internal', 'partner']"
                ),
            )
    if isinstance(option, set | frozenset):
        # The order of a set differs between processes.
        return tuple(sorted(names))
    return names


def combined(*marks: Audiences) -> Audiences:
    """Return one mark for a part that has several marks: the names that are in all of them.

    Empty marks do not count. If no name is in all, nobody sees the part.
    """
    common: Audiences = ()
    for mark in marks:
        if not mark:
            continue
        if common:
            # An empty result would mean everyone.
            common = tuple(name for name in common if name in mark) or NOBODY
        else:  # the first mark
            common = mark
    return common


def audience_in(members: object) -> Audiences:
    """Return the mark in an object's extensions ``x-internal`` and ``x-audience``; empty if it has
    none.

    If ``x-audience`` is not a name or several, the part is hidden from every audience.

    Args:
        members: The object; anything but a mapping has no mark.
    """
    if not isinstance(members, Mapping) or EXTENSIONS.isdisjoint(members):
        return ()
    internal_mark: Audiences = (INTERNAL,)
    if _is_no(members.get(X_INTERNAL)):
        internal_mark = ()
    mark_of_type = tuple(members.get(MARKED, ()))
    try:
        # Nobody sees the error, so it needs no place.
        names = audience_names(members.get(X_AUDIENCE), Location())
    except BadOption:
        return NOBODY
    return combined(internal_mark, names, mark_of_type)


def _is_no(value: object) -> bool:
    """Return whether the value of ``x-internal`` means no.

    Any value with an unclear meaning counts as yes, so that the part is hidden.
    """
    if isinstance(value, str):
        value = value.strip().lower()
    return value in _NO


def without_marked(value: Any, audiences: Audiences) -> Any:
    """Return a part of a document without marks, and without the objects inside it that these
    audiences must not see.

    Args:
        value: The part, as JSON.
        audiences: The requested audiences; empty for what everyone sees.
    """
    if isinstance(value, Mapping):
        return dict(_shown_members(value, audiences))
    if isinstance(value, list | tuple):
        visible_items = [item for item in value if is_shown(audience_in(item), audiences)]
        return [without_marked(item, audiences) for item in visible_items]
    return value


def _shown_members(value: Mapping[str, Any], audiences: Audiences) -> Iterator[tuple[str, Any]]:
    """Yield the members of an object that these audiences may see, without marks."""
    for key, inner in value.items():
        if key not in EXTENSIONS and is_shown(audience_in(inner), audiences):
            yield key, without_marked(inner, audiences)


def audience_folder(audiences: Audiences | None) -> str:
    """Return the name of the folder for snapshots that are made for some audiences; empty for all
    parts.

    Each selection has its own folder: a comparison of two selections would report every difference
    as a change.

    Args:
        audiences: The requested audiences; None for all parts, empty for what everyone sees.
    """
    if audiences is None:
        return ""
    if not audiences:
        # Not "for-everyone", which is the folder of an audience with this name.
        return "for+everyone"
    # Sorted and without repetitions, so that equal selections have one folder. Names are escaped
    # for file systems, also lone surrogates, which UTF-8 cannot encode.
    names = (quote(name, safe="", errors="surrogatepass") for name in sorted(set(audiences)))
    return f"for-{'+'.join(names)}"


def requested_audiences(names: "Iterable[str] | str | None", where: Location) -> Audiences | None:
    """Return the audiences that a caller requests; None, for all parts, if the caller names none.

    Args:
        names: One name or several; empty for what everyone sees.
        where: The place that an error names.

    Raises:
        BadOption: `names` is something else.
    """
    if names is None:
        return None
    return audience_names(names, where)
