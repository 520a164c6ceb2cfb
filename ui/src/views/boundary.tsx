/** Limits an error to the part of the page where it happens. */

import { Component, h, type ComponentChildren, type JSX } from "preact";
import { useShown } from "./context";
import { Late } from "./lazy";
import { t } from "../i18n";

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

/** The malformed values in a part of the document; usually none. */
export function Problems({ part }: { readonly part?: object }): JSX.Element | null {
  const problems = useShown().model.problems(part);
  return problems.length > 0 ? <Late>{({ ProblemList }) => <ProblemList problems={problems} />}</Late> : null;
}
