"""The uses of types in other services of the site, which the static text names.

They are known when all pages have been read, and come into the text when a page is written: a use
of a type in one service changes pages of others, and makes none of them be read again.
"""

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from .. import __version__
from ..document_store import CONTRACT_DOCUMENT, Record, Store, digest_of
from ..named_objects import DescribedObject, OtherUse, OtherUses
from .domain.gg import gg_domain
from .freshness import build_state, chosen
from .store import store_of

if TYPE_CHECKING:
    from ..native.shared_types import TypeFacts


def other_uses(env: BuildEnvironment) -> OtherUses:
    """The types that several services of the site use."""
    state = build_state(env)
    if state.other_uses is None:
        records = [record for record in chosen(env) if CONTRACT_DOCUMENT in record.files]
        store = store_of(env)
        state.other_uses = _other_uses(store, records) if len(records) > 1 else OtherUses()
    return state.other_uses


def place_of_use(env: BuildEnvironment, objtype: str, use: OtherUse) -> DescribedObject | None:
    """Where the type is described in the other service, if on any page."""
    return gg_domain(env).lookup.exact(objtype, f"{use.slug}.{use.name}")


def shown_uses(env: BuildEnvironment, docname: str) -> list[str]:
    """Differs when a page says something else of other services, or its links to them lead
    elsewhere.
    """
    uses = other_uses(env)
    shown = gg_domain(env).types.get(docname, ())
    return [_digest(env, objtype, uses.everywhere(name)) for objtype, name in shown if name in uses]


def _digest(env: BuildEnvironment, objtype: str, uses: tuple[OtherUse, ...]) -> str:
    """Of the uses of a type in all services, and of where they describe it; each is computed once,
    and not for each service.
    """
    digests, first = build_state(env).use_digests, (objtype, uses[0].slug, uses[0].name)
    if first not in digests:
        places = [place_of_use(env, objtype, use) for use in uses]
        shown = [place and (place.docname, place.entry.anchor) for place in places]
        digests[first] = digest_of(repr((uses, shown)))
    return digests[first]


def _other_uses(store: Store, records: Sequence[Record]) -> OtherUses:
    """Computed once for the same documents; a document that has changed is read alone."""
    types = [_name_of_types(record) for record in records]
    store.keep_derived(types)
    slugs = [record.slug for record in records]
    name = f"{__version__} shared {[*zip(slugs, types, strict=True)]}"
    shared = json.loads(store.derived(name, partial(_computed, store, records)))
    return OtherUses(shared, {record.slug: record.title for record in records})


def _computed(store: Store, records: Sequence[Record]) -> str:
    from ..native.shared_types import shared_types, types_of_json

    types: dict[str, dict[str, TypeFacts]] = {}
    for record in records:
        text = store.derived(_name_of_types(record), partial(_types, store, record))
        types[record.slug] = types_of_json(text)
    return json.dumps(shared_types(types))


def _types(store: Store, record: Record) -> str:
    from ..native.shared_types import type_facts, types_to_json

    return types_to_json(type_facts(store.document(record)))


def _name_of_types(record: Record) -> str:
    return f"{__version__} types {record.files[CONTRACT_DOCUMENT]}"
