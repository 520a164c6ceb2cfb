/** What Markdown is read into: plain values that a view draws as nodes. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "emphasis" | "strong"; readonly inlines: readonly Inline[] }
  /** `href` is safe: http, https, mailto, relative, or inside the page. */
  | { readonly kind: "link"; readonly href: string; readonly inlines: readonly Inline[] };

export type Block =
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "list";
      /** The first number; a list with bullets has none. */
      readonly start: number | undefined;
      /** Without blank lines between: paragraphs in it need no distance. */
      readonly tight: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly kind: "table";
      readonly head: readonly Cell[];
      readonly rows: readonly (readonly Cell[])[];
    }
  | { readonly kind: "rule" };

export interface Cell {
  readonly align: "left" | "center" | "right" | undefined;
  readonly inlines: readonly Inline[];
}
