"""Many requests: nothing stays of them, and the benchmark that counts them runs."""

import asyncio
import gc
import sys
from typing import Any

from benchmarks.load import report
from sphinxcontrib_ggdocs.native import GGApiDocs

from .frameworks import BROKEN, OPTIONS

REQUESTS = 100_000
WARM = 2_000


def test_memory_is_flat_over_100_000_requests() -> None:
    app = GGApiDocs(None, OPTIONS.model_copy(update={"docs": [*OPTIONS.docs, BROKEN]}))
    paths = (
        "/docs",
        "/docs/",
        "/docs/orders/api-docs.json",
        "/docs/broken/api-docs.json",
        "/docs/none/{}",
        "/{}",
    )

    async def ask(number: int) -> None:
        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            pass

        headers = (
            [(b"accept-encoding", b"gzip")]
            if number % 2
            else [(b"if-none-match", b'"%d"' % number)]
        )
        path = paths[number % len(paths)].format(number)
        scope = {
            "type": "http",
            "method": ("GET", "HEAD", "POST")[number % 3],
            "path": path,
            "headers": headers,
        }
        await app(scope, receive, send)

    async def many() -> int:
        for number in range(WARM):
            await ask(number)
        gc.collect()
        before = sys.getallocatedblocks()
        for number in range(REQUESTS):
            await ask(number)
        gc.collect()
        return sys.getallocatedblocks() - before

    assert asyncio.run(many()) < REQUESTS / 100


def test_the_benchmark_runs() -> None:
    rows = [line for line in report(requests=80, rounds=1, flat=80) if line.startswith("| ")]
    assert [row.split(" (")[0].strip("| ").split(" |")[0] for row in rows] == [
        "request",
        "document",
        "document, 304",
        "asset",
        "document, gzip",
    ]
