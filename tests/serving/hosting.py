"""Real servers on threads of this process: uvicorn and hypercorn, a WSGI server, and a proxy before
any of them.
"""

import asyncio
import contextlib
import functools
import http.client
import threading
from collections.abc import Iterable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import uvicorn
import websockets.sync.client
from hypercorn.asyncio import serve
from hypercorn.config import Config

from ..waiting import HANG
from .servers import reserved_port, wait_for

PATIENT: dict[str, Any] = {"timeout_keep_alive": HANG, "ws_ping_timeout": HANG}
"""Options of uvicorn: a connection stays, however long a busy client takes."""
connect = functools.partial(websockets.sync.client.connect, open_timeout=HANG, ping_timeout=HANG)


@contextlib.contextmanager
def by_uvicorn(
    apps: Mapping[str, Any], *, root_path: str = "", ws: Any = "none"
) -> Iterator[dict[str, str]]:
    """The address of each application."""
    options = {"log_level": "error", "ws": ws, "root_path": root_path}
    servers = []

    async def run(ports: Mapping[str, int]) -> None:
        for name, app in apps.items():
            config = uvicorn.Config(app, port=ports[name], **options, **PATIENT)
            servers.append(uvicorn.Server(config))
        await asyncio.gather(*(server.serve() for server in servers))

    def stop() -> None:
        for server in servers:
            server.should_exit = True

    with _thread(apps, run, stop) as addresses:
        yield addresses


@contextlib.contextmanager
def by_hypercorn(apps: Mapping[str, Any], *, root_path: str = "") -> Iterator[dict[str, str]]:
    """The address of each application."""
    ended = threading.Event()

    async def end() -> None:
        while not ended.is_set():
            await asyncio.sleep(0.05)

    def config(port: int) -> Config:
        made = Config()
        made.bind = [f"127.0.0.1:{port}"]
        made.root_path = root_path
        made.errorlog = None
        made.keep_alive_timeout = HANG
        return made

    async def run(ports: Mapping[str, int]) -> None:
        await asyncio.gather(
            *(serve(app, config(ports[name]), shutdown_trigger=end) for name, app in apps.items())
        )

    with _thread(apps, run, ended.set) as addresses:
        yield addresses


@contextlib.contextmanager
def _thread(names: Iterable[str], run: Any, stop: Any) -> Iterator[dict[str, str]]:
    with contextlib.ExitStack() as stack:
        ports = {name: stack.enter_context(reserved_port()) for name in names}
        thread = threading.Thread(target=lambda: asyncio.run(run(ports)), daemon=True)
        thread.start()
        try:
            for port in ports.values():
                wait_for(port, thread.is_alive)
            yield {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
        finally:
            stop()
            thread.join(HANG)


class _Wsgi(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def by_wsgiref(app: Any) -> Iterator[str]:
    """The address of a WSGI application."""
    with make_server("127.0.0.1", 0, app, _Wsgi, _Quiet) as server:
        yield from _serving(server)


@contextlib.contextmanager
def by_proxy(routes: Mapping[str, str]) -> Iterator[str]:
    """The address of a reverse proxy that asks, without its prefix, the service of the first prefix
    that fits.
    """

    class Proxy(BaseHTTPRequestHandler):
        def __getattr__(self, name: str) -> Any:
            if name.startswith("do_"):
                return self.forward
            raise AttributeError(name)

        def forward(self) -> None:
            prefix = next((each for each in routes if self.path.startswith(f"{each}/")), None)
            if prefix is None:
                self.send_error(404)
                return
            connection = http.client.HTTPConnection(urlsplit(routes[prefix]).netloc, timeout=HANG)
            connection.request(self.command, self.path[len(prefix) :], headers=dict(self.headers))
            answer = connection.getresponse()
            body = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "transfer-encoding", "date", "server"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            connection.close()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        yield from _serving(server)


@contextlib.contextmanager
def by_folder(folder: Path) -> Iterator[str]:
    """The address of the files of a folder."""

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Files, directory=str(folder))
    ) as server:
        yield from _serving(server)


def _serving(server: Any) -> Iterator[str]:
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join(HANG)
