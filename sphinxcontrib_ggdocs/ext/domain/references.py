"""What pages show of other pages: where their references lead, and which pages come before and
after them.

Sphinx writes a page again when its own source has changed. A contract that moves to another page,
or that is called with another path, changes links on pages that nobody has edited; so these are
told apart by where their links lead. Worked out when pages have been read, and kept for the builds
that read none.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment

from ..objects import DOMAIN, OPTIONAL
from .context import Context
from .gg import GgDomain

Reference: TypeAlias = tuple[str, str, Context]
"""The kind of object that is meant, ``any``, or ``ref`` for a label; the name as written; what it
is written in."""


class ShownReferences(NamedTuple):
    """What a page shows of others."""

    links: str = ""
    """Differs when one of its references leads elsewhere."""
    neighbours: str = ""
    """Differs when another page comes before or after it; of pages with a reference only."""


def references_of(document: nodes.document) -> tuple[Reference, ...]:
    """What a page refers to that may be an object of ours."""
    return tuple(sorted(set(_references(document))))


def _references(document: nodes.document) -> Iterator[Reference]:
    for node in document.findall(addnodes.pending_xref):
        kind, target = node.get("reftype"), node.get("reftarget")
        ours = node.get("refdomain") == DOMAIN and not node.get(OPTIONAL)
        if ours or kind == "any" or (kind == "ref" and target.startswith(f"{DOMAIN}-")):
            yield kind, target, Context.of(node)


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
