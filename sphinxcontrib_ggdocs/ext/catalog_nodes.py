"""Nodes of catalogues of services, which `catalog_links` replaces when a page is written."""

from docutils import nodes


class gg_filter(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where the filter of a catalogue is."""


class gg_service_link(nodes.Inline, nodes.TextElement):  # noqa: N801 - nodes are named like this
    """A link to the reference of a service; ``slug`` is its slug, ``document`` its record's key."""


class gg_downloads(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Links to the files of a service; ``document`` is its record's key."""
