"""``.. gg:type::``: the reference of a type that no contract needs to mention."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.typing import OptionSpec

from ..contents import LoneType
from ..ext.build import Record
from ..ext.conf_values import MARKUPS, SpecValues, for_audience, text_of
from ..ext.directive_options import words_of
from ..ext.domain.gg import TYPE, build_of, gg_domain
from ..ext.domain.refs import NESTED
from ..ext.freshness import load
from ..ext.problems import notice
from .objects import ObjectDirective

if TYPE_CHECKING:
    from ..ext.render.context import RenderContext
    from ..native.view import DocumentView, MethodList, SchemaView

LONGEST_EXAMPLE = 40
"""Lines; a model of JSON Schema, in which each field is another schema, would have 1,400."""


class TypeDirective(ObjectDirective):
    """Shows models, dataclasses, TypedDicts, enums, brands or aliases, named as
    ``package.module:Model``, and below each the types that it mentions and nothing else describes.
    """

    option_spec: ClassVar[OptionSpec] = {
        **ObjectDirective.option_spec,
        "output": directives.flag,
        "markup": lambda text: directives.choice(text, MARKUPS),
        "audience": lambda text: words_of(text or ""),
    }

    def names(self) -> list[str]:
        """Return the names of the types; an argument in MyST has one line."""
        return words_of(self.arguments[0])

    def without_object(self) -> list[nodes.Node]:
        """Return nothing: the content is about a type that is for others, or cannot be shown."""
        return []

    def described(self, target: str) -> list[nodes.Node]:
        """Describe the type that is imported by a name."""
        build = build_of(self.env)
        values = for_audience(self._values(target), build.config.audience)
        if values is None:
            return []
        key = text_of(values)
        record = load(self.env, key, values, self.get_location())
        documents = self.records(build.config.documents)
        self.note_shown(kind=TYPE, keys=(key,), in_place=True)
        if record.problem is not None:  # of which `report` warns
            return [notice(record.problem.message)]
        if not record.contents.types:  # it is for others
            return []
        view, context = self.context(record)
        context.types = {
            f"{record.slug}.{lone.key}": lone.alias or lone.name for lone in record.contents.types
        }
        context.document = record.contents.types[0].name.rpartition(".")[0]
        views = []
        for lone in record.contents.types:
            shown = _alone(view, f"{record.slug}.{lone.key}", lone)
            views.append(_with_users(shown, self._in_documents(lone, documents)))
        return self.rendered(f"the type {target!r}", context, lambda: self._nodes(context, views))

    def _values(self, target: str) -> SpecValues:
        """Return the document of a type alone, as ``conf.py`` would have a document."""
        values: dict[str, object] = {"slug": target, "facet": "input"}
        values["markup"] = self.options.get("markup", build_of(self.env).config.markup)
        if "output" in self.options:
            values["facet"] = "output"
        if "audience" in self.options:
            values["audience"] = self.options["audience"]
        return values

    def _in_documents(
        self, lone: LoneType, documents: Mapping[str, Record]
    ) -> "Iterator[SchemaView]":
        """Yield the types and brands of documents that were made of a type."""
        from ..native.view import SchemaView

        for record in documents.values():
            for python, name in record.contents.classes:
                if python in (lone.name, lone.alias):
                    objects = build_of(self.env).view(record).objects
                    for kind in ("schema", "brand"):
                        if isinstance(same := objects.get((kind, name)), SchemaView):
                            yield same

    def _nodes(self, context: "RenderContext", views: "Sequence[SchemaView]") -> list[nodes.Node]:
        """Describe the first of some types, and the others in its description."""
        from ..ext.render.object_nodes import object_nodes

        first, *others = views
        rendered = object_nodes(context, [first])
        if not context.in_inventory:  # another directive describes all of them
            return rendered
        # Of the types of one page that mention another, the first has it below.
        known = {entry.name for entry in gg_domain(self.env).objects.get(self.env.docname, ())}
        others = [view for view in others if view.name not in known]
        own = len(context.entries)
        context.in_general_index, context.contents = False, "none"
        for view in others:
            # Another directive of the page may describe it, whose id must not depend on this.
            wanted = f"gg-nested-{view.name}"
            context.ids[view.kind, view.name] = context.anchors.claim(wanted)
        nested = object_nodes(context, others)
        for position, node in enumerate(nested, own):
            entry = context.entries[position]._replace(is_nested=True)
            context.entries[position] = entry
            if isinstance(node, addnodes.desc):
                node[NESTED] = (self.env.docname, entry.anchor)
        next(rendered[-1].findall(addnodes.desc_content)).extend(nested)
        return rendered


def _alone(view: "DocumentView", full: str, lone: LoneType) -> "SchemaView":
    """Return the view of a type by its name in Python."""
    from ..native.view import SchemaView

    shown = view.objects.get(("brand", full)) or view.objects["schema", full]
    assert isinstance(shown, SchemaView)
    example = shown.example
    if example.count("\n") >= LONGEST_EXAMPLE:
        example = ""
    return replace(shown, name=lone.name, alias=lone.alias, is_alone=True, example=example)


def _with_users(view: "SchemaView", others: "Iterable[SchemaView]") -> "SchemaView":
    """Add to a type what mentions the same type in documents."""
    for other in others:
        known = {link.text for link in other.used_by}
        own = [link for link in view.used_by if link.text not in known]
        view = replace(
            view,
            used_by=(*own, *other.used_by),
            returned_by=_joined(view.returned_by, other.returned_by),
            accepted_by=_joined(view.accepted_by, other.accepted_by),
            methods=view.methods + other.methods,
        )
    return view


def _joined(one: "MethodList", other: "MethodList") -> "MethodList":
    return one._replace(links=(*one.links, *other.links), more=one.more + other.more)
