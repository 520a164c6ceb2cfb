/** Below a method: the methods before and after it, and where it is defined. */

import { Fragment, h, type JSX } from "preact";
import type { Method } from "../document";
import { interpolate, t } from "../i18n";
import { methodPage, type Entry } from "../model/model";
import { useLinks } from "../views/context";

interface Props {
  readonly entry: Entry;
}

export function MethodFoot({ entry }: Props): JSX.Element {
  const { contract, method } = entry;
  return (
    <>
      <Neighbours entry={entry} />
      {method.source && (
        <p class="source">
          {interpolate("Defined in {0}", <code>{method.source.module ?? contract.source?.module}</code>)}
          {method.source.line !== undefined && `, ${t("line {0}", method.source.line)}`}
        </p>
      )}
    </>
  );
}

/** The methods before and after this one in its contract. */
function Neighbours({ entry: { group, contract, method } }: Props): JSX.Element | null {
  const link = useLinks();
  const methods: readonly Method[] = contract.methods;
  const at = methods.indexOf(method);
  if (methods.length < 2) return null;
  const draw = (neighbour: Method | undefined, before: string, after: string): JSX.Element =>
    neighbour ? (
      <a href={link(methodPage({ group: group.slug, contract: contract.name, method: neighbour.name }))}>
        <span aria-hidden="true">{before}</span>
        {neighbour.name}
        <span aria-hidden="true">{after}</span>
      </a>
    ) : (
      <span />
    );
  return (
    <nav class="neighbours" aria-label={t("Before and after")}>
      {draw(methods[at - 1], "← ", "")}
      {draw(methods[at + 1], "", " →")}
    </nav>
  );
}
