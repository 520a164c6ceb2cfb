/** A name or a path that may break before its steps; a step that is too long, before its words. */

import { Fragment, h, type JSX } from "preact";

export function Breakable({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/(?=\/)/).map((step) => (
        <span class="step">{step.split(/(?=[_.{[])|(?<=[a-z])(?=[A-Z])/).map((part) => [<wbr />, part])}</span>
      ))}
    </>
  );
}

/** The name of a line of a list. */
export function Name({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="name">
      <Breakable text={text} />
    </span>
  );
}
