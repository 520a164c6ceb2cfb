"""``ggdocs export``: writes one document in one of the formats."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import get_args

from ..asyncapi import to_asyncapi_json
from ..catalog import ApplicationWarning
from ..catalog.export import ExportWarning
from ..native import build_contract_doc, build_contract_json
from ..native.markdown import markdown_of
from ..openapi import to_openapi_json
from ..openapi.openapi_builder import OpenApiVersion
from ..serving.exported_files import FORMATS as EXPORTED
from ..serving.exported_files import check_exportable
from ..workflows import to_arazzo_json
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import RESULTS, UsageError, printed_warnings


def _indented(text: str) -> str:
    return json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[..., str]] = {
    "contract-document": lambda spec: _indented(build_contract_json(spec)),
    "openapi": to_openapi_json,
    "asyncapi": to_asyncapi_json,
    "arazzo": to_arazzo_json,
    "markdown": lambda spec: markdown_of(build_contract_doc(spec)),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "format",
        choices=FORMATS,
        help="the contract document, OpenAPI, AsyncAPI 3.0, Arazzo 1.1 or Markdown",
    )
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output)",
    )
    parser.add_argument(
        "--openapi-version",
        choices=get_args(OpenApiVersion),
        help="the oldest version of OpenAPI that the file may have (default: 3.1)",
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Export one document to a file or to standard output."""
    specs = read_project(arguments).specs(arguments.doc)
    if len(specs) != 1:
        raise UsageError(
            f"choose one document: --doc {' or --doc '.join(spec.slug for spec in specs)}"
        )
    options = {}
    if arguments.openapi_version is not None:
        if arguments.format != "openapi":
            raise UsageError("--openapi-version is of OpenAPI alone: use ggdocs export openapi")
        options["openapi_version"] = arguments.openapi_version
    with printed_warnings(ExportWarning, ApplicationWarning):
        if arguments.format in EXPORTED:
            check_exportable(arguments.format, specs[0])
        content = FORMATS[arguments.format](specs[0], **options)
    if arguments.out is None:
        RESULTS.write(content)
    else:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        # Bytes: in text mode Windows would write other ends of lines than are in the same file
        # elsewhere.
        arguments.out.write_bytes(content.encode())
    return 0
