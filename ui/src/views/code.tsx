/** Code that can be copied, lightly coloured. */

import { h, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { highlighted } from "../types/highlight";
import { CopyButton } from "./copy";

interface Props {
  readonly code: string;
  /** What it is, for names: "the example". */
  readonly what: string;
}

export function Code({ code, what }: Props): JSX.Element {
  const pieces = useMemo(() => highlighted(code), [code]);
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={what}>
        <code>
          {pieces.map(({ kind, text }, at) =>
            kind === "plain" ? (
              text
            ) : (
              <span class={`c-${kind}`} key={at}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      <CopyButton text={() => code} what={what} />
    </div>
  );
}
