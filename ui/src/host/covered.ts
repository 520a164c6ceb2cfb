/** How much of the top of the window the theme's own bars cover, which stand still while the page moves. */

/** Goes on telling it to the style sheet, as `--gg-covered`; returns what ends that. */
export function watchCovered(host: HTMLElement): () => void {
  let told = -1;
  let asked = 0;
  const tell = (): void => {
    asked = 0;
    const covered = coveredAbove(host);
    if (covered === told) return;
    told = covered;
    host.style.setProperty("--gg-covered", `${covered}px`);
    // the browser keeps that much of a window free by itself
    const free = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    host.style.setProperty("--gg-free", `${Math.max(0, covered - free)}px`);
  };
  const ask = (): void => {
    asked ||= requestAnimationFrame(tell);
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask);
  tell();
  return () => {
    cancelAnimationFrame(asked);
    removeEventListener("scroll", ask);
    removeEventListener("resize", ask);
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

/** The bar that an element stands in; what the UI itself stands in is none. */
function barOf(element: Element | null, host: HTMLElement): Element | undefined {
  for (let each = element; each && !each.contains(host); each = each.parentElement) {
    if (/^(fixed|sticky)$/.test(getComputedStyle(each).position)) return each;
  }
  return undefined;
}
