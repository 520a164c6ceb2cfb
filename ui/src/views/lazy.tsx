/** Views of the module of details: nothing while it loads, a message and a button when loading fails. */

import { h, type JSX } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import { detailsModule, type Details } from "../lazy-modules";
import { t } from "../i18n";

/** Loads the module, if it is wanted; returns it, or the view of the failure. */
export function useDetails(isWanted = true): {
  readonly value: Details | undefined;
  readonly failure: JSX.Element | undefined;
} {
  const [hasFailed, setFailed] = useState<boolean>();
  const load = useCallback(() => {
    setFailed(undefined);
    detailsModule.load().then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, []);
  useLayoutEffect(() => {
    if (isWanted && !detailsModule.value) load();
  }, [isWanted]);
  return { value: detailsModule.value, failure: hasFailed ? <LoadFailure onRetry={load} /> : undefined };
}

/** A view of the module. */
export function Late({ children }: { readonly children: (details: Details) => JSX.Element }): JSX.Element | null {
  const { value, failure } = useDetails();
  return value ? children(value) : (failure ?? null);
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }): JSX.Element {
  return (
    <div class="broken" role="alert">
      <p>{t("A script of this page is missing. Check the connection, or load the page again.")}</p>
      <button class="button" onClick={onRetry}>
        {t("Try again")}
      </button>
    </div>
  );
}
