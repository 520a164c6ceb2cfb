"""The nodes of the static rendering that are not docutils' own."""

from docutils import nodes


class gg_details(nodes.General, nodes.Element):  # noqa: N801 - nodes are named like this
    """The content of an object's description, to be drawn when the page is written.

    Attributes: ``document``, the key of its record; ``objtype`` and ``name`` of the object; ``anchors``, the ids of
    the objects on the page.
    """


class gg_prose(nodes.Element):  # noqa: N801 - nodes are named like this
    """A description as blocks; ``text`` is how it was written."""


class gg_words(nodes.Element):  # noqa: N801 - nodes are named like this
    """Words for the search, which are shown by nothing."""


class gg_kept(nodes.General, nodes.Element):  # noqa: N801 - nodes are named like this
    """A stand-in for the blocks that ``make`` makes; ``key`` says what they look like. It never leaves a writer."""
