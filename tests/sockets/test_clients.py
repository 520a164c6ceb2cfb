"""Clients that others make of our documents talk to the service: Modelina's types, and the samples of the UI."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.asyncapi import asyncapi_of

from ..serving.hosting import by_uvicorn
from .service import FRAMINGS, TALKS, service, spec_of

HERE = Path(__file__).parent
NODE = HERE.parent / "validators" / "node_modules" / ".bin"

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
    "bare": f"""type TalkApiSayReply = Room;
type TalkApiAskReply = Yes;
talk({{
  say: {SAY},
  typing: {TYPING},
  text: (heard) => heard.text,
  room: (answer) => answer.id,
  question: (ask) => ask.question,
  answer: () => ({{ kind: "yes", loud: true }}),
}});""",
}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with by_uvicorn({"it": service()}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


@pytest.mark.skipif(not NODE.is_dir() or shutil.which("node") is None, reason="not installed: make validators")
@pytest.mark.parametrize("name", FRAMINGS)
def test_a_generated_client_is_understood(address: str, name: str, tmp_path: Path) -> None:
    """Its frames have the types that Modelina reads from AsyncAPI, which the compiler checks."""
    document = tmp_path / "asyncapi.json"
    document.write_text(json.dumps(asyncapi_of(spec_of(TALKS[name, "typed"]))), encoding="utf-8")
    models = run("node", HERE / "models.mjs", document, cwd=tmp_path)
    client = (HERE / "client.ts").read_text(encoding="utf-8")
    (tmp_path / "client.ts").write_text(f"{models}\n{client}\n{FRAMES[name]}\n", encoding="utf-8")
    run("node", NODE / "tsc", "--strict", "--target", "es2022", "--lib", "es2022", "client.ts", cwd=tmp_path)
    told = run("node", "--experimental-websocket", "client.js", f"{address}/{name}/typed", cwd=tmp_path)
    assert json.loads(told) == ["Hello", "lobby", "Still there?", "Yes"]
