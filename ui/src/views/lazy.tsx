/** Views of lazily loaded modules: nothing while a module loads, a message and a button when loading fails. */

import { h, type JSX } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import type { LazyModule } from "../lazy-modules";
import { t } from "../i18n";

type State = "loading" | "loaded" | "failed";

/** Loads a module, if it is wanted; returns it, or the view of the failure. */
export function useLazyModule<T>(
  module: LazyModule<T>,
  isWanted = true,
): { readonly value: T | undefined; readonly failure: JSX.Element | undefined } {
  const [state, setState] = useState<State>(module.value ? "loaded" : "loading");
  const load = useCallback(() => {
    setState("loading");
    module.load().then(
      () => setState("loaded"),
      () => setState("failed"),
    );
  }, [module]);
  useLayoutEffect(() => {
    if (isWanted && !module.value) load();
  }, [module, isWanted, load]);
  return { value: module.value, failure: state === "failed" ? <LoadFailure onRetry={load} /> : undefined };
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
