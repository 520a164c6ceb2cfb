"""Implements roles, the context of references, and links to objects.

A short name refers to the nearest object of that name. Each description records which object it
describes.
"""

from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util.docutils import ReferenceRole
from sphinx.util.nodes import make_refnode

from ...named_objects import DescribedObject
from ..gg_nodes import gg_file_link, gg_leaf

DOMAIN = "gg"

CHANGE = "change"
"""The kind of object of references to entries of changelogs."""

FILE = "file"
"""The role of references to files of documents."""

OPTIONAL = "gg-optional"
"""Attribute of a reference that stays plain text when its target is described nowhere, such as a
type of a method."""

WITHIN = "gg:within"
"""Attribute of a reference in a description: the full name of the object described, or the
document's slug."""

TYPE_KIND = "type"
"""The kind of object of types that are described alone."""

TYPE = "gg-type"
"""Attribute of the content of a type's description: its full name without its mode."""

NESTED = "gg-nested"
"""Attribute of the description of a nested type: its page and its id."""


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
        if WITHIN in env.ref_context:
            refnode[WITHIN] = env.ref_context[WITHIN]
        target = " ".join(target.split()).removesuffix("()")
        if has_explicit_title or not target.startswith("~"):
            return title, target
        # So that intersphinx keeps the name, rather than show what the inventory does.
        refnode["refexplicit"] = True
        name, blank, path = target[1:].partition(" ")  # of ``GET /v1.0/users``, too
        return name.rpartition(".")[2] + blank + path, target[1:]


class FileRole(ReferenceRole):
    """Refers to a file of a document: ``shop openapi``, ``shop api-docs.json``; of the only
    document ``openapi``.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Create the link, which is resolved when the page is written."""
        slug, blank, name = " ".join(self.target.split()).rpartition(" ")
        text = self.title if self.has_explicit_title else name
        link = gg_file_link("", "", nodes.literal(text, text))
        link["target"] = slug + blank + name.lower()
        link["named"] = self.has_explicit_title
        self.set_source_info(link)
        return [link], []


def handed_on(name: str) -> Iterator[str]:
    """Yield the names of a class, also in outer packages: ``shop.models.orders.Order`` →
    ``shop.models.Order``, ``shop.Order``.
    """
    *modules, own = name.split(".")
    for length in range(len(modules), 0, -1):
        yield ".".join((*modules[:length], own))


def change_target(slug: str, version: str | None, kind: str = "", key: str = "") -> str:
    """Return the target of a reference to changes: of an object in a version, or of a version."""
    return f"{slug} {version or ''} {kind} {key}"


def mentions_of(document: nodes.document) -> set[str]:
    """Return the names by which a page refers to objects of ours, and to Python classes, which may
    be types.
    """
    names: set[str] = set()
    for node in document.findall(addnodes.pending_xref):
        target = node["reftarget"]
        if node.get("refdomain") == DOMAIN:
            names |= _names_meant(node["reftype"], target)
        elif node.get("refdomain") == "py":
            names |= {*handed_on(target), *handed_on(f"{node.get('py:module')}.{target}")}
        elif node.get("reftype") == "any":
            names.add(target)
    for link in document.findall(gg_file_link):
        names.add(link["target"])
    for leaf in document.findall(gg_leaf):
        # Where the native documentation is not installed, there are no leaves.
        from ...native.vocabulary import Ref, parts_of

        anchors = leaf["anchors"]
        for ref in parts_of(leaf["blocks"], Ref):
            if (ref.kind, ref.name) not in anchors:
                names |= _names_meant(ref.kind, ref.name)
    return names


def _names_meant(kind: str, target: str) -> set[str]:
    """Return the names that a reference looks for."""
    if kind == TYPE_KIND:
        return {target, *handed_on(target)}
    if kind == CHANGE:
        slug, version, _kind, _key = target.split(" ", 3)
        return {target, change_target(slug, version)}
    return {target}


def reference_to(
    builder: Builder, docname: str, target: DescribedObject, *content: nodes.Node
) -> nodes.reference:
    """Link an object from a page."""
    origin = target.docname if isinstance(builder, SingleFileHTMLBuilder) else docname
    return make_refnode(
        builder, origin, target.docname, target.entry.anchor, list(content), target.entry.display
    )


def optional_xref(objtype: str, name: str, content: nodes.Node) -> addnodes.pending_xref:
    """Create a reference to an object, which stays text if no page describes the object."""
    xref = addnodes.pending_xref(
        "",
        content,
        refdomain=DOMAIN,
        reftype=objtype,
        reftarget=name,
        refexplicit=True,
        refwarn=False,
    )
    xref[OPTIONAL] = True
    return xref
