"""Implements roles, the context of references, and links to objects and to Python classes.

A short name means what is nearest. Descriptions say themselves what they are of; docstrings that
autodoc shows are in a class and a module, from which contracts and types of ours may have been
made.
"""

from collections.abc import Iterator
from typing import NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from ...named_objects import DescribedObject
from ..build import Build

DOMAIN = "gg"

CHANGE = "change"
"""The kind of object of references to entries of changelogs."""

OPTIONAL = "gg-optional"
"""Attribute of a reference that stays plain text when its target is described nowhere, such as a
type of a method."""

WITHIN = "gg:within"
"""Attribute of a reference in a description: the full name of the object described, or the
document's slug."""

TYPE = "gg-type"
"""Attribute of the content of a type's description: its full name without its facet."""

NESTED = "gg-nested"
"""Attribute of the description of a nested type: its page and its id."""

PYTHON = "gg-python"
"""Attribute of a link to a Python class."""

PYTHON_CONTEXT = ("py:module", "py:class")
"""Where Sphinx notes the module and the class that are being described."""


class GgRole(XRefRole):
    """Refers to an object; ``~`` shows the last part of its name, ``!`` makes no link."""

    def __init__(self) -> None:
        super().__init__(warn_dangling=True)

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        # The context is that of the place in the page, and is gone when the reference is resolved.
        for key in (WITHIN, *PYTHON_CONTEXT):
            if key in env.ref_context:
                refnode[key] = env.ref_context[key]
        target = " ".join(target.split()).removesuffix("()")
        if has_explicit_title or not target.startswith("~"):
            return title, target
        # So that intersphinx keeps the name, rather than show what the inventory does.
        refnode["refexplicit"] = True
        name, blank, path = target[1:].partition(" ")  # of ``GET /v1.0/users``, too
        return name.rpartition(".")[2] + blank + path, target[1:]


class RefContext(NamedTuple):
    """The object or the class in whose text a reference is written."""

    within: str = ""
    """The full name of an object, or the slug of a document."""
    python: str = ""
    """The full name of a Python class, or of a module."""

    @classmethod
    def of(cls, reference: nodes.Element) -> "RefContext":
        """Return the context of a reference."""
        python = ".".join(filter(None, map(reference.get, PYTHON_CONTEXT)))
        return cls(reference.get(WITHIN, ""), python)

    def name(self, build: Build) -> str:
        """Return the full name of the object, or the slug of the document; empty when unknown."""
        if self.within or not self.python:
            return self.within
        if self.python not in build.defined_by:
            build.defined_by[self.python] = _defined_by(self.python, build)
        return build.defined_by[self.python]


def _defined_by(python: str, build: Build) -> str:
    """Return the object made of a class, else the only document with objects of its module."""
    while python:
        names: set[str] = set()
        for record in build.records.values():
            for origin, name in record.contents.classes:
                if f"{origin}.".startswith(f"{python}."):
                    names.add(name)
        if names:
            slugs = {name.partition(".")[0] for name in names}
            if len(names) == 1:
                return names.pop()
            if len(slugs) == 1:
                return slugs.pop()
            return ""
        python = python.rpartition(".")[0]
    return ""


def handed_on(name: str) -> Iterator[str]:
    """Yield the names of a class, also in outer packages: ``shop.models.orders.Order`` →
    ``shop.models.Order``, ``shop.Order``.
    """
    *modules, own = name.split(".")
    for length in range(len(modules), 0, -1):
        yield ".".join((*modules[:length], own))


def has_references(document: nodes.document, domain: str = DOMAIN) -> bool:
    """Return whether a page refers to objects of a domain."""
    for node in document.findall(addnodes.pending_xref):
        if node.get("refdomain") == domain or node.get("reftype") == "any":
            return True
    return False


def reference_to(
    builder: Builder, docname: str, target: DescribedObject, *content: nodes.Node
) -> nodes.reference:
    """Link an object from a page."""
    origin = target.docname if isinstance(builder, SingleFileHTMLBuilder) else docname
    return make_refnode(
        builder, origin, target.docname, target.entry.anchor, list(content), target.entry.display
    )


def optional_xref(
    objtype: str, name: str, content: nodes.Node, domain: str = DOMAIN
) -> addnodes.pending_xref:
    """Create a reference to an object, which stays text if no page describes the object."""
    xref = addnodes.pending_xref(
        "",
        content,
        refdomain=domain,
        reftype=objtype,
        reftarget=name,
        refexplicit=True,
        refwarn=False,
    )
    xref[OPTIONAL] = True
    return xref


def python_link(origin: str) -> addnodes.pending_xref:
    """Create a link to a Python class by its full name."""
    link = optional_xref("obj", origin, addnodes.desc_addname(origin, origin), domain="py")
    link[PYTHON] = True
    return link
