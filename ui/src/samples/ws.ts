/** Interactions over a WebSocket in Python, in JavaScript and with websocat. */

import type { ApiDocsDocument, WebSocketContract, WebSocketMethod } from "../document";
import type { JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { isObject } from "../types/json-schema";
import { exampleOf, requestExample } from "../example";
import { answerSchema, messageSchema, stepsTo } from "../model/frame";
import type { Fill } from "../host/fill";
import { javascriptValue, pythonValue, quoted, shellWord } from "./literal";
import { callOf, queryString, type Pair } from "./request";

/** A binary message. */
const BYTES = Symbol();

type Step = string | number;

export interface Talk {
  readonly url: string;
  readonly headers: readonly Pair[];
  /** What the client sends: its message, or its answer to the server's; the whole frame. */
  readonly sent: JsonValue | typeof BYTES | undefined;
  /** Whether the client speaks first. */
  readonly first: boolean;
  /** Whether the server sends messages. */
  readonly heard: boolean;
  /** By what a message from the server is known. */
  readonly known: { readonly steps: readonly Step[]; readonly value: JsonValue } | undefined;
  /** Where its payload is. */
  readonly payload: readonly Step[];
  /** Where the id is that the answer repeats. */
  readonly id: readonly Step[] | undefined;
}

/** Stands for the id of the server's request, until the code is written. */
const REQUEST_ID = "<the id of the request>";

export function talkOf(document: ApiDocsDocument, contract: WebSocketContract, method: WebSocketMethod, fill: Fill): Talk {
  const { url, query, headers, cookies } = callOf(document, contract, method, fill);
  const { framing } = contract;
  const first = method.wsDirection === "OUT";
  const answers = !first && method.wsPattern === "req";
  const cookie = cookies.map((pair) => pair.join("=")).join("; ");
  const outer = method.wsFrame ?? framing[method.wsPattern === "req" ? "request" : "event"];
  const example = (schema: SchemaOrBoolean | undefined): JsonValue | typeof BYTES =>
    schema === undefined ? BYTES : (fill.console ? requestExample : exampleOf)(schema, document, fill);
  const own = (): JsonValue | typeof BYTES | undefined => {
    if (first) return example(messageSchema(contract, method, 1, fill.drafts.get(method)?.value));
    return answers ? example(answerSchema(contract, method, REQUEST_ID)) : undefined;
  };
  return {
    url: url + queryString(query),
    headers: cookie === "" ? headers : [...headers, ["Cookie", cookie]],
    sent: own(),
    first,
    heard: !first || method.wsPattern === "req",
    known: first ? undefined : knownBy(document, contract, method),
    payload: (method.wsInput && stepsTo(outer, "payload")) ?? [],
    id: answers ? stepsTo(outer, "id") : undefined,
  };
}

/** By what a message is known: the name of its method, or the discriminator of its payload. */
function knownBy(document: ApiDocsDocument, contract: WebSocketContract, method: WebSocketMethod): Talk["known"] {
  const { framing } = contract;
  const steps = stepsTo(framing[method.wsPattern === "req" ? "request" : "event"], "method");
  if (steps) return { steps, value: method.name };
  const schema = framing.discriminator === undefined ? undefined : messageSchema(contract, method);
  const payload = schema === undefined ? null : exampleOf(schema, document);
  const tag = isObject(payload) ? payload[framing.discriminator ?? ""] : undefined;
  return tag === undefined ? undefined : { steps: [framing.discriminator ?? ""], value: tag };
}

function bracketed(name: string, steps: readonly Step[]): string {
  return name + steps.map((step) => `[${typeof step === "number" ? step : quoted(step)}]`).join("");
}

/** Of an object the member that may be absent. */
function pythonMember(name: string, steps: readonly Step[]): string {
  const [step] = steps;
  return steps.length === 1 && typeof step === "string" ? `${name}.get(${quoted(step)})` : bracketed(name, steps);
}

export function python(talk: Talk): string {
  const { url, headers, sent, first, heard, known, payload, id } = talk;
  const margin = first ? "        " : "                ";
  const value = sent === BYTES ? 'b"..."' : `json.dumps(${pythonValue(sent ?? null, margin)})`;
  const reply = value.replaceAll(quoted(REQUEST_ID), bracketed("message", id ?? []));
  const options = headers.length > 0 ? `\n        additional_headers=${pythonValue(Object.fromEntries(headers), "        ")},` : "";
  const answer = sent === undefined ? [] : [`await socket.send(${first ? value : reply})`];
  const inner = [`print(${bracketed("message", payload)})`, ...answer];
  const lines = first
    ? [...answer, ...(heard ? ["print(await socket.recv())"] : [])]
    : [
        `async for ${known ? "text" : "message"} in socket:`,
        ...(known ? ["    message = json.loads(text)"] : []),
        ...(known ? [`    if ${pythonMember("message", known.steps)} == ${pythonValue(known.value)}:`] : []),
        ...(known ? inner.map((line) => `        ${line}`) : ["print(message)", ...answer].map((line) => `    ${line}`)),
      ];
  const needsJson = known !== undefined || (sent !== undefined && sent !== BYTES);
  return `import asyncio${needsJson ? "\nimport json" : ""}

import websockets


async def main():
    async with websockets.connect(
        ${quoted(url)},${options}
    ) as socket:
${lines.map((line) => `        ${line}`).join("\n")}


asyncio.run(main())`;
}

export function javascript(talk: Talk): string {
  const { url, headers, sent, first, heard, known, payload, id } = talk;
  const value =
    sent === BYTES ? "new Uint8Array(1)" : `JSON.stringify(${javascriptValue(sent ?? null, first ? "  " : "    ")})`;
  const reply = value.replaceAll(quoted(REQUEST_ID), bracketed("message", id ?? []));
  const sending = sent === undefined ? [] : [`socket.send(${first ? value : reply});`];
  const options = headers.length > 0 ? `, {\n  headers: ${javascriptValue(Object.fromEntries(headers), "  ")},\n}` : "";
  const note = options && "// headers: in Node.js; a browser sends none of its own\n";
  const open = ["", 'socket.addEventListener("open", () => {', ...sending.map((line) => `  ${line}`), "});"];
  const listen = (lines: readonly string[]): readonly string[] => [
    "",
    'socket.addEventListener("message", ({ data }) => {',
    ...lines.map((line) => `  ${line}`),
    "});",
  ];
  const loop = known
    ? [
        "const message = JSON.parse(data);",
        `if (${bracketed("message", known.steps)} === ${javascriptValue(known.value)}) {`,
        ...[`console.log(${bracketed("message", payload)});`, ...sending].map((line) => `  ${line}`),
        "}",
      ]
    : ["console.log(data);", ...sending];
  const lines = first ? [...open, ...(heard ? listen(["console.log(data);"]) : [])] : listen(loop);
  return `${note}const socket = new WebSocket(${quoted(url)}${options});${lines.join("\n")}`;
}

/** An interaction with websocat, which sends what it reads and prints what it hears. */
export function websocat({ url, headers, sent }: Talk): string {
  const options = headers.map((pair) => ` \\\n  --header ${shellWord(pair.join(": "))}`).join("");
  const call = `websocat --no-close ${shellWord(url)}${options}`;
  if (sent === undefined || sent === BYTES) return call;
  return `printf '%s\\n' ${shellWord(JSON.stringify(sent))} |\n  ${call}`;
}
