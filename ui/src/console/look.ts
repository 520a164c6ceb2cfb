/** The style sheet of the console, whose script brings it. */

import { useLayoutEffect } from "preact/hooks";
import answer from "./answer.css?inline";
import css from "./console.css?inline";
import fillIn from "./fill-in.css?inline";

let look: CSSStyleSheet | undefined;

/** Puts the style sheet of the console into the shadow root of a view. */
export function useLook(view: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const root = view.current?.getRootNode();
    if (!look) {
      look = new CSSStyleSheet();
      look.replaceSync(css + answer + fillIn);
    }
    if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(look)) root.adoptedStyleSheets.push(look);
  }, []);
}
