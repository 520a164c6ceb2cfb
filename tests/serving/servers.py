"""Real servers, each in a process of its own, for one test module."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

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
        process.communicate(timeout=20)


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
        RuntimeError: Nobody will.
    """
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if not is_alive():
            break
        time.sleep(0.05)
    raise RuntimeError(f"nobody listens on {port}")


def uvicorn(app: str, port: int, *arguments: str) -> list[str]:
    """The command that serves ``module:attribute`` with uvicorn."""
    return [sys.executable, "-m", "uvicorn", app, "--port", str(port), "--log-level", "warning", *arguments]


def hypercorn(app: str, port: int, *arguments: str) -> list[str]:
    """The command that serves ``module:attribute`` with hypercorn."""
    return [sys.executable, "-m", "hypercorn", app, "--bind", f"127.0.0.1:{port}", *arguments]
