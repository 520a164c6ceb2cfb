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

/** Lines that a folded sample may have; the style sheet shows fewer of them where there is little room. */
const MOST_LINES = 16;

export function Code({ code, what, children }: Props): JSX.Element {
  const pieces = useMemo(() => highlighted(code), [code]);
  const [isOpen, setOpen] = useState(false);
  const printing = usePrinting();
  const copy = <CopyButton text={() => code} what={what} />;
  const isLong = !!children && !printing && code.split("\n").length > MOST_LINES;
  return (
    <div class={isLong && !isOpen ? "code is-folded" : "code"}>
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
