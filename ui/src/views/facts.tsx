/** What holds for a value: constraints, default, values of an enumeration, examples. */

import { h, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { JsonValue } from "../types/json-schema";
import type { Facts } from "../types/facts";
import { usePrinting } from "../host/printing";
import { useDetails } from "../parts/lazy";
import { InlineProse } from "../parts/prose";
import { interpolate, t } from "../i18n";

const MOST_VALUES = 12;

/** Whether to show a default; null is the usual one of optional fields. */
function hasDefault(fallback: JsonValue | undefined): fallback is JsonValue {
  return fallback !== undefined && fallback !== null;
}

/** Constraints, default, values of an enumeration, examples: whatever there is. */
export function FactList({ facts }: { readonly facts: Facts }): JSX.Element | null {
  const { constraints, versions, pattern, values, enumeration, examples, fallback } = facts;
  const isDescribed = Object.keys(enumeration ?? {}).some((key) => key.startsWith("x-enum"));
  const { value: details } = useDetails(isDescribed);
  const words = details?.wordsOfValues(enumeration ?? {});
  const any = constraints.length + versions.length + values.length + examples.length > 0 || pattern !== undefined || hasDefault(fallback);
  if (!any) return null;
  return (
    <div class="facts">
      {[...constraints, ...versions].map((words) => <span class="fact">{words}</span>)}
      {pattern !== undefined && <span class="fact">{interpolate("matches {0}", <code>{pattern}</code>)}</span>}
      {hasDefault(fallback) && (
        <span class="fact">{interpolate("default {0}", <code>{JSON.stringify(fallback)}</code>)}</span>
      )}
      {values.length > 0 && <Values label={t("one of")} values={values} class="value" words={words} />}
      {examples.length > 0 && <Values label={t("e.g.")} values={examples} class="example" />}
    </div>
  );
}

interface ValuesProps {
  readonly label: string;
  readonly values: readonly JsonValue[];
  readonly class: string;
  /** What the values mean. */
  readonly words?: readonly string[] | undefined;
}

function Values({ label, values, class: look, words }: ValuesProps): JSX.Element {
  const [count, setCount] = useState(MOST_VALUES);
  const printing = usePrinting();
  const shown = printing ? values : values.slice(0, count);
  return (
    <span class={words?.some(Boolean) ? "values is-described" : "values"}>
      <span class="values-label">{label}</span>
      {shown.map((value, at) => {
        const tag = <code class={`tag ${look}`}>{typeof value === "string" ? value : JSON.stringify(value)}</code>;
        return words?.[at] ? <p>{tag} <InlineProse text={words[at]} /></p> : tag;
      })}
      {shown.length < values.length && (
        <button class="more" onClick={() => setCount(count * 20)}>
          {t("{0} more", values.length - shown.length)}
        </button>
      )}
    </span>
  );
}
