"""The view of a contract document: what a reference shows of it, as plain frozen values without any
markup.
"""

from ...named_objects import ObjectType
from .build import definition_text, view_of
from .names import anchor_of
from .pages import PageView, Split, contents_of, front_digest, pages_of
from .types import literal, text_of
from .views import (
    NEXT,
    Alternatives,
    BodyView,
    Constraint,
    ContentView,
    ContractView,
    CredentialView,
    DescribedValue,
    DocumentView,
    ErrorView,
    ExampleView,
    Facts,
    FlowView,
    GroupView,
    HeadView,
    Link,
    MethodList,
    MethodView,
    ObjectView,
    ResponseLinkView,
    Row,
    SchemaView,
    Tokens,
    mentioned_types,
)

__all__ = [
    "NEXT",
    "Alternatives",
    "BodyView",
    "Constraint",
    "ContentView",
    "ContractView",
    "CredentialView",
    "DescribedValue",
    "DocumentView",
    "ErrorView",
    "ExampleView",
    "Facts",
    "FlowView",
    "GroupView",
    "HeadView",
    "Link",
    "MethodList",
    "MethodView",
    "ObjectType",
    "ObjectView",
    "PageView",
    "ResponseLinkView",
    "Row",
    "SchemaView",
    "Split",
    "Tokens",
    "anchor_of",
    "contents_of",
    "definition_text",
    "front_digest",
    "literal",
    "mentioned_types",
    "pages_of",
    "text_of",
    "view_of",
]
