"""The uses of types in other services of the site, which the static text names.

They are known when all pages have been read, and come into the text when a page is written: a use
of a type in one service changes pages of others, and makes none of them be read again.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment

from .. import __version__
from ..named_objects import DescribedObject, OtherUse
from .domain.gg import gg_domain
from .freshness import build_state, chosen
from .store import CONTRACT_DOCUMENT, Record, Store, store_of

if TYPE_CHECKING:
    from ..native.shared_types import TypeFacts


def other_uses(env: BuildEnvironment) -> Mapping[str, tuple[OtherUse, ...]]:
    """By full name of a type: the other services of the site that use it."""
    state = build_state(env)
    if state.other_uses is None:
        records = [record for record in chosen(env) if CONTRACT_DOCUMENT in record.files]
        state.other_uses = _other_uses(store_of(env), records) if len(records) > 1 else {}
    return state.other_uses


def place_of_use(env: BuildEnvironment, objtype: str, use: OtherUse) -> DescribedObject | None:
    """Where the type is described in the other service, if on any page."""
    return gg_domain(env).lookup.exact(objtype, f"{use.slug}.{use.name}")


def shown_uses(env: BuildEnvironment, docname: str) -> list[object]:
    """Differs when a page says something else of other services, or its links to them lead
    elsewhere.
    """
    described, uses = list[object](), other_uses(env)
    for objtype, name in gg_domain(env).types.get(docname, ()):
        for use in uses.get(name, ()):
            place = place_of_use(env, objtype, use)
            described.append((name, use, place and (place.docname, place.entry.anchor)))
    return described


def _other_uses(store: Store, records: Sequence[Record]) -> dict[str, tuple[OtherUse, ...]]:
    """Computed once for the same documents; a document that has changed is read alone."""
    types = [_name_of_types(record) for record in records]
    store.keep_derived(types)
    named = [(record.slug, record.title) for record in records]
    name = f"{__version__} shared {[*zip(named, types, strict=True)]}"
    read = json.loads(store.derived(name, partial(_computed, store, records)))
    return {name: tuple(starmap(OtherUse, uses)) for name, uses in read.items()}


def _computed(store: Store, records: Sequence[Record]) -> str:
    from ..native.shared_types import other_uses, shared_types, types_of_json

    types: dict[str, dict[str, TypeFacts]] = {}
    for record in records:
        text = store.derived(_name_of_types(record), partial(_types, store, record))
        types[record.slug] = types_of_json(text)
    shared = shared_types(types)
    return json.dumps(other_uses(shared, {record.slug: record.title for record in records}))


def _types(store: Store, record: Record) -> str:
    from ..native.shared_types import type_facts, types_to_json

    return types_to_json(type_facts(store.document(record)))


def _name_of_types(record: Record) -> str:
    return f"{__version__} types {record.files[CONTRACT_DOCUMENT]}"
