"""Views the objects of a contract document without any markup: their names, their users, and their
types and facts in words.
"""

from ...named_objects import ObjectType as ObjectType
from .facts import NO_FACTS as NO_FACTS
from .facts import DescribedValue as DescribedValue
from .facts import Facts as Facts
from .links import MethodList as MethodList
from .names import anchor_of as anchor_of
from .objects import ContractView as ContractView
from .objects import DocumentView as DocumentView
from .objects import ErrorView as ErrorView
from .objects import GroupView as GroupView
from .objects import MethodView as MethodView
from .objects import ObjectView as ObjectView
from .objects import PlacedParam as PlacedParam
from .objects import SchemaView as SchemaView
from .objects import path_of as path_of
from .objects import view_of as view_of
from .reached import error_keys_of as error_keys_of
from .reached import reached_types as reached_types
from .types import ANY as ANY
from .types import Tokens as Tokens
from .types import literal as literal
from .types import text_of as text_of
