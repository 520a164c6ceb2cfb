"""Implements ``ggdocs export``, which writes one document in one of the formats."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..capabilities import BY_NAME, OUTPUTS, Output, import_part
from ..catalog import ApiDocSpec, ApplicationWarning
from ..catalog.export import ExportWarning
from ..native import build_contract_doc, build_contract_json
from ..native.document_files import file_of_view
from ..native.view import view_of
from ..serving.exported_files import check_exportable
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import RESULTS, UsageError, printed_warnings

CONTRACT_DOCUMENT = "contract-document"
"""The name of the format of contract documents on the command line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs export`` to its parser."""
    formats = [output.name for output in _exportable_outputs() if output.is_installed]
    parser.add_argument(
        "format",
        choices=[CONTRACT_DOCUMENT, *formats],
        help=f"the contract document (the reference as JSON), {_titles_in_help()}",
    )
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output)",
    )
    for output in _outputs_with_versions():
        # "The oldest", since a file that needs a later version has that one.
        parser.add_argument(
            f"--{output.name}-version",
            choices=output.versions,
            help=f"the oldest version of {output.title} that the file may have "
            f"(default: {output.versions[0]})",
        )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Export one document to a file or to standard output; return the exit status."""
    specs = read_project(arguments).specs(arguments.doc)
    if len(specs) != 1:
        raise UsageError(
            f"choose one document: --doc {' or --doc '.join(spec.slug for spec in specs)}"
        )
    options: dict[str, str] = {}
    for output in _outputs_with_versions():
        option = f"{output.name}_version"
        version: str | None = getattr(arguments, option)
        if version is None:
            continue
        if arguments.format != output.name:
            raise UsageError(
                f"--{output.name}-version is only for {output.title}: "
                f"use ggdocs export {output.name}"
            )
        options[option] = version
    with printed_warnings(ExportWarning, ApplicationWarning):
        content = _exported_text(arguments.format, specs[0], options)
    if arguments.out is None:
        RESULTS.write(content)
    else:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        # As bytes, since in text mode Windows would write other line ends than other systems.
        arguments.out.write_bytes(content.encode())
    return 0


def _exportable_outputs() -> Iterator[Output]:
    """Yield the outputs that are useful without a site."""
    return (output for output in OUTPUTS if output.is_linked)


def _titles_in_help() -> str:
    """Return the titles of the outputs as an enumeration: ``OpenAPI, AsyncAPI or Arazzo 1.1``.

    A title includes the version if there is only one; for others there is an option.
    """
    titles: list[str] = []
    for output in _exportable_outputs():
        title = output.title
        if len(output.versions) == 1:
            title += f" {output.versions[0]}"
        titles.append(title)
    return f"{', '.join(titles[:-1])} or {titles[-1]}"


def _outputs_with_versions() -> Iterator[Output]:
    """Yield the outputs whose version the user can choose."""
    return (output for output in OUTPUTS if len(output.versions) > 1)


def _exported_text(name: str, spec: ApiDocSpec, options: Mapping[str, str]) -> str:
    """Return the text of a document in one of the formats.

    Args:
        name: The name of the format on the command line.
        spec: The document.
        options: The options of the function that writes the output, such as a version.

    Raises:
        ContractError: There is nothing to export, or a contract cannot be exported.
    """
    if name == CONTRACT_DOCUMENT:
        document = json.loads(build_contract_json(spec))
    else:
        output = BY_NAME[name]
        if output.made_of == "document":  # its writer returns the file, whether text or JSON
            return file_of_view(output, view_of(build_contract_doc(spec))).decode()
        check_exportable(output, spec)
        document = import_part(output.writer)(spec, **options)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
