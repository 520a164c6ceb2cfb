/** Whether the page is being printed: views then render what tabs, buttons and long lists hide. */

import { createContext, options } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import { listen } from "./listen";

/** Provided around the content; the sidebar is not printed. */
export const PrintingContext = createContext(false);

export function usePrinting(): boolean {
  return useContext(PrintingContext);
}

/** Follows the events of the browser, which prints the page in the state that the listeners leave. */
export function useWatchedPrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    const begin = (): void => renderNow(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    const ends = [listen(window, "beforeprint", begin), listen(window, "afterprint", end)];
    return () => ends.forEach((stop) => stop());
  }, []);
  return printing;
}

/** Renders a change of state at once, as `flushSync` of preact/compat does. */
function renderNow(change: () => void): void {
  const former = options.debounceRendering;
  options.debounceRendering = (render) => render();
  change();
  if (former) options.debounceRendering = former;
  else delete options.debounceRendering;
}
