"""Computes the history of a document from the snapshots that its spec names.

A snapshot is the contract document of a released version, kept as a file. Verdicts are the author's
own judgements of changes between versions. The package `history`, which computes all of this, is a
layer above this one, and optional.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from ..capabilities import HISTORY
from ..catalog import ApiDocSpec
from ..catalog.imports import import_optional
from ..document.model import ApiDocsDocument

Translate: TypeAlias = Callable[[str], str]
"""Translates a text of a change from English; `str` leaves it in English."""


def with_history(
    document: ApiDocsDocument, spec: ApiDocSpec, translate: Translate = str
) -> ApiDocsDocument:
    """Return the document with the history of its methods, computed from snapshots of released
    versions.

    The document is returned unchanged if its spec names no folder of snapshots.

    Args:
        document: The contract document that was built from the spec.
        spec: Names the folder.
        translate: Translates the texts of changes.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: A file with verdicts cannot be read, or something in it is wrong.
    """
    folder = spec.snapshots
    if folder is None:
        return document
    with_snapshots: ApiDocsDocument = import_optional(HISTORY["snapshots"])(
        document, folder, spec.slug, _verdicts_file(spec), translate
    )
    return with_snapshots


def released_documents(spec: ApiDocSpec) -> Mapping[str, Callable[[], bytes]]:
    """Return a function for each released version that builds its contract document as JSON.

    The oldest version is the first. There are none if the spec names no folder of snapshots.
    """
    folder = spec.snapshots
    if folder is None:
        return {}
    return released_in(folder, spec.slug, _verdicts_file(spec))


def released_in(
    folder: Path, slug: str, verdicts: Path | None, translate: Translate = str
) -> Mapping[str, Callable[[], bytes]]:
    """Return a function for each released version that builds its contract document as JSON.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
        verdicts: The file with the author's verdicts on changes.
        translate: Translates the texts of changes.
    """
    released: Mapping[str, Callable[[], bytes]] = import_optional(HISTORY["released"])(
        folder, slug, verdicts, translate
    )
    return released


def changes_of(spec: ApiDocSpec) -> Callable[[], bytes] | None:
    """Return a function that computes the changes of all released versions as JSON; None if the
    spec names no folder of snapshots.
    """
    folder = spec.snapshots
    if folder is None:
        return None
    return partial(changes_as_json, folder, spec.slug, spec.final_title, _verdicts_file(spec))


def changes_as_json(folder: Path, slug: str, title: str, verdicts: Path | None) -> bytes:
    """Return the changes of all released versions as JSON.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document, which has snapshots.
        title: The title of the document.
        verdicts: The file with the author's verdicts on changes.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: Dates or verdicts cannot be read, or something in them is wrong.
    """
    data = import_optional(HISTORY["changes"])(folder, slug, title, verdicts)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _verdicts_file(spec: ApiDocSpec) -> Path | None:
    """Return the file with the author's verdicts that a spec names, if it names one."""
    if spec.verdicts is None:
        return None
    return Path(spec.verdicts)
