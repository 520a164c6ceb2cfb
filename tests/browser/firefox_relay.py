"""Starts Firefox and relays WebDriver BiDi between Playwright and it, for ``engines.py``.

Playwright 1.65 sends ``emulation.setMediaFeaturesOverride`` with every context, which Firefox 153
ESR does not know; the relay responds in its place and emulates nothing. Once Debian's Firefox knows
the command, this module can go: ``launch(channel="moz-firefox")`` is then enough.

    python firefox_relay.py FIREFOX [ARGUMENT...]
"""

import asyncio
import json
import re
import sys

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
UNKNOWN = "emulation.setMediaFeaturesOverride"


async def main(command: list[str]) -> int:
    """Run Firefox until it ends; what it logs is logged, the relay's address in place of its own."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        text = line.decode(errors="replace")
        if match := LISTENING.search(text):
            text = f"WebDriver BiDi listening on {await listen(match[1])}\n"
        sys.stderr.write(text)
        sys.stderr.flush()
    return await firefox.wait()


async def listen(firefox: str) -> str:
    """Start the relay to a Firefox, and return its address."""

    async def handle(playwright: ServerConnection) -> None:
        async with connect(f"{firefox}/session", max_size=None, ping_interval=None) as bidi:

            async def backward() -> None:
                async for message in bidi:
                    await playwright.send(message)
                await playwright.close()

            replies = asyncio.create_task(backward())
            async for message in playwright:
                command = json.loads(message)
                if command["method"] == UNKNOWN:
                    success = {"type": "success", "id": command["id"], "result": {}}
                    await playwright.send(json.dumps(success))
                else:
                    await bidi.send(message)
            replies.cancel()

    server = await serve(handle, "127.0.0.1", 0, max_size=None, ping_interval=None)
    return f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
