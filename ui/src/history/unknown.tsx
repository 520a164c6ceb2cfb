/** An address at which a version of a document has nothing: since when that is so, and what to use in its place. */

import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import type { ApiDocsDocument } from "../document";
import { createModel, methodPage, type Model } from "../model/model";
import { segmentsOf, type Page } from "../model/route";
import { indexOf, search } from "../search/search";
import { useLinks, useShown } from "../parts/context";
import { Heading } from "../parts/heading";
import { Prose } from "../parts/prose";
import { useCurrent } from "./switcher";
import { Replacement, sentenceOf } from "./versions";
import { interpolate, t } from "../i18n";

export function Unknown(): JSX.Element {
  const { model, route } = useShown();
  const link = useLinks();
  const { name } = model.document.service;
  const [, version] = route.slug.split("@");
  const words = "name" in route.page ? route.page.name : segmentsOf(route.page).join("/");
  return (
    <div class="state" role="alert">
      <Heading level={1}>{version ? t("Not in version {0}", version) : t("There is nothing at this address")}</Heading>
      <p>
        {interpolate<JSX.Element | string>(
          "{0} has no {1}. It may have been renamed or removed.",
          name,
          <code>{words}</code>,
        )}
      </p>
      <Instead words={words} />
      <p>
        <a href={link({ kind: "overview" })}>{t("All of {0}", name)}</a>
      </p>
    </div>
  );
}

function Instead({ words }: { readonly words: string }): JSX.Element | null {
  const { model } = useShown();
  const { removed = [] } = model.document;
  // addresses may leave out the group
  const method = removed.find((each) => `/${each.group}/${each.contract}/${each.name}`.endsWith(`/${words}`));
  if (!method) return <Nearest words={words} />;
  const { deprecationMessage, renamedTo, replacement } = method;
  return (
    <>
      <Removed {...method} now={renamedTo && <Replacement name={renamedTo} />}>
        {!renamedTo && replacement && <> {interpolate("Replaced by {0}", <Replacement name={replacement} />)}.</>}
      </Removed>
      <Prose text={deprecationMessage} />
    </>
  );
}

interface RemovedProps {
  readonly title: string;
  readonly version?: string;
  /** What it is called now; nothing if it is gone. */
  readonly now: JSX.Element | string | undefined;
  readonly children?: ComponentChildren;
}

function Removed({ title, version = t("the next version"), now, children }: RemovedProps): JSX.Element {
  const name = <code>{title}</code>;
  return (
    <p>
      <strong>
        {now
          ? interpolate<JSX.Element | string>("{0}: renamed to {1} in {2}", name, now, version)
          : interpolate<JSX.Element | string>("{0}: removed in {1}", name, version)}
        .
      </strong>
      {children}
    </p>
  );
}

/** What a method was called in this version, or what is like it; and since when it exists. */
function Nearest({ words }: { readonly words: string }): JSX.Element {
  const { model, links, route } = useShown();
  const link = useLinks();
  const current = useCurrent(links, route.slug);
  const { page } = route;
  const method = current && page.kind === "method" && createModel(current).method(page)?.method;
  const added = method && method.history?.find(({ kind }) => kind === "added");
  const nearest = formerPage(model, current, words) ?? nearestPage(model, words);
  return (
    <>
      {added && <p>{sentenceOf(added)}.</p>}
      {nearest && <p>{interpolate("The nearest is {0}.", <a href={link(nearest.page)}>{nearest.label}</a>)}</p>}
    </>
  );
}

/** What a document of before has instead of a method that was renamed since. */
function formerPage(model: Model, current: ApiDocsDocument | undefined, words: string): ReturnType<typeof nearestPage> {
  const { removed = [] } = current ?? {};
  const former = removed
    .filter(({ renamedTo }) => renamedTo && `/${words}`.endsWith(`/${renamedTo.replaceAll(".", "/")}`))
    .map(({ group, contract, name }) => ({ group, contract, method: name }))
    .find(model.method);
  return former && { label: `${former.contract}.${former.method}`, page: methodPage(former) };
}

/** What the search finds first of the last part of an address, which forgives a letter. */
export function nearestPage({ document }: Model, words: string): { readonly label: string; readonly page: Page } | undefined {
  const [hit] = search(indexOf([document]), words.replace(/.*\//, ""), 1);
  return hit?.entry;
}
