/** A type expression with links to the pages of its types, and the chips that count their other uses. */

import { Fragment, h, type JSX } from "preact";
import type { SchemaOrBoolean } from "../types/json-schema";
import { expressionOf, type Token } from "../types/expression";
import { isType } from "../types/structure";
import { ReuseChip } from "./reuse";
import { useLinks, useShown } from "./context";

export function TypeLine({ schema }: { readonly schema: SchemaOrBoolean }): JSX.Element {
  const { model } = useShown();
  return <TypeTokens tokens={expressionOf(schema, model.document)} />;
}

/** One chip follows the expression of a single type; with several types, each has one. */
export function TypeTokens({ tokens }: { readonly tokens: readonly Token[] }): JSX.Element {
  const named = new Map(tokens.filter((token) => token.name !== undefined).map((token) => [token.name, token]));
  const [only] = named.size === 1 ? named.values() : [];
  return (
    <span class="type-line">
      <span class="type">
        {tokens.map((token) => <TypeToken token={token} chip={!only} />)}
      </span>
      {only && <Chip token={only} />}
    </span>
  );
}

function TypeToken({ token, chip }: { readonly token: Token; readonly chip: boolean }): JSX.Element {
  const link = useLinks();
  const { model, route } = useShown();
  const { kind, name, text } = token;
  if (name === undefined) return <code class={`t-${kind}`}>{text}</code>;
  const lit = route.highlight !== undefined && isType(name, model.schema(name), route.highlight);
  return (
    <>
      <a class={`t-${kind} ${lit ? "lit" : ""}`} data-lit={lit || undefined} href={link({ kind: pageOf(token), name })}>
        <code>{text}</code>
      </a>
      {chip && <Chip token={token} />}
    </>
  );
}

function Chip({ token }: { readonly token: Token }): JSX.Element {
  return <ReuseChip kind={pageOf(token)} name={token.name ?? ""} />;
}

function pageOf({ kind }: Token): "brand" | "schema" {
  return kind === "brand" ? "brand" : "schema";
}
