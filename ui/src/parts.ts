/** Parts of the UI that the first view does without: each a script of its own, loaded when it is first used. */

export class Part<T> {
  readonly #load: () => Promise<T>;
  #coming: Promise<T> | undefined;
  /** What the script has brought, once it is here. */
  value: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Loads it, once; again after a failure. */
  load(): Promise<T> {
    this.#coming ??= this.#load().then(
      (value) => (this.value = value),
      (error: unknown) => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  }

  /** Loads it because it is about to be used; when that fails, the use will say so. */
  expect(): void {
    this.load().catch(() => undefined);
  }
}

/** The index of names, and ranking. */
export const searchPart = new Part(() => import("./search/search"));
/** Code samples, and the examples that they contain. */
export const samplesPart = new Part(() => import("./samples"));
