"""Renders a catalogue of services as docutils nodes: a card for each service, with its
description, owner and links.
"""

from collections.abc import Iterable

from docutils import nodes

from ...native import ApiDocsDocument
from ...native.blocks.catalogue import card_blocks
from ...native.service_summary import summary_of_service
from .. import _
from ..gg_nodes import gg_files, gg_filter, gg_leaf, gg_service_link
from ..stored_records import Record


def catalog_nodes(services: Iterable[nodes.Node]) -> nodes.Element:
    """Return the catalogue of some services, with a filter in HTML.

    Args:
        services: The nodes of the services' cards.
    """
    cards = nodes.compound("", *services, classes=["gg-services"])
    return nodes.compound("", gg_filter(""), cards, classes=["gg-catalog"])


def service_nodes(record: Record, document: ApiDocsDocument | None, level: int) -> nodes.Element:
    """Return the card of a service.

    Args:
        record: The record of its document.
        document: Its contract document, in the language of the page; None if it could never be
            built.
        level: The level of its heading.
    """
    title = record.title or record.slug
    heading = nodes.rubric("", "", **{"heading-level": level})
    heading += gg_service_link(title, nodes.Text(title), document=record.slug)
    card = nodes.compound("", heading, classes=["gg-service"])
    if document is None:
        card += nodes.paragraph("", _("The document cannot be read"))
        return card
    service = summary_of_service(document)
    if service.version:
        heading += nodes.Text(" ")
        heading += nodes.inline("", service.version, classes=["gg-version"])
    # Without ids of this page, since a catalogue describes no objects.
    card += gg_leaf("", blocks=tuple(card_blocks(service, document)), anchors={})
    # With `itself`, there is also a link to the contract document.
    card += gg_files("", document=record.slug, itself=True)
    return card
