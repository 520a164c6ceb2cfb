/** How a method is called, ready to be copied; of what the service sends itself, how it arrives. */

import { isHttp, isOutgoing, type ApiDocsDocument, type Contract, type Method } from "../document";
import { EMPTY, type Fill } from "../host/fill";
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

/** The languages in the order of their tabs. */
const LANGUAGES: readonly Language[] = [
  { id: "bash", label: "curl", http: http.curl },
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
  /** `http` for what the service sends itself. */
  readonly language: string;
  readonly label: string;
  readonly code: string;
}

export function samplesOf(
  document: ApiDocsDocument,
  contract: Contract,
  method: Method,
  fill: Fill = EMPTY,
): readonly Sample[] {
  if (isHttp(method)) {
    const request = http.requestOf(document, contract, method, fill);
    if (isOutgoing(contract)) return [{ language: "http", label: "HTTP", code: http.message(request) }];
    return written((language) => language.http?.(request));
  }
  if (contract.kind !== "ws") return [];
  const talk = ws.talkOf(document, contract, method, fill);
  return written((language) => language.ws?.(talk));
}

function written(write: (language: Language) => string | undefined): readonly Sample[] {
  return LANGUAGES.flatMap((language) => {
    const code = write(language);
    return code === undefined ? [] : [{ language: language.id, label: language.label, code }];
  });
}
