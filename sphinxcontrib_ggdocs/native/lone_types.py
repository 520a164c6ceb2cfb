"""Makes a contract document of one type and of those that it mentions, without any contract."""

import inspect
import sys
from typing import Literal, NamedTuple

from ..audience_rules import Audiences, is_shown
from ..catalog.imports import IMPORT_NAME, import_object, name_hint
from ..catalog.spec_errors import BadContents, NoType
from ..contents import LoneType
from ..contracts.audience_filter import AudienceFilter
from ..contracts.contract_errors import Where
from ..contracts.hidden_names import NO_NAMES, HiddenNames
from ..contracts.model import TypeForm
from ..contracts.type_audiences import audience_of
from ..schema.nodes import Definition, Facet
from ..schema.overlay import Overlay
from ..schema.registry import SchemaRegistry
from ..value_messages import displayed
from . import document_parts as doc
from .contract_builder import REFERENCE
from .document_model import ApiDocsDocument
from .uses import direct_uses, ref_name

EXAMPLE = "shop.models:Order"
"""How a type is named."""


class TypeDocument(NamedTuple):
    """A document without contracts."""

    document: ApiDocsDocument
    types: tuple[LoneType, ...]
    """The type itself, then those that it mentions."""
    modules: tuple[str, ...]
    """Where they are defined."""


def type_document(
    name: str,
    facet: Facet,
    audience: Audiences | None,
    markup: Literal["markdown", "rst"] | None = None,
) -> TypeDocument | None:
    """Make the document of a type; None if the type is for others.

    Args:
        name: ``package.module:attribute``.
        facet: The side of the wire on which the type is described.
        audience: For whom; None: for everyone.
        markup: The language of descriptions.

    Raises:
        ContractError: The type cannot be imported, or has no JSON Schema.
    """
    form = _imported(name)
    hidden: HiddenNames = NO_NAMES
    if audience is not None:
        if not is_shown(audience_of(form), audience):
            return None
        names = AudienceFilter(audience)
        names.types.add([form], audience, visible=True)
        hidden = names.hidden_names()
    overlay = Overlay(audience)
    overlay.hidden = hidden
    registry = SchemaRegistry(overlay, hidden)
    slot = registry.add(form, facet)
    written = registry.write(REFERENCE)
    schemas = dict(written.schemas)
    schema, own = written.schema(slot), name.rpartition(":")[2].rpartition(".")[2]
    root = ref_name(schema)
    if root is None:  # an alias that has its name from the line where it is assigned
        root = own if own not in schemas else f"{own}-alias"
        schemas[root] = {"title": own, **schema}
    document = ApiDocsDocument(
        service=doc.Service(slug=name, name=name),
        groups=(),
        schemas=schemas,
        errors={},
        uses=direct_uses((), schemas, {}),
        markup=markup,
    )
    module = name.partition(":")[0]
    modules = {module: None}
    types: list[LoneType] = []
    for key, definition in written.definitions.items():
        modules[definition.module] = None
        if key != root:
            types.append(_lone_type(key, definition, _name_in(module, definition)))
    dotted = name.replace(":", ".")
    first = LoneType(root, dotted)
    if root in written.definitions:
        first = _lone_type(root, written.definitions[root], dotted)
    return TypeDocument(document, (first, *types), tuple(filter(None, modules)))


def _imported(name: str) -> TypeForm:
    if IMPORT_NAME.fullmatch(name) is None:
        message, hint = f"{displayed(name)} names no type", name_hint(name, EXAMPLE)
        raise BadContents(message, where=Where(), hint=hint)
    form = import_object(name, Where())
    if inspect.isroutine(form) or inspect.ismodule(form):
        raise NoType(
            f"{displayed(form)} is no type",
            where=Where(),
            hint="name a model, a dataclass, a TypedDict, an enum, a brand or an alias",
        )
    return form


def _lone_type(key: str, definition: Definition, name: str) -> LoneType:
    """Return a type by the name that leads to it, else by that of its class; by that of its schema
    where it is a generic class with arguments, or inside of a function.
    """
    own = definition.qualname
    if not own.replace(".", "").isidentifier():
        own = key
    written = ".".join(filter(None, (definition.module, own)))
    if name in ("", written):
        return LoneType(key, written)
    return LoneType(key, name, written)


def _name_in(module: str, definition: Definition) -> str:
    """Return the name of a class in a module that hands it on; empty if it does not."""
    if getattr(sys.modules[module], definition.qualname, None) is definition.key:
        return f"{module}.{definition.qualname}"
    return ""
