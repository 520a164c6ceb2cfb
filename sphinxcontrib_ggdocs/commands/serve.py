"""``ggdocs serve``: a local server for whoever writes contracts, restarted when a file changes."""

import argparse
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any, NoReturn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from ..contracts import ContractError
from ..native import GGApiDocsOptions, GGApiDocsWsgi
from ..native.options import SiteOptions
from .build import chosen_site
from .project import candidates, read_project
from .terminal import ProjectError, UsageError, note, say
from .watching import Watch

CHANGED = 75
"""The exit status of a server that should be started again (``EX_TEMPFAIL``: try again)."""

FIRST, AGAIN = "first", "again"
"""Which run of a server: one that has run before waits for whatever is wrong now to be mended."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command alone."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=_port, default=8000, help="the port, 0 for a free one (default: 8000)"
    )
    parser.add_argument("--no-reload", action="store_true", help="keep running when a file changes")
    parser.add_argument("--worker", choices=(FIRST, AGAIN), help=argparse.SUPPRESS)


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if port not in range(65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: choose a number from 0 to 65535")
    return port


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if arguments.no_reload:
        return _listen(arguments, _application(arguments))
    return _work(arguments) if arguments.worker else _supervise(arguments.given)


def _supervise(given: Sequence[str]) -> int:
    """Run the server in a process of its own, which ends when a file changes: modules cannot be
    forgotten.
    """
    # without bytecode: Python runs it in the place of a file that was saved again within a second,
    # with the same size
    command = [sys.executable, "-B", "-m", "sphinxcontrib_ggdocs", *given, "--worker"]
    running: list[subprocess.Popen[bytes]] = []
    stopped = threading.Event()

    def stop(
        *_: object,
    ) -> None:  # an exception could arise while a process begins, which nobody would end then
        stopped.set()
        for process in running:
            process.terminate()

    signal.signal(signal.SIGTERM, stop)
    turn = FIRST
    while True:
        running[:] = [subprocess.Popen([*command, turn])]  # noqa: S603  # this program with its own arguments
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
        turn = AGAIN
        note("ggdocs: a file changed, starting again")


def _work(arguments: argparse.Namespace) -> int:
    """Serve, or say what is wrong, until a file changes."""
    watch = Watch([Path()], candidates())
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
    note(f"ggdocs: error: {error}\nggdocs: waiting for a change")
    watch.read()
    _end(watch)


def _end(watch: Watch) -> NoReturn:
    """End the process when a file changes."""
    watch.wait()
    os._exit(CHANGED)  # from a thread: there is nothing to clean up


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _ServerV6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of requests; what is wrong with contracts is logged."""


def _application(arguments: argparse.Namespace, watch: Watch | None = None) -> GGApiDocsWsgi:
    """The documentation, built; what is wrong with the options is raised before anything
    listens.
    """
    logging.basicConfig(format="ggdocs: %(message)s", level=logging.WARNING)
    project = read_project(arguments)
    if watch is not None:
        watch.also(project.python_path)
    chosen_site(project, arguments.doc)
    fields = {name: getattr(project.options, name) for name in SiteOptions.model_fields}
    if arguments.doc and project.options.title is None:
        fields["docs"] = project.specs(arguments.doc)
    os.chdir(project.folder)  # from where the path of a logo leads on
    application = GGApiDocsWsgi(None, GGApiDocsOptions(docs_path="/", **fields), eager=True)
    if watch is not None:
        watch.read()
    return application


def _listen(
    arguments: argparse.Namespace, application: GGApiDocsWsgi, watch: Watch | None = None
) -> int:
    with _listening(arguments.host, arguments.port, application) as server:
        host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
        say(f"The documentation is at http://{host}:{server.server_port}/  (Ctrl+C ends)")
        if watch is not None:
            threading.Thread(target=_end, args=(watch,), daemon=True).start()
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


def _listening(host: str, port: int, application: GGApiDocsWsgi) -> WSGIServer:
    try:
        return make_server(host, port, application, _ServerV6 if ":" in host else _Server, _Handler)
    except (OSError, UnicodeError) as error:  # the second: a name that is none
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"cannot listen on {host}:{port}: {reason}; choose another --host or --port"
        ) from error
