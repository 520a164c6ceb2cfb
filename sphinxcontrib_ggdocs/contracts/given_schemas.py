"""`GivenSchema`: a JSON Schema in the place of a Python type, for readers of documents."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..audience_rules import Audiences


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GivenSchema:
    """A JSON Schema that stands for a type and is documented without changes.

    Where Python types are documented as what pydantic makes of them, a schema that somebody else
    has published already says what is meant. Only its references change: each leads to another
    `GivenSchema`, whose name in a document is chosen with those of all other types.
    """

    schema: Mapping[str, Any]
    """JSON Schema 2020-12; ``true`` is the empty one."""
    references: Mapping[str, "GivenSchema"] = field(default_factory=dict)
    """What each ``$ref`` in it leads to, by its text; filled in later where schemas contain
    themselves."""
    name: str | None = None
    """The name under which documents keep it; without one it is written where it is used."""
    module: str = ""
    """The file that a schema is from, which distinguishes schemas of one name."""
    on_hidden: Callable[[], None] | None = None
    """Called where any value is documented in the place of the schema or a part of it, which are
    for others."""
    audience: Audiences = ()
    """For whom that is which the schema is a part of in its file; empty for everyone."""

    def warn_of_place(self) -> None:
        """Report that any value is documented here."""
        if self.on_hidden is not None:
            self.on_hidden()
