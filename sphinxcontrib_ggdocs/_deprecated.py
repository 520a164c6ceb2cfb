"""Old names that still work: each use warns at the line of the caller, and says what to write
instead.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any
from warnings import warn_explicit

_PACKAGE = str(Path(__file__).parent) + os.sep
_IMPORT_SYSTEM = "<frozen importlib"


def warn_deprecated(message: str) -> None:
    """Issue a `DeprecationWarning` for the nearest line that is outside of this package."""
    frame = _caller(sys._getframe(1))
    warn_explicit(
        message,
        DeprecationWarning,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def _caller(frame: FrameType) -> FrameType:
    while frame.f_back is not None and frame.f_code.co_filename.startswith(
        (_PACKAGE, _IMPORT_SYSTEM)
    ):
        frame = frame.f_back
    return frame


def deprecated_names(
    package: str,
    names: Mapping[str, tuple[Callable[[], Any], str]],
    otherwise: Callable[[str], Any] | None = None,
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package with old names.

    Args:
        package: Its full name.
        names: By old name: what makes its value, and what to do instead of using it.
        otherwise: The ``__getattr__`` for all other names.
    """

    def find(name: str) -> Any:
        if name in names:
            value, remedy = names[name]
            warn_deprecated(f"{package}.{name} is deprecated: {remedy}")
            return value()
        if otherwise is not None:
            return otherwise(name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find
