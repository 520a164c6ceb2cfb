/** The errors of a method, one card for each, the data beside its words. */

import type { JSX } from "preact";
import type { Contract } from "../document";
import { statusWords } from "../types/status";
import { useLinks, useShown } from "./context";
import { Section } from "./heading";
import { Prose } from "./prose";
import { ReuseChip } from "./reuse";
import { SchemaView } from "./schema";

interface Props {
  readonly types: readonly string[];
  readonly format: Contract["errorFormat"];
}

export function ErrorCards({ types, format }: Props): JSX.Element | null {
  const { model } = useShown();
  if (types.length === 0) return null;
  const byStatus = [...types].sort((a, b) => (model.error(a)?.statusCode ?? 0) - (model.error(b)?.statusCode ?? 0));
  return (
    <Section at="errors" title="Errors" aside={<span class="count">{types.length}</span>}>
      {format === "problem" && <p class="quiet">Sent as problem details (RFC 9457).</p>}
      {byStatus.map((type) => (
        <ErrorCard key={type} type={type} />
      ))}
    </Section>
  );
}

function ErrorCard({ type }: { readonly type: string }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const error = model.error(type);
  if (!error) return <p class="quiet">{type}</p>;
  return (
    <article class="error-card" aria-label={type}>
      <div class="error-words">
        <p class="error-head">
          <span class="status bad">{error.statusCode}</span>{" "}
          <span class="status-words">{statusWords(error.statusCode)}</span>
        </p>
        <p class="error-type">
          <a href={link({ kind: "error", name: type })}>
            <code>{type}</code>
          </a>
          <ReuseChip kind="error" name={type} />
        </p>
        <Prose text={error.description} class="small" />
      </div>
      <div class="error-data">
        {error.data === undefined ? <p class="quiet">No data.</p> : <SchemaView schema={error.data} />}
      </div>
    </article>
  );
}
