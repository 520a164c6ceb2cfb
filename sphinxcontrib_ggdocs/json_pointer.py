"""Writes and reads JSON pointers (RFC 6901): ``/paths/~1users`` is the place of the member
``/users`` of the member ``paths``.
"""

from collections.abc import Iterable


def json_pointer(steps: Iterable[str | int]) -> str:
    """Return the JSON pointer of a value.

    Args:
        steps: The names of members and the indices of items that lead to the value, from the root
            of the document.
    """
    return "".join(f"/{escaped_step(str(step))}" for step in steps)


def escaped_step(step: str) -> str:
    """Return the name of a member as a JSON pointer contains it (RFC 6901, 3)."""
    return step.replace("~", "~0").replace("/", "~1")


def unescaped_step(step: str) -> str:
    """Return the name of a member that a step of a JSON pointer stands for.

    RFC 6901, 4, requires this order: ``~01`` is ``~1``, not a slash.
    """
    return step.replace("~1", "/").replace("~0", "~")
