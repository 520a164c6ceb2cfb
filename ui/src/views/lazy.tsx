/** The module of details, which the first view does not need: one script, for whoever searches opens a method next, and gzip finds more in one than in several. */

import { h, type JSX } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import { Boundary } from "./boundary";
import { t } from "../i18n";

/** Loads the module, if it is wanted; returns it, or the view of the failure. */
export function useDetails(isWanted = true): { readonly value: Details | undefined; readonly failure: JSX.Element | undefined } {
  const [hasFailed, setFailed] = useState<boolean>();
  const load = useCallback(() => {
    setFailed(undefined);
    detailsModule.load().then(() => setFailed(false), () => setFailed(true));
  }, []);
  useLayoutEffect(() => {
    if (isWanted && !detailsModule.value) load();
  }, [isWanted]);
  return { value: detailsModule.value, failure: hasFailed ? <LoadFailure onRetry={load} /> : undefined };
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

let loading: Promise<Details> | undefined;

export const detailsModule = {
  /** The module, after it has been loaded. */
  value: undefined as Details | undefined,

  /** Loads the module once; again after a failure. */
  load(): Promise<Details> {
    loading ??= import("../details").then(
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
