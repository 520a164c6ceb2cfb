/** Code that can be copied, lightly coloured; long code is folded. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useKept } from "../host/kept";
import { usePrinting } from "../host/printing";
import { CopyButton } from "./copy";
import { t } from "../i18n";

interface Props {
  readonly code: string;
  /** What it is, for names: "the example". */
  readonly what: string;
  /** A row above the code, before the button that copies it. */
  readonly children?: ComponentChildren;
  /** What is copied, where the code that is shown leaves something out. */
  readonly copied?: () => string;
}

/** Lines that a sample may have before it is folded: where there is little room, and elsewhere; the style sheet cuts there. */
const FOLDED = { narrow: 10, wide: 16 } as const;

export function Code({ code, what, children, copied = () => code }: Props): JSX.Element {
  const pieces = useMemo(() => highlighted(code), [code]);
  const [isOpen, setOpen] = useKept(what, () => false);
  const printing = usePrinting();
  const copy = <CopyButton text={copied} what={what} />;
  const lines = code.split("\n").length;
  const isLong = !!children && !printing && lines > FOLDED.narrow;
  return (
    <div class={`code ${isLong && !isOpen ? "is-folded" : ""} ${lines > FOLDED.wide ? "" : "is-short"}`}>
      {children ? (
        <div class="code-head">
          {children}
          {copy}
        </div>
      ) : (copy)}
      <pre tabIndex={0} role="group" aria-label={what}>
        <code>
          {pieces.map(({ kind, text }) =>
            kind === "plain" ? (text) : <span class={`c-${kind}`}>{text}</span>,
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

/** Splits code into coloured pieces: enough for JSON and short samples, no parser. */

export interface Piece {
  readonly kind: "plain" | "string" | "number" | "word" | "comment" | "key";
  readonly text: string;
}

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const NUMBER = String.raw`-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b`;
const COMMENT = String.raw`(?:^|(?<=\s))(?:#|//).*`;
const WORDS =
  "true|false|null|None|True|False|import|from|as|async|await|with|for|in|def|return|print|const|let|new|curl|function|if|else";

const PIECE = new RegExp(`(${COMMENT})|(${STRING})(\\s*:)?|(?<![\\w/.:-])(?:(${NUMBER})|(?:${WORDS})(?![\\w/-]))`, "gm");

/** Longer texts stay plain: nobody reads the colours of a 100 KB example. */
const LONGEST = 60_000;

export function highlighted(code: string): readonly Piece[] {
  if (code.length > LONGEST) return [{ kind: "plain", text: code }];
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of code.matchAll(PIECE)) {
    const [whole, comment, string, colon, number] = match;
    if (match.index > done) pieces.push({ kind: "plain", text: code.slice(done, match.index) });
    done = match.index + whole.length;
    if (string !== undefined) {
      pieces.push({ kind: colon === undefined ? "string" : "key", text: string });
      if (colon !== undefined) pieces.push({ kind: "plain", text: colon });
    } else {
      pieces.push({ kind: comment !== undefined ? "comment" : number !== undefined ? "number" : "word", text: whole });
    }
  }
  if (done < code.length) pieces.push({ kind: "plain", text: code.slice(done) });
  return pieces;
}
