"""Implements ``ggdocs serve``, a local server for authors of contracts that restarts when a file
changes.

A parent process starts the server as a child, and starts it again whenever the child ends because a
file has changed.
"""

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
from .project import project_file_candidates, read_project
from .source_arguments import add_address_arguments
from .terminal import ProjectError, UsageError, print_message, print_result
from .watching import Watch

CHANGED = 75
"""The exit status by which the child asks to be started again (``EX_TEMPFAIL``: try again)."""

FIRST_RUN, LATER_RUN = "first", "again"
"""The values of ``--worker``, by which the parent starts the child for the first time or again. In
a later run even an error in the command line waits for a change, since a change has caused it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs serve`` to its parser."""
    add_address_arguments(parser, port=8000)
    parser.add_argument(
        "--no-reload", action="store_true", help="do not restart when a file changes"
    )
    parser.add_argument("--worker", choices=(FIRST_RUN, LATER_RUN), help=argparse.SUPPRESS)
    parser.add_argument(
        "--mock",
        action="store_true",
        help="serve a mock too, on the next port, to which readers send calls",
    )
    add_mock_arguments(parser)
    add_site_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is interrupted; return the exit status."""
    if arguments.no_reload:
        return _serve(arguments)
    if arguments.worker:  # this is the child process
        return _serve_until_change(arguments)
    return _restart_on_changes(arguments.command_line)


def _restart_on_changes(command_line: Sequence[str]) -> int:
    """Run the server in a child process, and start a new one whenever a file changes.

    A new process is necessary, since Python cannot unload modules.
    """
    # -B writes no bytecode: Python would use the old bytecode of a file that was saved twice within
    # a second and kept its size.
    command = [sys.executable, "-B", "-m", "sphinxcontrib_ggdocs", *command_line, "--worker"]
    running: list[subprocess.Popen[bytes]] = []
    stopped = threading.Event()

    def stop(*_: object) -> None:
        """End the child and the loop; as a signal handler, this gets arguments that it ignores."""
        # An exception here could interrupt `Popen`, and leave a child that nobody ends.
        stopped.set()
        for process in running:
            process.terminate()

    attempt = FIRST_RUN
    with _on_termination(stop):
        while True:
            running[:] = [subprocess.Popen([*command, attempt])]  # noqa: S603  # our own arguments
            if stopped.is_set():  # the signal came before `running` had the new child
                stop()
            try:
                status = running[0].wait()
            except KeyboardInterrupt:  # the terminal has interrupted the child, too
                running[0].wait()
                return 0
            if stopped.is_set():
                return 0
            if status != CHANGED:
                return status
            attempt = LATER_RUN
            print_message("ggdocs: a file changed, restarting")


@contextlib.contextmanager
def _on_termination(stop: Callable[..., None]) -> Iterator[None]:
    """Call `stop` on SIGTERM inside of a `with` statement; after it, SIGTERM has its former
    effect.
    """
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _serve_until_change(arguments: argparse.Namespace) -> int:
    """Serve as the child process; after an error print it, and wait until a file changes."""
    # The project's file, which may have errors that an author corrects now. If there is none, one
    # may be created in the working directory.
    file = arguments.config or next(
        filter(Path.is_file, project_file_candidates()), Path("pyproject.toml")
    )
    watch = Watch([Path(), file.parent])
    try:
        return _serve(arguments, watch)
    except (ContractError, UsageError) as error:
        is_usage = isinstance(error, UsageError) and not isinstance(error, ProjectError)
        if is_usage and arguments.worker == FIRST_RUN:
            raise  # no change of a file corrects the command line
        print_message(f"ggdocs: error: {error}\nggdocs: waiting for a change")
        _exit_on_change(watch)


def _exit_on_change(watch: Watch) -> NoReturn:
    """Wait until a file changes, and end the process with the status that asks for a restart."""
    watch.wait()
    os._exit(CHANGED)  # in a thread, `sys.exit` would end only the thread


def _serve(arguments: argparse.Namespace, watch: Watch | None = None) -> int:
    """Listen, build the documentation, and serve it until the process is interrupted.

    Args:
        arguments: The arguments of the command.
        watch: Ends the process when a file changes; None without reloading.
    """
    server = _PageServer(arguments)
    try:
        application = _application(arguments, watch)
    except BaseException:  # also of Ctrl+C: nobody listens while the parent waits for a change
        server.close()
        raise
    print_result(f"The documentation is at {server.url}/ (press Ctrl+C to stop)")
    if watch is not None:
        threading.Thread(target=_exit_on_change, args=(watch,), daemon=True).start()
    server.serve(application)
    return 0


def _application(arguments: argparse.Namespace, watch: Watch | None) -> WsgiSite:
    """Return the WSGI application that serves the documentation, with all files built."""
    logging.basicConfig(format="ggdocs: %(message)s", level=logging.WARNING)
    project = read_project(arguments)
    if watch is not None:
        watch.add(project.python_path)
    chosen_site(project, arguments.doc)  # only for its errors, such as an unknown `--doc`
    fields = {name: getattr(project.options, name) for name in SiteOptions.model_fields}
    # The documents of the table are replaced if they get a mock, or if only some are chosen.
    if arguments.mock:
        fields = {name: fields[name] for name in ("branding", "audience", "without")}
        fields["docs"] = with_mock(arguments, project.specs(arguments.doc))
    # With a title, which is that of the site, all documents stay: a title next to a list of only
    # one document is not valid.
    elif arguments.doc and project.options.title is None:
        fields["docs"] = project.specs(arguments.doc)
    options = GGApiDocsOptions(docs_path="/", **fields)
    # None: there is no application to which other requests are passed on.
    return GGApiDocs.wsgi(None, options, eager=True)


class _QuietHandler(WSGIRequestHandler):
    """Handles requests without logging them."""

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing; the base class writes a line for each request to standard error."""


class _ThreadingServer(ThreadingMixIn, WSGIServer):
    """Serves each request in a thread."""

    # The process can end even if a request hangs.
    daemon_threads = True


class _ThreadingServerV6(_ThreadingServer):
    """The same for addresses of IPv6."""

    address_family = socket.AF_INET6


class _PageServer:
    """Listens on the host and the port of the arguments, and serves a WSGI application there.

    Raises:
        UsageError: It cannot listen there.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        host, port = arguments.host, arguments.port
        server_class = _ThreadingServer
        host_in_url = host
        if ":" in host:  # an IPv6 address
            server_class = _ThreadingServerV6
            host_in_url = f"[{host}]"
        try:
            self._server = server_class((host, port), _QuietHandler)
        except (OSError, UnicodeError) as error:
            # Python raises a UnicodeError for a text that cannot be the name of a host.
            reason = getattr(error, "strerror", None) or error
            message = f"cannot listen on {host}:{port}: {reason}; use another --host or --port"
            raise UsageError(message) from error
        self.url = f"http://{host_in_url}:{self._server.server_port}"

    def close(self) -> None:
        """Stop listening, before anything is served."""
        self._server.server_close()

    def serve(self, application: WsgiSite) -> None:
        """Serve until the process is interrupted."""
        self._server.set_app(application)
        with contextlib.suppress(KeyboardInterrupt), self._server:
            self._server.serve_forever()
