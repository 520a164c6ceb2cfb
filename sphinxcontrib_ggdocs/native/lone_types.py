"""Builds a contract document for one type and the types that it refers to, without a contract."""

import inspect
from typing import Literal

from ..audience_rules import Audiences
from ..catalog.imports import IMPORT_NAME, import_object, name_hint
from ..catalog.spec_errors import BadContents, NoType
from ..contracts.contract_errors import Location
from ..contracts.model import TypeForm
from ..document import parts as doc
from ..document.builder import REFERENCE
from ..document.model import ApiDocsDocument
from ..document.shown_document import WholeDocument, shown_type
from ..document.uses import direct_uses, ref_name
from ..schema.nodes import Mode
from ..schema.registry import SchemaRegistry
from ..value_messages import displayed

EXAMPLE = "shop.models:Order"
"""How a type is named."""


def type_document(
    name: str,
    mode: Mode,
    audience: Audiences | None,
    markup: Literal["markdown", "rst"],
) -> tuple[ApiDocsDocument, dict[str, str]] | None:
    """Make the document of a type; None if the type is for others.

    Args:
        name: ``package.module:attribute``.
        mode: The side of the wire on which the type is described.
        audience: For whom; None: for everyone.
        markup: The language of descriptions.

    Returns:
        The document, and the names in Python by those of schemas: of the type first, then of those
        that it mentions.

    Raises:
        ContractError: The type cannot be imported, or has no JSON Schema.
    """
    annotation = _imported(name)
    registry = SchemaRegistry()
    slot = registry.add(annotation, mode)
    types = registry.write(REFERENCE, is_whole=audience is not None)
    schema, own = types.schema(slot), name.rpartition(":")[2].rpartition(".")[2]
    if audience is not None:
        filtered = shown_type(schema, WholeDocument.of_types(types), audience)
        if filtered is None:
            return None
        schema, types = filtered
    schemas = dict(types.schemas)
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
        markup=None if markup == "markdown" else markup,
    )
    names_in_python = {root: name.replace(":", ".")}
    for key, python in types.origins().items():
        names_in_python.setdefault(key, python)
    return document, names_in_python


def _imported(name: str) -> TypeForm:
    if IMPORT_NAME.fullmatch(name) is None:
        message, hint = f"{displayed(name)} names no type", name_hint(name, EXAMPLE)
        raise BadContents(message, where=Location(), hint=hint)
    annotation = import_object(name, Location())
    if inspect.isroutine(annotation) or inspect.ismodule(annotation):
        raise NoType(
            f"{displayed(annotation)} is not a type",
            where=Location(),
            hint="name a model, a dataclass, a TypedDict, an enum, a brand or an alias",
        )
    return annotation
