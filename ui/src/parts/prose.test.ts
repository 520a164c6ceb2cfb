import { expect, test } from "vitest";
import { rstAsMarkdown, titleParts } from "./prose";

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

test.each([
  ["Order what is in the basket.", "Order what is in the basket.", ""],
  ["Order what is in the basket. The seller is told.", "Order what is in the basket.", "The seller is told."],
  ["Use e.g. Apples. Or pears.", "Use e.g. Apples.", "Or pears."],
  ["Works with OAuth 2.0 Tokens of version 3.", "Works with OAuth 2.0 Tokens of version 3.", ""],
  ["Really? Yes.", "Really? Yes.", ""],
  ["Returns `a.b`. `null` otherwise.", "Returns `a.b`.", "`null` otherwise."],
])("the title of %s", (text, title, rest) => {
  expect(titleParts(text)).toEqual([title, rest]);
});
