"""The files of a document in a format that other tools read: JSON, and YAML when an option asks."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic_core import to_json

from ..catalog import ApiDocSpec
from .yaml import to_yaml

YAML = "yaml"
"""The option that asks for the same as YAML."""
FIELDS_OF_DOCUMENTS = frozenset({"source", "title", "version", "description", "servers"})
"""Parameters of the exporters that the document itself answers."""


def option_names(export: Callable[..., object]) -> list[str]:
    """What can be asked of an exporter, such as `openapi_document`, for one document."""
    return sorted({YAML, *inspect.signature(export).parameters} - FIELDS_OF_DOCUMENTS)


def exported_files(
    export: Callable[..., dict[str, Any]],
    spec: ApiDocSpec,
    options: Mapping[str, Any],
    *,
    name: str,
    kind: Literal["http", "ws"],
) -> dict[str, str]:
    """The texts by name; none of a document without contracts of the kind.

    Args:
        export: The exporter.
        spec: The document.
        options: Some of `option_names`.
        name: Of the files, without suffix.
        kind: Of the contracts that the format describes.

    Raises:
        ContractError: The format cannot live with an error in a contract.
    """
    contracts = (contract for group in spec.resolved_groups() for contract in group.contracts)
    if all(contract.kind != kind for contract in contracts):
        return {}
    document = export(spec, **{key: value for key, value in options.items() if key != YAML})
    texts = {f"{name}.json": to_json(document, indent=2).decode() + "\n"}
    if options.get(YAML):
        texts[f"{name}.yaml"] = to_yaml(document)
    return texts
