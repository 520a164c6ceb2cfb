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

export function statusWords(code: number): string {
  return WORDS[code] ?? "";
}

/** What readers know an error by: its key, or the words of it, "Not Found", where it has no name on the wire. */
export function errorWords(key: string, { type }: { readonly type?: string }): string {
  return type === undefined ? key.replace(/-\d+$/, "").replaceAll("-", " ") : key;
}
