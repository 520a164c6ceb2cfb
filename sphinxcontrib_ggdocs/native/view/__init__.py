"""The view of a contract document: what a reference shows of it, as plain frozen values without any
markup.
"""

from .build import definition_text, view_of
from .facts import Facts
from .model import (
    BodyView,
    ContentView,
    ContractView,
    DocumentView,
    ErrorView,
    GroupView,
    HeadView,
    Link,
    MethodView,
    ObjectType,
    ObjectView,
    Row,
    SchemaView,
    mentioned_types,
)
from .names import anchor_of
from .pages import PageView, Split, front_digest, pages_of
from .security import Alternatives, CredentialView
from .types import Tokens, literal, text_of

__all__ = [
    "Alternatives",
    "BodyView",
    "ContentView",
    "ContractView",
    "CredentialView",
    "DocumentView",
    "ErrorView",
    "Facts",
    "GroupView",
    "HeadView",
    "Link",
    "MethodView",
    "ObjectType",
    "ObjectView",
    "PageView",
    "Row",
    "SchemaView",
    "Split",
    "Tokens",
    "anchor_of",
    "definition_text",
    "front_digest",
    "literal",
    "mentioned_types",
    "pages_of",
    "text_of",
    "view_of",
]
