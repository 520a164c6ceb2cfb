/** What a call may answer, each with an example: its responses by status, and its errors. */

import { isHttp, type ApiDocsDocument, type Contract, type ErrorDefinition, type Method, type SuccessResponse } from "../document";
import { exampleOf } from "../example";
import type { Fill } from "../host/fill";
import { errorBody } from "../types/error-body";
import { answerSchema, errorFrame, isBare } from "../types/frame";
import { errorWords, statusWords } from "../types/status";
import { isJson } from "./request";

export interface Result {
  readonly id: string;
  readonly label: string;
  /** Undefined without content, and for bytes. */
  readonly code: (fill: Fill) => string | undefined;
}

export function resultsOf(document: ApiDocsDocument, contract: Contract, method: Method): readonly Result[] {
  const more = isHttp(method) ? (method.moreResponses ?? []) : [];
  const successes = [...(method.successResponse ? [method.successResponse] : []), ...more];
  const errors = method.errors.flatMap((type) => {
    const error = Object.hasOwn(document.errors, type) ? document.errors[type] : undefined;
    return error ? [{ type, error }] : [];
  });
  errors.sort((a, b) => a.error.statusCode - b.error.statusCode);
  return [
    ...successes.map((response, at): Result => ({
      id: `${at}`,
      label: [response.statusCode, statusWords(response.statusCode ?? 0)].filter(Boolean).join(" ") || "OK",
      code: (fill) => answerCode(document, contract, method, response, fill),
    })),
    ...errors.map(({ type, error }): Result => ({
      id: type,
      label: `${error.statusCode} ${errorWords(type, error)}`,
      code: (fill) => errorCode(document, contract, type, error, fill),
    })),
  ];
}

function answerCode(
  document: ApiDocsDocument,
  contract: Contract,
  method: Method,
  { contents = [] }: SuccessResponse,
  fill: Fill,
): string | undefined {
  const [content] = contents;
  const framed = contract.kind === "ws" && !isHttp(method) && !isBare(contract.framing);
  const schema = framed ? answerSchema(contract, method) : content?.schema;
  if (schema === undefined || (!framed && content && !content.stream && !isJson(content.mediaType))) return undefined;
  return JSON.stringify(exampleOf(schema, document, fill), null, 2);
}

function errorCode(
  document: ApiDocsDocument,
  contract: Contract,
  type: string,
  error: ErrorDefinition,
  fill: Fill,
): string {
  const data = error.data === undefined ? undefined : exampleOf(error.data, document, fill);
  const body = errorBody(error, contract.errorFormat, data);
  const framed = contract.kind === "ws" && !isBare(contract.framing);
  const sent = framed ? errorFrame(contract, contract.framing.error, type, error, body) : body;
  return JSON.stringify(sent, null, 2);
}
