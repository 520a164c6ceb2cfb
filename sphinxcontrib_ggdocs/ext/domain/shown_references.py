"""What pages show of other pages: where their references lead, and which pages come before and
after them.

Sphinx writes a page again when its own source has changed. A contract that moves to another page,
or that is called with another path, changes links on pages that nobody has edited. These are
recognized by where their links lead, which is computed when pages have been read and kept for the
builds that read none.
"""

from hashlib import sha256

from sphinx.environment import BuildEnvironment

from .gg import GgDomain
from .roles import Reference, ShownReferences


def shown_references(env: BuildEnvironment, domain: GgDomain) -> dict[str, ShownReferences]:
    """By page, for those that show documents or refer to objects."""
    relations = env.collect_relations() if domain.shown else {}
    return {
        docname: ShownReferences(
            _hash(
                [_target(env, domain, docname, each) for each in domain.referrers.get(docname, ())]
            ),
            _hash([(each, each and _title(env, each)) for each in relations.get(docname, ())])
            if docname in domain.shown
            else "",
        )
        for docname in sorted({*domain.shown, *domain.referrers})
    }


def _target(env: BuildEnvironment, domain: GgDomain, docname: str, reference: Reference) -> object:
    kind, target, context = reference
    if kind == "ref":
        standard = env.domains.standard_domain
        return standard.labels.get(target), standard.anonlabels.get(target)
    kinds = domain.object_types if kind == "any" else (kind,)
    return [
        (found.docname, found.entry.anchor, found.entry.display)
        for each in kinds
        for found in domain.find(each, target, docname, context)
    ]


def _title(env: BuildEnvironment, docname: str) -> str:
    return env.titles[docname].astext() if docname in env.titles else ""


def _hash(value: object) -> str:
    return sha256(repr(value).encode()).hexdigest() if value else ""
