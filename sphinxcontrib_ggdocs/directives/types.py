"""Implements ``.. gg:type::``, the reference of a type that no contract needs to use."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.util.typing import OptionSpec

from ..ext.build import Build
from ..ext.domain.gg import TYPE, build_of
from ..ext.domain.refs import NESTED, handed_on
from ..ext.loader import attempt
from ..ext.page_sources import words_of
from ..ext.problems import Problem
from .objects import ObjectDirective

if TYPE_CHECKING:
    from ..ext.render.context import RenderContext
    from ..native.view import DocumentView, SchemaView
    from ..native.vocabulary import Ref
    from ..schema.nodes import Mode


class TypeDirective(ObjectDirective):
    """Shows models, dataclasses, TypedDicts, enums, brands or aliases, named as
    ``package.module:Model``, and below each the types that it mentions and nothing else describes.
    """

    option_spec: ClassVar[OptionSpec] = {**ObjectDirective.option_spec, "output": directives.flag}

    def names(self) -> list[str]:
        """Return the names of the types; an argument in MyST has one line."""
        return words_of(self.arguments[0])

    def described(self, target: str) -> list[nodes.Node]:
        """Describe the type that is imported by a name."""
        build = build_of(self.env)
        named = f"type {target!r}"
        self.note_shown(kind=TYPE)
        result = attempt(build, named, lambda: self._view(build, target))
        if result is None or isinstance(result, Problem):
            self.content = StringList()  # what the author says of it may be for others, too
        if result is None:
            return []
        if isinstance(result, Problem):
            self.env.note_reread()
            return self.problem(*result)
        view, names = result
        context = self.context_of(view, target, "contracts")
        types: dict[str, str] = {}
        views: list[SchemaView] = []
        for key, name in names.items():
            types[f"{target}.{key}"] = name
            views.append(_with_users(_alone(view, key, name), build))
        context.scope = replace(context.scope, types=types)
        context.document = views[0].name.rpartition(".")[0]
        return self.rendered(named, context, lambda: self._nodes(context, views))

    def _view(self, build: Build, target: str) -> "tuple[DocumentView, dict[str, str]] | None":
        """Return the view of a type and of those that it mentions, with their names in Python; None
        if the type is for others. The page is read again when a file changes that it is made of.
        """
        from ..catalog.source_files import mentioned_files
        from ..native.lone_types import type_document
        from ..native.view import view_of

        mode: Mode = "input"
        if "output" in self.options:
            mode = "output"
        made = type_document(target, mode, build.config.audience, build.config.markup)
        for path in mentioned_files([target.partition(":")[0]]).values():
            self.env.note_dependency(path)
        if made is None:
            return None
        document, names = made
        return view_of(document), names

    def _nodes(self, context: "RenderContext", views: "Sequence[SchemaView]") -> list[nodes.Node]:
        """Describe the first of some types, and the others in its description."""
        from ..ext.render.object_nodes import object_nodes

        first, *others = views
        rendered = object_nodes(context, [first])
        if not context.in_inventory:  # another directive describes all of them
            return rendered
        body = next(rendered[-1].findall(addnodes.desc_content))
        context.in_general_index, context.contents = False, "none"
        for view in others:
            # Another directive of the page may describe it, whose id must not depend on this.
            anchor = context.anchors.claim(f"gg-nested-{view.name}")
            context.ids[view.kind, view.name] = anchor
            for node in object_nodes(context, [view]):
                if isinstance(node, addnodes.desc):
                    node[NESTED] = self.env.docname, anchor
                body += node
            context.entries[-1] = context.entries[-1]._replace(is_nested=True)
        return rendered


def _alone(view: "DocumentView", key: str, name: str) -> "SchemaView":
    """Return the view of a type by its name in Python."""
    [schema_view] = (schema for schema in view.schemas if schema.key == key)
    return replace(schema_view, name=name, is_alone=True)


def _with_users(view: "SchemaView", build: Build) -> "SchemaView":
    """Add to a type what mentions the same type in documents."""
    users: list[Ref] = []
    methods = 0
    for record in build.records.values():
        for key, origin in record.contents.origins.items():
            if view.name in handed_on(origin):
                other = _alone(build.view(record), key, origin)
                users += (*other.used_by, *other.returned_by.links, *other.accepted_by.links)
                methods += other.methods
    texts = {link.text for link in users}
    own = [link for link in view.used_by if link.text not in texts]
    return replace(view, used_by=(*own, *dict.fromkeys(users)), methods=methods)
