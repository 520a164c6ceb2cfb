"""``.. gg:method::`` and its kin: the reference of one thing, anywhere in prose."""

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.typing import OptionSpec

from ..ext.config import GgConfig, key_of
from ..ext.domain import gg_domain
from ..ext.outcome import find_part
from ..ext.problems import Problem, Subtype, notice, warn
from ..ext.records import Shown
from ..ext.refresh import shown_digest
from .base import ReferenceDirective


class ObjectDirective(ReferenceDirective):
    """One contract, method, schema, brand or error of a configured document, by its full or an unambiguous name."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {"no-index": directives.flag}

    def run(self) -> list[nodes.Node]:
        from ..ext.static import read_document

        objtype, target = self.name.rpartition(":")[2], self.arguments[0]
        config = GgConfig.of(self.config)
        records = {key_of(values): self.record(key_of(values), values) for values in config.documents}
        outcome = find_part(records, objtype, target)
        failed = {key: record.problem for key, record in records.items() if record.problem and not outcome.parts}
        shown = Shown(
            line=self.lineno,
            slugs=None,
            keys=tuple(records),
            digests=tuple(shown_digest(config, record) for record in records.values()),
            part=(objtype, target, outcome.digest),
            failed=tuple(failed),
        )
        gg_domain(self.env).note_shown(self.env.docname, shown)
        if not outcome.parts:
            if failed:  # of which `refresh.report` warns, once for each document
                return [notice(problem.message) for problem in failed.values()]
            return self.problem(outcome.message, Subtype.MISSING)
        if outcome.message:
            warn(Problem(Subtype.AMBIGUOUS, outcome.message), self.get_location())
        scope = self.scope(outcome.key, read_document(outcome.text))
        for part in outcome.parts:
            for each in (part, *part.inside):
                scope.reserve(each.objtype, each.name)
        return self.rendered(
            f"the {objtype} {target!r}", scope, lambda: [node for part in outcome.parts for node in part.render(scope)]
        )
