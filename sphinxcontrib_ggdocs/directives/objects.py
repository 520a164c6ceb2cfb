"""Implements ``.. gg:method::`` and similar directives, which show the reference of single objects
between other text.
"""

from dataclasses import replace
from typing import ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util.typing import OptionSpec

from ..ext.domain.gg import build_of
from ..ext.domain.refs import WITHIN
from ..ext.problems import Problem, Subtype, notice, warn
from .base import LISTING, ReferenceDirective, no_documents_hint


class ObjectDirective(ReferenceDirective):
    """Shows contracts, methods, schemas, brands or errors of configured documents.

    The argument has the name of an object on each line. The content of the directive is shown in
    the description of the last object.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {**LISTING}

    def run(self) -> list[nodes.Node]:
        """Describe the objects, and add the content of the directive to the last description."""
        rendered: list[nodes.Node] = []
        for name in self.names():
            rendered += self.described(name.strip())
        # `desc` is Sphinx's node of an object, with a signature and a content.
        descriptions = [node for node in rendered if isinstance(node, addnodes.desc)]
        if not descriptions:  # nothing but notices
            return [*rendered, *self.parse_content_to_nodes()]
        signature = next(descriptions[-1].findall(addnodes.desc_signature))
        body = next(descriptions[-1].findall(addnodes.desc_content))
        # Short names in the content refer to objects near to the described one.
        self.env.ref_context[WITHIN] = signature["fullname"]
        try:
            content = self.parse_content_to_nodes()
        finally:
            del self.env.ref_context[WITHIN]
        # The content comes before the methods of a contract.
        first_method = body.first_child_matching_class((addnodes.index, addnodes.desc))
        if first_method is None:
            body += content
        else:
            body[first_method:first_method] = content
        return rendered

    def names(self) -> list[str]:
        """Return the names of the objects, one from each line; a name may have a space: ``GET
        /orders``.
        """
        return self.arguments[0].splitlines()

    def described(self, target: str) -> list[nodes.Node]:
        """Return the description of an object, or a notice if no document has it.

        Args:
            target: The name of the object, as the author writes it.
        """
        from ..ext.render.object_nodes import object_nodes

        objtype = self.name.rpartition(":")[2]
        records = build_of(self.env).records
        result = build_of(self.env).find(objtype, target)
        if not result.objects:
            # The page depends on all documents, since any of them may get such an object.
            self.note_shown(kind=objtype, slugs=tuple(records))
            return self._missing(result.message)
        self.note_shown(kind=objtype, slugs=(result.slug,))
        if result.message:  # the name fits other objects, too
            warn(Problem(Subtype.AMBIGUOUS, result.message), self.get_location())
        view, context = self.context(records[result.slug])
        # There is no head of the document, so each object describes the security schemes that no
        # earlier object has described.
        context.scope = replace(context.scope, schemes=set())
        objects = [view.objects[part.objtype, part.name] for part in result.objects]
        context.reserve(objects)  # ids, so that the objects can link each other
        name = f"the {objtype} {target!r}"
        return self.rendered(name, context, lambda: object_nodes(context, objects))

    def _missing(self, message: str) -> list[nodes.Node]:
        """Return notices for an object that no document has. A document that could not be built may
        have it, so then its problem is shown.
        """
        build = build_of(self.env)
        problems = [record.problem for record in build.records.values() if record.problem]
        if problems:
            # Warnings are issued once for each document (`final_warnings.report`).
            return [notice(problem.message) for problem in problems]
        if not build.config.documents:
            message += no_documents_hint()
        return self.problem(Subtype.MISSING, message)
