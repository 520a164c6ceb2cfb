/** Writes a text for a regular expression: the common parts of their language, the shortest way through. */

/** One character of a set, or alternatives of sequences. */
type Atom = string | Alternatives;
type Alternatives = readonly (readonly Repeated[])[];

interface Repeated {
  readonly atom: Atom;
  readonly least: number;
  readonly most: number;
}

const NOTHING: Alternatives = [[]];
const DIGITS = "0123456789";
const SMALL = "abcdefghijklmnopqrstuvwxyz";
const LETTERS = SMALL + SMALL.toUpperCase();
const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", DIGITS],
  ["w", `${LETTERS}${DIGITS}_`],
  ["s", " "],
  ["D", LETTERS],
  ["W", "-. "],
  ["S", LETTERS],
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Longer texts are for nobody's eyes. */
const MOST = 5000;

/**
 * A text that the expression matches, or one that it nearly does: look-around is passed over, so the caller checks.
 *
 * `extra` is how often a thing is repeated beyond what must be, `nth` turns the choice of characters.
 */
export function textFor(pattern: string, extra: number, nth: number): string | undefined {
  const reader = new Reader(pattern);
  const alternatives = reader.alternatives(0);
  if (!reader.done) return undefined;
  let left = MOST;
  let turn = nth;

  function write(choices: Alternatives): string {
    return (choices[nth % choices.length] ?? []).map(repeated).join("");
  }
  function repeated({ atom, least, most }: Repeated): string {
    let text = "";
    for (let at = 0; at < Math.min(most, least + extra) && left > 0; at += 1) {
      left -= 1;
      text += typeof atom === "string" ? (atom[(at + turn) % atom.length] ?? "") : write(atom);
    }
    // like the digits of a number: what this set cannot tell apart, the next one does
    if (text !== "" && typeof atom === "string") turn = Math.floor(turn / atom.length);
    return text;
  }

  return write(alternatives);
}

/** Parentheses in parentheses beyond this are not read. */
const DEEPEST = 50;

/** Reads an expression; what it does not know ends the reading. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  alternatives(depth: number): Alternatives {
    const found = [this.#sequence(depth)];
    while (this.#take(/\|/y)) found.push(this.#sequence(depth));
    return found;
  }

  /** Takes what stands here, if it is of that form. */
  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text);
    if (found) this.#at = form.lastIndex;
    return found;
  }

  #next(): string {
    const sign = this.#text[this.#at] ?? "";
    this.#at += 1;
    return sign;
  }

  #sequence(depth: number): readonly Repeated[] {
    const found: Repeated[] = [];
    while (!this.done && depth < DEEPEST && !/[|)]/.test(this.#text[this.#at] ?? "")) {
      found.push({ atom: this.#atom(depth), ...this.#times() });
    }
    return found;
  }

  #atom(depth: number): Atom {
    if (this.#take(/\^|\$|\\[bBAzZ]/y)) return NOTHING;
    const sign = this.#next();
    switch (sign) {
      case ".":
        return LETTERS;
      case "[":
        return this.#set();
      case "\\":
        return this.#escaped();
      case "(": {
        const head = this.#take(/\?(?:<?[=!]|:|P?<\w+>)/y)?.[0] ?? "";
        const inside = this.alternatives(depth + 1);
        this.#take(/\)/y);
        return /[=!]$/.test(head) ? NOTHING : inside;
      }
      default:
        return sign;
    }
  }

  #escaped(): string {
    const property = this.#take(/[pP]\{(\w+)\}/y)?.[1];
    if (property !== undefined) return property.startsWith("N") ? DIGITS : property === "Lu" ? SMALL.toUpperCase() : SMALL;
    const code = this.#take(/x([\da-fA-F]{2})|u([\da-fA-F]{4})/y);
    if (code) return String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? "", 16));
    const sign = this.#next();
    return CLASSES.get(sign) ?? sign;
  }

  #set(): string {
    const not = this.#take(/\^/y);
    let signs = "";
    while (!this.done && (signs === "" || this.#text[this.#at] !== "]")) {
      const start = this.#one();
      if (start.length === 1 && this.#take(/-(?!\])/y)) {
        const end = this.#one().charCodeAt(0);
        for (let code = start.charCodeAt(0); code <= end && signs.length < 200; code += 1) signs += String.fromCharCode(code);
      } else {
        signs += start;
      }
    }
    this.#take(/\]/y);
    return not ? Array.from(LETTERS + DIGITS + PRINTABLE).filter((sign) => !signs.includes(sign)).join("") : signs;
  }

  #one(): string {
    return this.#take(/\\/y) ? this.#escaped() : this.#next();
  }

  #times(): { readonly least: number; readonly most: number } {
    const [, sign, least = "", comma, most] = this.#take(/(?:([*+?])|\{(\d+)(,(\d*))?\})[?+]?/y) ?? [];
    if (sign !== undefined) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    if (least === "") return { least: 1, most: 1 };
    return { least: Number(least), most: comma === undefined ? Number(least) : most ? Number(most) : Infinity };
  }
}
