/** Calls over HTTP by curl, in Python, JavaScript and TypeScript, and as they travel. */

import type { ApiDocsDocument, Content, HttpMethod } from "../document";
import type { Contract } from "../model/contracts";
import type { Fill } from "../host/fill";
import { javascriptValue, pythonValue, quoted, shellWord } from "./literal";
import { callOf, encoded, fileName, isJson, payloadOf, queryString, type Call, type Pair, type Payload } from "./request";

export interface Request extends Call {
  readonly verb: string;
  readonly path: string;
  readonly payload: Payload | undefined;
  /** The response. */
  readonly answer: Content | undefined;
}

export function requestOf(document: ApiDocsDocument, contract: Contract, method: HttpMethod, fill: Fill): Request {
  const draft = fill.drafts.get(method);
  const content = method.requestBody?.contents[draft?.content ?? 0];
  const call = callOf(document, contract, method, fill);
  const payload = content && payloadOf(content, document, fill, draft);
  // how a form is written, every client knows by itself
  const type: readonly Pair[] = payload && !payload.fields ? [["Content-Type", payload.mediaType]] : [];
  return {
    ...call,
    headers: [...call.headers, ...type],
    verb: method.httpMethod,
    path: method.httpPath,
    payload,
    answer: method.successResponse?.contents?.[0],
  };
}

/** Longer addresses have each part of their query on a line. */
const LONG = 50;

export function curl({ verb, url, query, headers, cookies, payload, answer }: Request): string {
  const parts: [option: string, value: string][] = [];
  if (verb !== (payload ? "POST" : "GET")) parts.push(["request", verb]);
  for (const pair of headers) parts.push(["header", pair.join(": ")]);
  for (const pair of cookies) parts.push(["cookie", pair.join("=")]);
  if (payload?.kind === "json") parts.push(["data-raw", JSON.stringify(payload.value, null, 2)]);
  if (payload?.kind === "file") parts.push(["data-binary", `@${payload.file}`]);
  for (const [name, value] of payload?.fields ?? []) {
    if (payload?.kind === "form") parts.push(["data-urlencode", `${encoded(name)}=${value}`]);
    else parts.push(["form-string", `${name}=${value}`]);
  }
  for (const { name, file, mediaType } of payload?.files ?? [])
    parts.push(["form", `${name}=@${file};type=${mediaType}`]);
  const kind = kindOf(answer);
  if (kind === "file") parts.push(["output", fileName("answer", answer?.mediaType ?? "")]);
  const whole = shellWord(url + queryString(query));
  const isSplit = !payload && query.length > 0 && whole.length > LONG;
  if (isSplit) for (const [name, value] of query) parts.push(["data-urlencode", `${encoded(name)}=${value}`]);
  const options = parts.map(([option, value]) => ` \\\n  --${option} ${shellWord(value)}`);
  return `curl ${isSplit ? `--get ${shellWord(url)}` : whole}${options.join("")}${kind === "stream" ? " \\\n  --no-buffer" : ""}`;
}

export function python({ verb, url, query, headers, cookies, payload, answer }: Request): string {
  const kind = kindOf(answer);
  const sent: Record<string, string | undefined> = {
    params: dictionary(query),
    headers: dictionary(headers),
    cookies: dictionary(cookies),
    json: payload?.kind === "json" ? pythonValue(payload.value, "    ") : undefined,
    data: dictionary(payload?.fields ?? []),
    files: payload?.files?.length
      ? `{${payload.files.map(({ name, file, mediaType }) => `\n        ${quoted(name)}: (${quoted(file)}, ${opened(file, "rb")}, ${quoted(mediaType)}),`).join("")}\n    }`
      : undefined,
    content: payload?.kind === "file" ? opened(payload.file, "rb") : undefined,
    timeout: kind === "stream" ? "None" : undefined,
  };
  const named = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const call = `(${[quoted(verb), quoted(url), ...named].map((argument) => `\n    ${argument},`).join("")}\n)`;
  if (kind === "stream") {
    return `import httpx\n\nwith httpx.stream${call} as response:\n    for line in response.iter_lines():\n        print(line)`;
  }
  const results = {
    json: "\nprint(response.json())",
    text: "\nprint(response.text)",
    file: `\nwith ${opened(fileName("answer", answer?.mediaType ?? ""), "wb")} as file:\n    file.write(response.content)`,
    none: "",
  };
  return `import httpx\n\nresponse = httpx.request${call}\nresponse.raise_for_status()${results[kind]}`;
}

/** As it arrives where the service sends it; the address is the receiver's. */
export function message({ verb, path, query, headers, cookies, payload }: Request): string {
  const { kind, fields, mediaType = "" } = payload ?? {};
  const sent = [
    ...headers,
    ...(fields ? [["Content-Type", mediaType]] : []),
    ...cookies.map((pair) => ["Cookie", pair.join("=")]),
  ].map((pair) => pair.join(": "));
  const body = {
    json: () => JSON.stringify(payload?.value, null, 2),
    form: () => queryString(fields ?? []).slice(1),
    multipart: () => "…",
    file: () => "…",
  };
  const target = path.startsWith("/") ? path : "/…";
  const head = [`${verb} ${target}${queryString(query)} HTTP/1.1`, ...sent].join("\n");
  return kind ? `${head}\n\n${body[kind]()}` : head;
}

function opened(file: string, mode: string): string {
  return `open(${quoted(file)}, "${mode}")`;
}

export function javascript({ verb, url, query, headers, cookies, payload, answer }: Request): string {
  const bodies = {
    json: () => `JSON.stringify(${javascriptValue(payload?.value ?? null, "  ")})`,
    form: () => `new URLSearchParams(${javascriptValue(payload?.fields ?? [], "  ")})`,
    multipart: () => "form",
    file: () => CHOSEN_FILE,
  };
  const options = [
    `method: ${quoted(verb)}`,
    ...(headers.length > 0 ? [`headers: ${javascriptValue(Object.fromEntries(headers), "  ")}`] : []),
    ...(cookies.length > 0 ? ['credentials: "include"'] : []),
    ...(payload ? [`body: ${bodies[payload.kind]()}`] : []),
  ];
  const results = {
    json: "\nconsole.log(await response.json());",
    text: "\nconsole.log(await response.text());",
    file: "\nconst file = await response.blob();",
    stream: "\nfor await (const bytes of response.body) console.log(new TextDecoder().decode(bytes));",
    none: "",
  };
  const form = [
    ...(payload?.fields ?? []).map((pair) => pair.map(quoted)),
    ...(payload?.files ?? []).map(({ name }) => [quoted(name), CHOSEN_FILE]),
  ].map((pair) => `form.append(${pair.join(", ")});\n`);
  const before = payload?.kind === "multipart" ? `const form = new FormData();\n${form.join("")}\n` : "";
  const call = `fetch(url, {\n${options.map((option) => `  ${option},\n`).join("")}})`;
  return `${before}const url = ${quoted(url + queryString(query))};\nconst response = await ${call};\nif (!response.ok) throw new Error(await response.text());${results[kindOf(answer)]}`;
}

/** The code for JavaScript with the types that a compiler asks for. */
export function typescript(request: Request): string {
  return javascript(request)
    .replaceAll(CHOSEN_FILE, 'document.querySelector<HTMLInputElement>("input[type=file]")!.files![0]!')
    .replace("\nconst response = ", "\nconst response: Response = ")
    .replace("\nconsole.log(await response.json());", "\nconst answer: unknown = await response.json();\nconsole.log(answer);")
    .replace("of response.body)", "of response.body!)");
}

const CHOSEN_FILE = 'document.querySelector("input[type=file]").files[0]';

export function kindOf(answer: Content | undefined): "json" | "text" | "file" | "stream" | "none" {
  if (!answer) return "none";
  if (answer.stream) return "stream";
  return isJson(answer.mediaType) ? "json" : answer.mediaType.startsWith("text/") ? "text" : "file";
}

/** Pairs as a dictionary, repeated names as lists; undefined without pairs. */
function dictionary(pairs: readonly Pair[]): string | undefined {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : [...[known].flat(), value]);
  }
  return values.size > 0 ? pythonValue(Object.fromEntries(values), "    ") : undefined;
}
