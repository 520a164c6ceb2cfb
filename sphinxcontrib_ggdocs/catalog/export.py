"""Contains what exporters share: their warnings, and the format of security schemes."""

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ..contracts.contract_errors import Location
from ..value_messages import short_list

W = TypeVar("W", bound=Warning)


class ExportWarning(UserWarning):
    """The exported file lacks a part of a contract, because the format cannot express it."""


_NOT_CALLERS = (str(Path(__file__).parents[1]) + os.sep, "<frozen importlib")
"""How the file names of frames begin that no warning points to: of this package, and of imports."""


def warn_export(message: str) -> None:
    """Warn that an exported file lacks something. The warning points to the nearest caller outside
    of this package.
    """
    frame = sys._getframe(1)  # `skip_file_prefixes` of `warn` needs Python 3.12
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_NOT_CALLERS):
        frame = frame.f_back
    # What `warnings.warn` does for a frame: the registry in the globals of the caller's module has
    # the warnings that were issued there, so that each is shown once.
    warnings.warn_explicit(
        message,
        ExportWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def warn_of_lost_patterns(patterns: Iterable[str]) -> None:
    """Warn of regular expressions that are left out of schemas, since JSON Schema uses the syntax
    of ECMA-262, which cannot express them.
    """
    for pattern in patterns:
        warn_export(f"the pattern {pattern!r} is left out, because ECMA-262 has no equivalent")


def warn_of_lost_references(references: Mapping[str, Sequence[str]]) -> None:
    """Issue one warning about all references in hand-written schemas that lead nowhere.

    Args:
        references: The unresolved references, each with the types and fields that have it.
    """
    names: list[str] = []
    for reference, places in references.items():
        name = repr(reference)
        if places:
            name = f"{name} in {short_list(places)}"
        names.append(name)
    if names:
        warn_export(
            f"unresolved references are left out: {', '.join(names)}; use the names of "
            "types in the document, or write the schemas themselves"
        )


def undeclared_credentials(where: Location | str, permission: str) -> str:
    """Warn that an operation needs a permission, but no security scheme says how callers identify
    themselves. Return a sentence about it for the description of the operation.

    Args:
        where: The operation, for the warning.
        permission: The permission.
    """
    warn_export(
        f"{where}: it needs a permission ({permission}), but how callers identify "
        "themselves is not declared"
    )
    return permission_note(permission)


def permission_note(permission: str) -> str:
    """Return the sentence about a needed permission, without the warning of
    `undeclared_credentials`.
    """
    return f"Needs a permission ({permission}). How callers identify themselves is not declared."


def without_nothing(**members: Any) -> dict[str, Any]:
    """Return the keyword arguments as an object, without those that are None."""
    return {key: value for key, value in members.items() if value is not None}


EARLIER_PREFIX = "x-oai-"
"""The prefix of extensions in OpenAPI 3.1 that OpenAPI 3.2 has as members, in the registry of the
OpenAPI Initiative."""

_NEW_IN_3_2 = frozenset(
    {"deprecated", "oauth2MetadataUrl", "deviceAuthorization", "deviceAuthorizationUrl"}
)
"""Members that security schemes and their flows have since OpenAPI 3.2, 4.27 to 4.29."""

_NESTED = ("flows", "deviceAuthorization")
"""Members of security schemes and their flows that have members in `_NEW_IN_3_2`."""


def earlier_scheme(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Security Scheme Object of OpenAPI 3.2 for OpenAPI 3.1 and AsyncAPI 3.0: members that
    are new in OpenAPI 3.2 become extensions, such as ``x-oai-deprecated``.
    """
    converted: dict[str, Any] = {}
    for key, value in definition.items():
        name = f"{EARLIER_PREFIX}{key}" if key in _NEW_IN_3_2 else key
        converted[name] = value
        if key in _NESTED:
            converted[name] = earlier_scheme(value)
    return converted


def later_scheme(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Security Scheme Object of OpenAPI 3.1 or AsyncAPI 3.0 as one of OpenAPI 3.2: the
    reverse of `earlier_scheme`, so ``x-oai-deprecated`` becomes ``deprecated``.
    """
    converted: dict[str, Any] = {}
    for key, value in definition.items():
        name = key.removeprefix(EARLIER_PREFIX)
        # Other extensions with the prefix stay, and so does one whose member is given as well.
        if name not in _NEW_IN_3_2 or name in definition:
            name = key
        converted[name] = value
        if name in _NESTED and isinstance(value, Mapping):
            converted[name] = later_scheme(value)
    if isinstance(converted.get("flows"), dict) and "deviceAuthorization" in converted:
        # AsyncAPI has no place for this flow among the others, so it is next to them there.
        flow = converted.pop("deviceAuthorization")
        converted["flows"] = {**converted["flows"], "deviceAuthorization": flow}
    return converted


@contextmanager
def collected_warnings(*categories: type[W]) -> Iterator[list[W]]:
    """Return a context manager that collects the warnings of some categories in a list. All other
    warnings are issued again when it ends, also if it ends with an error.

    The list is filled at the end.
    """
    collected: list[W] = []
    recorded: list[warnings.WarningMessage] = []
    try:
        # `catch_warnings` records the warnings of every category. The others have to pass the
        # filters outside of it, so they are issued once more.
        with warnings.catch_warnings(record=True) as recorded:
            for category in categories:
                warnings.simplefilter("always", category)
            yield collected
    finally:
        for item in recorded:
            if isinstance(item.message, categories):
                collected.append(item.message)
            else:
                warnings.warn_explicit(item.message, item.category, item.filename, item.lineno)
