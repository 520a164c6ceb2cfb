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


def warn_export(message: str) -> None:
    """Warn of what an exported file lacks, at the nearest line outside of this package."""
    frame = sys._getframe(1)  # `skip_file_prefixes` of `warn` needs Python 3.12
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_NOT_CALLERS):
        frame = frame.f_back
    warnings.warn_explicit(
        message,
        ExportWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def warn_of_lost_patterns(patterns: Iterable[str]) -> None:
    """Warn of patterns that ECMA-262, whose patterns JSON Schema has, cannot say."""
    for pattern in patterns:
        warn_export(f"the pattern {pattern!r} is left out, because ECMA-262 has no equivalent")


def warn_of_lost_references(references: Mapping[str, Sequence[str]]) -> None:
    """Warn of references in schemas by hand that lead nowhere, once for all of them.

    Args:
        references: Each with the types and fields that have it.
    """
    names: list[str] = []
    for reference, places in references.items():
        names.append(f"{reference!r} in {short_list(places)}" if places else repr(reference))
    if names:
        warn_export(
            f"unresolved references are left out: {', '.join(names)}; use the names of "
            "types in the document, or write the schemas themselves"
        )


def undeclared_credentials(where: Location | str, permission: str) -> str:
    """Return a sentence for the description of an operation that needs a permission; there is a
    warning, too.
    """
    warn_export(
        f"{where}: it needs a permission ({permission}), but how callers identify "
        "themselves is not declared"
    )
    return permission_note(permission)


def permission_note(permission: str) -> str:
    """Return the sentence of `undeclared_credentials`, without a warning."""
    return f"Needs a permission ({permission}). How callers identify themselves is not declared."


def without_nothing(**members: Any) -> dict[str, Any]:
    """Return an object without the members that are None."""
    return {key: value for key, value in members.items() if value is not None}


EARLIER_PREFIX = "x-oai-"
"""Of extensions in OpenAPI 3.1 that are members of OpenAPI 3.2, in the registry of the OpenAPI
Initiative."""

_LATER = frozenset(
    {"deprecated", "oauth2MetadataUrl", "deviceAuthorization", "deviceAuthorizationUrl"}
)
"""Members of security schemes since OpenAPI 3.2, 4.27 to 4.29."""


def earlier_scheme(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a security scheme for OpenAPI 3.1 and AsyncAPI 3.0: what only OpenAPI 3.2 has are
    extensions of its registry.
    """
    written: dict[str, Any] = {}
    for key, value in definition.items():
        inner = earlier_scheme(value) if key in ("flows", "deviceAuthorization") else value
        written[f"{EARLIER_PREFIX}{key}" if key in _LATER else key] = inner
    return written


def later_scheme(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return a security scheme that `earlier_scheme` may have written as one of OpenAPI 3.2."""
    read: dict[str, Any] = {}
    for key, value in definition.items():
        name = key.removeprefix(EARLIER_PREFIX)
        if name not in _LATER or name in definition:
            name = key
        is_nested = name in ("flows", "deviceAuthorization") and isinstance(value, Mapping)
        read[name] = later_scheme(value) if is_nested else value
    if isinstance(read.get("flows"), dict) and "deviceAuthorization" in read:
        flow = read.pop("deviceAuthorization")  # AsyncAPI has no place for it among the flows
        read["flows"] = {**read["flows"], "deviceAuthorization": flow}
    return read


@contextmanager
def collected_warnings(*categories: type[W]) -> Iterator[list[W]]:
    """Collect the warnings of some categories; all others are issued at the end, be it an error."""
    collected: list[W] = []
    caught: list[warnings.WarningMessage] = []
    try:
        # All are recorded, whatever the category, so that those of others are issued here again, by
        # the filters outside.
        with warnings.catch_warnings(record=True) as caught:
            for category in categories:
                warnings.simplefilter("always", category)
            yield collected
    finally:
        for item in caught:
            if isinstance(item.message, categories):
                collected.append(item.message)
            else:
                warnings.warn_explicit(item.message, item.category, item.filename, item.lineno)
