"""Computes the history of a document from the snapshots that its spec names.

The package `history`, which computes it, is a layer above this one, and optional.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from ..capabilities import HISTORY
from ..catalog import ApiDocSpec
from ..catalog.imports import optional
from ..document.model import ApiDocsDocument

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
    with_snapshots: ApiDocsDocument = optional(HISTORY["snapshots"])(
        document, folder, spec.slug, _verdicts(spec), translate
    )
    return with_snapshots


def released_documents(spec: ApiDocSpec) -> Mapping[str, Callable[[], bytes]]:
    """What makes the JSON of each released version, the oldest first; nothing if the spec names no
    folder of snapshots.
    """
    folder = spec.snapshots
    if folder is None:
        return {}
    return released_in(folder, spec.slug, _verdicts(spec))


def released_in(
    folder: Path, slug: str, verdicts: Path | None, translate: Translate = str
) -> Mapping[str, Callable[[], bytes]]:
    """Return what makes the JSON of each released version of the document with a slug, the oldest
    first; its snapshots are in a folder.
    """
    released: Mapping[str, Callable[[], bytes]] = optional(HISTORY["released"])(
        folder, slug, verdicts, translate
    )
    return released


def changes_of(spec: ApiDocSpec) -> Callable[[], bytes] | None:
    """Return what makes the changes of all released versions as JSON; None if the spec names no
    folder of snapshots.
    """
    folder = spec.snapshots
    if folder is None:
        return None
    return partial(changes_as_json, folder, spec.slug, spec.final_title, _verdicts(spec))


def changes_as_json(folder: Path, slug: str, title: str, verdicts: Path | None) -> bytes:
    """Return the changes of all released versions as JSON.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document, which has snapshots.
        title: The title of the document.
        verdicts: The file with verdicts of the author.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: Dates or verdicts cannot be read, or something in them is wrong.
    """
    data = optional(HISTORY["changes"])(folder, slug, title, verdicts)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _verdicts(spec: ApiDocSpec) -> Path | None:
    return Path(spec.verdicts) if spec.verdicts is not None else None
