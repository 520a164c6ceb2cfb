/** Measures how much of the window's top is covered by fixed or sticky bars of the theme. */

import { listen } from "./listen";

/** Keeps the custom property `--gg-covered` up to date; returns a function that stops this. */
export function watchTopBars(host: HTMLElement): () => void {
  let known = -1;
  let request = 0;
  const update = (): void => {
    request = 0;
    const covered = coveredAbove(host);
    if (covered === known) return;
    known = covered;
    host.style.setProperty("--gg-covered", `${covered}px`);
    // the browser itself leaves `scroll-padding` free
    const free = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    host.style.setProperty("--gg-free", `${Math.max(0, covered - free)}px`);
  };
  const schedule = (): void => {
    request ||= requestAnimationFrame(update);
  };
  const stop = listen(window, "scroll resize", schedule, { passive: true });
  update();
  return () => {
    cancelAnimationFrame(request);
    stop();
  };
}

function coveredAbove(host: HTMLElement): number {
  const { left, width } = host.getBoundingClientRect();
  let edge = 0;
  for (;;) {
    const bar = barOf(document.elementFromPoint(left + width / 2, edge + 1), host);
    const bottom = bar?.getBoundingClientRect().bottom ?? 0;
    if (bottom <= edge || bottom > innerHeight / 3) return Math.round(edge);
    edge = bottom;
  }
}

/** The bar that contains an element; containers of the UI itself do not count. */
function barOf(element: Element | null, host: HTMLElement): Element | undefined {
  for (let ancestor = element; ancestor && !ancestor.contains(host); ancestor = ancestor.parentElement) {
    if (/^(fixed|sticky)$/.test(getComputedStyle(ancestor).position)) return ancestor;
  }
  return undefined;
}
