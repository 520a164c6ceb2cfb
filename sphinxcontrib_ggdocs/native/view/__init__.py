"""The view of a contract document: what a reference shows of it, as plain frozen values without any
markup.
"""

from ...named_objects import ObjectType as ObjectType
from .build import definition_text as definition_text
from .build import view_of as view_of
from .names import anchor_of as anchor_of
from .pages import PageView as PageView
from .pages import contents_of as contents_of
from .pages import front_digest as front_digest
from .pages import pages_of as pages_of
from .types import ANY as ANY
from .types import literal as literal
from .types import text_of as text_of
from .views import NO_FACTS as NO_FACTS
from .views import Alternatives as Alternatives
from .views import BodyView as BodyView
from .views import ContentView as ContentView
from .views import ContractView as ContractView
from .views import CredentialView as CredentialView
from .views import DescribedValue as DescribedValue
from .views import DocumentView as DocumentView
from .views import ErrorView as ErrorView
from .views import ExampleView as ExampleView
from .views import Facts as Facts
from .views import FlowView as FlowView
from .views import GroupView as GroupView
from .views import HeadView as HeadView
from .views import Link as Link
from .views import MethodList as MethodList
from .views import MethodView as MethodView
from .views import NamedLink as NamedLink
from .views import ObjectView as ObjectView
from .views import Row as Row
from .views import SchemaView as SchemaView
from .views import StepView as StepView
from .views import Tokens as Tokens
from .views import ValueView as ValueView
from .views import WorkflowView as WorkflowView
from .views import alike as alike
from .views import mentioned_types as mentioned_types
