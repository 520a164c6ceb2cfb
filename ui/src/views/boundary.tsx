/** Limits an error to the part of the page where it happens, and lists malformed values. */

import { Component, type ComponentChildren, type JSX } from "preact";
import type { Problem } from "../model/repair";
import { useShown } from "./context";
import { interpolate, t } from "../i18n";

interface Props {
  readonly children: ComponentChildren;
  /** Called on a failure, when there is more to do than to show it. */
  readonly onFailure?: () => void;
}

interface State {
  readonly error?: unknown;
}

/** An error boundary: shows a message in place of children that fail to render. */
export class Boundary extends Component<Props, State> {
  static override getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override state: State = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.props.onFailure?.();
  }

  override render({ children }: Props, { error }: State): ComponentChildren {
    if (error === undefined) return children;
    return (
      <div class="broken" role="alert">
        <p>{t("This part cannot be shown: the document has something here that was not expected.")}</p>
        <p>
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </p>
      </div>
    );
  }
}

/** As many problems are listed. */
const MAX_PROBLEMS = 20;

/** The malformed values in a part of the document; usually none. */
export function Problems({ part }: { readonly part?: object }): JSX.Element | null {
  const { model } = useShown();
  const problems = model.problems(part);
  if (problems.length === 0) return null;
  return (
    <div class="broken" role="note">
      <p>{t("Something is malformed in the document. What is not affected is shown.")}</p>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem.place}>{wordsOf(problem)}</li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS && <p>{t("{0} more", problems.length - MAX_PROBLEMS)}</p>}
    </div>
  );
}

function wordsOf({ place, actual, expected }: Problem): ComponentChildren {
  const code = <code>{place}</code>;
  if (actual === "undefined") return interpolate("{0} is missing.", code);
  return interpolate<JSX.Element | string>("{0} is {1}, not {2}.", code, actual, expected);
}
