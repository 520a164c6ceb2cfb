/**
 * Switches between the interactive view and the static text of the page.
 *
 * The static text has `hidden="until-found"`: find-in-page and links to its headings still reach it, and the theme's
 * scroll-spy finds its ids. Text that is found is shown; a link to one of our headings opens the interactive view.
 */

import { routeOf } from "../model/route";
import { t } from "../i18n";
import { listen } from "./listen";

/** `both`: the text stays visible when the interactive view only has an error message. */
export type View = "interactive" | "plain" | "both";

/** Milliseconds within which an event follows the click that caused it. */
const CLICK_TIME = 300;

export class ViewSwitch {
  readonly interactive = document.createElement("div");
  readonly plain = document.createElement("div");
  readonly #switch = document.createElement("button");
  readonly #ends: readonly (() => void)[];
  #hash = location.hash;
  #clickedAt = -CLICK_TIME;

  /**
   * @param onChoice Called when the reader chooses a view.
   * @param isAnchor Whether a hash names something that the interactive view shows.
   * @param onlyText The element of the current address if only the static text has it.
   */
  constructor(
    private readonly onChoice: (view: View) => void,
    private readonly isAnchor: (hash: string) => boolean,
    private readonly onlyText: () => Element | undefined,
  ) {
    this.interactive.hidden = true;
    this.#switch.className = "plain-switch";
    this.#switch.textContent = t("Interactive view");
    this.#switch.hidden = true;
    this.#switch.onclick = () => this.choose("interactive");
    this.plain.className = "plain";
    this.plain.append(this.#switch, document.createElement("slot"));
    this.plain.addEventListener("beforematch", this.#onBeforeMatch);
    this.#ends = [listen(document, "click", this.#onClick, true), listen(window, "hashchange", this.#onHash)];
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  choose(view: View): void {
    this.onChoice(view);
    this.show(view);
  }

  show(view: View): void {
    if (view === "both") this.plain.before(this.interactive);
    this.interactive.hidden = view === "plain";
    this.#switch.hidden = view !== "plain";
    if (view === "interactive") this.plain.setAttribute("hidden", "until-found");
    else this.plain.hidden = false;
  }

  readonly #onBeforeMatch = (): void => {
    const followsLink = location.hash !== this.#hash || performance.now() - this.#clickedAt < CLICK_TIME;
    if (followsLink && this.isAnchor(location.hash)) this.#hideAgain();
    else this.show("plain");
  };

  /** The browser shows the text after this event: hide it again before the next frame. */
  #hideAgain(): void {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      this.show("interactive");
    });
    watch.observe(this.plain, { attributeFilter: ["hidden"] });
    setTimeout(() => watch.disconnect());
  }

  readonly #onClick = (event: MouseEvent): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!link || !this.isAnchor(link.hash)) return;
    this.#clickedAt = performance.now();
    // a second click on the same link does not change the address, but must work, too
    if (link.hash === location.hash && !this.interactive.hidden) dispatchEvent(new HashChangeEvent("hashchange"));
  };

  readonly #onHash = (): void => {
    this.#hash = location.hash;
    const element = this.onlyText();
    if (element && this.#switch.hidden) {
      this.show("plain");
      element.scrollIntoView(); // not every browser finds hidden elements
    } else if (!this.#switch.hidden && routeOf(location.hash)) this.show("interactive");
  };
}
