/** Texts that would take a careless parser the square of their length. */

import { describe, expect, test } from "vitest";
import { parseMarkdown } from ".";

describe("hostile texts are read in the time of their length", () => {
  const LENGTH = 250_000; // what takes the square of it reaches the time limit
  const PIECES = [
    "*",
    "_",
    "**a",
    "*a **b ",
    "`",
    "``a`",
    "[",
    "[a](",
    "[](",
    "> ",
    "- ",
    " - a\n",
    "|",
    "|a",
    "<",
    "<a@",
    "\\",
    "~~",
    "#",
    "a_",
  ];
  test.each([
    ...PIECES,
    "  \n",
    "  ",
    "1. ",
    "https://",
    "*a_",
    "[*a](b)",
    "-",
    "a\n-\n",
    "|a|\n|-|\n",
    "* a\n\n",
    "[a](b(",
    "```\n",
  ])("%j without end", (piece) => {
    const text = piece.repeat(LENGTH / piece.length);
    for (const end of ["", "x`)"]) expect(parseMarkdown(text + end).length).toBeGreaterThan(-1);
  });

  test("marks inside marks end somewhere", () => {
    const deep = JSON.stringify(parseMarkdown(`${"*a **b ".repeat(5000)}${"c** d* ".repeat(5000)}`));
    const depths = Array.from(deep.matchAll(/"children":/g)).length;
    expect(depths).toBeLessThan(50_000);
    expect(() => JSON.parse(deep) as unknown).not.toThrow();
  });
});
