"""Builds the blocks of an object of any kind.

A *scope* is the document and the text that shows the blocks.
"""

from ..view import ContractView, ErrorView, MethodView, ObjectView, SchemaView
from ..vocabulary import Blocks
from .contract import contract_blocks
from .error import error_blocks
from .method import method_blocks
from .notation import user_line
from .schema import type_blocks, use_blocks
from .scope import Scope


def blocks_of(scope: Scope, view: ObjectView) -> Blocks:
    """Return the blocks of an object; those of a contract do not include its methods.

    They are cached in the view, unless they depend on the scope: a link to a type that a
    directive shows by itself leads to that directive, and a text without a head of the document
    describes each security scheme where it first occurs.
    """
    if scope.types or scope.schemes is not None:
        return _build_blocks(scope, view)
    cache = scope.view.blocks
    key = (view.kind, view.name)
    if key not in cache:
        cache[key] = _build_blocks(scope, view)
    return cache[key]


def _build_blocks(scope: Scope, view: ObjectView) -> Blocks:
    """Build the blocks of an object with the module for its kind."""
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
    """Return the blocks of a type or an error, without an example and without the list of its
    users.
    """
    if isinstance(view, SchemaView):
        return tuple(type_blocks(scope, view))
    return tuple(error_blocks(scope, view))
