/** What a description consists of: a closed set, none of it HTML. */

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: "break" };

/** What GitHub calls a quote that begins with `[!NOTE]`. */
export type Alert = "note" | "tip" | "important" | "warning" | "caution";

export type Block =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "quote"; readonly alert: Alert | undefined; readonly children: readonly Block[] }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: "table"; readonly head: Row; readonly rows: readonly Row[] }
  | { readonly kind: "rule" };

export type Row = readonly (readonly Inline[])[];
