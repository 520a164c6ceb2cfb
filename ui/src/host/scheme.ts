/** Detects whether the host page is light or dark, and changes of that. */

import { listen } from "./listen";

export type Scheme = "light" | "dark";

/** What the reader chooses. */
export type Choice = "system" | Scheme;

/** What themes say, in the order in which they are to be believed. */
interface Signals {
  readonly htmlClasses: readonly string[];
  /** `data-theme`, `data-mode`, … of `html` and `body`; an empty one counts as absent. */
  readonly values: readonly (string | null | undefined)[];
  /** The colour behind the element, as `[red, green, blue]`, if anything is painted there. */
  readonly background: readonly [number, number, number] | undefined;
  readonly systemDark: boolean;
}

const NAMES: Readonly<Record<string, Scheme>> = { dark: "dark", slate: "dark", light: "light", default: "light" };

/**
 * Decides for a page with a theme of its own.
 *
 * Without a signal the page's background decides, never the system: themes that know light only stay light on a
 * dark system, and the UI must not be a dark island in them.
 */
export function schemeOf({ htmlClasses, values, background, systemDark }: Signals): Scheme {
  const system: Scheme = systemDark ? "dark" : "light";
  if (htmlClasses.includes("dark")) return "dark";
  if (htmlClasses.includes("light")) return "light";
  for (const value of values) {
    if (value === "auto") return system;
    const scheme = value ? NAMES[value] : undefined;
    if (scheme) return scheme;
  }
  if (!background) return "light";
  const [red, green, blue] = background;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110 ? "dark" : "light";
}

/** Calls back now and at each change; returns a function that stops this. */
export function watchScheme(onChange: (scheme: Scheme) => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const update = (): void => onChange(schemeOf(readSignals(system.matches)));
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.body, { attributes: true });
  const stop = listen(system, "change", update);
  update();
  return () => {
    observer.disconnect();
    stop();
  };
}

function readSignals(systemDark: boolean): Signals {
  const { documentElement: html, body } = document;
  return {
    htmlClasses: [...html.classList],
    values: [
      html.dataset["theme"],
      html.dataset["mode"],
      body.dataset["theme"],
      html.dataset["colorMode"],
      body.dataset["mdColorScheme"],
    ],
    background: paint(body) ?? paint(html),
    systemDark,
  };
}

function paint(element: Element): readonly [number, number, number] | undefined {
  const parts = getComputedStyle(element)
    .backgroundColor.match(/[\d.]+/g)
    ?.map(Number);
  const [red, green, blue, alpha = 1] = parts ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return undefined;
  return [red, green, blue];
}
