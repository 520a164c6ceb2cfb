/** The badges of a method: its verb, or its direction and pattern. Colour only repeats the text. */

import { h, type JSX } from "preact";
import type { WebSocketMethod } from "../document";
import { isHttp, type Contract, type Method } from "../model/contracts";
import { Icon } from "./icons";
import { t } from "../i18n";

/** What OUT and IN mean. */
export function directionWords(): string {
  return t("OUT: Client → server, IN: Server → client");
}

/** What a pattern means. */
export function patternWords({ wsPattern }: WebSocketMethod): string {
  return wsPattern === "req" ? t("a request with a reply") : t("a message without a reply");
}

interface MethodBadgeProps {
  readonly method: Method | undefined;
  /** Shown without a method. */
  readonly contract?: Contract;
  readonly long?: boolean;
}

export function MethodBadge({ method, contract, long }: MethodBadgeProps): JSX.Element {
  if (!method) {
    return <span class="badge verb-other">{contract?.kind.toUpperCase()}</span>;
  }
  if (isHttp(method)) {
    const verbs = method.httpMethods ?? [method.httpMethod];
    return (
      <span class={`badge verb-${verbClass(method.httpMethod)}`} title={verbs.join(", ")}>
        {long ? verbs.join(" ") : short(method.httpMethod)}
      </span>
    );
  }
  const way = method.wsDirection.toLowerCase() as "out" | "in";
  return (
    <span class={`badge direction-${way}`} title={directionWords()}>
      <Icon name={way} />
      {method.wsDirection}
    </span>
  );
}

export function PatternBadge({ method }: { readonly method: Method }): JSX.Element | null {
  if (isHttp(method)) return null;
  return <span class="pattern" title={`${method.wsPattern}: ${patternWords(method)}`}>{method.wsPattern}</span>;
}

export function Deprecated({ children = t("deprecated") }: { readonly children?: string }): JSX.Element {
  return <span class="tag deprecated">{children}</span>;
}

function verbClass(verb: string): string {
  const known = verb.toLowerCase();
  return ["get", "post", "put", "patch", "delete"].includes(known) ? known : "other";
}

function short(verb: string): string {
  return verb === "DELETE" ? "DEL" : verb === "OPTIONS" ? "OPT" : verb;
}
