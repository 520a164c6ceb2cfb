"""Makes several documents at a time, where Sphinx itself may work in several processes (``-j``)."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.parallel import ParallelTasks, parallel_available

from ..config import SpecValues
from ..records import Record

if TYPE_CHECKING:
    from .loading import Loader

FEW = 3
"""So many documents are made sooner than another process is there."""


class Stale(NamedTuple):
    """A document to be made."""

    key: str
    values: SpecValues
    former: Record | None


def load_all(loader: "Loader", stale: list[Stale], jobs: int) -> dict[str, Record]:
    """The records of the documents, by key.

    The first is made here, so that the processes share what making one imports; the modules of the others are imported
    where they are needed only.
    """
    if jobs < 2 or len(stale) < FEW or not parallel_available:
        return dict(_made(loader, stale))
    found = dict(_made(loader, stale[:1]))
    tasks = ParallelTasks(jobs)
    for chunk in _chunks(stale[1:], jobs):
        tasks.add_task(lambda chunk: list(_made(loader, chunk)), chunk, lambda _chunk, made: found.update(made))
    tasks.join()
    return found


def _made(loader: "Loader", stale: Iterable[Stale]) -> Iterator[tuple[str, Record]]:
    for each in stale:
        yield each.key, loader.load(each.values, each.former)


def _chunks(stale: list[Stale], count: int) -> Iterator[list[Stale]]:
    """Neighbours together: they are more likely to share modules."""
    rest = iter(stale)
    size, more = divmod(len(stale), count)
    for position in range(min(count, len(stale))):
        yield list(islice(rest, size + (position < more)))
