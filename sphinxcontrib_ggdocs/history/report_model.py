"""The JSON report of changes; its JSON Schema is published as `changes.schema.json`."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from .changes import Flow, PlaceKind, Verdict

REPORT_VERSION: Final = "1.0"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class ReportedPlace(_Part):
    """Where a change is."""

    kind: PlaceKind
    key: str
    """``group slug/contract/method``, the first of these, the name of a type or the key of an
    error; of what is new, in the new document, else in the old one."""
    title: str
    """What people call it, such as ``GET /orders``."""
    part: str = ""
    """The part of it, such as ``query parameter limit``."""
    path: tuple[str, ...] = ()
    """Properties inside of its schema; ``[]`` for items, ``{}`` for values of a mapping."""


class ReportedWitness(_Part):
    """A value that shows a change: valid on the one side, refused on the other."""

    value: Any = Field()
    flow: Flow


class ReportedChange(_Part):
    """One named change. Keys that say nothing are left out."""

    rule: str
    """The name of the change."""
    place: ReportedPlace
    wire: Verdict
    """Whether it breaks clients that run, by what they send and receive."""
    code: Verdict
    """Whether it breaks code that was generated from the contracts and is generated anew."""
    verdict: Verdict
    """The verdict of the project, else the more severe of the two; what is accepted is safe."""
    message: str
    """What has changed, in words."""
    flow: Flow | None = None
    """Which way the values travel that are concerned."""
    old: Any = None
    new: Any = None
    reason: str = ""
    """Why a verdict is not known."""
    accepted: str = ""
    """Why the project accepts the change."""
    witness: ReportedWitness | None = None
    methods: tuple[str, ...] = ()
    """Keys of the methods concerned, of a change of a type or an error."""


class ReportSummary(_Part):
    """How many changes there are of each verdict."""

    breaking: int
    risky: int
    safe: int


class Report(_Part):
    """The changes between two contract documents."""

    version: Literal["1.0"]
    """The version of this form."""
    summary: ReportSummary
    changes: tuple[ReportedChange, ...]
