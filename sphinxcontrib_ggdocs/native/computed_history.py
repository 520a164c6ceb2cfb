"""The history of a document, computed from the snapshots that its spec names.

What computes it is a layer above this one, found through an entry point as readers are.
"""

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from ..catalog import ApiDocSpec
from ..catalog.spec_errors import BadHistory
from ..contracts.contract_errors import Where
from .document_model import ApiDocsDocument

GROUP = "sphinxcontrib_ggdocs.history"
"""The entry-point group."""


class AddHistory(Protocol):
    """Adds what the snapshots in a folder say to the document with a slug."""

    def __call__(
        self, document: ApiDocsDocument, folder: Path, slug: str, verdicts: Path | None, /
    ) -> ApiDocsDocument:
        """The document with it; the same without snapshots.

        Raises:
            BadDocument: A snapshot cannot be read.
            BadHistory: A file with verdicts cannot be read, or something in it is wrong.
        """
        ...


def with_history(document: ApiDocsDocument, spec: ApiDocSpec) -> ApiDocsDocument:
    """The document with what the snapshots say of its methods; the same if the spec names no folder
    of them.

    Args:
        document: What was built of the spec.
        spec: Names the folder.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: A file with verdicts cannot be read, or something in it is wrong.
    """
    if spec.history is None:
        return document
    verdicts = Path(spec.verdicts) if spec.verdicts is not None else None
    return _add_history()(document, Path(spec.history), spec.slug, verdicts)


@cache
def _add_history() -> AddHistory:
    for point in entry_points(group=GROUP, name="snapshots"):
        add_history: AddHistory = point.load()
        return add_history
    raise BadHistory(
        "nothing is installed that reads snapshots",
        where=Where(),
        hint="install this package again",
    )
