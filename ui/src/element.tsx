/** The element `<gg-docs>`: puts the UI into a shadow root, the static text of the page stays its content. */

import { render } from "preact";
import { App } from "./app";
import { routeOfAnchor } from "./host/anchor";
import { readSettings } from "./host/attributes";
import { accentRules } from "./host/color";
import { recall, remember } from "./host/storage";
import { TwoViews } from "./host/two-views";

export class GgDocs extends HTMLElement {
  #views: TwoViews | undefined;

  connectedCallback(): void {
    const settings = readSettings(this.dataset);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const accent = new CSSStyleSheet();
    accent.replaceSync(accentRules(settings.branding.primaryColor));
    root.adoptedStyleSheets = [accent];

    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = settings.stylesheet;
    const styled = new Promise<void>((resolve) => {
      style.onload = () => resolve();
      style.onerror = () => resolve(); // better unstyled than hidden
    });

    const slugs = settings.documents.map((link) => link.slug);
    const views = new TwoViews(
      (view) => remember("view", view),
      (hash) => routeOfAnchor(hash, slugs) !== undefined,
    );
    this.#views = views;
    root.replaceChildren(style, views.interactive, views.plain);
    let ready = false;
    const onReady = (then: () => void): void => {
      if (ready) return;
      ready = true;
      void styled.then(() => {
        views.show(settings.mode === "embedded" && recall("view") === "plain" ? "plain" : "interactive");
        then();
      });
    };
    const onPlain = (): void => views.choose("plain");
    render(<App settings={settings} host={this} onReady={onReady} onPlain={onPlain} />, views.interactive);
  }

  disconnectedCallback(): void {
    if (!this.#views) return;
    render(null, this.#views.interactive);
    this.#views.end();
    this.#views = undefined;
  }
}
