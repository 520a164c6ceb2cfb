/** The element `<gg-docs>`: renders the UI in a shadow root; the static text remains its content. */

import { h, render } from "preact";
import { App } from "./app";
import { readSettings } from "./host/attributes";
import { watchTopBars } from "./host/top-bars";
import { accentRule, themeRules } from "./host/theme-look";
import { holdBelow, routeInText } from "./host/navigation";
import { watchScheme } from "./host/scheme";
import { namedBy } from "./host/static-text";
import { recall, remember } from "./host/storage";
import { ViewSwitch } from "./host/view-switch";
import { Boundary } from "./parts/boundary";
import { HostContext, languageOf, speaking, type Host, type Language } from "./i18n";

export class GgDocs extends HTMLElement implements Host {
  declare language: Language;
  #views: ViewSwitch | undefined;
  #unwatch: (() => void) | undefined;

  connectedCallback(): void {
    if (this.parentElement?.closest(this.localName)) return; // singlehtml nests the elements of a document's pages
    const settings = readSettings(this.dataset);
    const language = (this.language = languageOf(settings.words));
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const look = new CSSStyleSheet();
    root.adoptedStyleSheets = [look];
    const embedded = settings.mode === "embedded";
    const { primaryColor } = settings.branding;
    if (embedded) {
      const unwatch = [watchTopBars(this), watchScheme(() => look.replaceSync(themeRules(this, primaryColor)))];
      this.#unwatch = () => unwatch.forEach((stop) => stop());
    } else look.replaceSync(accentRule(primaryColor));

    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = settings.stylesheet;
    const styled = new Promise<void>((resolve) => {
      // Sphinx marks the words of a search shortly after the page has loaded
      style.onload = style.onerror = () => setTimeout(resolve, 30); // better unstyled than hidden
    });

    const isAnchor = (hash: string): boolean => routeInText(hash, settings.documents) !== undefined;
    const onlyText = (): HTMLElement | undefined => {
      const named = isAnchor(location.hash) ? undefined : namedBy(location.hash);
      return this.contains(named ?? null) ? named : undefined;
    };
    const views = speaking(language, () => new ViewSwitch((view) => remember("view", view), isAnchor, onlyText));
    this.#views = views;
    root.replaceChildren(style, views.plain, views.interactive); // the text goes from where it is: nothing moves
    let shown = "";
    const onShow: Parameters<typeof App>[0]["onShow"] = (what, then) => {
      if (shown === "document" || what === shown) return; // afterwards the reader chooses the view
      if (what === "loading" && embedded) return; // the static text is visible meanwhile
      shown = what;
      void styled.then(() => {
        if (what !== shown) return;
        if (what === "failure" && embedded) {
          views.show("both");
        } else {
          const wantsPlain = (recall("view") ?? settings.layout) === "plain";
          const plain = embedded && (wantsPlain || seeksWords() || onlyText() !== undefined);
          const { top, bottom } = this.getBoundingClientRect();
          const isAbove = embedded && top < 0 && bottom < innerHeight; // the reader is below the reference
          if (isAbove) holdBelow(this);
          else if (embedded && !plain) this.#followReader();
          views.show(plain ? "plain" : "interactive");
        }
        then();
      });
    };
    const onPlain = (): void => views.choose("plain");
    const app = (
      <HostContext.Provider value={this}>
        <Boundary onFailure={() => views.show("both")}>
          <App settings={settings} host={this} onShow={onShow} onPlain={onPlain} />
        </Boundary>
      </HostContext.Provider>
    );
    render(app, views.interactive);
  }

  /** Opens in the UI what the reader has scrolled to in the static text, or found with Sphinx's search. */
  #followReader(): void {
    const { top, bottom } = this.getBoundingClientRect();
    const word = this.querySelector(".highlighted"); // set by Sphinx's search
    if (location.hash !== "" || (top > 0 && !word) || bottom <= 0) return; // all 0 in a closed tab
    const edge = word ? word.getBoundingClientRect().bottom : 120;
    const passed = [...this.querySelectorAll('[id^="gg-"]')].filter((anchor) => anchor.getBoundingClientRect().top < edge);
    const last = passed.at(-1);
    if (!last) return;
    history.replaceState(history.state, "", `#${last.id}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }

  disconnectedCallback(): void {
    if (!this.#views) return;
    render(null, this.#views.interactive);
    this.#views.end();
    this.#unwatch?.();
    this.#views = undefined;
  }
}

/** Whether the page was opened with a text fragment, which the browser searches in visible text. */
function seeksWords(): boolean {
  return performance.getEntriesByType("navigation")[0]?.name.includes(":~:text=") ?? false;
}
