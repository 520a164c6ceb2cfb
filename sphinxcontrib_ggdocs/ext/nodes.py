"""The nodes of the static rendering that are not docutils' own."""

from docutils import nodes

SLOT = "\0"
"""What is written for a `gg_slot`; HTML cannot contain it."""


class gg_details(nodes.General, nodes.Element):  # noqa: N801 - nodes are named like this
    """The content of an object's description, to be drawn when the page is written.

    Attributes: ``document``, the key of its record; ``objtype`` and ``name`` of the object; ``anchors``, the ids of
    the objects on the page.
    """


class gg_prose(nodes.Element):  # noqa: N801 - nodes are named like this
    """A description as blocks; ``text`` is how it was written."""


class gg_signature(nodes.Part, nodes.Inline, nodes.Element):  # noqa: N801 - nodes are named like this
    """The heading line of an object, to be drawn when the page is written; ``parts``: kinds and texts."""

    def astext(self) -> str:
        """What it will say."""
        return "".join(text for _kind, text in self["parts"])


class gg_files(nodes.Invisible, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where a document links to what else it is written as; ``document`` is the key of its record."""


class gg_slot(nodes.General, nodes.Element):  # noqa: N801 - nodes are named like this
    """Where something goes in a shape that a writer writes once; never on a page."""
