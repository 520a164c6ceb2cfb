/** Limits an error to the part of the page where it happens. */

import { Component, Fragment, h, type ComponentChildren, type JSX } from "preact";
import { t } from "../i18n";

interface Props {
  readonly children: ComponentChildren;
  /** What is shown, where that is a line of a list. */
  readonly name?: string | undefined;
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

  override render({ children, name }: Props, { error }: State): ComponentChildren {
    if (error === undefined) return children;
    return (
      <div class="broken" role="alert">
        <p>
          {name && <code>{name}: </code>}
          {t("This part cannot be shown: the document has something here that was not expected.")}
        </p>
        <p>
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </p>
      </div>
    );
  }
}

interface BoundariesProps {
  readonly Tag?: "article" | "div";
  readonly class?: string;
  readonly children: readonly ComponentChildren[];
}

/** Children that fail one by one, in an element if one is given. */
export function Boundaries({ Tag, children, ...rest }: BoundariesProps): JSX.Element {
  const parts = children.map((child) => <Boundary>{child}</Boundary>);
  return Tag ? <Tag {...rest}>{parts}</Tag> : <>{parts}</>;
}
