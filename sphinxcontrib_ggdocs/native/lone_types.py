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

EXAMPLE_NAME = "shop.models:Order"
"""An example of the name of a type, for hints."""


def type_document(
    name: str,
    mode: Mode,
    audience: Audiences | None,
    markup: Literal["markdown", "rst"],
) -> tuple[ApiDocsDocument, dict[str, str]] | None:
    """Build a contract document of one type and the types that it uses; None if the audience must
    not see the type.

    Args:
        name: ``package.module:attribute``.
        mode: Whether the type is described as input or as output.
        audience: Who may read the document; None: everyone.
        markup: The markup language of descriptions.

    Returns:
        The document, and the names of types in Python by the keys of their schemas; the type itself
        is the first.

    Raises:
        ContractError: The type cannot be imported, or has no JSON Schema.
    """
    annotation = _imported_type(name)
    registry = SchemaRegistry()
    slot = registry.add(annotation, mode)  # where the registry will write the schema of the type
    # The filter for an audience needs schemas that were not simplified yet.
    types = registry.write(REFERENCE, is_whole=audience is not None)
    schema = types.schema(slot)
    if audience is not None:
        filtered = shown_type(schema, WholeDocument.of_types(types), audience)
        if filtered is None:
            return None
        schema, types = filtered
    schemas = dict(types.schemas)
    root = ref_name(schema)
    if root is None:
        # An alias such as `Names = list[str]` has no name of its own, only that of the variable.
        attribute = name.rpartition(":")[2].rpartition(".")[2]
        root = attribute
        if root in schemas:
            root = f"{attribute}-alias"
        schemas[root] = {"title": attribute, **schema}
    document = ApiDocsDocument(
        # There is no service; its slug is the beginning of the full names of all types.
        service=doc.Service(slug=name, name=name),
        groups=(),
        schemas=schemas,
        errors={},
        uses=direct_uses((), schemas, {}),
        markup=None if markup == "markdown" else markup,  # documents leave out the default
    )
    # The type itself is called as the author has named it here, even if it is only imported into
    # that module.
    names_in_python = {root: name.replace(":", ".")}
    for key, name_in_python in types.origins().items():
        names_in_python.setdefault(key, name_in_python)
    return document, names_in_python


def _imported_type(name: str) -> TypeForm:
    """Import the type with a name such as ``shop.models:Order``.

    Raises:
        BadContents: The name has another form.
        NoType: It is the name of a function or a module.
        ContractError: There is no such object, or its module cannot be imported.
    """
    if IMPORT_NAME.fullmatch(name) is None:
        message, hint = f"{displayed(name)} names no type", name_hint(name, EXAMPLE_NAME)
        raise BadContents(message, where=Location(), hint=hint)
    annotation = import_object(name, Location())
    if inspect.isroutine(annotation) or inspect.ismodule(annotation):
        raise NoType(
            f"{displayed(annotation)} is not a type",
            where=Location(),
            hint="name a model, a dataclass, a TypedDict, an enum, a brand or an alias",
        )
    return annotation
