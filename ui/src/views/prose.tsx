/** A description, drawn as nodes; no text of a document is ever read as HTML. */

import type { JSX } from "preact";

interface Props {
  readonly text: string | undefined;
  readonly class?: string;
}

export function Prose({ text, class: more = "" }: Props): JSX.Element | null {
  if (!text) return null;
  return (
    <div class={`prose ${more}`}>
      {text.split(/\n{2,}/).map((paragraph, at) => (
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}
