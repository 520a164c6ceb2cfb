"""Two sides of a comparison in one format: an OpenAPI file does not say what contracts say."""

import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from ..asyncapi import to_asyncapi_json
from ..catalog import ApiDocSpec
from ..catalog.export import ExportWarning
from ..native import ApiDocsDocument, build_contract_doc
from ..openapi import to_openapi_json
from .revisions import FileFormat, Side

_WRITERS: Mapping[FileFormat, Callable[[ApiDocSpec], str]] = {
    "openapi": to_openapi_json,
    "asyncapi": to_asyncapi_json,
}


def in_one_format(
    old: Side, new: Side
) -> tuple[ApiDocsDocument, ApiDocsDocument, FileFormat | None]:
    """Both documents, and the format that one of them was written in to be compared.

    If one side is an OpenAPI or AsyncAPI file and the other one is not, the other one is exported
    and read again. What the format cannot say, such as groups, is no change then.

    Raises:
        ContractError: The other side cannot be exported.
    """
    if old.format is None and new.format is not None:
        return _exported(old, new.format), new.document, new.format
    if new.format is None and old.format is not None:
        return old.document, _exported(new, old.format), old.format
    return old.document, new.document, None


def _exported(side: Side, file_format: FileFormat) -> ApiDocsDocument:
    document = side.document
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ExportWarning)
        spec = side.spec
        if spec is None:
            written = Path(folder, "api-docs.json")
            written.write_bytes(document.to_json())
            spec = _read_again(document, "contract_document", written)
        exported = Path(folder, f"{file_format}.json")
        exported.write_text(_WRITERS[file_format](spec), encoding="utf-8")
        # Read again, so that both sides have gone through the same format and reader.
        return build_contract_doc(_read_again(document, file_format, exported))


def _read_again(document: ApiDocsDocument, field: str, file: Path) -> ApiDocSpec:
    return ApiDocSpec.model_validate({"slug": document.service.slug, field: file})
