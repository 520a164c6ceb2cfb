/** Lights a field and its place in a sample together, and leads from one to the other. */

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const PATH = "[data-path]";
const LIT = "data-twin";

/** Whether a path leads to a part, or into it; `*` of a field is any item. */
function covers(field: readonly string[], part: readonly string[]): boolean {
  return field.length <= part.length && field.every((step, at) => step === part[at] || step === "*");
}

/** The steps of a field or of a piece of a sample, the section first. */
function stepsOf(element: HTMLElement): readonly string[] {
  const { path = "" } = element.dataset;
  return path.split("/");
}

function isPiece(element: HTMLElement): boolean {
  return element.closest("pre") !== null;
}

class Twins {
  /** The field from which the reader came to the sample. */
  #origin: HTMLElement | undefined;

  constructor(
    private readonly page: HTMLElement,
    private readonly showSection: (section: string) => void,
  ) {}

  light(element: HTMLElement | null | undefined): void {
    for (const lit of this.page.querySelectorAll(`[${LIT}]`)) lit.removeAttribute(LIT);
    const field = element && isPiece(element) ? this.#fieldOf(element) : element;
    if (!field) return;
    const pieces = this.#piecesOf(field);
    if (pieces.length === 0) return;
    for (const twin of [field, ...pieces]) twin.setAttribute(LIT, "");
  }

  /** From a field to its place in a sample. */
  async leadToSample(field: HTMLElement): Promise<void> {
    if (this.#piecesOf(field).length === 0) this.showSection(stepsOf(field)[0] ?? "");
    await nextFrame();
    const [piece] = this.#piecesOf(field);
    if (!piece) return;
    this.#origin = field;
    piece.scrollIntoView({ block: "center" });
    piece.closest("pre")?.focus({ preventScroll: true });
    this.light(field);
  }

  /** From a place in a sample to its field, which is unfolded if need be. */
  async leadToField(piece: HTMLElement): Promise<void> {
    let field = this.#fieldOf(piece);
    while (field && stepsOf(field).length < stepsOf(piece).length) {
      const folded = field.querySelector<HTMLElement>(":scope > .unfold[aria-expanded=false]");
      if (!folded) break;
      folded.click();
      await nextFrame();
      field = this.#fieldOf(piece);
    }
    this.#goTo(field);
  }

  leadBack(): void {
    this.#goTo(this.#origin);
  }

  #goTo(field: HTMLElement | undefined): void {
    if (!field) return;
    field.scrollIntoView({ block: "nearest" });
    field.querySelector<HTMLElement>(".field-name")?.focus({ preventScroll: true });
    this.light(field);
  }

  #fieldOf(piece: HTMLElement): HTMLElement | undefined {
    const part = stepsOf(piece);
    const fields = [...this.page.querySelectorAll<HTMLElement>(`.field${PATH}`)];
    const holders = fields.filter((field) => covers(stepsOf(field), part));
    return holders.sort((a, b) => stepsOf(b).length - stepsOf(a).length)[0];
  }

  #piecesOf(field: HTMLElement): readonly HTMLElement[] {
    const steps = stepsOf(field);
    const pieces = [...this.page.querySelectorAll<HTMLElement>(`pre ${PATH}`)];
    return pieces.filter((piece) => covers(steps, stepsOf(piece)));
  }
}

function nextFrame(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/**
 * Watches the page of a method.
 *
 * @param inside An element of the page.
 * @param showSection Shows the sample of a section that is not visible.
 */
export function useTwins(inside: RefObject<HTMLElement | null>, showSection: (section: string) => void): void {
  useEffect(() => {
    const page = inside.current?.closest<HTMLElement>(".method");
    if (!page) return undefined;
    const twins = new Twins(page, showSection);
    const held = ({ target }: Event): HTMLElement | null => (target as Element).closest<HTMLElement>(PATH);
    const ended = new AbortController();
    const options = { signal: ended.signal };
    let under: HTMLElement | null = null;
    page.addEventListener(
      "pointermove", // not when the page moves beneath the pointer, on the way from one to the other
      (event) => {
        if (held(event) !== under) twins.light((under = held(event)));
      },
      options,
    );
    page.addEventListener("pointerleave", () => twins.light((under = null)), options);
    page.addEventListener("focusin", (event) => held(event) && twins.light(held(event)), options);
    page.addEventListener(
      "click",
      (event) => {
        const part = held(event);
        if (!part) return;
        const isName = (event.target as Element).closest("button.field-name");
        if (isName) void twins.leadToSample(part);
        else if (isPiece(part) && getSelection()?.isCollapsed !== false) void twins.leadToField(part);
      },
      options,
    );
    page.addEventListener(
      "keydown",
      (event) => event.key === "Escape" && (event.target as Element).localName === "pre" && twins.leadBack(),
      options,
    );
    return () => ended.abort();
  }, [inside, showSection]);
}
