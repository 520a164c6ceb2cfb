/** A type expression with links to the pages of its types, and the chips that count their other uses. */

import type { JSX } from "preact";
import type { SchemaOrBoolean } from "../document";
import { expressionOf, type Token } from "../types/expression";
import { isType } from "../types/structure";
import { ReuseChip } from "./reuse";
import { useLinks, useShown } from "./context";

export function TypeLine({ schema }: { readonly schema: SchemaOrBoolean }): JSX.Element {
  const { model } = useShown();
  return <TypeTokens tokens={expressionOf(schema, model.document)} />;
}

export function TypeTokens({ tokens }: { readonly tokens: readonly Token[] }): JSX.Element {
  const named = [...new Map(tokens.filter((token) => token.name).map((token) => [token.name, token])).values()];
  return (
    <span class="type-line">
      <code class="type">
        {tokens.map((token, at) => (
          <TypeToken token={token} key={at} />
        ))}
      </code>
      {named.map((token) => (
        <ReuseChip key={token.name} kind={token.kind === "brand" ? "brand" : "schema"} name={token.name ?? ""} />
      ))}
    </span>
  );
}

function TypeToken({ token }: { readonly token: Token }): JSX.Element {
  const link = useLinks();
  const { model, route } = useShown();
  const { kind, name, text } = token;
  if (name === undefined) return <span class={`t-${kind}`}>{text}</span>;
  const lit = route.highlight !== undefined && isType(name, model.schema(name), route.highlight);
  return (
    <a
      class={`t-${kind} ${lit ? "lit" : ""}`}
      data-lit={lit || undefined}
      href={link({ kind: kind === "brand" ? "brand" : "schema", name })}
    >
      {text}
    </a>
  );
}
