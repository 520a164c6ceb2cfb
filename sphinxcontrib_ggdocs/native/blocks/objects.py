"""Builds the blocks of an object of any kind."""

from ..view import ContractView, ErrorView, MethodView, ObjectView, SchemaView
from ..vocabulary import Blocks
from .contract import contract_blocks
from .error import error_blocks
from .method import method_blocks
from .notation import user_line
from .schema import type_blocks, use_blocks
from .scope import Scope


def blocks_of(scope: Scope, view: ObjectView) -> Blocks:
    """Return the blocks of an object; of a contract without its methods."""
    if scope.types or scope.schemes is not None:
        return _blocks_of(scope, view)
    key, kept = (view.kind, view.name), scope.view.blocks
    if key not in kept:
        kept[key] = _blocks_of(scope, view)
    return kept[key]


def _blocks_of(scope: Scope, view: ObjectView) -> Blocks:
    match view:
        case ContractView():
            return tuple(contract_blocks(scope, view))
        case MethodView():
            return tuple(method_blocks(scope, view))
        case SchemaView():
            return (*definition_of(scope, view), *use_blocks(scope, view))
        case ErrorView():
            return (*definition_of(scope, view), *user_line(scope, view.used_by))
        case _:
            raise TypeError(view)


def definition_of(scope: Scope, view: SchemaView | ErrorView) -> Blocks:
    """Return what a type or an error is, without an example and where it is used."""
    if isinstance(view, SchemaView):
        return tuple(type_blocks(scope, view))
    return tuple(error_blocks(scope, view))
