import { describe, expect, test } from "vitest";
import type { WebSocketContract, WebSocketMethod } from "../document";
import { isBare } from "./contracts";
import type { JsonSchema } from "../types/json-schema";
import { exampleOf } from "../example";
import { documentWith, FRAMING, wsMethod } from "../testing";
import { answerSchema, errorFrame, messageSchema, stepsTo } from "./frame";

const PAYLOAD: JsonSchema = { "x-placeholder": "payload" };
const LIST: JsonSchema = {
  type: "array",
  prefixItems: [
    { const: 2 },
    { "x-placeholder": "id" },
    { type: "string", "x-placeholder": "method" },
    PAYLOAD,
  ],
};
const TEXT = { required: true, contents: [{ mediaType: "application/json", schema: { const: "Hello" } }] };
const BYTES = { required: true, contents: [{ mediaType: "application/octet-stream" }] };

function contract(method: Partial<WebSocketMethod>, framing: Partial<typeof FRAMING> = {}): WebSocketContract {
  const whole: WebSocketMethod = { ...wsMethod("say"), wsPattern: "req", ...method };
  return { kind: "ws", name: "Api", path: "/", framing: { ...FRAMING, ...framing }, methods: [whole] };
}

function example(of: WebSocketContract, schema = messageSchema): unknown {
  const found = schema(of, of.methods[0]!);
  return found === undefined ? undefined : exampleOf(found, documentWith());
}

describe("messages as they are sent", () => {
  test.each<[string, WebSocketContract, unknown]>([
    ["a request", contract({ wsInput: TEXT }), { id: 1, method: "say", data: "Hello" }],
    ["an event", contract({ wsPattern: "event", wsInput: TEXT }), { method: "say", data: "Hello" }],
    ["no payload", contract({}), { id: 1, method: "say" }],
    ["bytes in a frame", contract({ wsInput: BYTES }), { id: 1, method: "say", data: "SGVsbG8=" }],
    ["bytes alone", contract({ wsInput: BYTES }, { request: PAYLOAD }), undefined],
    ["a payload alone", contract({ wsInput: TEXT }, { request: PAYLOAD }), "Hello"],
    ["a list", contract({ wsInput: TEXT }, { request: LIST }), [2, 1, "say", "Hello"]],
    [
      "a frame of its own",
      contract({ wsInput: TEXT, wsFrame: { properties: { params: { properties: { text: PAYLOAD } } } } }),
      { params: { text: "Hello" } },
    ],
  ])("%s", (_, of, expected) => {
    expect(example(of)).toEqual(expected);
  });

  test("an answer without a value is null", () => {
    expect(example(contract({}), answerSchema)).toEqual({ id: 1, data: null });
  });

  test("an error around its body", () => {
    const codes = { properties: { code: { "x-placeholder": "code" }, data: { "x-placeholder": "error" } } } as const;
    const of = contract({}, { error: codes, codes: { NO: [-32602, 7] } });
    const frame = errorFrame(of, of.framing.error, "NO", { type: "NO", statusCode: 404 }, { type: "NO" });
    expect(frame).toEqual({ code: -32602, data: { type: "NO" } });
  });

  test("the place of a placeholder", () => {
    expect(stepsTo(FRAMING.request, "payload")).toEqual(["data"]);
    expect(stepsTo(LIST, "method")).toEqual([2]);
    expect(stepsTo(FRAMING.event, "id")).toBeUndefined();
    expect([isBare(FRAMING), isBare({ ...FRAMING, request: PAYLOAD })]).toEqual([false, true]);
  });
});
