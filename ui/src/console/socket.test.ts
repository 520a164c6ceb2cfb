import { describe, expect, test } from "vitest";
import type { Framing, WebSocketContract, WebSocketMethod } from "../document";
import { documentWith, FRAMING, refTo, wsMethod } from "../testing";
import type { JsonValue } from "../types/json-schema";
import { framed, framedAnswer, idOf, readMessage } from "./message";
import { exported, redacted } from "./socket";

function json(schema: object): WebSocketMethod["wsInput"] & object {
  return { required: true, contents: [{ mediaType: "application/json", schema }] };
}

const BID: WebSocketMethod = { ...wsMethod("bid"), wsPattern: "req", wsInput: json({ type: "integer" }), successResponse: { contents: [{ mediaType: "application/json", schema: { type: "string" } }] }, errors: ["TOO_LOW"] };
const PLACED: WebSocketMethod = { ...wsMethod("placed"), wsDirection: "IN", wsInput: json(refTo("Placed")) };
const ASKED: WebSocketMethod = { ...wsMethod("still_there"), wsDirection: "IN", wsPattern: "req", wsInput: json({ type: "string" }), successResponse: { contents: [{ mediaType: "application/json", schema: { type: "boolean" } }] } };
const BARE: Framing = { name: "none", request: { "x-placeholder": "payload" }, event: { "x-placeholder": "payload" }, answer: { "x-placeholder": "payload" }, error: { "x-placeholder": "error" } };
const RPC: Framing = {
  ...FRAMING,
  name: "json-rpc",
  error: { type: "object", properties: { id: { type: "integer", "x-placeholder": "id" }, error: { type: "object", properties: { code: { type: "integer", "x-placeholder": "code" }, message: { type: "string", "x-placeholder": "message" } } } } },
  codes: { TOO_LOW: [-32001] },
};

const document = documentWith({
  schemas: { Placed: { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] } },
  errors: { TOO_LOW: { type: "TOO_LOW", statusCode: 409 } },
});

function contract(framing: Framing = FRAMING): WebSocketContract {
  return { kind: "ws", name: "Auction", path: "/live", framing, methods: [BID, PLACED, ASKED] };
}

function read(value: JsonValue, framing?: Framing) {
  const { kind, method, error, faults, answers, asks } = readMessage(document, contract(framing), value, (id) => (id === 1 ? "bid" : undefined));
  return { kind, method, error, faults: faults.length, answers, asks };
}

const NOTHING = { error: undefined, faults: 0, answers: undefined, asks: undefined };

const HOLE = (name: string): object => ({ "x-placeholder": name });
const list = (...prefixItems: object[]): Framing["request"] => ({ type: "array", prefixItems, items: false, minItems: prefixItems.length }) as Framing["request"];
/** Lists, whose places mean something else in each kind of message. */
const OCPP: Framing = {
  name: "ocpp",
  request: list({ const: 2 }, HOLE("id"), HOLE("method"), HOLE("payload")),
  event: list({ const: 5 }, HOLE("method"), HOLE("payload")),
  answer: list({ const: 3 }, HOLE("id"), HOLE("payload")),
  error: list({ const: 4 }, HOLE("id"), HOLE("type"), HOLE("message"), HOLE("error")),
};

describe("a message of the server is", () => {
  test.each<[JsonValue, object]>([
    [[2, "s1", "still_there", "room"], { kind: "request", method: "still_there", asks: "s1" }],
    [[5, "placed", { amount: 1 }], { kind: "event", method: "placed" }],
    [[3, 1, "ok"], { kind: "answer", method: "bid", answers: 1 }],
    [[4, 1, "TOO_LOW", "Too low", {}], { kind: "error", method: "bid", answers: 1, error: "TOO_LOW" }],
  ])("%j in lists", (value, expected) => {
    expect(read(value, OCPP)).toEqual({ ...NOTHING, ...expected });
  });


  test.each<[string, JsonValue, object]>([
    ["an event", { method: "placed", data: { amount: 1 } }, { kind: "event", method: "placed" }],
    ["an event that deviates", { method: "placed", data: {} }, { kind: "event", method: "placed", faults: 1 }],
    ["the answer to a request", { id: 1, data: "ok" }, { kind: "answer", method: "bid", answers: 1 }],
    ["an answer that deviates", { id: 1, data: 7 }, { kind: "answer", method: "bid", answers: 1, faults: 1 }],
    ["the error of a request", { id: 1, error: { type: "TOO_LOW" } }, { kind: "error", method: "bid", answers: 1, error: "TOO_LOW" }],
    ["a request", { id: "x", method: "still_there", data: "room" }, { kind: "request", method: "still_there", asks: "x" }],
    ["of no known method", { method: "other", data: 1 }, { kind: "unknown", method: "" }],
    ["an answer to nothing", { id: 9, data: "ok" }, { kind: "unknown", method: "" }],
  ])("%s", (_, value, expected) => {
    expect(read(value)).toEqual({ ...NOTHING, ...expected });
  });

  test("an error by the code of its framing", () => {
    expect(read({ id: 1, error: { code: -32001, message: "no" } }, RPC)).toMatchObject({ kind: "error", error: "TOO_LOW", method: "bid" });
  });

  test("without a frame, what it fits", () => {
    expect(read({ amount: 3 }, BARE)).toMatchObject({ kind: "event", method: "placed" });
    expect(read({ other: 3 }, BARE)).toMatchObject({ kind: "unknown" });
  });
});

test("messages of the client have the frame of the contract", () => {
  expect(framed(document, contract(), BID, 3, 20)).toEqual({ id: 3, method: "bid", data: 20 });
  expect(framed(document, contract(BARE), BID, 3, 20)).toBe(20);
  expect(framedAnswer(document, contract(), ASKED, "x", false)).toEqual({ id: "x", data: false });
});

test("ids are of the type that the framing has", () => {
  const texts: Framing = { ...FRAMING, request: { type: "object", properties: { id: { type: "string", "x-placeholder": "id" } } } };
  expect([idOf(contract(), 1), idOf(contract(texts), 1)]).toEqual([1, "1"]);
});

test("an export has nothing that identifies the caller", () => {
  const line = { id: 1, at: 0.4, direction: "OUT", kind: "event", text: '{"token":"s3cret token","basic":"YWRhOnMzY3JldCB0b2tlbg=="}', method: "m", faults: [] } as const;
  const written = exported([line], ["s3cret token", "ada:s3cret token"]);
  expect(written).not.toContain("s3cret");
  expect(written).not.toContain("YWRh");
  expect(JSON.parse(written)).toMatchObject({ at: 0, direction: "OUT" });
  expect(redacted("?key=s3cret%20token", ["s3cret token"])).toBe("?key=***");
});
