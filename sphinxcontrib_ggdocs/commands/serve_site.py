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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, NoReturn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from ..contracts import ContractError
from ..native import GGApiDocs, GGApiDocsOptions
from ..native.site_options import SiteOptions
from ..serving import WsgiSite
from .build_site import add_site_arguments, chosen_site
from .mock_service import add_mock_arguments, with_mock
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
        "--mock",
        action="store_true",
        help="serve a mock too, on the next port, to which readers send calls",
    )
    add_mock_arguments(parser)
    add_site_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is interrupted."""
    if arguments.no_reload:
        return _serve(arguments)
    if arguments.worker:
        return _work(arguments)
    return _supervise(arguments.command_line)


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

    attempt = FIRST
    with _on_termination(stop):
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


@contextlib.contextmanager
def _on_termination(stop: Callable[..., None]) -> Iterator[None]:
    """Call `stop` on SIGTERM meanwhile; afterwards the process ends by it as before."""
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _work(arguments: argparse.Namespace) -> int:
    """Serve, or print the error, until a file changes."""
    file = arguments.config or next(filter(Path.is_file, candidates()), Path("pyproject.toml"))
    watch = Watch([Path(), file.parent])
    try:
        return _serve(arguments, watch)
    except (ContractError, UsageError) as error:
        is_usage = isinstance(error, UsageError) and not isinstance(error, ProjectError)
        if is_usage and arguments.worker == FIRST:
            raise
        print_message(f"ggdocs: error: {error}\nggdocs: waiting for a change")
        _end(watch)


def _end(watch: Watch) -> NoReturn:
    """Exit when a file changes."""
    watch.wait()
    os._exit(CHANGED)  # runs in a thread, where sys.exit() would end only that


def _serve(arguments: argparse.Namespace, watch: Watch | None = None) -> int:
    """Listen, build the documentation, and serve it; after an error nobody listens any more."""
    server = _PageServer(arguments)
    try:
        application = _application(arguments, watch)
    except BaseException:
        server.close()
        raise
    print_result(f"The documentation is at {server.url}/ (press Ctrl+C to stop)")
    if watch is not None:
        threading.Thread(target=_end, args=(watch,), daemon=True).start()
    server.serve(application)
    return 0


def _application(arguments: argparse.Namespace, watch: Watch | None) -> WsgiSite:
    """Build the documentation."""
    logging.basicConfig(format="ggdocs: %(message)s", level=logging.WARNING)
    project = read_project(arguments)
    if watch is not None:
        watch.add(project.python_path)
    chosen_site(project, arguments.doc)
    fields = {name: getattr(project.options, name) for name in SiteOptions.model_fields}
    if arguments.mock:
        fields = {name: fields[name] for name in ("branding", "audience", "without")}
        fields["docs"] = with_mock(arguments, project.specs(arguments.doc))
    elif arguments.doc and project.options.title is None:
        fields["docs"] = project.specs(arguments.doc)
    options = GGApiDocsOptions(docs_path="/", **fields)
    return GGApiDocs.wsgi(None, options, eager=True)


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Log no requests; errors in contracts are logged."""


class _Server(ThreadingMixIn, WSGIServer):
    # A request that hangs must not keep the process from its end.
    daemon_threads = True


class _ServerV6(_Server):
    address_family = socket.AF_INET6


class _PageServer:
    """Listens on an address, and serves a WSGI application there.

    Raises:
        UsageError: It is not possible to listen there.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        host, port = arguments.host, arguments.port
        kind = _ServerV6 if ":" in host else _Server
        try:
            self._server = kind((host, port), _Handler)
        except (OSError, UnicodeError) as error:
            # a UnicodeError: not the name of a host
            reason = getattr(error, "strerror", None) or error
            message = f"cannot listen on {host}:{port}: {reason}; use another --host or --port"
            raise UsageError(message) from error
        named = f"[{host}]" if ":" in host else host
        self.url = f"http://{named}:{self._server.server_port}"

    def close(self) -> None:
        """Stop listening, if nothing is served."""
        self._server.server_close()

    def serve(self, application: WsgiSite) -> None:
        """Serve until the process is interrupted."""
        self._server.set_app(application)
        with contextlib.suppress(KeyboardInterrupt), self._server:
            self._server.serve_forever()
