/** Summary and description of a contract or a method, as Sphinx rendered them where it did. */

import { Fragment, h, type JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { describedBySphinx } from "../host/static-text";
import { useShown } from "./context";
import { Prose } from "./prose";

interface Props {
  readonly summary?: string | undefined;
  readonly text: string | undefined;
  /** Shown between summary and description. */
  readonly children?: JSX.Element | false | undefined;
}

export function Description({ summary, text, children }: Props): JSX.Element {
  const { embedded, route } = useShown();
  const nodes = useMemo(() => (embedded ? describedBySphinx(route.slug, route.page) : []), [embedded, route]);
  const own = summary !== undefined ? nodes.slice(0, 1) : [];
  const rest = nodes.slice(own.length);
  return (
    <>
      {own.length > 0 ? <Copied nodes={own} class="lead" /> : <Prose text={summary} class="lead" />}
      {children}
      {rest.length > 0 ? <Copied nodes={rest} /> : <Prose text={text} />}
    </>
  );
}

function Copied({
  nodes,
  class: more = "",
}: {
  readonly nodes: readonly Element[];
  readonly class?: string;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(...nodes), [nodes]);
  return <div class={`prose ${more}`} ref={box} />;
}
