/** Interactions over a WebSocket in two languages. */

import type { ApiDocsDocument, Contract, JsonValue, WebSocketMethod } from "../document";
import { exampleOf } from "../example";
import { javascriptValue, pythonValue, quoted } from "./literal";
import { callOf, queryString, type Pair } from "./request";

/** A message without a schema. */
const BYTES = Symbol();

interface Talk {
  readonly url: string;
  readonly headers: readonly Pair[];
  /** What the client sends: its message, or its answer to the server's. */
  readonly sent: JsonValue | typeof BYTES | undefined;
  /** Whether the client speaks first. */
  readonly first: boolean;
  /** Whether something comes from the server. */
  readonly heard: boolean;
}

export function talkOf(document: ApiDocsDocument, contract: Contract, method: WebSocketMethod): Talk {
  const { url, query, headers, cookies } = callOf(document, contract, method);
  const first = method.wsDirection === "OUT";
  const [content] = (first ? method.wsInput : method.successResponse)?.contents ?? [];
  const cookie = cookies.map((pair) => pair.join("=")).join("; ");
  return {
    url: url + queryString(query),
    headers: cookie === "" ? headers : [...headers, ["Cookie", cookie]],
    sent: content && (content.schema === undefined ? BYTES : exampleOf(content.schema, document)),
    first,
    heard: !first || method.wsPattern === "req",
  };
}

export function python({ url, headers, sent, first, heard }: Talk): string {
  const value =
    sent === BYTES ? 'b"..."' : `json.dumps(${pythonValue(sent ?? null, first ? "        " : "            ")})`;
  const sending = sent === undefined ? "" : `await socket.send(${value})`;
  const options = headers.length > 0 ? `, additional_headers=${pythonValue(Object.fromEntries(headers), "    ")}` : "";
  const lines = first
    ? [sending, heard && "print(await socket.recv())"]
    : ["async for message in socket:", "    print(message)", sending && `    ${sending}`];
  return `import asyncio${value.startsWith("json") && sending ? "\nimport json" : ""}

import websockets


async def main():
    async with websockets.connect(${quoted(url)}${options}) as socket:
${[...lines.filter(Boolean).map((line) => `        ${line}`), ...(lines.some(Boolean) ? [] : ["        pass"])].join("\n")}


asyncio.run(main())`;
}

export function javascript({ url, headers, sent, first, heard }: Talk): string {
  const value = sent === BYTES ? "new Uint8Array(1)" : `JSON.stringify(${javascriptValue(sent ?? null, "  ")})`;
  const sending = sent === undefined ? "" : `  socket.send(${value});\n`;
  const options = headers.length > 0 ? `, {\n  headers: ${javascriptValue(Object.fromEntries(headers), "  ")},\n}` : "";
  const note = options && "// headers: in Node.js; a browser sends none of its own\n";
  const speak = first && sending ? `\nsocket.addEventListener("open", () => {\n${sending}});` : "";
  const hear = heard
    ? `\nsocket.addEventListener("message", ({ data }) => {\n  console.log(data);\n${first ? "" : sending}});`
    : "";
  return `${note}const socket = new WebSocket(${quoted(url)}${options});${speak}${hear}`;
}
