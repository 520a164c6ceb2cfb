/** How a method is called, ready to be copied; of what the service sends itself, how it arrives. */

import type { ApiDocsDocument, HttpMethod, WebSocketContract, WebSocketMethod } from "../document";
import { isHttp, isSent, type Contract, type Method } from "../model/contracts";
import type { Languages } from "../host/attributes";
import { EMPTY, type Fill } from "../host/fill";
import { exampleOf } from "../example";
import { messageSchema } from "../model/frame";
import * as clients from "./clients";
import * as http from "./http";
import * as ws from "./ws";

interface Language {
  readonly id: string;
  readonly label: string;
  /** Undefined where the language has no short way for this call. */
  readonly http?: (request: http.Request) => string | undefined;
  readonly ws?: (talk: ws.Talk) => string;
}

/** The languages in the order of their tabs, unless the project has its own. */
const LANGUAGES: readonly Language[] = [
  { id: "curl", label: "curl", http: http.curl },
  { id: "python", label: "Python", http: http.python, ws: ws.python },
  { id: "javascript", label: "JavaScript", http: http.javascript, ws: ws.javascript },
  { id: "typescript", label: "TypeScript", http: http.typescript },
  { id: "go", label: "Go", http: clients.go },
  { id: "java", label: "Java", http: clients.java },
  { id: "csharp", label: "C#", http: clients.csharp },
  { id: "php", label: "PHP", http: clients.php },
  { id: "ruby", label: "Ruby", http: clients.ruby },
  { id: "websocat", label: "websocat", ws: ws.websocat },
];

export interface Sample {
  /** `http` for what the service sends itself, `json` for a message of a broker. */
  readonly language: string;
  readonly label: string;
  readonly code: string;
}

export function samplesOf(
  document: ApiDocsDocument,
  contract: Contract,
  method: Method,
  fill: Fill = EMPTY,
  languages: Languages = {},
): readonly Sample[] {
  if (isHttp(method)) {
    const request = http.requestOf(document, contract, method, fill);
    if (isSent(contract)) return [{ language: "http", label: "HTTP", code: http.message(request) }];
    return [...samplesOfAuthor(method), ...written(languages, (language) => language.http?.(request))].filter(
      ({ label }, at, all) => all.findIndex((each) => each.label.toLowerCase() === label.toLowerCase()) === at,
    );
  }
  if (contract.kind !== "ws") return [];
  if (isSent(contract)) return messageOf(document, contract, method, fill);
  const talk = ws.talkOf(document, contract, method, fill);
  return written(languages, (language) => language.ws?.(talk));
}

/** Code of the author, which precedes ours, and replaces that of the same name. */
function samplesOfAuthor({ codeSamples = [] }: HttpMethod): readonly Sample[] {
  return codeSamples.map(({ language, label = language, code }) => ({ language: label, label, code }));
}

/** The message of a broker. */
function messageOf(document: ApiDocsDocument, contract: WebSocketContract, method: WebSocketMethod, fill: Fill): readonly Sample[] {
  const schema = messageSchema(contract, method);
  if (schema === undefined) return []; // bytes
  return [{ language: "json", label: "JSON", code: JSON.stringify(exampleOf(schema, document, fill), null, 2) }];
}

function written(chosen: Languages, write: (language: Language) => string | undefined): readonly Sample[] {
  const all = LANGUAGES.flatMap((language): readonly Sample[] => {
    const code = write(language);
    return code === undefined ? [] : [{ language: language.id, label: language.label, code }];
  });
  const wanted = Object.entries(chosen).flatMap(([id, name]) => {
    const sample = all.find(({ language }) => language === id);
    return sample ? [{ ...sample, label: name || sample.label }] : [];
  });
  return wanted.length > 0 ? wanted : all;
}
