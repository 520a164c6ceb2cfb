/** Code that can be copied, lightly coloured; long code is folded. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { usePrinting } from "../host/printing";
import { highlighted } from "../types/highlight";
import { CopyButton } from "./copy";
import { t } from "../i18n";

interface Props {
  readonly code: string;
  /** What it is, for names: "the example". */
  readonly what: string;
  /** A row above the code, before the button that copies it. */
  readonly children?: ComponentChildren;
}

/** Lines that a sample may have before it is folded: where there is little room, and elsewhere; the style sheet cuts there. */
const FOLDED = { narrow: 10, wide: 16 } as const;

export function Code({ code, what, children }: Props): JSX.Element {
  const pieces = useMemo(() => highlighted(code), [code]);
  const [isOpen, setOpen] = useState(false);
  const printing = usePrinting();
  const copy = <CopyButton text={() => code} what={what} />;
  const lines = code.split("\n").length;
  const isLong = !!children && !printing && lines > FOLDED.narrow;
  return (
    <div class={`code ${isLong && !isOpen ? "is-folded" : ""} ${lines > FOLDED.wide ? "" : "is-short"}`}>
      {children ? (
        <div class="code-head">
          {children}
          {copy}
        </div>
      ) : (
        copy
      )}
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
      {isLong && (
        <button class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("Fold") : t("Unfold all")}
        </button>
      )}
    </div>
  );
}
