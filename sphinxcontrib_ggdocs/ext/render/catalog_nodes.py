"""Writes a catalogue of services as docutils nodes: description, owner and links of each."""

from collections.abc import Iterable, Iterator

from docutils import nodes

from ...native import ApiDocsDocument
from ...native.markdown_text import summary_of
from ...native.service_summary import LastChange, ServiceSummary, summary_of_service
from ...native.view.names import Names
from .. import _
from ..build import Record
from ..domain.refs import CHANGE, optional_xref
from ..gg_nodes import gg_files, gg_service_link
from .lines import Piece, label, line, separated


def catalog_nodes(services: Iterable[nodes.Node]) -> nodes.Element:
    """Write a catalogue of services.

    Args:
        services: The results of `service_nodes`.
    """
    cards = nodes.compound("", *services, classes=["gg-services"])
    return nodes.compound("", cards, classes=["gg-catalog"])


def service_nodes(record: Record, document: ApiDocsDocument | None, level: int) -> nodes.Element:
    """Write the card of a service.

    Args:
        record: Its record.
        document: Its contract document, in the language of the page; None of one that failed.
        level: Of its heading.
    """
    title = record.title or record.slug
    service = None if document is None else summary_of_service(document)
    heading = nodes.rubric("", "", **{"heading-level": level})
    heading += gg_service_link(title, nodes.Text(title), document=record.slug)
    card = nodes.compound("", heading, classes=["gg-service"])
    if service is None or document is None:
        card += nodes.paragraph("", _("The document cannot be read"))
        return card
    if service.version:
        heading += nodes.Text(" ")
        heading += nodes.inline("", service.version, classes=["gg-version"])
    if text := summary_of(service.description):
        card += nodes.paragraph("", text, classes=["gg-what"])
    card += list(_facts(service, Names(document), document))
    card += gg_files("", document=record.slug, itself=True)
    return card


def _facts(
    service: ServiceSummary, names: Names, document: ApiDocsDocument
) -> Iterator[nodes.Node]:
    groups = [
        optional_xref(
            "contract",
            names.contract(group.slug, group.contracts[0].name),
            nodes.inline(group.name, group.name),
        )
        for group in document.groups
        if group.contracts
    ]
    if groups:
        yield _fact(_("Groups"), *separated(groups))
    size = _("%d methods") % service.methods if service.methods != 1 else _("one method")
    yield line(", ".join((*service.protocols, size)), css="gg-fact")
    for name, words, text in (
        ("gg-owner", _("Owner"), service.owner),
        ("gg-lifecycle", _("Lifecycle"), service.lifecycle),
    ):
        if text:
            yield _fact(words, nodes.inline(text, text, classes=[name]))
    if (change := service.last_change) is not None:
        yield _fact(_("Last change"), _last_change(service.slug, change))


def _fact(words: str, *content: Piece) -> nodes.paragraph:
    return line(*label(words), *content, css="gg-fact")


def _last_change(slug: str, change: LastChange) -> nodes.Node:
    words = {
        "added": _("added"),
        "changed": _("changed"),
        "deprecated": _("deprecated"),
        "removed": _("removed"),
    }
    text = change.text(_("Unreleased"), words)
    target = f"{slug} {change.version or ''}  "  # the version, of which nothing more is meant
    return optional_xref(CHANGE, target, nodes.inline(text, text))
