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


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def running(command: Sequence[str], port: int, **environment: str) -> Iterator[str]:
    """The URL of a server that `command` starts on `port`; it is ended afterwards."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "examples")])
    process = subprocess.Popen(
        command,
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


def uvicorn(app: str, port: int, *arguments: str) -> list[str]:
    """The command that serves ``module:attribute`` with uvicorn."""
    return [
        sys.executable,
        "-m",
        "uvicorn",
        app,
        "--port",
        str(port),
        "--log-level",
        "warning",
        *KEEP,
        *arguments,
    ]


def hypercorn(app: str, port: int, *arguments: str) -> list[str]:
    """The command that serves ``module:attribute`` with hypercorn."""
    keep = ("--keep-alive", str(HANG))
    return [
        sys.executable,
        "-m",
        "hypercorn",
        app,
        "--bind",
        f"127.0.0.1:{port}",
        *keep,
        *arguments,
    ]
