/** The signs of a method: its verb, or its direction and pattern. Colour repeats what the words say. */

import type { JSX } from "preact";
import { isHttp, type Method } from "../document";
import { Icon } from "./icons";

const DIRECTIONS = {
  OUT: { icon: "out", title: "OUT: the client sends, the server receives" },
  IN: { icon: "in", title: "IN: the server sends, the client receives" },
} as const;

export const PATTERNS = {
  req: "req: a request, which is answered",
  event: "event: a message without an answer",
} as const;

export function MethodBadge({ method, long }: { readonly method: Method; readonly long?: boolean }): JSX.Element {
  if (isHttp(method)) {
    const verbs = method.httpMethods ?? [method.httpMethod];
    return (
      <span class={`badge verb-${verbClass(method.httpMethod)}`} title={verbs.join(", ")}>
        {long ? verbs.join(" ") : short(method.httpMethod)}
      </span>
    );
  }
  const { icon, title } = DIRECTIONS[method.wsDirection];
  return (
    <span class={`badge direction-${method.wsDirection === "OUT" ? "out" : "in"}`} title={title}>
      <Icon name={icon} />
      {method.wsDirection}
    </span>
  );
}

export function PatternBadge({ method }: { readonly method: Method }): JSX.Element | null {
  if (isHttp(method)) return null;
  return (
    <span class="pattern" title={PATTERNS[method.wsPattern]}>
      {method.wsPattern}
    </span>
  );
}

export function Deprecated({ children = "deprecated" }: { readonly children?: string }): JSX.Element {
  return <span class="tag deprecated">{children}</span>;
}

function verbClass(verb: string): string {
  const known = verb.toLowerCase();
  return ["get", "post", "put", "patch", "delete"].includes(known) ? known : "other";
}

function short(verb: string): string {
  return verb === "DELETE" ? "DEL" : verb === "OPTIONS" ? "OPT" : verb;
}
