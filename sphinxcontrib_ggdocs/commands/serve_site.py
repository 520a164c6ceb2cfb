"""``ggdocs serve``: a local server for authors of contracts, which restarts when a file changes."""

import argparse
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, NoReturn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from ..contracts import ContractError
from ..native import GGApiDocs, GGApiDocsOptions
from ..native.site_options import SiteOptions
from ..serving import WsgiSite
from .build_site import add_site_arguments, chosen_site
from .mock_service import (
    MockServer,
    add_mock_arguments,
    cannot_listen,
    documentation_with_mocks,
)
from .project import candidates, read_project
from .source_arguments import add_address_arguments
from .terminal import ProjectError, UsageError, print_message, print_result
from .watching import Watch

CHANGED = 75
"""The exit status of a server to be restarted (``EX_TEMPFAIL``: try again)."""

FIRST, AGAIN = "first", "again"
"""Which run of the server: after the first one, it waits for the correction of any error."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_address_arguments(parser, port=8000)
    parser.add_argument(
        "--no-reload", action="store_true", help="do not restart when a file changes"
    )
    parser.add_argument("--worker", choices=(FIRST, AGAIN), help=argparse.SUPPRESS)
    parser.add_argument(
        "--mock", action="store_true", help="serve a mock of each document too, at /mock/SLUG"
    )
    add_mock_arguments(parser)
    add_site_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is interrupted."""
    if arguments.no_reload:
        return _listen(arguments, _application(arguments))
    return _work(arguments) if arguments.worker else _supervise(arguments.command_line)


def _supervise(command_line: Sequence[str]) -> int:
    """Run the server in a child process, and start a new one whenever a file changes.

    Python cannot unload modules, so that a reload needs a new process.
    """
    # -B, without bytecode: Python would run the bytecode of a file that was saved twice within a
    # second and kept its size.
    command = [sys.executable, "-B", "-m", "sphinxcontrib_ggdocs", *command_line, "--worker"]
    running: list[subprocess.Popen[bytes]] = []
    stopped = threading.Event()

    def stop(*_: object) -> None:
        # Raising here could interrupt `Popen`, and leave a process that nobody ends.
        stopped.set()
        for process in running:
            process.terminate()

    signal.signal(signal.SIGTERM, stop)
    attempt = FIRST
    while True:
        running[:] = [subprocess.Popen([*command, attempt])]  # noqa: S603  # our own arguments
        if stopped.is_set():
            stop()
        try:
            status = running[0].wait()
        except KeyboardInterrupt:
            running[0].wait()
            return 0
        if stopped.is_set():
            return 0
        if status != CHANGED:
            return status
        attempt = AGAIN
        print_message("ggdocs: a file changed, restarting")


def _work(arguments: argparse.Namespace) -> int:
    """Serve, or print the error, until a file changes."""
    file = arguments.config or next(filter(Path.is_file, candidates()), Path("pyproject.toml"))
    watch = Watch([Path(), file.parent], candidates())
    try:
        application = _application(arguments, watch)
    except (ContractError, ProjectError) as error:
        _wait(watch, error)
    except UsageError as error:
        if arguments.worker == FIRST:
            raise
        _wait(watch, error)
    return _listen(arguments, application, watch)


def _wait(watch: Watch, error: Exception) -> NoReturn:
    print_message(f"ggdocs: error: {error}\nggdocs: waiting for a change")
    _end(watch)


def _end(watch: Watch) -> NoReturn:
    """Exit when a file changes."""
    watch.wait()
    os._exit(CHANGED)  # runs in a thread, where sys.exit() would end only that


class _Server(ThreadingMixIn, WSGIServer):
    # A request that hangs must not keep the process from its end.
    daemon_threads = True


class _ServerV6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Log no requests; errors in contracts are logged."""


@dataclass(frozen=True, slots=True)
class _WithMocks:
    """The documentation and its mocks, and the server that has their address."""

    application: Any
    server: MockServer


def _application(
    arguments: argparse.Namespace, watch: Watch | None = None
) -> WsgiSite | _WithMocks:
    """Build the documentation; errors in the options are raised before the server listens."""
    logging.basicConfig(format="ggdocs: %(message)s", level=logging.WARNING)
    project = read_project(arguments)
    if watch is not None:
        watch.add(project.python_path, ())
    chosen_site(project, arguments.doc)
    fields = {name: getattr(project.options, name) for name in SiteOptions.model_fields}
    if arguments.mock:
        fields = {name: fields[name] for name in ("branding", "audience", "without")}
    if arguments.mock or (arguments.doc and project.options.title is None):
        fields["docs"] = project.specs(arguments.doc)
    os.chdir(project.folder)  # the path of a logo is relative to it
    options = GGApiDocsOptions(docs_path="/", **fields)
    if arguments.mock:
        return _mocked(arguments, options)
    return GGApiDocs.wsgi(None, options, eager=True)


def _mocked(arguments: argparse.Namespace, options: GGApiDocsOptions) -> _WithMocks:
    server = MockServer(arguments)
    try:
        application = documentation_with_mocks(arguments, options, server.url)
    except BaseException:
        server.close()
        raise
    return _WithMocks(application, server)


def _listen(
    arguments: argparse.Namespace,
    application: WsgiSite | _WithMocks,
    watch: Watch | None = None,
) -> int:
    serve: Callable[[], None]
    with contextlib.ExitStack() as stack:
        if isinstance(application, _WithMocks):
            url = application.server.url
            serve = partial(application.server.serve, application.application)
        else:
            server = stack.enter_context(_listening(arguments.host, arguments.port, application))
            host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
            url, serve = f"http://{host}:{server.server_port}", server.serve_forever
        print_result(f"The documentation is at {url}/ (press Ctrl+C to stop)")
        if watch is not None:
            threading.Thread(target=_end, args=(watch,), daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            serve()
    return 0


def _listening(host: str, port: int, application: WsgiSite) -> WSGIServer:
    try:
        return make_server(host, port, application, _ServerV6 if ":" in host else _Server, _Handler)
    except (OSError, UnicodeError) as error:
        raise cannot_listen(host, port, error) from error
