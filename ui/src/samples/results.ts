/** What a call may answer, each with an example: its responses by status, and its errors; none without content, and for what is not JSON or may be anything. */

import type { ApiDocsDocument, ErrorDefinition, Example, SuccessResponse, WebSocketContract } from "../document";
import { answersOf, failureFrame, isBare, isHttp, type Contract, type Method } from "../model/contracts";
import { isAny, type JsonValue, type SchemaOrBoolean } from "../types/json-schema";
import { exampleOf } from "../example";
import type { Fill } from "../host/fill";
import type { Model } from "../model/model";
import { answerSchema, errorBody, errorFrame } from "../model/frame";
import { errorWords, statusOf, statusWords } from "../types/status";
import { isJson } from "./request";

export interface Result {
  readonly id: string;
  readonly label: string;
  /** What of the label other results may have, too. */
  readonly status: string;
  readonly examples: readonly Example[] | undefined;
  readonly example: (fill: Fill) => JsonValue;
}

export function resultsOf({ document, error: errorOf }: Model, contract: Contract, method: Method): readonly Result[] {
  const hasNone = ({ data }: ErrorDefinition): boolean => contract.errorFormat === "plain" && !isFramed(contract) && isAny(data ?? true);
  const errors = method.errors.flatMap((type) => {
    const error = errorOf(type);
    return error && !hasNone(error) ? [{ type, error }] : [];
  });
  return [
    ...answersOf(method).flatMap((response, at): readonly Result[] => {
      const schema = sampled(contract, method, response);
      if (schema === undefined) return [];
      const result: Result = {
        id: `${at}`,
        label: [statusOf(response), statusWords(response)].filter(Boolean).join(" ") || "OK",
        status: statusOf(response) || "OK",
        examples: isFramed(contract) ? undefined : response.contents?.[0]?.examples,
        example: (fill: Fill) => exampleOf(schema, document, fill, "", result.examples),
      };
      return [result];
    }),
    ...errors.map(({ type, error }): Result => ({
      id: type,
      label: `${statusOf(error)} ${errorWords(type, error)}`,
      status: statusOf(error),
      examples: error.examples,
      example: (fill) => exampleOfError(document, contract, method, type, error, fill),
    })),
  ];
}

function isFramed(contract: Contract): contract is WebSocketContract {
  return contract.kind === "ws" && !isBare(contract.framing);
}

/** The schema of an answer that can be shown as JSON. */
function sampled(contract: Contract, method: Method, { contents: [content] = [] }: SuccessResponse): SchemaOrBoolean | undefined {
  const framed = isFramed(contract);
  const schema = framed && !isHttp(method) ? answerSchema(contract, method) : content?.schema;
  const isShown = schema !== undefined && !isAny(schema) && (framed || !content || content.stream || isJson(content.mediaType));
  return isShown ? schema : undefined;
}

function exampleOfError(
  document: ApiDocsDocument,
  contract: Contract,
  method: Method,
  type: string,
  error: ErrorDefinition,
  fill: Fill,
): JsonValue {
  const data = error.data === undefined ? undefined : exampleOf(error.data, document, fill, "", error.examples);
  const body = errorBody(error, contract.errorFormat, data);
  if (!isFramed(contract)) return body;
  const outer = failureFrame(contract, method);
  return outer ? errorFrame(contract, outer, type, error, body) : body;
}
