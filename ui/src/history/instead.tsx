/** What to use in place of an address at which there is nothing: what replaces a removed method, or the nearest name. */

import type { JSX } from "preact";
import type { RemovedMethod } from "../document";
import { interpolate, t } from "../i18n";
import { nearestPage } from "../model/nearest";
import { useLinks, useShown } from "../views/context";
import { Prose } from "../views/prose";
import { Replacement } from "./versions";

interface Props {
  /** Names of the address, with slashes. */
  readonly words: string;
}

export function Instead({ words }: Props): JSX.Element | null {
  const { model } = useShown();
  const link = useLinks();
  const removed = model.document.removed?.find((method) => isMeant(method, words));
  if (removed) return <Removed method={removed} />;
  const nearest = nearestPage(model, words);
  return nearest ? <p>{interpolate("The nearest is {0}.", <a href={link(nearest.page)}>{nearest.label}</a>)}</p> : null;
}

/** Addresses may leave out the group. */
function isMeant({ group, contract, name }: RemovedMethod, words: string): boolean {
  return words === `${group}/${contract}/${name}` || words === `${contract}/${name}`;
}

function Removed({ method }: { readonly method: RemovedMethod }): JSX.Element {
  const { title, version = t("the next version"), deprecationMessage, replacement } = method;
  return (
    <>
      <p>
        <strong>{interpolate<JSX.Element | string>("{0}: removed in {1}", <code>{title}</code>, version)}.</strong>
        {replacement && <> {interpolate("Replaced by {0}", <Replacement name={replacement} />)}.</>}
      </p>
      <Prose text={deprecationMessage} />
    </>
  );
}
