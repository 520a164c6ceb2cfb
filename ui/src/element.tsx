/** The element `<gg-docs>`: puts the UI into a shadow root, the static text of the page stays its content. */

import { render } from "preact";
import { App } from "./app";
import { readSettings } from "./host/attributes";
import { accentRules } from "./host/color";

export class GgDocs extends HTMLElement {
  #mount: HTMLElement | undefined;

  connectedCallback(): void {
    const settings = readSettings(this.dataset);
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const accent = new CSSStyleSheet();
    accent.replaceSync(accentRules(settings.branding.primaryColor));
    root.adoptedStyleSheets = [accent];

    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = settings.stylesheet;
    const mount = document.createElement("div");
    mount.className = "mount";
    mount.hidden = true;
    const plain = document.createElement("div");
    plain.className = "plain";
    const back = document.createElement("button");
    back.type = "button";
    back.className = "plain-switch";
    back.textContent = "Interactive view";
    back.hidden = true;
    plain.append(back, document.createElement("slot"));
    root.replaceChildren(style, mount, plain);
    this.#mount = mount;

    const styled = new Promise<void>((resolve) => {
      style.onload = () => resolve();
      style.onerror = () => resolve();
    });
    let ready = false;
    const showInteractive = (): void => {
      mount.hidden = false;
      back.hidden = true;
      plain.setAttribute("hidden", "until-found");
    };
    const showPlain = (): void => {
      mount.hidden = true;
      back.hidden = false;
      plain.hidden = false;
    };
    back.onclick = showInteractive;
    plain.addEventListener("beforematch", () => showPlain());
    const onReady = (then: () => void): void => {
      if (ready) return;
      ready = true;
      void styled.then(() => {
        showInteractive();
        then();
      });
    };
    render(<App settings={settings} host={this} onReady={onReady} onPlain={showPlain} />, mount);
  }

  disconnectedCallback(): void {
    if (this.#mount) render(null, this.#mount);
    this.#mount = undefined;
  }
}
