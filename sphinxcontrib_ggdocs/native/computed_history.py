"""The history of a document, computed from the snapshots that its spec names.

What computes it is a layer above this one, found through an entry point as readers are.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeAlias

from ..catalog import ApiDocSpec
from ..catalog.spec_errors import BadHistory
from ..contracts.contract_errors import Where
from ..document.model import ApiDocsDocument

GROUP = "sphinxcontrib_ggdocs.history"
"""The entry-point group."""

Translate: TypeAlias = Callable[[str], str]
"""Translates a text of a change; English is the text itself, which `str` returns."""


def with_history(
    document: ApiDocsDocument, spec: ApiDocSpec, translate: Translate = str
) -> ApiDocsDocument:
    """Return the document with what the snapshots say of its methods; the same if the spec names no
    folder of them.

    Args:
        document: What was built of the spec.
        spec: Names the folder.
        translate: Translates the texts of changes.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: A file with verdicts cannot be read, or something in it is wrong.
    """
    folder = spec.snapshots
    if folder is None:
        return document
    with_snapshots: ApiDocsDocument = _entry_point("snapshots")(
        document, folder, spec.slug, _verdicts(spec), translate
    )
    return with_snapshots


def released_documents(spec: ApiDocSpec) -> Mapping[str, Callable[[], bytes]]:
    """What makes the JSON of each released version, the oldest first; nothing if the spec names no
    folder of snapshots.
    """
    folder = spec.snapshots
    return {} if folder is None else released_in(folder, spec.slug, _verdicts(spec))


def released_in(
    folder: Path, slug: str, verdicts: Path | None, translate: Translate = str
) -> Mapping[str, Callable[[], bytes]]:
    """Return the same for the document with a slug, whose snapshots are in a folder."""
    released: Mapping[str, Callable[[], bytes]] = _entry_point("released")(
        folder, slug, verdicts, translate
    )
    return released


def changes_of(spec: ApiDocSpec) -> Callable[[], bytes] | None:
    """What makes the changes of all released versions as JSON, of a spec that has some."""
    folder = spec.snapshots
    if folder is None:
        return None
    return partial(changes_in, folder, spec.slug, spec.final_title, _verdicts(spec))


def changes_in(folder: Path, slug: str, title: str, verdicts: Path | None) -> bytes:
    """Return the same for the document with a slug, whose snapshots are in a folder.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: Dates or verdicts cannot be read, or something in them is wrong.
    """
    data = _entry_point("changes")(folder, slug, title, verdicts)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _verdicts(spec: ApiDocSpec) -> Path | None:
    return Path(spec.verdicts) if spec.verdicts is not None else None


@cache
def _entry_point(name: str) -> Any:
    for point in entry_points(group=GROUP, name=name):
        return point.load()
    raise BadHistory(
        "nothing is installed that reads snapshots",
        where=Where(),
        hint="install this package again",
    )
