/** What the consoles of HTTP and of WebSockets have in common: the server, the parameters, and what is wrong with them. */

import { h, type JSX } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { ApiDocsDocument, HttpMethod, Param } from "../document";
import { FillContext, type Draft, type Fill } from "../host/fill";
import { t } from "../i18n";
import { paramsOf, type Contract, type Entry, type Method } from "../model/contracts";
import { Input, nameOfServer, Variable } from "./fill-in";
import type { Request } from "../samples/http";
import { exampleOfParam, fromText, isJson, keyOfParam } from "../samples/request";
import { serverFor } from "../samples/servers";
import type { JsonValue, SchemaOrBoolean } from "../types/json-schema";
import { useShown } from "../parts/context";
import { LongList } from "../parts/long-list";
import { MOST_FIELDS } from "../views/schema";
import { Part, Row } from "./form";
import { allowedServers } from "./reach";
import { isBodiless } from "./send";
import { shapeOf, valueOfText } from "./shape";
import { faultsOf, type Fault } from "./validate";

/** What is wrong with a call, by parameter and in the body. */
export interface CallFaults {
  readonly params: ReadonlyMap<Param, readonly Fault[]>;
  readonly body: readonly Fault[];
  readonly count: number;
  /** Whether the body is no JSON, so that there is nothing to send. */
  readonly isBroken: boolean;
}

/** Before what a browser says of a text that is no JSON. */
const BROKEN = "JSON: ";

export const NO_FAULTS: CallFaults["params"] = new Map();

/** The value of a parameter as the form has it, which is what the call sends; undefined where it is not sent. */
export function valueOfParam(param: Param, { path }: Pick<Places, "path">, fill: Fill, document: ApiDocsDocument): JsonValue | undefined {
  const key = keyOfParam(param, document);
  const text = Object.hasOwn(fill.values, key) ? fill.values[key] : undefined;
  if (text === undefined) return param.required ? exampleOfParam(param, document, fill, path.includes(param) ? "/" : "") : undefined;
  if (text === "") return undefined;
  const value = fromText(text);
  return typeof value === "string" ? valueOfText(text, param.schema, document) : value;
}

type Places = ReturnType<typeof paramsOf>;

/** A parameter of any type is a text in the call, and so it is in the form. */
function schemaInForm({ schema }: Param, value: JsonValue | undefined, document: ApiDocsDocument): SchemaOrBoolean {
  const isAny = shapeOf(schema, document).shape.kind === "any";
  return isAny && (value === undefined || typeof value === "string") ? { type: "string" } : schema;
}

export function faultsIn(document: ApiDocsDocument, contract: Contract, method: Method, fill: Fill, request: Pick<Request, "payload">): CallFaults {
  const params = new Map<Param, readonly Fault[]>();
  const places = paramsOf(contract, method);
  for (const param of Object.values(places).flat()) {
    const value = valueOfParam(param, places, fill, document);
    const found = value === undefined ? (param.required ? [{ path: [], words: t("Required") }] : []) : faultsOf(value, param.schema, document);
    if (found.length > 0) params.set(param, found);
  }
  const body = bodyFaults(document, method as HttpMethod, fill.drafts.get(method), request);
  return { params, body, count: params.size + body.length, isBroken: body.some(({ words }) => words.startsWith(BROKEN)) };
}

function bodyFaults(document: ApiDocsDocument, method: HttpMethod, draft: Draft | undefined, { payload }: Pick<Request, "payload">): readonly Fault[] {
  const content = method.requestBody?.contents[draft?.content ?? 0];
  if (!payload || !content || isBodiless({ verb: method.httpMethod })) return [];
  if (draft?.text !== undefined && isJson(payload.mediaType)) {
    try {
      return content.schema === undefined ? [] : faultsOf(JSON.parse(draft.text) as JsonValue, content.schema, document);
    } catch (error) {
      return [{ path: [], words: `${BROKEN}${error instanceof Error ? error.message : ""}` }];
    }
  }
  if (payload.kind === "file") {
    const isGiven = draft?.files?.[""]?.[0] ?? draft?.text;
    return isGiven === undefined && method.requestBody?.required ? [{ path: [], words: t("Required") }] : [];
  }
  const parts = content.files ?? {};
  const found = content.schema === undefined ? [] : faultsOf(payload.value, content.schema, document).filter(({ path }) => !Object.hasOwn(parts, String(path[0])));
  const needed = Object.keys(parts).filter((name) => isRequiredPart(content.schema, name, document) && !draft?.files?.[name]?.[0]);
  return [...found, ...needed.map((name) => ({ path: [name], words: t("Required") }))];
}

export function isRequiredPart(schema: SchemaOrBoolean | undefined, name: string, document: ApiDocsDocument): boolean {
  return schema !== undefined && faultsOf({}, schema, document).some(({ path }) => path.length === 1 && path[0] === name);
}

/** Whether a part of a form takes several files. */
export function takesSeveral(schema: SchemaOrBoolean | undefined, name: string, document: ApiDocsDocument): boolean {
  return schema === undefined || !faultsOf({ [name]: [""] }, schema, document).some(({ path }) => path[0] === name);
}

/** The server that is called, and its variables. */
export function Servers({ entry: { method }, isDeclared }: { readonly entry: Entry; readonly isDeclared: boolean }): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const servers = allowedServers(document, method, fill, isDeclared);
  const chosen = serverFor(document, method, fill);
  const [first] = servers;
  const isAllowed = servers.some(({ index }) => index === chosen?.index);
  useLayoutEffect(() => {
    if (first && !isAllowed) change({ server: first.index });
  }, [first?.index, isAllowed]);
  if (!chosen) return <Input label={t("Address of the service")} value={fill.address ?? ""} onInput={(address) => change({ address })} />;
  return (
    <div class="console-group">
      {servers.length > 1 && (
        <Row label={() => t("Server")}>
          {(id) => (
            <select id={id} value={String(chosen.index)} onChange={(event) => change({ server: Number(event.currentTarget.value) })}>
              {servers.map((each) => <option value={String(each.index)}>{nameOfServer(each)}</option>)}
            </select>
          )}
        </Row>
      )}
      {Object.entries(chosen.server.variables ?? {}).map(([name, variable]) => (
        <Variable
          name={name}
          variable={variable}
          value={fill.variables[name] ?? ""}
          onInput={(value) => change({ variables: { ...fill.variables, [name]: value } })}
        />
      ))}
    </div>
  );
}

interface ParamsProps {
  readonly entry: Entry;
  readonly faults: CallFaults["params"];
  /** Shown where there are other fields that may have the same names. */
  readonly title?: string;
}

/** The parameters in the order of their places. */
export function Params({ entry: { contract, method }, faults, title }: ParamsProps): JSX.Element | null {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const places = paramsOf(contract, method);
  const params = [...places.path, ...places.query, ...places.headers, ...places.cookies];
  const [filled] = useState(() => new Set(params.filter((param) => fill.values[keyOfParam(param, document)]))); // later ones stay where they are typed
  const isShown = (param: Param): boolean => param.required || filled.has(param) || faults.has(param);
  const optional = params.filter((param) => !isShown(param));
  if (params.length === 0) return null;
  const row = (param: Param): JSX.Element => {
    const key = keyOfParam(param, document);
    const set = (value: JsonValue | undefined): void =>
      change({ values: { ...fill.values, [key]: value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value) } });
    const value = valueOfParam(param, places, fill, document);
    return (
      <Part
        key={param.name}
        name={param.name}
        schema={schemaInForm(param, value, document)}
        required={param.required}
        value={value}
        onChange={set}
        faults={faults.get(param) ?? []}
      />
    );
  };
  return (
    <div role="group" aria-label={title ?? t("Parameters")} class="console-group">
      {title && <p class="part-type">{title}</p>}
      <LongList items={params.filter(isShown)} current={params.findIndex((param) => faults.has(param))} first={MOST_FIELDS} line="p">{row}</LongList>
      {optional[0] && (
        <details>
          <summary>{t("Optional")} <span class="quiet">{optional.slice(0, 5).map(({ name }) => name).join(", ")}{optional.length > 5 && "…"}</span></summary>
          <LongList items={optional} first={MOST_FIELDS} line="p">{row}</LongList>
        </details>
      )}
    </div>
  );
}

