"""``ggdocs serve``: a local server for whoever writes contracts, restarted when a module changes."""

import argparse
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from ..contracts import ContractError
from ..native import GGApiDocsOptions, GGApiDocsWsgi
from ..native.options import SiteOptions
from .build import chosen_site
from .project import PYPROJECT, UsageError, read_project
from .terminal import note, say

CHANGED = 75
"""The exit status of a server that should be started again (``EX_TEMPFAIL``: try again)."""

INTERVAL = 0.4
"""Seconds between two looks at the files: shorter than it takes to switch to the browser."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command alone."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port, 0 for a free one (default: 8000)")
    parser.add_argument("--no-reload", action="store_true", help="keep running when a module changes")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    if arguments.no_reload:
        return _serve(arguments)
    return _work(arguments) if arguments.worker else _supervise(arguments.given)


def _supervise(given: Sequence[str]) -> int:
    """Run the server in a process of its own, which ends when a module changes: modules cannot be forgotten."""
    command = [sys.executable, "-m", "sphinxcontrib_ggdocs", *given, "--worker"]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that the server ends, too
    while True:
        process = subprocess.Popen(command)  # noqa: S603  # this program with its own arguments
        try:
            status = process.wait()
        except KeyboardInterrupt:
            process.wait()
            return 0
        finally:
            if process.poll() is None:
                process.terminate()
        if status != CHANGED:
            return status
        note("ggdocs: a module changed, starting again")


def _work(arguments: argparse.Namespace) -> int:
    """Serve, or say what is wrong, until a module changes."""
    try:
        return _serve(arguments)
    except ContractError as error:
        note(f"ggdocs: error: {error}\nggdocs: waiting for a change")
        folders = (Path.cwd(),)
        _watch(folders, _stamps(_own(folders)))
        return 1


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Handler(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of requests; what is wrong with contracts is logged."""


def _serve(arguments: argparse.Namespace) -> int:
    logging.basicConfig(format="ggdocs: %(message)s", level=logging.WARNING)
    project = read_project(arguments)
    before = _stamps(_own(project.python_path)) if arguments.worker else {}
    chosen_site(project, arguments.doc)  # says what is wrong with the options before anything listens
    fields = {name: getattr(project.options, name) for name in SiteOptions.model_fields}
    if arguments.doc and project.options.title is None:
        fields["docs"] = project.specs(arguments.doc)
    os.chdir(project.folder)  # from where the path of a logo leads on
    application = GGApiDocsWsgi(None, GGApiDocsOptions(docs_path="/", **fields), eager=True)
    with _listening(arguments.host, arguments.port, application) as server:
        try:
            say(f"The documentation is at http://{arguments.host}:{server.server_port}/  (Ctrl+C ends)")
            if arguments.worker:
                threading.Thread(target=_watch, args=(project.python_path, before), daemon=True).start()
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _listening(host: str, port: int, application: GGApiDocsWsgi) -> WSGIServer:
    try:
        return make_server(host, port, application, _Server, _Handler)
    except OSError as error:
        raise UsageError(f"nobody can listen on {host}:{port}: {error.strerror}; choose another --port") from error


def _watch(folders: Sequence[Path], before: Mapping[str, int]) -> None:
    """End the process when a file in one of the folders, or of a module that is imported, changes.

    Args:
        folders: Of the project.
        before: What the files in them were before the first module was imported.
    """
    changed = _stamps(_own(folders)) != before
    known = _stamps(_files(folders))
    pause = threading.Event()
    while not changed:
        pause.wait(INTERVAL)
        changed = _stamps(_files(folders)) != known
    os._exit(CHANGED)  # from a thread: there is nothing to clean up


def _stamps(files: Iterable[str]) -> dict[str, int]:
    stamps: dict[str, int] = {}
    for file in files:
        try:
            stamps[file] = Path(file).stat().st_mtime_ns
        except OSError:  # removed between the listing and the look
            continue
    return stamps


def _own(watched: Sequence[Path]) -> Iterator[str]:
    """Modules of the project, imported or not yet able to be."""
    for folder in watched:
        for parent, folders, names in os.walk(folder):
            folders[:] = [each for each in folders if not _is_foreign(Path(parent, each))]
            yield from (str(Path(parent, name)) for name in names if name.endswith(".py") or name == PYPROJECT)


def _files(watched: Sequence[Path]) -> Iterator[str]:
    """Those, and the imported ones elsewhere that are not installed."""
    yield from _own(watched)
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and "site-packages" not in file and not file.startswith(sys.base_prefix):
            yield file


def _is_foreign(folder: Path) -> bool:
    """Whether a folder holds what others wrote, or nothing to import."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()
    )
