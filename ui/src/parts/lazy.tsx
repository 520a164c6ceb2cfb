/**
 * Scripts that are loaded later: that of details, which the first view does not need, and that of the console.
 *
 * The details are one script, for whoever searches opens a method next, and gzip finds more in one than in several.
 */

import { h, type JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Boundary } from "./boundary";
import type { ConsoleParts, Details } from "./late-parts";
import { t } from "../i18n";

/** What a hook returns of a module that is loaded later. */
interface Arriving<T> {
  readonly value: T | undefined;
  readonly failure: JSX.Element | undefined;
}

/** Loads a module, if it is wanted; returns it, or the view of the failure. */
export function useModule<T>(module: LateModule<T>, isWanted: boolean): Arriving<T> {
  const [hasFailed, setFailed] = useState<boolean>();
  const load = (): void => {
    setFailed(undefined);
    module.load().then(() => setFailed(false), () => setFailed(true));
  };
  useLayoutEffect(() => {
    if (isWanted && !module.value) load();
  }, [isWanted]);
  return { value: module.value, failure: hasFailed ? <LoadFailure onRetry={load} /> : undefined };
}

/** Loads the module of details, if it is wanted. */
export function useDetails(isWanted = true): Arriving<Details> {
  return useModule(detailsModule, isWanted);
}

interface LateProps {
  readonly children: (details: Details) => JSX.Element;
}

/** A view of the module. */
export function Late({ children }: LateProps): JSX.Element {
  return (
    <Boundary>
      <Loaded>{children}</Loaded>
    </Boundary>
  );
}

/** The same below a line that the reader opens: it is loaded then. */
export function LateFold({ summary, isMeant, children }: LateProps & { readonly summary: string; readonly isMeant?: boolean | undefined }): JSX.Element {
  const [open, setOpen] = useState(false);
  const isOpen = open || isMeant;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <Late>{children}</Late>}
    </details>
  );
}

function Loaded({ children }: LateProps): JSX.Element | null {
  const { value, failure } = useDetails();
  return value ? children(value) : (failure ?? null);
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }): JSX.Element {
  return (
    <div class="broken" role="alert">
      <p>{t("A script of this page is missing. Check the connection, or load the page again.")}</p>
      <button class="button" onClick={onRetry}>{t("Try again")}</button>
    </div>
  );
}

/** A module in a script of its own. */
export interface LateModule<T> {
  /** The module, after it has been loaded. */
  value: T | undefined;
  /** Says how to load it, which those know that are above. */
  bring?: () => Promise<T>;
  /** Loads the module once; again after a failure. */
  load(): Promise<T>;
}

function lateModule<T>(): LateModule<T> {
  let loading: Promise<T> | undefined;
  const module: LateModule<T> = {
    value: undefined,
    load() {
      loading ??= module.bring!().then(
        (value) => (module.value = value),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
  return module;
}

export const detailsModule = lateModule<Details>();
export const consoleModule = lateModule<ConsoleParts>();

/** Loads the details early; a failure is reported when they are used. */
export function preloadDetails(): void {
  detailsModule.load().catch(() => undefined);
}
