/** Which parts of the page are near to the window, and which one is read. */

/** Parts are near when so many pixels are between them and the window. */
const NEAR = 1000;

/** The part at this share of the window's height is what is read. */
const LINE = 0.15;

/** Parts that stay rendered; those that were near first become words again. */
const MOST_RENDERED = 12;

/** So many parts are rendered in one frame: a reader who scrolls fast sees the words of the others. */
const AT_ONCE = 1;

/** Safari refuses an address that has changed a hundred times in 30 seconds. */
export const ADDRESS_AFTER = 350; // milliseconds

export interface Seen {
  /** The nearest first. */
  readonly near: readonly number[];
  readonly read: number;
}

/** Looks at few of the parts, which follow each other from top to bottom. */
export function lookAt(parts: HTMLCollection, height: number): Seen {
  const bottomOf = (at: number): number => parts[at]?.getBoundingClientRect().bottom ?? Infinity;
  const firstBelow = (edge: number): number => {
    let [low, high] = [0, parts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bottomOf(middle) > edge) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const from = firstBelow(-NEAR);
  const to = Math.min(firstBelow(height + NEAR) + 1, parts.length);
  const read = firstBelow(LINE * height);
  const near = Array.from({ length: to - from }, (_, at) => from + at);
  return { near: near.sort((one, other) => Math.abs(one - read) - Math.abs(other - read)), read };
}

/** The parts to render next: what is rendered, and some more of those that are near. */
export function renderedNext(rendered: readonly number[], near: readonly number[]): readonly number[] {
  const missing = near.filter((at) => !rendered.includes(at)).slice(0, AT_ONCE);
  if (missing.length === 0) return rendered;
  const kept = near.filter((at) => rendered.includes(at));
  return [...new Set([...missing, ...kept, ...rendered])].slice(0, Math.max(MOST_RENDERED, near.length));
}
