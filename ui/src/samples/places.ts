/** Where the parts of a value are in code that holds it, whatever the language: names and values are in it in their order. */

import type { JsonValue } from "../document";
import { highlighted, type Piece } from "../types/highlight";
import { memberPath } from "../types/structure";
import type { Sampled } from "../views/context";
import { isList, isObject } from "../document";
import { encoded, type Pair } from "./request";

export interface Place {
  /** The section of the page that describes the part, and its path there. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** How a text may be written between quotes, without them: unchanged or in JSON, and that inside a text of the language. */
function written(text: string): readonly string[] {
  const json = inJson(text);
  const ways = [text, json].flatMap((way) => [
    way,
    inJson(way),
    way.replace(/[\\']/g, "\\$&"), // PHP, Ruby
    way.replaceAll("'", `'\\''`), // a shell
  ]);
  return [...new Set(ways)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

function anyOf(texts: readonly string[]): string {
  return `(?:${texts.map(escaped).join("|")})`;
}

const QUOTE = String.raw`\\*["']?`;

/**
 * Finds the members of a value in code.
 *
 * @param section The section that describes the value.
 * @param steps The steps to what the section describes; members of a frame have no place.
 */
export function placesOf(
  code: string,
  value: JsonValue,
  section: string,
  steps: readonly (string | number)[] = [],
): readonly Place[] {
  const places: Place[] = [];
  const frame = steps.reduce<string>((path, step) => memberPath(path, String(step)), "");
  let at = 0;
  function walk(part: JsonValue, path: string): void {
    if (isList(part)) {
      part.forEach((item, index) => walk(item, memberPath(path, String(index))));
      at = Math.max(at, code.indexOf("]", at) + 1);
    } else if (isObject(part)) {
      for (const [name, inner] of Object.entries(part)) member(name, inner, memberPath(path, name));
      at = Math.max(at, code.indexOf("}", at) + 1);
    } else {
      const word = { true: "true|True", false: "false|False", null: "null|None" }[String(part)] ?? escaped(String(part));
      const literal = typeof part === "string" ? `${QUOTE}${anyOf(written(part))}${QUOTE}` : word;
      at += search(`^(?:${literal})`, code.slice(at, at + String(part).length * 3 + 8))?.[0].length ?? 0;
    }
  }
  function member(name: string, inner: JsonValue, path: string): void {
    const key = `(?<![\\w$"'\\\\])${QUOTE}${anyOf(written(name))}${QUOTE}\\]?\\s*:\\s*`;
    const found = search(key, code, "g", at);
    if (!found) return;
    at = found.index + found[0].length;
    walk(inner, path);
    if (path.startsWith(`${frame}/`)) places.push({ path: section + path.slice(frame.length), start: found.index, end: at });
  }
  walk(value, "");
  return places;
}

/** What a pattern finds; nothing where a text of the document is too long for one, which engines notice when they use it. */
function search(source: string, code: string, flags = "", from = 0): RegExpExecArray | null {
  try {
    const pattern = new RegExp(source, flags);
    pattern.lastIndex = from;
    return pattern.exec(code);
  } catch {
    return null;
  }
}

/** Finds pairs of a query, of headers, of cookies or of a form: name and value follow each other. */
export function placesOfPairs(code: string, pairs: readonly Pair[], section: string): readonly Place[] {
  return pairs.flatMap(([name, value]) => {
    const names = anyOf([...written(name), encoded(name)]);
    const values = anyOf([...written(value), encoded(value)]);
    const found = search(`(?<![\\w-])${names}${QUOTE}\\]?\\s*(?:=>|[=:,])\\s*${QUOTE}${values}`, code);
    return found ? [{ path: memberPath(section, name), start: found.index, end: found.index + found[0].length }] : [];
  });
}

/** Finds the parameters of a path in the address that was made of it. */
export function placesInPath(code: string, template: string, section: string): readonly Place[] {
  const names: string[] = [];
  const address = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith("{")) return escaped(part);
    names.push(part.slice(1, -1));
    return "([^/?\"'\\s]+)";
  });
  const found = names.length > 0 ? search(address.join(""), code, "d") : null;
  return names.flatMap((name, at) => {
    const range = found?.indices?.[at + 1];
    return range ? [{ path: memberPath(section, name), start: range[0], end: range[1] }] : [];
  });
}

interface Step {
  readonly next: Map<string, Step>;
}

/** The paths to places and to what holds them; a step `*` is any. */
export function pathsTo(places: Iterable<Place>): Sampled {
  const root: Step = { next: new Map() };
  for (const { path } of places) {
    let at = root;
    for (const name of path.split("/")) {
      const known = at.next.get(name) ?? { next: new Map() };
      at.next.set(name, known);
      at = known;
    }
  }
  const has = (path: string): boolean => {
    let held: readonly Step[] = [root];
    for (const name of path.split("/")) {
      held = held.flatMap(({ next }) => (name === "*" ? [...next.values()] : (next.get(name) ?? [])));
    }
    return held.length > 0;
  };
  return { has };
}

/** Longer code is coloured only. */
const LONGEST = 60_000;

/** The pieces of code, each with the innermost place that holds it. */
export function linked(code: string, places: readonly Place[]): readonly Piece[] {
  const pieces = highlighted(code);
  if (places.length === 0 || code.length > LONGEST) return pieces;
  const owners = new Array<string | undefined>(code.length);
  const outerFirst = [...places].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const { path, start, end } of outerFirst) owners.fill(path, start, end);
  let at = 0;
  return pieces.flatMap(({ kind, text }) => {
    const parts: Piece[] = [];
    const end = at + text.length;
    while (at < end) {
      const path = owners[at];
      const start = at;
      while (at < end && owners[at] === path) at += 1;
      parts.push({ kind, text: code.slice(start, at), ...(path !== undefined && { path }) });
    }
    return parts;
  });
}
