/** Code that can be copied, lightly coloured. */

import { h, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { highlighted, type Piece } from "../types/highlight";
import { CopyButton } from "./copy";

interface Props {
  readonly code: string;
  /** What it is, for names: "the example". */
  readonly what: string;
  /** The pieces of the code, where they are known already. */
  readonly pieces?: readonly Piece[];
}

export function Code({ code, what, pieces: known }: Props): JSX.Element {
  const pieces = useMemo(() => known ?? highlighted(code), [code, known]);
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={what}>
        <code>
          {pieces.map(({ kind, text, path }, at) =>
            kind === "plain" && path === undefined ? (
              text
            ) : (
              <span class={`c-${kind}`} data-path={path} key={at}>
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
