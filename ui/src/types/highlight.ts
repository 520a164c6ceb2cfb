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

const PIECE = new RegExp(`(${COMMENT})|(${STRING})(\\s*:)?|(?<![\\w/.-])(?:(${NUMBER})|(?:${WORDS})(?![\\w/-]))`, "gm");

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
