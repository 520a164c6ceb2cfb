"""What a walk is made of, and the shortest walk that still fails."""

from collections.abc import Callable, Iterator
from random import Random
from time import monotonic
from typing import Literal, NamedTuple

from . import of_code as of_code  # fills the table
from . import of_documents as of_documents  # too
from .table import CHANGES

BUILDERS = (
    *(
        "html",
        "html",
        "html again",
        "dirhtml",
        "singlehtml",
        "text",
        "xml",
        "gettext",
        "latex",
        "pseudoxml",
    ),
)
SECONDS = 90
"""As long as shorter walks are looked for."""


class Step(NamedTuple):
    """Edits, and a build."""

    edits: tuple[tuple[str, int], ...]
    """Kinds of edits, each with a number that it draws by."""
    builder: str = "html"
    jobs: int = 1
    saved: Literal["now", "touched", "past", "future", "kept"] = "now"
    """How the modules are dated that have changed; touched: now, and all others too."""
    broken: int | None = None
    """Draws the module that cannot be imported in a build before."""
    kills: tuple[int, ...] = ()
    """After how many files builds before are killed."""
    twice: bool = False
    """Whether it is built again, with nothing changed."""


def steps(draw: Random) -> Iterator[Step]:
    """Steps that have each kind of edit in one of them."""
    kinds = draw.sample(list(CHANGES), len(CHANGES))
    builders: list[str] = []
    while kinds:
        if not builders or draw.random() < 0.3:  # else the same again
            builders = builders[1:] or draw.sample(BUILDERS, len(BUILDERS))
        count = draw.choice([1, 2, 2])
        edits = tuple((kind, draw.randrange(1000)) for kind in kinds[:count])
        del kinds[:count]
        yield Step(
            edits=edits,
            builder=builders[0],
            jobs=draw.choice([1, 1, 4]),
            saved=draw.choice(["now", "touched", "past", "future", "kept"]),
            broken=draw.randrange(1000) if draw.random() < 0.1 else None,
            kills=tuple(
                draw.randrange(1, draw.choice([15, 30, 60]))
                for _ in range(draw.choice([0, 0, 0, 0, 1, 2]))
            ),
            twice=draw.random() < 0.3,
        )


def shortest(walk: list[Step], fails: Callable[[list[Step]], bool]) -> list[Step]:
    """Leave out what the failure does not need, as far as that is found out in time."""
    shorter, until = _shorter(walk), monotonic() + SECONDS
    while (less := next(shorter, None)) is not None and monotonic() < until:
        if fails(less):
            walk, shorter = less, _shorter(less)
    return walk


def _shorter(walk: list[Step]) -> Iterator[list[Step]]:
    """Walks that have less in them, much less first; the last step, which fails, stays."""
    size = len(walk) - 1
    while size:
        for at in range(0, len(walk) - 1, size):
            yield [*walk[:at], *walk[min(at + size, len(walk) - 1) :]]
        size //= 2
    for at, step in enumerate(walk):
        for less in _less(step):
            yield [*walk[:at], less, *walk[at + 1 :]]


def _less(step: Step) -> Iterator[Step]:
    for at in range(len(step.edits)):
        yield step._replace(edits=step.edits[:at] + step.edits[at + 1 :])
    for name in ("jobs", "saved", "broken", "kills", "twice"):
        default = Step._field_defaults[name]
        if getattr(step, name) != default:
            yield step._replace(**{name: default})
