/** The element `<gg-docs>`: puts the UI into a shadow root, the static text of the page stays its content. */

import { render } from "preact";
import { App } from "./app";
import { readSettings } from "./host/attributes";
import { watchCovered } from "./host/covered";
import { accentRules } from "./host/color";
import { holdBelow, routeInText } from "./host/navigation";
import { namedBy } from "./host/static-text";
import { recall, remember } from "./host/storage";
import { TwoViews } from "./host/two-views";
import { Boundary } from "./views/boundary";
import { speak } from "./words";

export class GgDocs extends HTMLElement {
  #views: TwoViews | undefined;
  #uncover: (() => void) | undefined;

  connectedCallback(): void {
    if (this.parentElement?.closest(this.localName)) return; // in a single page, parts stand in the text of their whole
    const settings = readSettings(this.dataset);
    speak(settings.words);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const accent = new CSSStyleSheet();
    accent.replaceSync(accentRules(settings.branding.primaryColor));
    root.adoptedStyleSheets = [accent];

    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = settings.stylesheet;
    const styled = new Promise<void>((resolve) => {
      // a moment later: Sphinx has marked by then what was searched for
      style.onload = style.onerror = () => setTimeout(resolve, 30); // better unstyled than hidden
    });

    const isAnchor = (hash: string): boolean => routeInText(hash, settings.documents) !== undefined;
    const onlyText = (): HTMLElement | undefined => {
      const named = isAnchor(location.hash) ? undefined : namedBy(location.hash);
      return this.contains(named ?? null) ? named : undefined;
    };
    const views = new TwoViews((view) => remember("view", view), isAnchor, onlyText);
    this.#views = views;
    root.replaceChildren(style, views.interactive, views.plain);
    const embedded = settings.mode === "embedded";
    if (embedded) this.#uncover = watchCovered(this);
    let shown = "";
    const onShow: Parameters<typeof App>[0]["onShow"] = (what, then) => {
      if (shown === "document" || what === shown) return; // from then on the reader chooses the view
      if (what === "loading" && embedded) return; // there is static text to read meanwhile
      shown = what;
      void styled.then(() => {
        if (what !== shown) return;
        if (what === "failure" && embedded) {
          views.show("both");
        } else {
          const plain = embedded && (recall("view") === "plain" || seeksWords() || onlyText() !== undefined);
          const { top, bottom } = this.getBoundingClientRect();
          const isAbove = embedded && top < 0 && bottom < innerHeight; // the reader is at what follows
          if (isAbove) holdBelow(this);
          else if (embedded && !plain) this.#followReader();
          views.show(plain ? "plain" : "interactive");
        }
        then();
      });
    };
    const onPlain = (): void => views.choose("plain");
    const app = (
      <Boundary onFailure={() => views.show("both")}>
        <App settings={settings} host={this} onShow={onShow} onPlain={onPlain} />
      </Boundary>
    );
    render(app, views.interactive);
  }

  /** Who is in the midst of the static text, or has searched for a word of it, finds the same thing in the UI. */
  #followReader(): void {
    const { top, bottom } = this.getBoundingClientRect();
    const word = this.querySelector(".highlighted"); // by Sphinx, on a page that its search has led to
    if (location.hash !== "" || (top > 0 && !word) || bottom <= 0) return; // all 0 in a closed tab
    const edge = word ? word.getBoundingClientRect().bottom : 120;
    const passed = [...this.querySelectorAll('[id^="gg-"]')].filter((each) => each.getBoundingClientRect().top < edge);
    const last = passed.at(-1);
    if (!last) return;
    history.replaceState(history.state, "", `#${last.id}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  disconnectedCallback(): void {
    if (!this.#views) return;
    render(null, this.#views.interactive);
    this.#views.end();
    this.#uncover?.();
    this.#views = undefined;
  }
}

/** Whether the page was opened at words of its text, which the browser then looks for in what it shows. */
function seeksWords(): boolean {
  return performance.getEntriesByType("navigation")[0]?.name.includes(":~:text=") ?? false;
}
