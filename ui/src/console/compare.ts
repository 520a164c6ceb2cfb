/** What differs between two texts, line by line. */

export interface DiffLine {
  /** Of both, of the first, or of the second. */
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** More lines are not aligned with each other: all of the first are followed by all of the second. */
const ALIGNED = 2000;
/** Lines around each difference. */
const AROUND = 3;

/** The differing lines with those around them; "…" where others are left out, and nothing for equal texts. */
export function differences(before: string, after: string): readonly DiffLine[] {
  const lines = aligned(before.split("\n"), after.split("\n"));
  const shown = new Set<number>();
  lines.forEach(({ mark }, at) => {
    if (mark !== " ") for (let near = at - AROUND; near <= at + AROUND; near += 1) shown.add(near);
  });
  return lines.flatMap((line, at): readonly DiffLine[] => {
    if (shown.has(at)) return [line];
    return shown.has(at - 1) || (at === 0 && shown.size > 0) ? [{ mark: " ", text: "…" }] : [];
  });
}

function marked(mark: DiffLine["mark"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ mark, text }));
}

function aligned(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, now] = [before, after].map((lines) => lines.slice(start, lines.length - end)) as [string[], string[]];
  const isLong = old.length > ALIGNED || now.length > ALIGNED;
  const middle = isLong ? [...marked("-", old), ...marked("+", now)] : common(old, now);
  return [...marked(" ", before.slice(0, start)), ...middle, ...marked(" ", before.slice(before.length - end))];
}

/** By their longest common subsequence. */
function common(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] = old[i] === now[j] ? longest[at + width + 1]! + 1 : Math.max(longest[at + width]!, longest[at + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    const at = i * width + j;
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ mark: " ", text: old[i]! });
      i += 1;
      j += 1;
    } else if (j === now.length || (i < old.length && longest[at + width]! >= longest[at + 1]!)) lines.push({ mark: "-", text: old[i++]! });
    else lines.push({ mark: "+", text: now[j++]! });
  }
  return lines;
}
