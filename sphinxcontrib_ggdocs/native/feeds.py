"""Writes feeds of the changes of released versions (Atom, RFC 4287).

The same changes give the same bytes. Since feed readers sort by date, a version without a date is
dated one second after the version before it; the first one is dated `FIRST_DATE`. The verdict on a
change says how grave it is for clients.
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

FIRST_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
MOST_ENTRIES: Final = 50
"""A feed has only so many entries, the newest."""

_FEED_FILE: Final = BY_NAME["feed"].file
_ATOM_NAMESPACE: Final = "http://www.w3.org/2005/Atom"
_XHTML_NAMESPACE: Final = "http://www.w3.org/1999/xhtml"
_NOT_IN_XML: Final = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML forbids, even as a character reference (XML 1.0, 2.2)."""
_VERDICT_TITLES: Final = {
    "breaking": "Breaking",
    "risky": "Risky",
    "accepted": "Accepted",
    "safe": "Safe",
}


def changes_file(document: DocumentFiles) -> bytes:
    """Return the changes of all released versions of a document as JSON."""
    assert document.changes is not None  # documents without snapshots do not have this output
    return document.changes()


def feed_of_document(document: DocumentFiles) -> bytes:
    """Return the Atom feed of one document, from its changes as JSON, an output that sites write
    before this one.
    """
    data = json.loads(document.files["changes"].content)
    head = data["document"]
    entries = _release_entries(document.link, data, document.up)
    return _feed_xml(head["id"], head["title"], document.up, entries)


def feed_of_all(documents: Sequence[DocumentFiles], title: str | None) -> bytes:
    """Return the Atom feed of all documents that have changes; `title` is that of the site."""
    ids: list[str] = []
    titles: list[str] = []
    entries: list[Element] = []
    for document in documents:
        if "changes" in document.files:
            data = json.loads(document.files["changes"].content)
            ids.append(data["document"]["id"])
            titles.append(data["document"]["title"])
            # This feed is in the root of the site.
            entries += _release_entries(document.link, data, up="")
    # Computed from the permanent ids of the documents, it is permanent, too. It differs from these
    # ids, since a site with one document may have both feeds.
    feed_id = uuid5(UUID(int=0), "\0".join(ids)).urn
    return _feed_xml(feed_id, title or ", ".join(titles), "", entries)


def _feed_xml(feed_id: str, title: str, up: str, entries: Iterable[Element]) -> bytes:
    """Return a feed with its newest entries as XML.

    Args:
        feed_id: The permanent id of the feed.
        title: Its title, which is also the name of its author.
        up: The relative path from the feed to the site.
        entries: All entries, in any order; there is at least one.
    """
    newest = sorted(entries, key=_updated_at, reverse=True)[:MOST_ENTRIES]
    feed = Element("feed", xmlns=_ATOM_NAMESPACE)
    SubElement(feed, "id").text = feed_id
    SubElement(feed, "title").text = _without_forbidden_characters(title)
    SubElement(feed, "updated").text = _updated_at(newest[0])
    # Relative to the feed itself: the feeds of documents and that of the site have one file name.
    SubElement(feed, "link", rel="self", type="application/atom+xml", href=_FEED_FILE)
    SubElement(feed, "link", rel="alternate", type="text/html", href=up + INDEX)
    SubElement(SubElement(feed, "author"), "name").text = _without_forbidden_characters(title)
    feed.extend(newest)
    content: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _updated_at(entry: Element) -> str:
    """Return the date of an entry as text, which sorts like the date."""
    return entry.findtext("updated", "")


def _release_entries(link: DocumentLink, data: Mapping[str, Any], up: str) -> Iterator[Element]:
    """Yield an entry for each released version of a document, the oldest first.

    Args:
        link: The paths of the document.
        data: Its changes, as in ``changes.json``.
        up: The relative path from the feed to the site.
    """
    # A version without a date is dated one second after the version before it; the first one is
    # dated `FIRST_DATE`.
    updated = FIRST_DATE - timedelta(seconds=1)
    for release in reversed(data["releases"]):  # they begin with the newest
        date_text = release.get("date")
        updated += timedelta(seconds=1)
        if date_text is not None:
            updated = datetime.combine(date.fromisoformat(date_text), time(), UTC)
        yield _release_entry(link, data["document"]["title"], release, up, updated)


def _release_entry(
    link: DocumentLink, title: str, release: Mapping[str, Any], up: str, updated: datetime
) -> Element:
    """Return the entry of one released version.

    Args:
        link: The paths of the document.
        title: The title of the document.
        release: The version with its changes, as in ``changes.json``.
        up: The relative path from the feed to the site.
        updated: The date of the version.
    """
    entry = Element("entry")
    version = release["version"]
    # Without a changelog the entry leads to the document in the UI.
    address = link.changelog.get(version) or INDEX + deep_link(link.slug)
    SubElement(entry, "id").text = release["id"]
    SubElement(entry, "title").text = _without_forbidden_characters(f"{title} {version}")
    SubElement(entry, "updated").text = updated.strftime("%Y-%m-%dT%H:%M:%SZ")
    SubElement(entry, "link", rel="alternate", type="text/html", href=up + address)
    SubElement(entry, "category", term=link.slug)
    content = SubElement(entry, "content", type="xhtml")
    _write_changes(SubElement(content, "div", xmlns=_XHTML_NAMESPACE), release)
    return entry


def _write_changes(content: Element, release: Mapping[str, Any]) -> None:
    """Add the changes of a released version to an element, with a list for each verdict.

    `release` is the version with its changes, as in ``changes.json``; the first one has none.
    """
    if "changes" not in release:
        SubElement(content, "p").text = "The first version."
    # Changes are sorted by verdict already, so each verdict is one group.
    for verdict, changes in groupby(release.get("changes", ()), _verdict_of):
        SubElement(content, "h2").text = _VERDICT_TITLES[verdict]
        items = SubElement(content, "ul")
        for change in changes:
            item = SubElement(items, "li")
            place = SubElement(item, "code")
            place.text = _without_forbidden_characters(change["place"]["title"])
            what_changed = change["text"]
            if reason := change.get("accepted"):
                what_changed += f" ({reason})"
            place.tail = _without_forbidden_characters(f": {what_changed}")


def _verdict_of(change: Mapping[str, Any]) -> str:
    """Return the verdict on a change; ``accepted`` if the author gave a reason for it."""
    if change.get("accepted"):
        return "accepted"
    return str(change["verdict"])


def _without_forbidden_characters(text: str) -> str:
    """Return a text with a space for each character that XML forbids."""
    return _NOT_IN_XML.sub(" ", text)
