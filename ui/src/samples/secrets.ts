/** What nobody else should see of a call: it is neither in links nor shown in code, and typed into masked fields. */

import type { ApiDocsDocument, HttpMethod } from "../document";
import type { Fill } from "../host/fill";
import { isHttp, paramsOf, type Contract, type Method } from "../model/contracts";
import { isList, isObject, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { unfold } from "../types/structure";
import { keyOfParam } from "./request";

/** Names of secrets. */
const SECRET = /pass(?:word|wd|phrase|code)?$|secret|token|api[-_]?key|authoriz|credential|cookie|signature|\b(?:pin|otp|jwt)\b/i;

/** In place of a secret in shown code. */
const MASK = "*****";

export function isSecret(name: string, format: string | undefined): boolean {
  return format === "password" || SECRET.test(name);
}

/** What is filled in, as it may be shown: with a mask in place of each secret that the reader has typed. */
export function masked(document: ApiDocsDocument, contract: Contract, method: Method, fill: Fill): Fill {
  const credentials = Object.fromEntries(Object.entries(fill.credentials).map(([key, text]) => [key, text && MASK]));
  const values = { ...fill.values };
  for (const param of Object.values(paramsOf(contract, method)).flat()) {
    const key = keyOfParam(param, document);
    const format = typeof param.schema === "object" ? param.schema.format : undefined;
    if (values[key] && isSecret(param.name, format)) values[key] = MASK;
  }
  const drafts = new Map(fill.drafts);
  const draft = drafts.get(method);
  if (draft?.value !== undefined && isHttp(method)) {
    drafts.set(method, { ...draft, value: maskedValue(draft.value, bodySchema(method, draft.content), "", document) });
  }
  return { ...fill, credentials, values, drafts };
}

function bodySchema({ requestBody }: HttpMethod, content = 0): SchemaOrBoolean {
  return requestBody?.contents[content]?.schema ?? true;
}

function maskedValue(value: JsonValue, schema: SchemaOrBoolean, name: string, document: ApiDocsDocument): JsonValue {
  if (isList(value)) return value.map((item) => maskedValue(item, true, name, document));
  if (isObject(value)) {
    const { structure } = unfold(schema, document);
    const fields = "fields" in structure ? structure.fields : [];
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const rules = fields.find((field) => field.name === key)?.schema ?? true;
        return [key, maskedValue(member, rules, key, document)];
      }),
    );
  }
  const format = typeof schema === "object" ? schema.format : undefined;
  return typeof value === "string" && value !== "" && isSecret(name, format) ? MASK : value;
}
