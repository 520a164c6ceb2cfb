"""Finds the types and errors that an object uses, directly or indirectly."""

from collections import deque
from collections.abc import Iterable
from itertools import chain

from ...document import parts as doc
from .objects import DocumentView, ErrorView, MethodView, ObjectView, SchemaView


def error_keys_of(view: DocumentView, method: MethodView) -> list[str]:
    """Return the keys of the errors of a method, including those of its WebSocket's handshake.

    Those that the document does not describe are left out.
    """
    keys = [*method.part.errors]
    if isinstance(method.contract, doc.WebSocketContract):
        keys += method.contract.errors or ()
    return [key for key in dict.fromkeys(keys) if key in view.document.errors]


def reached_types(view: DocumentView, root: ObjectView) -> list[str]:
    """Return the keys of the types that an object uses, directly or through other types.

    The order is that of a breadth-first search, so that callers who show only some of the types
    take the nearest ones. A method also uses the types of its contract and of its errors.
    """
    schemas = view.document.schemas
    types_inside = view.document.uses.schemas
    reached: dict[str, None] = {}
    queue = deque(_directly_used_types(view, root))
    while queue:
        key = queue.popleft()
        # A document that was read from a file may lack a schema; types may contain each other.
        if key in schemas and key not in reached:
            reached[key] = None
            queue += types_inside.get(key, ())
    return [*reached]


def _directly_used_types(view: DocumentView, root: ObjectView) -> Iterable[str]:
    """Return the keys of the types that an object refers to directly; keys may be repeated.

    A method also has the types of its contract and of its errors. A contract has none here: it is
    shown with its methods, each of which has its own types.
    """
    uses = view.document.uses
    match root:
        case MethodView():
            # A method and a contract have several lists of types in `uses`, one for each place,
            # such as the body. An error has one list.
            types_by_place = [*uses.methods.get(root.key, {}).values()]
            types_by_place += uses.contracts.get(view.contract_of(root).key, {}).values()
            types_by_place += (uses.errors.get(key, ()) for key in error_keys_of(view, root))
            return chain.from_iterable(types_by_place)
        case SchemaView():
            return uses.schemas.get(root.key, ())
        case ErrorView():
            return uses.errors.get(root.key, ())
        case _:
            return ()
