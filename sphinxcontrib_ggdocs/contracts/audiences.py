"""Defines audiences: names, chosen by authors, of the readers that a part of an API is for.

Both marks and requests are tuples of names. A part without a mark is for everyone; a request that
is None selects everything.
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
        object.__setattr__(self, "names", audience_names(names, Location(owner="Audience")))

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], Any]
    ) -> dict[str, Any]:
        """Return the schema of the type, which remembers the mark; it validates as before."""
        schema = handler(source)
        metadata = schema.get("metadata", {})
        mark = combined(metadata.get(MARK, ()), self.names)
        return {**schema, "metadata": {**metadata, MARK: mark}}


def audience_names(given: object, where: Location) -> Audiences:
    """One name or several, as a mark.

    Raises:
        BadOption: It is something else.
    """
    if given is None:
        return ()
    names: tuple[Any, ...] = (given,)
    if isinstance(given, list | tuple | set | frozenset):
        names = tuple(given)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise BadOption(
                f"{given!r} names no audience",
                where=where,
                hint=(
                    "write a name or a list of names, such as 'internal' or ['internal', 'partner']"
                ),
            )
    if isinstance(given, set | frozenset):
        return tuple(sorted(names))
    return names


def combined(*marks: Audiences) -> Audiences:
    """Return the mark of a thing that has several, all of which have to fit."""
    common: Audiences = ()
    for mark in marks:
        if not mark:
            continue
        if common:
            common = tuple(name for name in common if name in mark) or NOBODY
        else:
            common = mark
    return common


def audience_in(members: object) -> Audiences:
    """Return the mark that the extensions of an object make: ``x-internal``, unless it is false,
    and ``x-audience`` with a name or several. Of what is not a name nobody could ask for the thing.
    """
    if not isinstance(members, Mapping) or EXTENSIONS.isdisjoint(members):
        return ()
    internal = () if _is_no(members.get(X_INTERNAL)) else (INTERNAL,)
    names = members.get(X_AUDIENCE)
    own = tuple(members.get(MARKED, ()))
    try:
        return combined(internal, audience_names(names, Location()), own)
    except BadOption:
        return NOBODY


def _is_no(value: object) -> bool:
    """Return whether ``x-internal`` has a value that means no: what nobody can read hides the
    thing.
    """
    word = value.strip().lower() if isinstance(value, str) else value
    return word in _NO


def without_marked(value: Any, audiences: Audiences) -> Any:
    """Return a part of a document as its author wrote it, without the objects inside that are for
    others, and without marks.
    """
    if isinstance(value, Mapping):
        return dict(_shown_members(value, audiences))
    if isinstance(value, list | tuple):
        visible = filter(lambda inner: is_shown(audience_in(inner), audiences), value)
        return [without_marked(inner, audiences) for inner in visible]
    return value


def _shown_members(value: Mapping[str, Any], audiences: Audiences) -> Iterator[tuple[str, Any]]:
    for key, inner in value.items():
        if key not in EXTENSIONS and is_shown(audience_in(inner), audiences):
            yield key, without_marked(inner, audiences)


def audience_folder(audiences: Audiences | None) -> str:
    """Return the folder, inside that of all snapshots, of those for an audience; empty for
    everyone's: comparisons of what two audiences are shown would report each difference as a
    change.
    """
    if audiences is None:
        return ""
    names = (quote(name, safe="", errors="surrogatepass") for name in sorted(set(audiences)))
    if audiences:
        return f"for-{'+'.join(names)}"
    return "for+everyone"


def asked_names(names: "Iterable[str] | str | None", where: Location) -> Audiences | None:
    """What a caller requests; None for all that there is.

    Raises:
        BadOption: It is something else than names.
    """
    return None if names is None else audience_names(names, where)
