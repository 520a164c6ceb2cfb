/** What the first view does not need: one script, for whoever searches opens a method next, and gzip finds more in one than in several. */

export type Details = typeof import("./details");

let loading: Promise<Details> | undefined;

export const detailsModule = {
  /** The module, after it has been loaded. */
  value: undefined as Details | undefined,

  /** Loads the module once; again after a failure. */
  load(): Promise<Details> {
    loading ??= import("./details").then(
      (details) => (detailsModule.value = details),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  },

  /** Loads the module early; a failure is reported when the module is used. */
  preload(): void {
    detailsModule.load().catch(() => undefined);
  },
};
