/** Holds an answer against the contract: which success or error it is, and where it deviates. */

import type { ApiDocsDocument, Content, ErrorDefinition, HttpMethod, Param, SuccessResponse } from "../document";
import { answersOf, type Contract } from "../model/contracts";
import { typeName } from "../model/model";
import { isJson } from "../samples/request";
import { isList, isObject, refName, schemaNamed, type JsonSchema, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { statusOf } from "../types/status";
import type { Answer } from "./send";
import { faultsOf, fits, judged, type Fault } from "./validate";

export interface Verdict {
  readonly kind: "success" | "error" | "undeclared";
  /** The key of the error. */
  readonly error: string | undefined;
  readonly response: SuccessResponse | ErrorDefinition | undefined;
  /** The representation that has come, of those that are declared. */
  readonly content: Content | undefined;
  /** Whether what has come is of a media type that is not declared. */
  readonly isOtherType: boolean;
  readonly schema: SchemaOrBoolean | undefined;
  readonly faults: readonly Fault[];
  /** How much of the body was held against its schema. */
  readonly extent: "all" | "beginning" | "nothing";
  /** Declared headers that have not come, or that the browser may not show. */
  readonly missingHeaders: readonly string[];
  readonly headerFaults: readonly (readonly [name: string, words: string])[];
}

/** @param value The body; undefined where it is no JSON, or is not complete. */
export function verdictOf(document: ApiDocsDocument, contract: Contract, method: HttpMethod, answer: Pick<Answer, "status" | "headers" | "mediaType">, value: JsonValue | undefined): Verdict {
  const success = answersOf(method).find((response) => isStatus(statusOf(response), answer.status));
  const key = success ? undefined : errorOf(document, contract, method, answer.status, value);
  const error = key === undefined ? undefined : document.errors[key];
  const contents = success ? (success.contents ?? []) : [];
  const content = contents.find(({ mediaType }) => isSameType(mediaType, answer.mediaType));
  const schema = success ? content?.schema : error && errorSchema(error, contract.errorFormat, key ?? "");
  const declared: readonly Param[] = success ? (success === method.successResponse ? (method.responseHeaders ?? []) : []) : (error?.responseHeaders ?? []);
  const held = schema === undefined || value === undefined || content?.stream ? undefined : judged(value, schema, document);
  const received = new Map(answer.headers.map(([name, text]) => [name.toLowerCase(), text]));
  return {
    kind: success ? "success" : error ? "error" : "undeclared",
    error: key,
    response: success ?? error,
    content,
    isOtherType: !!success && contents.length > 0 && !content,
    schema,
    faults: held?.faults ?? [],
    extent: !held ? "nothing" : held.isWhole ? "all" : "beginning",
    missingHeaders: declared.filter(({ name, required }) => required && !received.has(name.toLowerCase())).map(({ name }) => name),
    headerFaults: declared.flatMap(({ name, schema: rules }) => {
      const text = received.get(name.toLowerCase());
      const [fault] = text === undefined || [text, read(text)].some((each) => fits(each, rules, document)) ? [] : faultsOf(text, rules, document);
      return fault ? [[name, fault.words] as const] : [];
    }),
  };
}

/** A header that is a number, a boolean or another JSON value. */
function read(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** `404`, or all of `4XX`. */
function isStatus(declared: string, status: number): boolean {
  return declared === String(status) || (/^\dXX$/i.test(declared) && declared.charAt(0) === String(status).charAt(0));
}

function isSameType(declared: string, received: string): boolean {
  const [one, other] = [declared, received].map((type) => type.split(";", 1)[0]!.trim().toLowerCase());
  return one === other || one === "*/*" || (one!.endsWith("/*") && other!.startsWith(one!.slice(0, -1))) || (isJson(one!) && isJson(other!));
}

/** The declared error that has come: the one that names itself, or whose data fit. */
function errorOf(document: ApiDocsDocument, contract: Contract, method: HttpMethod, status: number, value: JsonValue | undefined): string | undefined {
  const keys = method.errors.filter((key) => isStatus(statusOf(document.errors[key] ?? {}), status));
  const named = value !== undefined && isObject(value) ? value["type"] : undefined;
  const isFit = (key: string): boolean => value !== undefined && fits(value, errorSchema(document.errors[key]!, contract.errorFormat, key) ?? true, document);
  return keys.find((key) => (document.errors[key]?.type ?? key) === named) ?? keys.find(isFit) ?? keys[0];
}

/** The schema of the body of an error in each of the forms that a contract may choose. */
export function errorSchema(error: ErrorDefinition, format: Contract["errorFormat"], key: string): SchemaOrBoolean | undefined {
  const { data, type = key, statusCode } = error;
  if (format === "plain") return data;
  const named: JsonSchema = { const: type };
  const properties: Record<string, SchemaOrBoolean> = format === "problem" ? { type: named, status: { const: statusCode } } : { type: named, message: { type: ["string", "null"] } };
  if (data !== undefined) properties["data"] = data;
  return { type: "object", properties, required: ["type", ...(data === undefined ? [] : ["data"])] };
}

export interface Branded {
  readonly brand: string;
  readonly value: string;
}

/** The most values of brands that are offered. */
const MOST = 50;

/** The values of brands in an answer, each once. */
export function brandsIn(value: JsonValue, schema: SchemaOrBoolean, document: ApiDocsDocument): readonly Branded[] {
  const found = new Map<string, Branded>();
  const visit = (part: JsonValue | undefined, rules: SchemaOrBoolean, within: readonly JsonSchema[]): void => {
    if (typeof rules !== "object" || part === undefined || within.includes(rules) || found.size >= MOST) return;
    const inner = [...within, rules];
    const name = refName(rules);
    const brand = name === undefined ? undefined : schemaNamed(document, name);
    if (brand?.["x-brand"] && name !== undefined && (typeof part === "string" || typeof part === "number")) {
      const owner = typeName(brand, name);
      found.set(`${owner} ${part}`, { brand: owner, value: String(part) });
    }
    if (brand) visit(part, brand, inner);
    for (const each of rules.allOf ?? []) visit(part, each, inner);
    const alternatives = rules.anyOf ?? rules.oneOf ?? [];
    const fitting = alternatives.find((each) => fits(part, each, document));
    if (fitting !== undefined) visit(part, fitting, inner);
    if (isList(part)) part.slice(0, MOST).forEach((item, at) => visit(item, rules.prefixItems?.[at] ?? rules.items ?? true, []));
    else if (isObject(part)) {
      for (const [key, member] of Object.entries(part).slice(0, MOST * 4)) {
        const known = rules.properties && Object.hasOwn(rules.properties, key) ? rules.properties[key] : rules.additionalProperties;
        visit(member, known ?? true, []);
      }
    }
  };
  visit(value, schema, []);
  return [...found.values()];
}
