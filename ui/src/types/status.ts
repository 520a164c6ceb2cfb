/** The reason phrases of common HTTP status codes (RFC 9110). */

const WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  302: "Found",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

const RANGES: Readonly<Record<string, string>> = {
  "1XX": "Informational",
  "2XX": "Successful",
  "3XX": "Redirection",
  "4XX": "Client Error",
  "5XX": "Server Error",
};

interface Answered {
  readonly statusCode?: number;
  readonly statusRange?: string;
}

/** A code, or the range of codes (`4XX`, `default`); empty in a WebSocket. */
export function statusOf({ statusCode, statusRange }: Answered): string {
  return statusRange ?? (statusCode === undefined ? "" : String(statusCode));
}

/** What a status means, in the words of RFC 9110. */
export function statusWords({ statusCode = 0, statusRange }: Answered): string {
  return (statusRange === undefined ? WORDS[statusCode] : RANGES[statusRange]) ?? "";
}

/**
 * What readers know an error by: its key, or the words of it, "Not Found" of "Not-Found-2", where it has no name on the
 * wire. A status without words has its number as words, "Status 499".
 */
export function errorWords(key: string, { type }: { readonly type?: string }): string {
  return type === undefined ? key.replace(/^(Status-\d+|.*?)(-\d+)?$/, "$1").replaceAll("-", " ") : key;
}
