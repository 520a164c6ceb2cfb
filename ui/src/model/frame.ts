/** Messages of a WebSocket as they are sent, a frame with a payload, and errors in each of the forms that a contract may choose. */

import type { Body, ErrorDefinition, Framing, SuccessResponse, WebSocketContract, WebSocketMethod } from "../document";
import { isBare, type Contract } from "./contracts";
import type { JsonObject, JsonSchema, JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { statusWords } from "../types/status";

/** What a message has of its own, by placeholder; what is undefined is left out. */
type Own = Readonly<Partial<Record<string, SchemaOrBoolean>>>;

const MARK = "x-placeholder";
const BASE64: JsonSchema = { type: "string", examples: ["SGVsbG8="] };
const NULL: JsonSchema = { type: "null" };

/** The schema of a method's own message as it is sent, of any payload or of one; undefined for raw bytes. */
export function messageSchema(
  { framing }: WebSocketContract,
  method: WebSocketMethod,
  id: JsonValue = 1,
  payload?: JsonValue,
): SchemaOrBoolean | undefined {
  const outer = method.wsFrame ?? framing[method.wsPattern === "req" ? "request" : "event"];
  return sent(outer, framing, method, method.wsInput, id, payload === undefined ? undefined : { const: payload });
}

/** The schema of the answer to a method's message as it is sent; undefined for raw bytes. */
export function answerSchema(
  { framing }: WebSocketContract,
  method: WebSocketMethod,
  id: JsonValue = 1,
  payload?: JsonValue,
): SchemaOrBoolean | undefined {
  const given = payload === undefined ? undefined : { const: payload };
  return sent(framing.answer, framing, method, method.successResponse, id, given, NULL);
}

/** The frame of an error with its body. */
export function errorFrame(
  { framing }: WebSocketContract,
  outer: JsonSchema,
  key: string,
  { type = key, description }: ErrorDefinition,
  body: JsonValue,
): JsonValue {
  const own: Own = {
    id: { const: 1 },
    method: { const: "…" },
    error: { const: body },
    type: { const: type },
    code: { const: framing.codes?.[key]?.[0] ?? 0 },
    message: { const: description?.split("\n", 1)[0] ?? type },
  };
  return constant(filled(outer, own) ?? NULL);
}

/** The one value of a frame in which everything is constant. */
function constant(schema: SchemaOrBoolean): JsonValue {
  if (typeof schema !== "object") return null;
  if (schema.prefixItems) return schema.prefixItems.map(constant);
  if (!schema.properties) return schema.const ?? null;
  return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, constant(inner)]));
}

/** The steps to a placeholder in a frame, if it has it. */
export function stepsTo(outer: SchemaOrBoolean, placeholder: NonNullable<JsonSchema["x-placeholder"]>): readonly (string | number)[] | undefined {
  if (typeof outer !== "object") return undefined;
  if (outer[MARK] === placeholder) return [];
  for (const [step, inner] of [...Object.entries(outer.properties ?? {}), ...(outer.prefixItems ?? []).entries()]) {
    const rest = stepsTo(inner, placeholder);
    if (rest) return [step, ...rest];
  }
  return undefined;
}

function sent(
  outer: JsonSchema,
  framing: Framing,
  { name }: WebSocketMethod,
  body: Body | SuccessResponse | undefined,
  id: JsonValue,
  given: JsonSchema | undefined,
  absent?: JsonSchema,
): SchemaOrBoolean | undefined {
  const content = body?.contents?.[0];
  if (content && content.schema === undefined && isBare(framing)) return undefined;
  const payload = content ? (given ?? content.schema ?? BASE64) : absent;
  return filled(outer, { id: { const: id }, method: { const: name }, payload }) ?? NULL;
}

function filled(outer: SchemaOrBoolean, own: Own): SchemaOrBoolean | undefined {
  if (typeof outer !== "object") return outer;
  const placeholder = outer[MARK];
  if (placeholder !== undefined) return own[placeholder];
  const { properties, prefixItems, required, ...rest } = outer;
  if (prefixItems) return { ...rest, prefixItems: prefixItems.map((inner) => filled(inner, own) ?? NULL) };
  if (!properties) return outer;
  const kept = Object.entries(properties).flatMap(([name, inner]) => {
    const member = filled(inner, own);
    return member === undefined ? [] : [[name, member] as const];
  });
  if (kept.length === 0) return undefined;
  const members = Object.fromEntries(kept);
  return { ...rest, properties: members, required: (required ?? []).filter((name) => Object.hasOwn(members, name)) };
}

export function errorBody(error: ErrorDefinition, format: Contract["errorFormat"], data: JsonValue | undefined): JsonValue {
  const { type = "", statusCode, description } = error;
  switch (format) {
    case undefined:
      return { type, ...(data !== undefined && { data }) };
    case "problem": {
      const detail = description?.split("\n", 1)[0];
      const known: JsonObject = { type, title: statusWords(error) || type, status: statusCode };
      return { ...known, ...(detail !== undefined && { detail }), ...(data !== undefined && { data }) };
    }
    case "plain":
      return data ?? null;
    default:
      return format satisfies never;
  }
}
