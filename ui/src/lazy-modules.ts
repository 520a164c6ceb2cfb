/** Modules that the first view does not need: each is a script of its own, loaded on first use. */

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

/** The index of names, and ranking. */
export const searchModule = new LazyModule(() => import("./search"));
/** Examples, code samples, the pages of types and errors, types as code of other languages. */
export const detailsModule = new LazyModule(() => import("./details"));
