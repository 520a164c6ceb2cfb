"""The blocks of an object of any kind."""

from ..view import ContractView, ErrorView, MethodView, ObjectView, SchemaView
from ..vocabulary import Blocks
from .contract import contract_blocks
from .error import error_blocks
from .method import method_blocks
from .schema import further_blocks, type_blocks
from .scope import Scope


def blocks_of(scope: Scope, view: ObjectView) -> Blocks:
    """Return the blocks of an object; of a contract without its methods."""
    match view:
        case ContractView():
            return tuple(contract_blocks(scope, view))
        case MethodView():
            return tuple(method_blocks(scope, view))
        case SchemaView():
            return (*type_blocks(scope, view), *further_blocks(scope, view))
        case ErrorView():
            return tuple(error_blocks(scope, view))
        case _:
            raise TypeError(view)
