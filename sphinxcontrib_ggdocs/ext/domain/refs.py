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
"""The name of the domain."""

CHANGE = "change"
"""The kind of references to entries of changelogs."""

FILE = "file"
"""The role of references to files of documents."""

OPTIONAL = "gg-optional"
"""Attribute of a reference that stays plain text, without a warning, if no page describes its
target. Types in signatures have it."""

WITHIN = "gg:within"
"""Attribute of a reference in a description: the full name of the object described, or the
document's slug."""

TYPE_KIND = "type"
"""The kind of object of types that are described without a document."""

NESTED = "gg-nested"
"""Attribute of the description of a nested type: its page and its id."""


class GgRole(XRefRole):
    """Refers to an object of the domain. ``~`` in front shows only the last part of the name,
    ``!`` creates no link.
    """

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
        """Return the text and the target of a reference, and store where it is.

        Args:
            env: The environment.
            refnode: The reference.
            has_explicit_title: Whether the author writes a text.
            title: The text, by default the target.
            target: The target as the author writes it.
        """
        # The context is lost when the reference is resolved.
        if WITHIN in env.ref_context:
            refnode[WITHIN] = env.ref_context[WITHIN]
        # In a source, a target may be broken across lines, and a method be written as a call.
        target = " ".join(target.split()).removesuffix("()")
        if has_explicit_title or not target.startswith("~"):
            return title, target
        # Otherwise intersphinx would replace the text by the name in the inventory.
        refnode["refexplicit"] = True
        target = target.removeprefix("~")
        # A route such as ``GET /v1.0/users`` keeps its path.
        name, space, path = target.partition(" ")
        return name.rpartition(".")[2] + space + path, target


class FileRole(ReferenceRole):
    """Refers to a file of a document: ``shop openapi`` or ``shop api-docs.json``. If there is only
    one document, ``openapi`` is enough.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Create the link. It is resolved when the page is written."""
        target = " ".join(self.target.split())
        slug, space, file_name = target.rpartition(" ")
        text = self.title if self.has_explicit_title else file_name
        link = gg_file_link("", "", nodes.literal(text, text))
        link["target"] = slug + space + file_name.lower()  # the case of a file's name is ignored
        link["named"] = self.has_explicit_title
        self.set_source_info(link)
        return [link], []


def names_in_outer_packages(name: str) -> Iterator[str]:
    """Yield the full name of a class, and the names that it has if outer packages re-export it:
    ``shop.models.orders.Order``, ``shop.models.Order``, ``shop.Order``.
    """
    *modules, class_name = name.split(".")
    for length in range(len(modules), 0, -1):
        yield ".".join((*modules[:length], class_name))


def change_target(slug: str, version: str | None, kind: str = "", key: str = "") -> str:
    """Return the target of a reference to a changelog: to a version or, with kind and key, to the
    entry of a changed object in that version.

    Args:
        slug: The slug of the document.
        version: The version; None for unreleased changes.
        kind: The kind of the changed object.
        key: The key of the changed object.
    """
    return f"{slug} {version or ''} {kind} {key}"


def mentions_of(document: nodes.document) -> set[str]:
    """Return the names by which a page refers to objects of this domain, to files of documents,
    and to Python classes, since these may be types of this domain. The page is written again when
    an object with one of these names changes.
    """
    names: set[str] = set()
    for node in document.findall(addnodes.pending_xref):
        target = node["reftarget"]
        if node.get("refdomain") == DOMAIN:
            names |= _possible_names(node["reftype"], target)
        elif node.get("refdomain") == "py":
            # The target may also be relative to the module of the text.
            names |= {
                *names_in_outer_packages(target),
                *names_in_outer_packages(f"{node.get('py:module')}.{target}"),
            }
        elif node.get("reftype") == "any":  # the role `any`, which searches all domains
            names.add(target)
    for link in document.findall(gg_file_link):
        names.add(link["target"])
    # The references in the text of an object are not nodes: a leaf holds them in its blocks.
    for leaf in document.findall(gg_leaf):
        # Imported here, since other pages do not need it.
        from ...native.vocabulary import Ref, parts_of

        anchors_on_page = leaf["anchors"]  # ids by kind and name; links to these stay on the page
        for ref in parts_of(leaf["blocks"], Ref):
            if (ref.kind, ref.name) not in anchors_on_page:
                names |= _possible_names(ref.kind, ref.name)
    return names


def _possible_names(kind: str, target: str) -> set[str]:
    """Return the names of the objects to which a reference may lead: for a type also those in outer
    packages, for an entry of a changelog also that of its version.
    """
    if kind == TYPE_KIND:
        return {target, *names_in_outer_packages(target)}
    if kind == CHANGE:
        slug, version, _kind, _key = target.split(" ", 3)
        return {target, change_target(slug, version)}
    return {target}


def reference_to(
    builder: Builder, docname: str, target: DescribedObject, *content: nodes.Node
) -> nodes.reference:
    """Return a link to an object.

    Args:
        builder: The builder.
        docname: The page with the link.
        target: The object.
        content: The content of the link.
    """
    origin = docname
    if isinstance(builder, SingleFileHTMLBuilder):
        # All pages are in one file, so a link is only an id, like one within the linked page.
        origin = target.docname
    return make_refnode(
        builder, origin, target.docname, target.entry.anchor, list(content), target.entry.display
    )


def optional_xref(objtype: str, name: str, content: nodes.Node) -> addnodes.pending_xref:
    """Return a reference to an object that stays plain text if no page describes the object.

    Args:
        objtype: The kind of object.
        name: The full name of the object.
        content: The content of the link.
    """
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
