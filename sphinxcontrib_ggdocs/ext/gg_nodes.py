"""Defines the docutils nodes of this extension. Before a page is written, `leaves` replaces leaves,
the nodes with what is shown of objects, and `embed` the others.
"""
# ruff: noqa: N801  # nodes are named like this in docutils and Sphinx

from docutils import nodes


# Doctrees are pickled, so attributes of nodes are plain values, and never a document. The slug of a
# document is in the attribute ``document``, since MyST takes ``slug`` for that of a heading.
class gg_begin(nodes.Invisible, nodes.Element):
    """The start of the static text; ``documents`` holds slug and title of each document, ``open``
    the place that the UI opens, ``page`` the page whose directive defines the document.
    """


class gg_end(nodes.Invisible, nodes.Element):
    """The end of the static text."""


class gg_files(nodes.Invisible, nodes.Element):
    """Links to the files of a document; ``document`` is its slug, ``itself`` adds the contract
    document, ``page`` is the page whose directive defines it.
    """


class gg_filter(nodes.Invisible, nodes.Element):
    """The place of the filter of a catalogue."""


class gg_service_link(nodes.Inline, nodes.TextElement):
    """A link to the reference of a service; ``document`` is its slug."""


class gg_file_link(nodes.Inline, nodes.TextElement):
    """A link to a file of a document; ``target`` is slug and file, ``named`` says whether the
    author gives its text.
    """


class gg_leaf(nodes.General, nodes.Element):
    """What is shown of an object below its name, but for its descriptions: ``blocks`` holds it, and
    ``anchors`` the ids of objects on the page. It is one node, through which no transform walks.
    """


class gg_prose(nodes.General, nodes.Element):
    """A description in a leaf, parsed when the page was read; ``prose`` is what was parsed."""
