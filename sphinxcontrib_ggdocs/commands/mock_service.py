"""``ggdocs mock``: a service that answers as its documents say; ``ggdocs serve --mock`` has one."""

import argparse
import contextlib
import socket
from typing import Any

from ..catalog import ApiDocSpec, ApplicationWarning, ServerSpec
from ..catalog.document_source import read_source
from ..catalog.export import ExportWarning
from ..native import GGApiDocs, GGApiDocsOptions
from .project import read_project
from .source_arguments import add_address_arguments, add_source_arguments
from .terminal import UsageError, import_extra, print_result, printed_warnings

MOUNT = "/mock"
"""Where the documents' mocks are that ``ggdocs serve`` has, each below its slug."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_address_arguments(parser, port=8001)
    add_mock_arguments(parser)
    add_source_arguments(parser)


def add_mock_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of mocks."""
    group = parser.add_argument_group("how the mock answers", "Durations are seconds.")
    group.add_argument("--seed", default="0", help="chooses the values (default: 0)")
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
    )
    for option, default, text in numbers:
        help = f"{text} (default: {default:g})"
        group.add_argument(option, type=float, default=default, metavar="NUMBER", help=help)


def run(arguments: argparse.Namespace) -> int:
    """Serve the mock until the process is interrupted."""
    with printed_warnings(ExportWarning, ApplicationWarning):
        application = _mock(arguments, *read_project(arguments).specs(arguments.doc))
    server = MockServer(arguments)
    print_result(f"The mock is at {server.url} (press Ctrl+C to stop)")
    server.serve(application)
    return 0


class MockServer:
    """Listens on an address, and serves an ASGI application there.

    Raises:
        UsageError: It is not possible to listen there.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        host, port = arguments.host, arguments.port
        self._uvicorn = import_extra("uvicorn", "mock")
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._listener = socket.create_server((host, port), family=family)
        except (OSError, UnicodeError) as error:
            raise cannot_listen(host, port, error) from error

    @property
    def url(self) -> str:
        """The address, without a slash at its end."""
        host, port = self._listener.getsockname()[:2]
        if ":" in host:
            return f"http://[{host}]:{port}"
        return f"http://{host}:{port}"

    def close(self) -> None:
        """Stop listening, if nothing is served."""
        self._listener.close()

    def serve(self, application: Any) -> None:
        """Serve until the process is interrupted."""
        config = self._uvicorn.Config(application, log_level="warning")
        with contextlib.suppress(KeyboardInterrupt):
            self._uvicorn.Server(config).run(sockets=[self._listener])


def cannot_listen(host: str, port: int, error: Exception) -> UsageError:
    """Return the error of an address on which nothing can listen."""
    # a UnicodeError: not the name of a host
    reason = getattr(error, "strerror", None) or error
    return UsageError(f"cannot listen on {host}:{port}: {reason}; use another --host or --port")


def _mock(arguments: argparse.Namespace, *specs: ApiDocSpec) -> Any:
    service = import_extra("..mock.service", "mock")
    credentials: dict[str, list[str]] = {}
    for given in arguments.credential:
        scheme, separator, value = given.partition("=")
        if not separator:
            raise UsageError(f"--credential {given}: write SCHEME=VALUE")
        credentials.setdefault(scheme, []).append(value)
    options = service.MockOptions(
        seed=arguments.seed,
        stateful=arguments.stateful,
        credentials=credentials,
        delay=arguments.delay,
        failures=arguments.failures,
        pace=arguments.pace,
    )
    return service.mock_application(map(read_source, specs), options)


def documentation_with_mocks(
    arguments: argparse.Namespace, options: GGApiDocsOptions, url: str
) -> Any:
    """Return an application that serves documents, and their mocks, which are their first servers.

    Args:
        arguments: Those of the command line.
        options: What is served, as `docs`.
        url: Its address.
    """
    specs = [ApiDocSpec.model_validate(spec) for spec in options.docs]
    mocks = {f"{MOUNT}/{spec.slug}": _mock(arguments, spec) for spec in specs}
    shown = []
    for path, spec in zip(mocks, specs, strict=True):
        server = ServerSpec(url=f"{url}{path}", description="Mock")
        servers = [server, *(tuple(spec.servers) or spec.service().servers)]
        shown.append(spec.model_copy(update={"servers": servers}))
    docs = GGApiDocs(None, options.model_copy(update={"docs": shown}), eager=True)
    return import_extra("..mock.service", "mock").mounted(docs, mocks)
