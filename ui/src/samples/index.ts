/** How a method is called, ready to be copied; of what the service sends itself, how it arrives. */

import { isHttp, isOutgoing, type ApiDocsDocument, type Contract, type Method } from "../document";
import * as http from "./http";
import * as ws from "./ws";

export { exampleOf } from "../example";

export interface Sample {
  readonly language: "bash" | "python" | "javascript" | "http";
  readonly label: string;
  readonly code: string;
}

export function samplesOf(document: ApiDocsDocument, contract: Contract, method: Method): readonly Sample[] {
  if (isHttp(method)) {
    const request = http.requestOf(document, contract, method);
    if (isOutgoing(contract)) return [{ language: "http", label: "HTTP", code: http.message(request) }];
    return [
      { language: "bash", label: "curl", code: http.curl(request) },
      { language: "python", label: "Python", code: http.python(request) },
      { language: "javascript", label: "JavaScript", code: http.javascript(request) },
    ];
  }
  if (contract.kind !== "ws") return [];
  const talk = ws.talkOf(document, contract, method);
  return [
    { language: "python", label: "Python", code: ws.python(talk) },
    { language: "javascript", label: "JavaScript", code: ws.javascript(talk) },
  ];
}
