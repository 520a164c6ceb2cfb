/** What the first view does not need: a script of its own, loaded on first use. */

export class LazyModule<T> {
  readonly #import: () => Promise<T>;
  #loading: Promise<T> | undefined;
  /** The module, after it has been loaded. */
  value: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  /** Loads the module once; again after a failure. */
  load(): Promise<T> {
    this.#loading ??= this.#import().then(
      (value) => (this.value = value),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Loads the module early; a failure is reported when the module is used. */
  preload(): void {
    this.load().catch(() => undefined);
  }
}

/** One script: whoever searches opens a method next, and gzip finds more in one than in several. */
export const detailsModule = new LazyModule(() => import("./details"));
