"""Real servers, each in a process of its own, for one test module."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..waiting import HANG, wait_until

ROOT = Path(__file__).parents[2]


Command = Callable[[int], Sequence[str]]
"""The command that starts a server on a port."""


@contextlib.contextmanager
def reserved_port() -> Iterator[int]:
    """A port that nobody else is given meanwhile.

    A bound socket that does not listen keeps it from other processes and from connections that ask
    for any port; a server with ``SO_REUSEADDR``, as servers have it, may listen on it.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@contextlib.contextmanager
def running(command: Command, **environment: str) -> Iterator[str]:
    """The URL of a server that `command` starts; it is ended afterwards."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "examples")])
    with reserved_port() as port:
        process = subprocess.Popen(
            command(port),
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            _wait(process, port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.communicate(timeout=HANG)


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    try:
        wait_for(port, lambda: process.poll() is None)
    except RuntimeError:
        process.kill()
        _, said = process.communicate()
        raise RuntimeError(f"the server does not listen: {said.decode()}") from None


def wait_for(port: int, is_alive: Callable[[], bool]) -> None:
    """Wait until somebody listens on `port`.

    Raises:
        RuntimeError: The server has ended.
    """

    def listens() -> bool:
        if not is_alive():
            raise RuntimeError(f"nobody listens on {port}")
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", port), timeout=HANG),
        ):
            return True
        return False

    wait_until(listens, f"a server on port {port}")


KEEP = ("--timeout-keep-alive", str(HANG))
"""Else a connection may be closed at the moment when a slow client asks again."""


def uvicorn(app: str, *arguments: str) -> Command:
    """The command that serves ``module:attribute`` with uvicorn."""
    run = (sys.executable, "-m", "uvicorn", app, "--log-level", "warning", *KEEP, *arguments)
    return lambda port: [*run, "--port", str(port)]


def hypercorn(app: str, *arguments: str) -> Command:
    """The command that serves ``module:attribute`` with hypercorn."""
    run = (sys.executable, "-m", "hypercorn", app, "--keep-alive", str(HANG), *arguments)
    return lambda port: [*run, "--bind", f"127.0.0.1:{port}"]
