"""Implements ``.. gg:type::``, the reference of Python types that need not be in any contract."""

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
from ..ext.domain.refs import NESTED, names_in_outer_packages
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
    ``package.module:Model``. Types that they contain are shown below them, unless a page describes
    these.
    """

    option_spec: ClassVar[OptionSpec] = {**ObjectDirective.option_spec, "output": directives.flag}

    def names(self) -> list[str]:
        """Return the import names of the types. In MyST, an argument has only one line, so names
        are separated by spaces.
        """
        return words_of(self.arguments[0])

    def described(self, target: str) -> list[nodes.Node]:
        """Return the description of a type; nothing if the audience must not see it, and a notice
        if it cannot be imported.

        Args:
            target: The import name of the type.
        """
        build = build_of(self.env)
        name_in_messages = f"type {target!r}"
        self.note_shown(kind=TYPE)
        # The view, None for a hidden type, or the problem if the type cannot be imported.
        result = attempt(build, name_in_messages, lambda: self._view(build, target))
        if result is None or isinstance(result, Problem):
            # The content describes the type, which the audience must not, or perhaps must not see.
            self.content = StringList()
        if result is None:
            return []
        if isinstance(result, Problem):
            self.env.note_reread()  # the cause may be in any module
            return self.problem(*result)
        view, names = result
        context = self.context_of(view, target, "contracts")
        # In the view, full names begin with the target, as they do with the slug of a document.
        full_names: dict[str, str] = {}
        views: list[SchemaView] = []
        for key, name in names.items():  # the first is the type itself
            full_names[f"{target}.{key}"] = name
            views.append(_with_users(_lone_view(view, key, name), build))
        context.scope = replace(context.scope, types=full_names)
        # The general index names the module of the type, since no document contains it.
        context.document = views[0].name.rpartition(".")[0]
        return self.rendered(name_in_messages, context, lambda: self._nodes(context, views))

    def _view(self, build: Build, target: str) -> "tuple[DocumentView, dict[str, str]] | None":
        """Return the view of a type and the types that it contains, and the full Python names of
        these by their keys in the view; None if the audience must not see the type.

        The page depends on the source files of the type: it is read again when one changes.
        """
        from ..catalog.source_files import mentioned_files
        from ..native.lone_types import type_document
        from ..native.view import view_of

        mode: Mode = "input"
        if "output" in self.options:
            mode = "output"
        document_and_names = type_document(target, mode, build.config.audience, build.config.markup)
        for path in mentioned_files([target.partition(":")[0]]).values():
            self.env.note_dependency(path)
        if document_and_names is None:
            return None
        document, names = document_and_names
        return view_of(document), names

    def _nodes(self, context: "RenderContext", views: "Sequence[SchemaView]") -> list[nodes.Node]:
        """Return the description of the first type, which contains those of the other types."""
        from ..ext.render.object_nodes import object_nodes

        first, *others = views
        rendered = object_nodes(context, [first])
        if not context.in_inventory:
            # With `:no-index:`, another directive describes all these types.
            return rendered
        body = next(rendered[-1].findall(addnodes.desc_content))
        context.in_general_index = False
        context.contents = "none"
        for view in others:
            # Another directive of the page may describe the same type, and must get its usual id.
            anchor = context.anchors.claim(f"gg-nested-{view.name}")
            context.ids[view.kind, view.name] = anchor
            for node in object_nodes(context, [view]):
                if isinstance(node, addnodes.desc):
                    node[NESTED] = self.env.docname, anchor
                body += node
            # The entry that `object_nodes` has added.
            context.entries[-1] = context.entries[-1]._replace(is_nested=True)
        return rendered


def _lone_view(view: "DocumentView", key: str, name: str) -> "SchemaView":
    """Return the view of a type that is described alone, under its full Python name.

    Args:
        view: The view of a document with the type.
        key: The key of the type in the document.
        name: The full Python name: ``shop.models.Order``.
    """
    [schema_view] = (schema for schema in view.schemas if schema.key == key)
    return replace(schema_view, name=name, is_alone=True)


def _with_users(view: "SchemaView", build: Build) -> "SchemaView":
    """Return the view of a type with links to the methods and types that use it in documents."""
    users: list[Ref] = []
    method_count = 0
    for record in build.records.values():
        for key, origin in record.contents.origins.items():
            if view.name in names_in_outer_packages(origin):
                same_type = _lone_view(build.view(record), key, origin)
                users += same_type.used_by
                users += same_type.returned_by.links
                users += same_type.accepted_by.links
                method_count += same_type.methods
    texts = {link.text for link in users}
    # Types on this page that use it are listed first, but not twice. Texts are compared, since the
    # same type has another full name in a document.
    other_users = [link for link in view.used_by if link.text not in texts]
    return replace(view, used_by=(*other_users, *dict.fromkeys(users)), methods=method_count)
