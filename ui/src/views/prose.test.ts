import { expect, test } from "vitest";
import { rstAsMarkdown } from "./prose";

test.each([
  ["``code``", "`code`"],
  [":py:class:`~app.User`", "`app.User`"],
  [":ref:`the guide <guide>`", "`the guide`"],
  ["`the guide <https://example.org>`_", "[the guide](https://example.org)"],
  ["Like this::\n\n    x", "Like this:\n\n    x"],
  ["*em* and **strong**", "*em* and **strong**"],
])("%s", (rst, markdown) => {
  expect(rstAsMarkdown(rst)).toBe(markdown);
});
