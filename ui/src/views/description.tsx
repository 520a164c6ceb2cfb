/** Summary and description of a contract or a method, as Sphinx rendered them where it did. */

import { h, type JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { describedBySphinx } from "../host/static-text";
import { useShown } from "./context";
import { InlineProse, Prose } from "./prose";

/** What Sphinx has rendered of the page that is shown. */
function useRendered(): readonly Element[] {
  const { embedded, route } = useShown();
  return useMemo(() => (embedded ? describedBySphinx(route.slug, route.page) : []), [embedded, route]);
}

/** A summary as a title, which has no full stop. */
export function Summary({ text }: { readonly text: string }): JSX.Element {
  const [node] = useRendered();
  const nodes = useMemo(() => {
    const end = node?.lastChild;
    if (end?.nodeType === 3) end.textContent = withoutStop(end.textContent ?? ""); // a text
    return node && [...node.childNodes];
  }, [node]);
  return nodes ? <Copied nodes={nodes} Tag="span" /> : <InlineProse text={withoutStop(text)} />;
}

function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, "");
}

interface Props {
  readonly text: string | undefined;
  /** Paragraphs of a summary, which are elsewhere. */
  readonly skip?: number;
}

export function Description({ text, skip = 0 }: Props): JSX.Element {
  const rendered = useRendered();
  const nodes = useMemo(() => rendered.slice(skip), [rendered, skip]);
  return nodes.length > 0 ? <Copied nodes={nodes} /> : <Prose text={text} />;
}

function Copied({ nodes, Tag = "div" }: { readonly nodes: readonly Node[]; readonly Tag?: "div" | "span" }): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(...nodes), [nodes]);
  return <Tag class="prose" ref={box as never} />;
}
