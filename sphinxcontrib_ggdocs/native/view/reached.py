"""Finds the types and errors that an object uses, directly or indirectly."""

from collections.abc import Iterable
from itertools import chain

from ...document import parts as doc
from .objects import DocumentView, ErrorView, MethodView, ObjectView, SchemaView


def errors_of(view: DocumentView, method: MethodView) -> list[str]:
    """Return the keys of the errors of a method and of the handshake of its contract."""
    keys = [*method.part.errors]
    if isinstance(method.contract, doc.WebSocketContract):
        keys += method.contract.errors or ()
    return [key for key in dict.fromkeys(keys) if key in view.document.errors]


def reached_types(view: DocumentView, shown: ObjectView) -> list[str]:
    """Return the keys of the types that an object mentions, directly or inside others, nearest
    first; of a method with those of its contract and of its errors.
    """
    known, uses = view.document.schemas, view.document.uses.schemas
    level = [name for name in dict.fromkeys(_mentioned(view, shown)) if name in known]
    reached: dict[str, None] = {}
    # Level by level: what is named first when there are too many is nearest.
    while level:
        reached |= dict.fromkeys(level)
        following = chain.from_iterable(uses.get(name, ()) for name in level)
        level = [name for name in dict.fromkeys(following) if name in known and name not in reached]
    return [*reached]


def _mentioned(view: DocumentView, shown: ObjectView) -> Iterable[str]:
    """Return the keys of the types that an object mentions itself, some several times.

    A method also has the types of its contract and of its errors. Contracts and groups mention
    nothing here: they are shown with their methods, each of which has its own types.
    """
    uses = view.document.uses
    match shown:
        case MethodView():
            # By place, such as the body or a response.
            mentions = [*uses.methods.get(shown.key, {}).values()]
            mentions += uses.contracts.get(view.contract_of(shown).key, {}).values()
            mentions += (uses.errors.get(key, ()) for key in errors_of(view, shown))
            return chain.from_iterable(mentions)
        case SchemaView():
            return uses.schemas.get(shown.key, ())
        case ErrorView():
            return uses.errors.get(shown.key, ())
        case _:
            return ()
