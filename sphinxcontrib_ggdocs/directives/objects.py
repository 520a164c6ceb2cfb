"""``.. gg:method::`` and its kin: the reference of one thing, anywhere in prose."""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.typing import OptionSpec

from ..ext.config import GgConfig
from ..ext.domain.lookup import find_part
from ..ext.object_entries import WITHIN
from ..ext.problems import Problem, Subtype, notice, warn
from ..ext.store import Shown
from .base import ReferenceDirective
from .options import LISTING


class ObjectDirective(ReferenceDirective):
    """Contracts, methods, schemas, brands or errors of configured documents, by their full or
    unambiguous names.

    One name on each line; the content is shown below what the last one says of itself.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {**LISTING, "no-typesetting": directives.flag}

    def run(self) -> list[nodes.Node]:
        found = [
            node
            for name in self.arguments[0].splitlines()
            for node in self._described(name.strip())
        ]
        last = next((node for node in reversed(found) if isinstance(node, addnodes.desc)), None)
        signature, body = (
            last and last.next_node(kind)
            for kind in (addnodes.desc_signature, addnodes.desc_content)
        )
        if signature is None or body is None:
            return [*found, *self.parse_content_to_nodes()]
        content = self._content(signature["fullname"])
        if self.has_flag("no-typesetting"):
            return self._targets(found)
        body[1:1] = content  # after what it says of itself, before its methods
        return found

    def _content(self, name: str) -> list[nodes.Node]:
        """What the author adds; its references mean what is nearest to the object."""
        self.env.ref_context[WITHIN] = name
        try:
            return self.parse_content_to_nodes()
        finally:
            del self.env.ref_context[WITHIN]

    def _targets(self, found: list[nodes.Node]) -> list[nodes.Node]:
        """Nothing but what links lead to."""
        ids = [
            each
            for node in found
            for element in node.findall(nodes.Element)
            for each in element["ids"]
        ]
        target = nodes.target(ids=ids)
        self.set_source_info(target)
        return [*(each for node in found for each in node.findall(addnodes.index)), target]

    def _described(self, target: str) -> list[nodes.Node]:
        from ..ext.render.reference import inside, object_nodes

        objtype = self.name.rpartition(":")[2]
        documents = GgConfig.of(self.config).documents
        records = {key: self.record(key, values) for key, values in documents.items()}
        result = find_part(self.env, records, objtype, target)
        keys = (result.key,) if result.objects else tuple(records)
        self.note_shown(Shown(self.place(), objtype, target, keys=keys))
        if not result.objects:
            problems = [record.problem for record in records.values() if record.problem]
            if problems:  # of which `report` warns, once for each document
                return [notice(problem.message) for problem in problems]
            return self.problem(result.message, Subtype.MISSING)
        if result.message:
            warn(Problem(Subtype.AMBIGUOUS, result.message), self.get_location())
        view, context = self.context(result.key)
        objects = [view.objects[each.objtype, each.name] for each in result.objects]
        self.note_modules(records[result.key], objects)
        context.reserve(inner for each in objects for inner in (each, *inside(each)))
        return self.rendered(
            f"the {objtype} {target!r}", context, lambda: object_nodes(context, objects)
        )
