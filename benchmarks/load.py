"""The documentation on a running service against Starlette's StaticFiles, with the same bytes in
the same run.

``python -m benchmarks.load`` prints the table, ``--write`` puts it into README.md as well.
"""

import argparse
import contextlib
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from sphinxcontrib_ggdocs.native.bundle import installed_bundle
from tests.serving.servers import reserved_port, wait_for

from .load_server import write_files
from .results import show

ROOT = Path(__file__).parent.parent
DOCUMENT = "/platform/api-docs.json"
ASSET = f"/{installed_bundle().script_path}"
SUBJECTS = ("ggdocs", "StaticFiles")
CONNECTIONS = 8
REQUESTS = 4000
ROUNDS = 5
WARM = 200
FLAT = 100_000
STEP = 10_000


@dataclass(frozen=True, slots=True)
class Figure:
    """What one kind of request cost."""

    rate: float
    """Requests a second, by the clock."""
    processor: float
    """Seconds of processor time of the server for one request."""


@dataclass(slots=True)
class Server:
    """A server in a process of its own."""

    port: int
    process: int

    def processor_time(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MB."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def request(path: str, *headers: str, method: str = "GET") -> bytes:
    """The bytes of a request on a connection that stays open."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


class Connection:
    """A connection that stays open."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, asked: bytes) -> tuple[bytes, bytes]:
        """Head and body of an answer."""
        self._socket.sendall(asked)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._received()
        head, _, body = received.partition(b"\r\n\r\n")
        length = (
            0
            if asked.startswith(b"HEAD") or b" 304 " in head[:20]
            else int(header(head, b"content-length") or 0)
        )
        parts = [body]
        while (missing := length - sum(map(len, parts))) > 0:
            parts.append(self._received(missing))
        return head, b"".join(parts)

    def repeat(self, asked: bytes, times: int) -> None:
        """Ask the same again and again; the answers have the length of the first one."""
        length = sum(map(len, self.ask(asked))) + 4
        buffer = bytearray(max(length, 1 << 16))
        for _ in range(times - 1):
            self._socket.sendall(asked)
            left = length
            while left:
                got = self._socket.recv_into(buffer, left)
                if not got:
                    raise ConnectionError("the server has closed the connection")
                left -= got

    def _received(self, size: int = 1 << 16) -> bytes:
        received = self._socket.recv(size)
        if not received:
            raise ConnectionError("the server has closed the connection")
        return received

    def close(self) -> None:
        self._socket.close()


def header(head: bytes, name: bytes) -> str | None:
    """The value of a header."""
    for line in head.split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip().decode()
    return None


@contextlib.contextmanager
def serving(subject: str, folder: Path) -> Iterator[Server]:
    """A server of one subject."""
    with reserved_port() as port:
        command = [sys.executable, "-m", "benchmarks.load_server", subject, str(port), str(folder)]
        process = subprocess.Popen(command, cwd=ROOT)
        try:
            wait_for(port, lambda: process.poll() is None)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait(20)


def measure(server: Server, asked: bytes, requests: int) -> Figure:
    """Ask over several connections at once."""
    connections = [Connection(server.port) for _ in range(CONNECTIONS)]
    for connection in connections:
        connection.repeat(asked, WARM // CONNECTIONS)
    share = requests // CONNECTIONS
    processor, before = server.processor_time(), time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        repeated = [pool.submit(connection.repeat, asked, share) for connection in connections]
    for answers in repeated:
        answers.result()  # raises what ended a connection before its time
    took, used = time.perf_counter() - before, server.processor_time() - processor
    for connection in connections:
        connection.close()
    return Figure(rate=share * CONNECTIONS / took, processor=used / (share * CONNECTIONS))


def kinds(server: Server) -> dict[str, bytes]:
    """The requests by what they are called; the tag of the document is the server's own."""
    connection = Connection(server.port)
    head, _ = connection.ask(request(DOCUMENT))
    connection.close()
    return {
        "document": request(DOCUMENT),
        "document, 304": request(DOCUMENT, f"If-None-Match: {header(head, b'etag')}"),
        "asset": request(ASSET),
        "document, gzip": request(DOCUMENT, "Accept-Encoding: gzip"),
    }


def check(servers: Sequence[Server]) -> dict[str, int]:
    """The sizes of the requested files, equal from all servers."""
    sizes: dict[str, set[bytes]] = {}
    for server in servers:
        connection = Connection(server.port)
        for path in (DOCUMENT, ASSET):
            sizes.setdefault(path, set()).add(connection.ask(request(path))[1])
        head, _ = connection.ask(kinds(server)["document, 304"])
        assert b" 304 " in head, head
        connection.close()
    assert all(len(bodies) == 1 for bodies in sizes.values())
    return {path: len(next(iter(bodies))) for path, bodies in sizes.items()}


def grow(server: Server, requests: int) -> list[float]:
    """Resident memory, in MB, before and after each step of many requests of all kinds."""
    connection = Connection(server.port)
    known = kinds(server)
    mixed = [
        known["document, 304"],
        known["document, gzip"],
        request(ASSET, "Accept-Encoding: gzip"),
        request("/"),
        request(DOCUMENT, method="HEAD"),
        request(DOCUMENT, method="POST"),
        request(DOCUMENT, 'If-None-Match: "x"', "Accept-Encoding: gzip"),
    ]
    memory: list[float] = []
    for number in range(requests):
        if number % STEP == 0:
            memory.append(server.memory())
        connection.ask(
            mixed[number % 8] if number % 8 < len(mixed) else request(f"/missing/{number}")
        )
    memory.append(server.memory())
    connection.close()
    return memory


def report(requests: int = REQUESTS, rounds: int = ROUNDS, flat: int = FLAT) -> Iterator[str]:
    """The table, as lines of Markdown."""
    figures: dict[tuple[str, str], Figure] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        write_files(Path(folder))
        servers = {name: stack.enter_context(serving(name, Path(folder))) for name in SUBJECTS}
        sizes = check(list(servers.values()))
        for _ in range(rounds):
            for name, server in servers.items():
                for kind, asked in kinds(server).items():
                    measured = measure(server, asked, requests)
                    best = figures.get((kind, name), measured)
                    figures[kind, name] = Figure(
                        max(best.rate, measured.rate), min(best.processor, measured.processor)
                    )
        memory = grow(servers["ggdocs"], flat) if flat else []
    yield (
        f"{_machine()}; best of {rounds} rounds of {requests:,} requests over {CONNECTIONS} "
        "connections.\n"
    )
    yield "| request | ggdocs | StaticFiles | ratio | processor time: ggdocs | StaticFiles |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind in dict.fromkeys(kind for kind, _ in figures):
        ours, theirs = figures[kind, "ggdocs"], figures[kind, "StaticFiles"]
        size = sizes[ASSET if kind == "asset" else DOCUMENT]
        name = kind if kind == "document, 304" else f"{kind} ({size / 1000:,.0f} kB)"
        yield (
            f"| {name} | {ours.rate:,.0f}/s | {theirs.rate:,.0f}/s | "
            f"{ours.rate / theirs.rate:.1f}× "
            f"| {ours.processor * 1e6:,.0f} µs | {theirs.processor * 1e6:,.0f} µs |"
        )
    if memory:
        after_first = memory[1]
        yield ""
        yield (
            f"- Memory of our server over {flat:,} requests of eight kinds: {memory[0]:.1f} MB "
            "at first, "
            f"{after_first:.1f} MB after {STEP:,}, {memory[-1]:.1f} MB at the end."
        )


def _machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("uvicorn", "starlette"))
    return f"Python {platform.python_version()}, {packages}, {os.cpu_count()} cores"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few requests only, to see whether it runs"
    )
    arguments = parser.parse_args()
    lines = report(80, 1, 800) if arguments.quick else report()
    show("load", lines, write=arguments.write)


if __name__ == "__main__":
    main()
