/** Texts that match a regular expression of everyday kind: literals, classes, groups, repetitions. */

/** A piece of a pattern: makes a text with a number of extra repetitions and a choice among signs. */
type Piece = (extra: number, choice: number) => string;

/** Candidates, the shortest first; the caller checks them against the pattern itself. */
export function* matching(pattern: string, minLength: number, nth: number): Iterable<string> {
  const reader = new Reader(pattern);
  try {
    const piece = reader.alternatives();
    for (let choice = 0; choice <= nth + 1; choice += 1) {
      for (const extra of [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, minLength]) yield piece(extra, choice);
    }
  } catch {
    return; // something unusual, or too large: the caller has other candidates
  }
}

/** Signs and groups that are made for one pattern. */
const MOST_STEPS = 50_000;

const CLASSES: Readonly<Record<string, string>> = {
  d: "0123456789",
  w: "abcdefghijklmnopqrstuvwxyz0123456789_",
  s: " ",
  D: "a",
  W: "-",
  S: "a",
};

class Reader {
  #at = 0;
  #left = MOST_STEPS;

  constructor(private readonly text: string) {}

  alternatives(): Piece {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return (extra, choice) => branches[choice % branches.length]!(extra, choice);
  }

  #sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.text.length && !"|)".includes(this.#peek())) pieces.push(this.#repeated(this.#atom()));
    return (extra, choice) => {
      this.#left -= 1 + pieces.length;
      if (this.#left < 0) throw new RangeError("too many signs");
      return pieces.map((piece) => piece(extra, choice)).join("");
    };
  }

  #atom(): Piece {
    const sign = this.#next();
    switch (sign) {
      case "^":
      case "$":
        return () => "";
      case ".":
        return () => "a";
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      case "(":
        return this.#group();
      default:
        return () => sign;
    }
  }

  #group(): Piece {
    const silent = /^\?(?:[!=]|<[!=])/.test(this.text.slice(this.#at, this.#at + 3));
    const head = /^\?(?::|<?[!=]|P?<\w+>)/.exec(this.text.slice(this.#at))?.[0] ?? "";
    this.#at += head.length;
    const inner = this.alternatives();
    if (!this.#take(")")) throw new SyntaxError("an open group");
    return silent ? () => "" : inner; // look-arounds are left to the final check
  }

  #escape(): Piece {
    const sign = this.#next();
    if ("bBAZz".includes(sign)) return () => "";
    if (Object.hasOwn(CLASSES, sign)) return oneOf(CLASSES[sign]!);
    if (/[pPkux\d]/.test(sign)) throw new SyntaxError("an unusual escape");
    const meant = { n: "\n", t: "\t", r: "\r" }[sign] ?? sign;
    return () => meant;
  }

  #class(): Piece {
    const negated = this.#take("^");
    let signs = "";
    while (this.#peek() !== "]" || signs === "") {
      const sign = this.#next();
      const meant = sign === "\\" ? this.#next() : sign;
      if (sign === "\\" && Object.hasOwn(CLASSES, meant)) signs += CLASSES[meant]!;
      else if (this.#peek() === "-" && !["]", undefined].includes(this.text[this.#at + 1])) {
        this.#at += 1;
        const end = this.#next();
        for (let code = meant.charCodeAt(0); code <= end.charCodeAt(0) && signs.length < 300; code += 1) {
          signs += String.fromCharCode(code);
        }
      } else signs += meant;
    }
    this.#next();
    return oneOf(negated ? [..."abcxyz012-_ "].filter((sign) => !signs.includes(sign)).join("") : signs);
  }

  #repeated(piece: Piece): Piece {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})[?+]?/.exec(this.text.slice(this.#at));
    if (!match) return piece;
    this.#at += match[0].length;
    const [whole, low, comma, high] = match;
    const least = low === undefined ? (whole.startsWith("+") ? 1 : 0) : Number(low);
    const most =
      low !== undefined
        ? comma === ""
          ? least
          : high === ""
            ? Infinity
            : Number(high)
        : whole.startsWith("?")
          ? 1
          : Infinity;
    return (extra, choice) => {
      const length = Math.min(most, least + extra, 200);
      this.#left -= length;
      if (this.#left < 0) throw new RangeError("too many signs");
      return Array.from({ length }, (_, index) => piece(extra, choice + index)).join("");
    };
  }

  #peek(): string {
    return this.text[this.#at] ?? "";
  }

  #next(): string {
    const sign = this.text[this.#at];
    if (sign === undefined) throw new SyntaxError("an open end");
    this.#at += 1;
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }
}

function oneOf(signs: string): Piece {
  return (_, choice) => signs[choice % Math.max(1, signs.length)] ?? "";
}
