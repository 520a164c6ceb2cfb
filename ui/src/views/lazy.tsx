/** The module of details, which the first view does not need: one script, for whoever searches opens a method next, and gzip finds more in one than in several. */

import { h, type JSX } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import { Boundary } from "./boundary";
import { t } from "../i18n";

/** What a hook returns of a module that is loaded later. */
interface Arriving<T> {
  readonly value: T | undefined;
  readonly failure: JSX.Element | undefined;
}

/** Loads a module, if it is wanted; returns it, or the view of the failure. */
export function useModule<T>(module: LateModule<T>, isWanted: boolean): Arriving<T> {
  const [hasFailed, setFailed] = useState<boolean>();
  const load = useCallback(() => {
    setFailed(undefined);
    module.load().then(() => setFailed(false), () => setFailed(true));
  }, []);
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

export type Details = typeof import("../details");

/** A module in a script of its own. */
export interface LateModule<T> {
  /** The module, after it has been loaded. */
  value: T | undefined;
  /** Loads the module once; again after a failure. */
  load(): Promise<T>;
}

export function lateModule<T>(bring: () => Promise<T>): LateModule<T> {
  let loading: Promise<T> | undefined;
  const module: LateModule<T> = {
    value: undefined,
    load() {
      loading ??= bring().then(
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

export const detailsModule = lateModule(() => import("../details"));

/** Loads the details early; a failure is reported when they are used. */
export function preloadDetails(): void {
  detailsModule.load().catch(() => undefined);
}
