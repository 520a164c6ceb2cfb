"""Implements ``.. gg:method::`` and similar directives: the reference of one object, anywhere in
prose.
"""

from dataclasses import replace
from typing import ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util.typing import OptionSpec

from ..ext.domain.gg import build_of
from ..ext.domain.refs import WITHIN
from ..ext.problems import Problem, Subtype, notice, warn
from .base import LISTING, ReferenceDirective, none_configured


class ObjectDirective(ReferenceDirective):
    """Shows contracts, methods, schemas, brands or errors of configured documents by their names.

    One name on each line; the content is shown below the description of the last object.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {**LISTING}

    def run(self) -> list[nodes.Node]:
        rendered: list[nodes.Node] = []
        for name in self.names():
            rendered += self.described(name.strip())
        described = [node for node in rendered if isinstance(node, addnodes.desc)]
        if not described:
            return [*rendered, *self.parse_content_to_nodes()]
        signature = next(described[-1].findall(addnodes.desc_signature))
        body = next(described[-1].findall(addnodes.desc_content))
        # What the author adds; its references mean what is nearest to the object.
        self.env.ref_context[WITHIN] = signature["fullname"]
        try:
            content = self.parse_content_to_nodes()
        finally:
            del self.env.ref_context[WITHIN]
        # After what it says of itself, before its methods.
        end = body.first_child_matching_class((addnodes.index, addnodes.desc))
        if end is None:
            body += content
        else:
            body[end:end] = content
        return rendered

    def names(self) -> list[str]:
        """Return the names of the objects, which may have blanks: ``GET /orders``."""
        return self.arguments[0].splitlines()

    def described(self, target: str) -> list[nodes.Node]:
        """Describe the object with a name."""
        from ..ext.render.object_nodes import object_nodes

        objtype = self.name.rpartition(":")[2]
        records = build_of(self.env).records
        result = build_of(self.env).find(objtype, target)
        if not result.objects:
            self.note_shown(kind=objtype, slugs=tuple(records))
            return self._missing(result.message)
        self.note_shown(kind=objtype, slugs=(result.slug,))
        if result.message:
            warn(Problem(Subtype.AMBIGUOUS, result.message), self.get_location())
        view, context = self.context(records[result.slug])
        context.scope = replace(context.scope, schemes=set())
        objects = [view.objects[part.objtype, part.name] for part in result.objects]
        context.reserve(objects)
        named = f"the {objtype} {target!r}"
        return self.rendered(named, context, lambda: object_nodes(context, objects))

    def _missing(self, message: str) -> list[nodes.Node]:
        """Return notices where no document has the object: one that failed may have it."""
        build = build_of(self.env)
        # `report` warns of failed documents, once for each.
        failed = [record.problem for record in build.records.values() if record.problem]
        if failed:
            return [notice(problem.message) for problem in failed]
        if not build.config.documents:
            message += none_configured()
        return self.problem(Subtype.MISSING, message)
