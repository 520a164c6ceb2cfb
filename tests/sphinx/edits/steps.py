"""What a walk is made of."""

from collections.abc import Iterator
from random import Random
from typing import Literal, NamedTuple

from .project import EDITS

BUILDERS = ("html", "html", "html again", "dirhtml", "singlehtml", "text", "gettext", "latex")


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
    kinds = draw.sample(EDITS, len(EDITS))
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
