import { expect, test } from "vitest";
import { parseInline, parseMarkdown, type Block, type Inline } from ".";

/** Nodes in a short notation, `p`, `ul(li…)`, `*em*`. */
function short(blocks: readonly Block[]): string {
  return blocks.map(shortBlock).join(" ");
}

function shortBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `p(${line(block.children)})`;
    case "heading":
      return `h(${line(block.children)})`;
    case "code":
      return `pre(${block.text})`;
    case "quote":
      return `${block.alert ?? "quote"}(${short(block.children)})`;
    case "list":
      return `${block.ordered ? `ol${block.start}` : "ul"}(${block.items.map((item) => `li(${short(item)})`).join("")})`;
    case "table":
      return `table(${[block.head, ...block.rows].map((row) => row.map(line).join("|")).join("/")})`;
    case "rule":
      return "hr";
    default:
      return block satisfies never;
  }
}

function line(inlines: readonly Inline[]): string {
  return inlines
    .map((node) => {
      switch (node.kind) {
        case "text":
          return node.text;
        case "code":
          return `\`${node.text}\``;
        case "link":
          return `<${node.href}|${line(node.children)}>`;
        case "break":
          return "⏎";
        default:
          return `${node.kind}{${line(node.children)}}`;
      }
    })
    .join("");
}

test.each([
  ["a paragraph over two lines", "one\ntwo", "p(one\ntwo)"],
  ["two paragraphs", "one\n\ntwo", "p(one) p(two)"],
  ["emphasis", "a **b** *c* _d_ ~~e~~", "p(a strong{b} em{c} em{d} del{e})"],
  ["emphasis in emphasis", "**a *b* c**", "p(strong{a em{b} c})"],
  ["names with underscores are names", "save_user_order and __init__", "p(save_user_order and strong{init})"],
  ["code keeps its signs", "`**x**` and ``a`b``", "p(`**x**` and `a`b`)"],
  ["escaped signs", "\\*a\\* \\`b\\`", "p(*a* `b`)"],
  ["a link", 'see [the *guide*](https://example.org/a_(b) "T").', "p(see <https://example.org/a_(b)|the em{guide}>.)"],
  [
    "addresses",
    "https://example.org/a, <https://b.example>",
    "p(<https://example.org/a|https://example.org/a>, <https://b.example|https://b.example>)",
  ],
  ["HTML is text", "<b>x</b> <script>alert(1)</script>", "p(<b>x</b> <script>alert(1)</script>)"],
  ["an image is its link", "![x](a.png)", "p(!<a.png|x>)"],
  ["a heading", "## Title ##\ntext", "h(Title) p(text)"],
  ["fenced code", "```python\na *b*\n\nc\n```\nend", "pre(a *b*\n\nc) p(end)"],
  ["an open fence goes to the end", "```\na", "pre(a)"],
  ["indented code", "    a\n      b\n\nc", "pre(a\n  b) p(c)"],
  ["a list after a line", "Do:\n- a\n- b", "p(Do:) ul(li(p(a))li(p(b)))"],
  ["a list within a list", "- a\n  - b\n  - c\n- d", "ul(li(p(a) ul(li(p(b))li(p(c))))li(p(d)))"],
  ["an item of two paragraphs", "- a\n\n  b\n- c", "ul(li(p(a) p(b))li(p(c)))"],
  ["an item over two lines", "- a\nb\n- c", "ul(li(p(a\nb))li(p(c)))"],
  ["numbers", "3. a\n4. b", "ol3(li(p(a))li(p(b)))"],
  ["text after a list", "- a\n\nb", "ul(li(p(a))) p(b)"],
  ["code in an item", "- a\n\n  ```\n  x\n  ```", "ul(li(p(a) pre(x)))"],
  ["a quote", "> a\n> b\n\nc", "quote(p(a\nb)) p(c)"],
  ["an alert", "> [!WARNING]\n> Not *undone*.\n>\n> - a", "warning(p(Not em{undone}.) ul(li(p(a))))"],
  ["an alert in small letters, with a space", ">[!note] \n> a", "note(p(a))"],
  ["an alert in a list", "- > [!TIP]\n  > a", "ul(li(tip(p(a))))"],
  ["an alert of a kind that is none", "> [!DANGER]\n> a", "quote(p([!DANGER]\na))"],
  ["an alert with words in its line", "> [!NOTE] a\n> b", "quote(p([!NOTE] a\nb))"],
  ["an alert without words", "> [!NOTE]\n>", "quote(p([!NOTE]))"],
  ["a table", "|a|b|\n|-|:-:|\n|1|`x`|\n|2|", "table(a|b/1|`x`/2|)"],
  ["a rule", "a\n\n---\n\nb", "p(a) hr p(b)"],
  ["a hard break", "a  \nb", "p(a⏎b)"],
  ["a heading by its underline", "Title\n=====\ntext", "h(Title) p(text)"],
  ["emphasis over two lines", "**a\nb**", "p(strong{a\nb})"],
  ["strong emphasis", "***a***", "p(em{strong{a}})"],
  ["an unclosed mark is text", "2 * 3 and **a", "p(2 * 3 and **a)"],
  ["crossing marks", "*a **b* c**", "p(*a strong{b* c})"],
  ["code wins over marks", "*a `b* c`", "p(*a `b* c`)"],
  ["a link in a link is text", "[a [b](c) d](e)", "p([a <c|b> d](e))"],
  ["brackets are text", "list[int] and [x]", "p(list[int] and [x])"],
  ["an address of mail", "<ada@example.org>", "p(<mailto:ada@example.org|ada@example.org>)"],
  [
    "an address at the end of a sentence",
    "(see https://example.org/a_b).",
    "p((see <https://example.org/a_b|https://example.org/a_b>).)",
  ],
  ["a year begins no list", "It was\n1986. A year", "p(It was\n1986. A year)"],
  ["a list with blank lines between", "- a\n\n- b", "ul(li(p(a))li(p(b)))"],
  ["another bullet, another list", "- a\n+ b", "ul(li(p(a))) ul(li(p(b)))"],
  ["a list in a quote", "> - a\n> - b", "quote(ul(li(p(a))li(p(b))))"],
  ["a table with a border in a cell", "a|b\n-|-\nx \\| y|z", "table(a|b/x | y|z)"],
  ["a quote that goes on lazily", "> a\nb", "quote(p(a\nb))"],
  ["right to left and emoji", "**שלום** 👩‍👩‍👧", "p(strong{שלום} 👩‍👩‍👧)"],
  ["nothing", "", ""],
])("%s", (_, text, expected) => {
  expect(short(parseMarkdown(text))).toBe(expected);
});

test.each([
  [`see <a target="_blank" href="https://x.example/a?b=1&amp;c=2">the page</a>`, "https://x.example/a?b=1&c=2"],
  ["see <A HREF='https://x.example/a' class=x>the page</A>", "https://x.example/a"],
])("a link of HTML: %s", (text, href) => {
  expect(parseInline(text)).toEqual([{ kind: "text", text: "see " }, { kind: "link", href, children: [{ kind: "text", text: "the page" }] }]);
});
