"""``ggdocs export``: writes one document in one of the formats."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..capabilities import BY_NAME, OUTPUTS, Output, imported
from ..catalog import ApiDocSpec, ApplicationWarning
from ..catalog.export import ExportWarning
from ..native import build_contract_doc, build_contract_json
from ..native.documentation_site import file_of_view
from ..native.view import view_of
from ..serving.exported_files import check_exportable
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import RESULTS, UsageError, printed_warnings

CONTRACT_DOCUMENT = "contract-document"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "format",
        choices=[CONTRACT_DOCUMENT, *(output.name for output in _linked() if output.is_installed)],
        help=f"the contract document (the reference as JSON), {_titles()}",
    )
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: standard output)",
    )
    for output in _of_several_versions():
        parser.add_argument(
            f"--{output.name}-version",
            choices=output.versions,
            help=f"the oldest version of {output.title} that the file may have "
            f"(default: {output.versions[0]})",
        )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Export one document to a file or to standard output."""
    specs = read_project(arguments).specs(arguments.doc)
    if len(specs) != 1:
        raise UsageError(
            f"choose one document: --doc {' or --doc '.join(spec.slug for spec in specs)}"
        )
    options: dict[str, str] = {}
    for output in _of_several_versions():
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
        content = _exported(arguments.format, specs[0], options)
    if arguments.out is None:
        RESULTS.write(content)
    else:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        # Bytes: in text mode Windows would write other ends of lines than are in the same file
        # elsewhere.
        arguments.out.write_bytes(content.encode())
    return 0


def _linked() -> Iterator[Output]:
    """Yield the outputs that are of use without a site."""
    return (output for output in OUTPUTS if output.is_linked)


def _titles() -> str:
    """Return the titles of outputs, with the version of those that have one."""
    titles: list[str] = []
    for output in _linked():
        title = output.title
        if len(output.versions) == 1:
            title += f" {output.versions[0]}"
        titles.append(title)
    return f"{', '.join(titles[:-1])} or {titles[-1]}"


def _of_several_versions() -> Iterator[Output]:
    return (output for output in OUTPUTS if len(output.versions) > 1)


def _exported(name: str, spec: ApiDocSpec, options: Mapping[str, str]) -> str:
    """Return the text of a document in one of the formats.

    Raises:
        ContractError: There is nothing to export, or a contract cannot be.
    """
    if name == CONTRACT_DOCUMENT:
        document = json.loads(build_contract_json(spec))
    else:
        output = BY_NAME[name]
        if output.made_of == "document":
            return file_of_view(output, view_of(build_contract_doc(spec))).decode()
        check_exportable(output, spec)
        document = imported(output.writer)(spec, **options)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
