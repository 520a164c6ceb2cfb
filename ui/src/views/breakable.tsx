/** A name or a path that may break before its parts, not inside of words. */

import { Fragment, h, type JSX } from "preact";

export function Breakable({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text.split(/(?=[/_.{])|(?<=[a-z])(?=[A-Z])/).map((part) => (
        <>
          <wbr />
          {part}
        </>
      ))}
    </>
  );
}
