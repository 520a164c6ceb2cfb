"""The uses of types in other services of the site, which the static text names.

They are known when all pages have been read, and come into the text when a page is written: a use
of a type in one service changes pages of others, and makes none of them be read again.
"""

from sphinx.environment import BuildEnvironment

from ..named_objects import OtherUse, OtherUses
from .document_store import CONTRACT_DOCUMENT, digest_of
from .domain.gg import gg_domain
from .freshness import build_state, chosen
from .store import store_of


def other_uses(env: BuildEnvironment) -> OtherUses:
    """The types that several services of the site use."""
    state = build_state(env)
    if state.other_uses is None:
        records = [record for record in chosen(env) if CONTRACT_DOCUMENT in record.files]
        state.other_uses = store_of(env).other_uses(records)
    return state.other_uses


def place_of_use(env: BuildEnvironment, objtype: str, use: OtherUse) -> tuple[str, str] | None:
    """Page and anchor of the type in the other service, if any page describes it."""
    places = build_state(env).places
    # Filled when pages are written, when all have been read: earlier some objects would be missing.
    if not places:
        for docname, entry in gg_domain(env).described_objects():
            for full in (entry.name, entry.alias):
                places.setdefault((entry.objtype, full), (docname, entry.anchor))
    return places.get((objtype, f"{use.slug}.{use.name}"))


def shown_uses(env: BuildEnvironment, docname: str) -> list[str]:
    """Differs when a page says something else of other services, or its links to them lead
    elsewhere.
    """
    shown = gg_domain(env).types.get(docname, ())
    uses = [(objtype, other_uses(env).everywhere(name)) for objtype, name in shown]
    return [_digest(env, objtype, others) for objtype, others in uses if others]


def _digest(env: BuildEnvironment, objtype: str, uses: tuple[OtherUse, ...]) -> str:
    """Of the uses of a type in all services, and of where they describe it; each is computed once,
    and not for each service.
    """
    digests, first = build_state(env).use_digests, (objtype, uses[0].slug, uses[0].name)
    if first not in digests:
        places = [place_of_use(env, objtype, use) for use in uses]
        digests[first] = digest_of(repr((uses, places)))
    return digests[first]
