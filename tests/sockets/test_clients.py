"""Clients that others make of our documents talk to the service: Modelina's types, and the samples
of the UI.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.runtime import PeerGone, implement

from ..node_packages import installed
from ..serving.hosting import by_uvicorn
from .service import FRAMINGS, TALKS, Ask, RoomId, Say, Talk, Typing, service, spec_of

HERE = Path(__file__).parent

SAY = '{ kind: "say", room: "lobby", text: "Hello" }'
TYPING = '{ kind: "typing", room: "lobby" }'
FRAMES: Mapping[str, str] = {
    "ggdocs": f"""talk({{
  say: {{ id: 1, method: "say", data: {SAY} }},
  typing: {{ method: "typing", data: {TYPING} }},
  text: (heard) => heard.data.text,
  room: (answer) => answer.data.id,
  question: (ask) => ask.data.question,
  answer: (ask) => ({{ id: ask.id, data: {{ kind: "yes", loud: true }} }}),
}});""",
    "json-rpc": f"""talk({{
  say: {{ jsonrpc: "2.0", id: 1, method: "say", params: {SAY} }},
  typing: {{ jsonrpc: "2.0", method: "typing", params: {TYPING} }},
  text: (heard) => heard.params.text,
  room: (answer) => answer.result.id,
  question: (ask) => ask.params.question,
  answer: (ask) => ({{ jsonrpc: "2.0", id: ask.id, result: {{ kind: "yes", loud: true }} }}),
}});""",
    "ocpp": f"""talk({{
  say: [2, 1, "say", {SAY}],
  typing: [5, "typing", {TYPING}],
  text: (heard) => heard[2].text,
  room: (answer) => answer[2].id,
  question: (ask) => ask[3].question,
  answer: (ask) => [3, ask[1], {{ kind: "yes", loud: true }}],
}});""",
}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with by_uvicorn({"it": service()}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


@pytest.mark.parametrize("name", FRAMES)
def test_a_generated_client_is_understood(address: str, name: str, tmp_path: Path) -> None:
    """Its frames have the types that Modelina reads from AsyncAPI, which the compiler checks."""
    document = tmp_path / "asyncapi.json"
    document.write_text(json.dumps(to_asyncapi(spec_of(TALKS[name, "typed"]))), encoding="utf-8")
    models = run("node", HERE / "models.mjs", document, cwd=tmp_path)
    client = (HERE / "client.ts").read_text(encoding="utf-8")
    (tmp_path / "client.ts").write_text(f"{models}\n{client}\n{FRAMES[name]}\n", encoding="utf-8")
    run(
        "node",
        installed(".bin/tsc"),
        "--strict",
        "--target",
        "es2022",
        "--lib",
        "es2022",
        "client.ts",
        cwd=tmp_path,
    )
    told = run(
        "node", "--experimental-websocket", "client.js", f"{address}/{name}/typed", cwd=tmp_path
    )
    assert json.loads(told) == ["Hello", "lobby", "Still there?", "Yes"]


# --- the samples of the UI ---


class Greeter(Talk):
    """Says something to everybody who comes, and asks; notes what it hears."""

    heard: ClassVar[list[str]] = []

    async def opened(self) -> None:
        self._greeting = asyncio.create_task(self._greet())

    async def _greet(self) -> None:
        await self.peer.send("heard", Say(room=RoomId("lobby"), text="Welcome"))
        with contextlib.suppress(PeerGone, TimeoutError):
            answer = await self.peer.send("ask", Ask(question="Who is there?"))
            self.heard.append(f"{type(answer).__name__} over {self.peer.contract.framing.name}")

    async def typing(self, message: Typing) -> None:
        self.heard.append(f"{type(message).__name__} over {self.peer.contract.framing.name}")


@pytest.fixture(scope="module")
def greeting() -> Iterator[str]:
    app = FastAPI()
    for name in FRAMINGS:
        app.include_router(implement(TALKS[name, "typed"], Greeter))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The part of the UI that writes samples."""
    ui = HERE.parents[1] / "ui"
    made = tmp_path_factory.mktemp("samples") / "samples.mjs"
    run(
        ui / "node_modules" / ".bin" / "rolldown",
        ui / "src/samples/samples.ts",
        "-f",
        "esm",
        "-o",
        made,
        cwd=ui,
    )
    return made


@contextlib.contextmanager
def program(language: str, code: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A sample, running."""
    name, command = PROGRAMS[language]
    file = folder / name
    file.write_text(code, encoding="utf-8")
    installed = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    running = subprocess.Popen(
        [*command, file],
        env={**os.environ, "PATH": installed},
        stdin=subprocess.PIPE,  # websocat reads until its user has nothing more to send
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


PROGRAMS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "python": ("sample.py", (sys.executable, "-u")),
    "javascript": ("sample.mjs", ("node", "--experimental-websocket", "--no-warnings")),
    "websocat": ("sample.sh", ("bash", "-eu")),
}
"""The file of a sample, and what runs it."""


PRINTED = {"say": "Welcome", "heard": "Welcome", "ask": "Who is there?"}
"""What a sample prints, at least; the one of an event prints nothing."""


@pytest.mark.parametrize("language", PROGRAMS)
@pytest.mark.parametrize("name", FRAMINGS)
def test_the_samples_of_the_ui_are_understood(
    greeting: str, bundle: Path, name: str, language: str, tmp_path: Path
) -> None:
    document = tmp_path / "document.json"
    document.write_bytes(build_contract_doc(spec_of(TALKS[name, "typed"], greeting)).to_json())
    samples = json.loads(run("node", HERE / "samples.mjs", bundle, document, cwd=tmp_path))
    replies = {} if language == "websocat" else {"ask": "Yes"}  # with websocat, one types them
    understood = {"typing": "Typing", **replies}
    methods = ("say", "typing", "heard") if name == "bare" else ("say", "typing", "heard", "ask")
    for method in methods:
        Greeter.heard.clear()
        expected = None
        if method in understood:
            expected = f"{understood[method]} over {FRAMINGS[name].name}"
        with program(language, samples[f"{method} {language}"], tmp_path) as running:
            assert running.stdout is not None
            if method in PRINTED:
                printed = ""
                while PRINTED[method] not in printed:
                    line = running.stdout.readline()
                    assert line, printed  # it has ended
                    printed += line
            limit = time.monotonic() + 60
            while expected is not None and expected not in Greeter.heard:
                assert time.monotonic() < limit, samples[f"{method} {language}"]
                time.sleep(0.05)
