"""Implements ``ggdocs mock``, which serves a mock of the documented service; ``ggdocs serve
--mock`` starts one, too.
"""

import argparse
import socket
import threading
from collections.abc import Sequence
from typing import Any

from ..catalog import ApiDocSpec, ApplicationWarning, ServerSpec
from ..catalog.document_source import read_source
from ..catalog.export import ExportWarning
from .project import read_project
from .source_arguments import add_address_arguments, add_source_arguments
from .terminal import UsageError, import_extra, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs mock`` to its parser."""
    add_address_arguments(parser, port=8001)
    add_mock_arguments(parser)
    add_source_arguments(parser)


def add_mock_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of mocks, which ``ggdocs serve`` has, too."""
    group = parser.add_argument_group("how the mock answers", "Durations are seconds.")
    group.add_argument("--seed", default="0", help="selects the generated values (default: 0)")
    group.add_argument(
        "--stateful",
        action="store_true",
        help="what clients create can be fetched, listed, changed and removed",
    )
    group.add_argument(
        "--credential",
        action="append",
        default=[],
        metavar="SCHEME=VALUE",
        help="a credential of a security scheme; without one any is accepted; may be repeated",
    )
    numbers = (
        ("--delay", 0.0, "how long each response takes"),
        ("--failures", 0.0, "the share of calls that fail, from 0 to 1"),
        ("--pace", 1.0, "the time between two events of a stream or a WebSocket"),
        ("--longest-wait", 60.0, "the longest delay that a client can request"),
    )
    for option, default, text in numbers:
        help = f"{text} (default: {default:g})"
        group.add_argument(option, type=float, default=default, metavar="NUMBER", help=help)
    group.add_argument(
        "--body-bytes",
        type=int,
        default=16 * 1024 * 1024,
        metavar="NUMBER",
        help="how many bytes the body of a request may have (default: 16 MiB)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the mock until the process is interrupted; return the exit status."""
    uvicorn = import_extra("uvicorn", "mock")
    with printed_warnings(ExportWarning, ApplicationWarning):
        application = _mock_application(arguments, read_project(arguments).specs(arguments.doc))
    uvicorn.run(application, host=arguments.host, port=arguments.port, access_log=False)
    return 0


def with_mock(arguments: argparse.Namespace, specs: Sequence[ApiDocSpec]) -> list[ApiDocSpec]:
    """Start a mock in a thread, and return the documents with the mock as their first server.

    It listens on the port after that of the documentation, and readers may send calls to it.

    Args:
        arguments: The arguments of ``ggdocs serve``.
        specs: The documents.

    Raises:
        UsageError: The mock cannot listen on that port.
    """
    uvicorn = import_extra("uvicorn", "mock")
    host, port = arguments.host, arguments.port
    if port:  # 0 means any free port, for the mock, too
        port += 1
    family = socket.AF_INET
    host_in_url = host
    if ":" in host:  # an IPv6 address
        family = socket.AF_INET6
        host_in_url = f"[{host}]"
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        message = f"the mock cannot listen on {host}:{port}: {error.strerror}; use another --port"
        raise UsageError(message) from error
    server = uvicorn.Server(
        uvicorn.Config(_mock_application(arguments, specs), log_level="warning")
    )
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    mock = ServerSpec(url=f"http://{host_in_url}:{listener.getsockname()[1]}", description="Mock")
    specs_with_mock: list[ApiDocSpec] = []
    for spec in specs:
        # Without servers of its own, the document has those of its contents.
        servers = [mock, *(spec.servers or spec.service().servers)]
        specs_with_mock.append(spec.model_copy(update={"servers": servers, "console": True}))
    return specs_with_mock


def _mock_application(arguments: argparse.Namespace, specs: Sequence[ApiDocSpec]) -> Any:
    """Return the ASGI application of a mock of some documents.

    Raises:
        UsageError: A credential is not valid, or the extra ``mock`` is not installed.
    """
    service = import_extra("..mock.service", "mock")
    credentials: dict[str, list[str]] = {}
    for credential in arguments.credential:
        scheme, separator, value = credential.partition("=")
        if not separator:
            raise UsageError(f"--credential {credential}: write SCHEME=VALUE")
        credentials.setdefault(scheme, []).append(value)
    options = service.MockOptions(
        seed=arguments.seed,
        stateful=arguments.stateful,
        credentials=credentials,
        delay=arguments.delay,
        failures=arguments.failures,
        pace=arguments.pace,
        longest_wait=arguments.longest_wait,
        limits=service.BodyLimits(body_bytes=arguments.body_bytes),
    )
    return service.mock_application(map(read_source, specs), options)
