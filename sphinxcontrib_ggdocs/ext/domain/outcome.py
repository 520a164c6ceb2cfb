"""Which object of which document a directive shows, told in one value that can be compared with an earlier one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from ..config import Split
from ..python import origins_of
from ..records import CONTRACT_DOCUMENT, FRONT, LIST, PAGE, Record, other_files
from .lookup import Lookup, candidates

if TYPE_CHECKING:
    from ..static.parts import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was found under a name."""

    parts: "tuple[Part, ...]" = ()
    """One object; two when a type's two facets differ; none when nothing has the name."""
    key: str = ""
    """The key of the document that they are of."""
    text: str = ""
    """The contract document that they are of."""
    origins: tuple[str | None, ...] = ()
    """Where their types were defined."""
    message: str = ""
    """What is wrong with the name."""
    slug: str = ""
    """Of the document."""
    problems: tuple[str, ...] = ()
    """Why some documents could not be made, where nothing was found."""

    @property
    def digest(self) -> str:
        """Differs when what a page shows of it does."""
        from ..static import digest_of

        every = [digest_of(part, self.text) for part in self.parts]
        return sha256(repr((every, self.origins, self.message, self.problems)).encode()).hexdigest()


def part_digest(records: Mapping[str, Record], objtype: str, target: str, splits: Mapping[str, Split]) -> str:
    """Differs when what a directive shows does.

    Args:
        records: By key.
        objtype: The kind of object, or of a page.
        target: The name of an object; slug and name of a page, slug of a front page.
        splits: By slug: what has a page of its own.
    """
    from ..static import front_digest, page_digest, pages_of

    if objtype == LIST:
        return " ".join(records)
    if objtype not in (PAGE, FRONT):
        return find_part(records, objtype, target).digest
    slug, _, name = target.partition(" ")
    record = next((record for record in records.values() if record.slug == slug), None)
    split = splits.get(slug)
    text = record.files.get(CONTRACT_DOCUMENT) if record is not None else None
    if record is None or split is None or text is None:
        return ""
    files = [name for _called, name in other_files(record.files)]
    if objtype == FRONT:
        return f"{record.problem and record.problem.message} {files} {front_digest(text, split)}"
    page = pages_of(text, split).get(name)
    return (
        f"{record.title} {files} {page_digest(page, text)} {_origins(record, page.parts)}" if page is not None else ""
    )


def find_part(records: Mapping[str, Record], objtype: str, target: str) -> Outcome:
    """Look a name up in all documents.

    Args:
        records: By key.
        objtype: The kind of object.
        target: Its full name, or the end of it.
    """
    from ..static import parts_of

    texts = {key: text for key, record in records.items() if (text := record.files.get(CONTRACT_DOCUMENT))}
    lookup = _lookup(tuple(texts.items()))
    found = lookup.find(objtype, target, "")
    if not found:
        problems = tuple(record.problem.message for record in records.values() if record.problem is not None)
        message = f"no document has the {objtype} {target!r}{lookup.hint(objtype, target)}"
        return Outcome(message=message, problems=problems)
    message = ""
    if len(found) > 1:
        message = f"{objtype} {target!r} may be any of {candidates(found)}; give a longer name"
    text = texts[found[0].docname]
    entry = found[0].entry
    parts = tuple(
        part
        for part in parts_of(text).values()
        if part.objtype == objtype and (part.name == entry.name or (entry.alias and part.alias == entry.alias))
    )
    if target.endswith(entry.name.partition(".")[2]):  # one facet was asked for by its own name
        parts = tuple(part for part in parts if part.name == entry.name)
    key, slug = found[0].docname, found[0].slug
    return Outcome(parts=parts, key=key, text=text, origins=_origins(records[key], parts), message=message, slug=slug)


@lru_cache(maxsize=8)
def _lookup(texts: tuple[tuple[str, str], ...]) -> Lookup:
    """All objects of all documents, or of one: key and text of each. Kept, as every name on every page is looked up."""
    from ..static import parts_of

    return Lookup({key: [part.entry for part in parts_of(text).values()] for key, text in texts})


def _origins(record: Record, parts: "Sequence[Part]") -> tuple[str | None, ...]:
    origins = origins_of(record)
    return tuple(origins.get(part.name.partition(".")[2]) for part in parts)
