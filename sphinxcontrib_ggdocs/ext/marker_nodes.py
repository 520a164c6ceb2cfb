"""Nodes for what is known only when a page is written, which `embed` replaces then."""

from docutils import nodes


class gg_begin(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The start of the static text; ``documents`` holds slug and title of each document, ``keys``
    their keys, ``open`` what the UI opens.
    """


class gg_end(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """The end of it."""


class gg_files(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Links to what else a document is written as; ``document`` is its record's key, ``itself``
    adds the contract document.
    """


class gg_anchors(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where links from before a document was split lead: ``anchors`` of all that its pages show."""


class gg_fold(nodes.General, nodes.Element):  # noqa: N801 - nodes are named like this
    """Content that readers open, where the builder can fold; ``summary`` is its title."""


class gg_filter(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where the filter of a catalogue of services is."""


class gg_service_link(nodes.Inline, nodes.TextElement):  # noqa: N801 - nodes are named like this
    """A link to the reference of a service; ``slug`` is its slug, ``document`` its record's key."""
