/** Style sheets that come with a chunk: the first view has none of their rules. */

/** Makes a function that adds a style sheet to the shadow root of an element, once for each root. */
export function chunkStyle(css: string): (element: Element | null) => void {
  let sheet: CSSStyleSheet | undefined;
  return (element) => {
    const root = element?.getRootNode();
    if (!(root instanceof ShadowRoot)) return;
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  };
}
