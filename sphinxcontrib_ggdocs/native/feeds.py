"""Writes feeds of the changes of released versions (Atom, RFC 4287).

The same changes give the same bytes. Since feed readers sort by date, a version without a date is
dated one second after the version before it; the first one is dated `FIRST`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any, Final
from uuid import UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from ..capabilities import BY_NAME
from .document_files import DocumentFiles
from .element import INDEX, DocumentLink, deep_link

FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
MOST_ENTRIES: Final = 50
"""Of one feed, the newest."""

_FEED: Final = BY_NAME["feed"].file
_ATOM: Final = "http://www.w3.org/2005/Atom"
_XHTML: Final = "http://www.w3.org/1999/xhtml"
_NOT_IN_XML: Final = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that no document may have, not even as a reference (XML 1.0, 2.2)."""
_TITLES: Final = {"breaking": "Breaking", "risky": "Risky", "accepted": "Accepted", "safe": "Safe"}


def changes_file(document: DocumentFiles) -> bytes:
    """Return the changes of all released versions of a document as JSON."""
    assert document.changes is not None  # the output takes snapshots
    return document.changes()


def feed_of_document(document: DocumentFiles) -> bytes:
    """Return the feed of one document, from its changes as JSON."""
    data = json.loads(document.files["changes"].content)
    described = data["document"]
    entries = _entries(document.link, data, document.up)
    return _feed(described["id"], described["title"], document.up, entries)


def feed_of_all(documents: Sequence[DocumentFiles], title: str | None) -> bytes:
    """Return the feed of all documents that have changes, from the changes of each as JSON."""
    ids: list[str] = []
    titles: list[str] = []
    entries: list[Element] = []
    for document in documents:
        if "changes" in document.files:
            data = json.loads(document.files["changes"].content)
            ids.append(data["document"]["id"])
            titles.append(data["document"]["title"])
            entries += _entries(document.link, data, "")
    # An id that no document has, since a site with one document may have both feeds.
    feed_id = uuid5(UUID(int=0), "\0".join(ids)).urn
    return _feed(feed_id, title or ", ".join(titles), "", entries)


def _feed(name: str, title: str, up: str, entries: Iterable[Element]) -> bytes:
    newest = sorted(entries, key=_updated, reverse=True)[:MOST_ENTRIES]
    feed = Element("feed", xmlns=_ATOM)
    for tag, text in (("id", name), ("title", _allowed(title)), ("updated", _updated(newest[0]))):
        SubElement(feed, tag).text = text
    SubElement(feed, "link", rel="self", type="application/atom+xml", href=_FEED)
    SubElement(feed, "link", rel="alternate", type="text/html", href=up + INDEX)
    SubElement(SubElement(feed, "author"), "name").text = _allowed(title)
    feed.extend(newest)
    content: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _updated(entry: Element) -> str:
    return entry.findtext("updated", "")


def _entries(link: DocumentLink, data: Mapping[str, Any], up: str) -> Iterator[Element]:
    """Yield the versions of a document, the oldest first."""
    updated = FIRST - timedelta(seconds=1)
    for release in reversed(data["releases"]):
        date_text = release.get("date")
        updated += timedelta(seconds=1)
        if date_text is not None:
            updated = datetime.combine(date.fromisoformat(date_text), time(), UTC)
        yield _entry(link, data["document"]["title"], release, up, updated)


def _entry(
    link: DocumentLink, title: str, release: Mapping[str, Any], up: str, updated: datetime
) -> Element:
    entry, version = Element("entry"), release["version"]
    address = link.changelog.get(version) or INDEX + deep_link(link.slug)
    SubElement(entry, "id").text = release["id"]
    SubElement(entry, "title").text = _allowed(f"{title} {version}")
    SubElement(entry, "updated").text = updated.strftime("%Y-%m-%dT%H:%M:%SZ")
    SubElement(entry, "link", rel="alternate", type="text/html", href=up + address)
    SubElement(entry, "category", term=link.slug)
    content = SubElement(entry, "content", type="xhtml")
    _write_changes(SubElement(content, "div", xmlns=_XHTML), release)
    return entry


def _write_changes(content: Element, release: Mapping[str, Any]) -> None:
    if "changes" not in release:
        SubElement(content, "p").text = "The first version."
    for kind, some in groupby(release.get("changes", ()), _kind):
        SubElement(content, "h2").text = _TITLES[kind]
        items = SubElement(content, "ul")
        for change in some:
            item = SubElement(items, "li")
            place = SubElement(item, "code")
            place.text = _allowed(change["place"]["title"])
            what_changed = change["text"]
            if reason := change.get("accepted"):
                what_changed += f" ({reason})"
            place.tail = _allowed(f": {what_changed}")


def _kind(change: Mapping[str, Any]) -> str:
    return "accepted" if change.get("accepted") else str(change["verdict"])


def _allowed(text: str) -> str:
    """Return a text with spaces for the characters that XML forbids."""
    return _NOT_IN_XML.sub(" ", text)
