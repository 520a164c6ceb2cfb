/**
 * The interactive view and the static text of the page, one of them shown.
 *
 * The static text is hidden "until found": the browser's find-in-page and links to its headings still reach it, and
 * the theme's scroll-spy still finds every id it knows. Found text is shown as text; a link to a heading of ours opens
 * the same thing in the interactive view instead.
 */

import { routeOf } from "../route";
import { t } from "../words";

/** Both: the text stays when the interactive view has but a failure to tell. */
export type View = "interactive" | "plain" | "both";

/** In milliseconds: what a click sets off happens within this time. */
const AT_ONCE = 300;

export class TwoViews {
  readonly interactive = document.createElement("div");
  readonly plain = document.createElement("div");
  readonly #switch = document.createElement("button");
  readonly #onChoice: (view: View) => void;
  readonly #isAnchor: (hash: string) => boolean;
  readonly #onlyText: () => Element | undefined;
  #hash = location.hash;
  #clickedAt = -AT_ONCE;

  /**
   * Takes what to do when the reader chooses, what tells whether a hash names something that the interactive view
   * shows, and what finds the place of the address when only the text has it.
   */
  constructor(
    onChoice: (view: View) => void,
    isAnchor: (hash: string) => boolean,
    onlyText: () => Element | undefined,
  ) {
    this.#onChoice = onChoice;
    this.#isAnchor = isAnchor;
    this.#onlyText = onlyText;
    this.interactive.hidden = true;
    this.#switch.className = "plain-switch";
    this.#switch.textContent = t("Interactive view");
    this.#switch.hidden = true;
    this.#switch.onclick = () => this.choose("interactive");
    this.plain.className = "plain";
    this.plain.append(this.#switch, document.createElement("slot"));
    this.plain.addEventListener("beforematch", this.#onFound);
    document.addEventListener("click", this.#onClick, true);
    addEventListener("hashchange", this.#onHash);
  }

  end(): void {
    document.removeEventListener("click", this.#onClick, true);
    removeEventListener("hashchange", this.#onHash);
  }

  choose(view: View): void {
    this.#onChoice(view);
    this.show(view);
  }

  show(view: View): void {
    this.interactive.hidden = view === "plain";
    this.#switch.hidden = view !== "plain";
    if (view === "interactive") this.plain.setAttribute("hidden", "until-found");
    else this.plain.hidden = false;
  }

  readonly #onFound = (): void => {
    const followsLink = location.hash !== this.#hash || performance.now() - this.#clickedAt < AT_ONCE;
    if (followsLink && this.#isAnchor(location.hash)) this.#hideAtOnce();
    else this.show("plain");
  };

  /** The browser shows the text after its event: it is hidden again before anybody sees both. */
  #hideAtOnce(): void {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      this.show("interactive");
    });
    watch.observe(this.plain, { attributeFilter: ["hidden"] });
    setTimeout(() => watch.disconnect());
  }

  readonly #onClick = (event: MouseEvent): void => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || !this.#isAnchor(link.hash)) return;
    this.#clickedAt = performance.now();
    // a second click on the same link changes no address, and is to lead there all the same
    if (link.hash === location.hash && !this.interactive.hidden) dispatchEvent(new HashChangeEvent("hashchange"));
  };

  readonly #onHash = (): void => {
    this.#hash = location.hash;
    const place = this.#onlyText();
    if (place && this.#switch.hidden) {
      this.show("plain");
      place.scrollIntoView(); // not every browser finds what is hidden
    } else if (!this.#switch.hidden && routeOf(location.hash)) this.show("interactive");
  };
}
