import { expect, test } from "vitest";
import type { WebSocketContract } from "../document";
import { FRAMING } from "../testing";
import { neededHeaders } from "./reach";

const CHAT: WebSocketContract = { kind: "ws", name: "ChatWs", path: "/chat", framing: FRAMING, methods: [] };
const header = (name: string, required: boolean) => ({ name, required, schema: { type: "string" } });

test.each([
  ["nothing", [], [], []],
  ["a header of its own", [header("X-Tenant", true), header("X-Trace", false)], [], ["X-Tenant"]],
  ["what browsers send themselves", [header("User-Agent", true), header("Sec-WebSocket-Protocol", true)], [], []],
  ["a token", [], [{ name: "SignedIn", scheme: { type: "http", scheme: "bearer" }, scopes: [] }], ["Authorization"]],
  ["a key in the query", [], [{ name: "Key", scheme: { type: "apiKey", in: "query", name: "key" }, scopes: [] }], []],
])("a connection that needs %s", (_, headers, way, expected) => {
  expect(neededHeaders({ ...CHAT, headers }, way)).toEqual(expected);
});
