/** What needs a part that is loaded at first use: nothing until it is here, words when it does not come. */

import type { JSX } from "preact";
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import type { Part } from "../parts";
import { t } from "../words";

type State = "coming" | "here" | "failed";

/** The state of a part that is used now, and how to try again. */
export function usePart<T>(part: Part<T>): { readonly value: T | undefined; readonly failure: JSX.Element | undefined } {
  const [state, setState] = useState<State>(part.value ? "here" : "coming");
  const load = useCallback(() => {
    setState("coming");
    part.load().then(
      () => setState("here"),
      () => setState("failed"),
    );
  }, [part]);
  useLayoutEffect(() => {
    if (!part.value) load();
  }, [part, load]);
  return { value: part.value, failure: state === "failed" ? <PartFailure onRetry={load} /> : undefined };
}

function PartFailure({ onRetry }: { readonly onRetry: () => void }): JSX.Element {
  return (
    <div class="broken" role="alert">
      <p>{t("A script of this page is missing. Check the connection, or load the page again.")}</p>
      <button class="button" onClick={onRetry}>
        {t("Try again")}
      </button>
    </div>
  );
}

interface Props<T> {
  readonly part: Part<T>;
  readonly children: (value: T) => JSX.Element | null;
}

export function Late<T>({ part, children }: Props<T>): JSX.Element | null {
  const { value, failure } = usePart(part);
  return value ? children(value) : (failure ?? null);
}
