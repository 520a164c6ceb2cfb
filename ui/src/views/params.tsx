/** Parameters of one place: path, query, headers or cookies. */

import { h, type JSX } from "preact";
import type { Param } from "../document";
import { Place } from "../host/kept";
import { factsOf } from "../types/facts";
import { Deprecated } from "../parts/badges";
import { useShown } from "../parts/context";
import { Heading, Section } from "../parts/heading";
import { useDetails } from "../parts/lazy";
import { LongList } from "../parts/long-list";
import { Prose } from "../parts/prose";
import { FactList } from "./facts";
import { MOST_FIELDS, Parts, Presence } from "./schema";
import { TypeLine } from "../parts/type-line";
import { t } from "../i18n";

interface PlacesProps {
  readonly at: string;
  readonly title: string;
  readonly of: () => Readonly<Record<"path" | "query" | "headers" | "cookies", readonly Param[] | undefined>>;
}

/** The parameters of all places, where there are any. */
export function ParamSections({ at, title, of }: PlacesProps): JSX.Element | null {
  const { path, query, headers, cookies } = of();
  const places = [
    { name: t("Path"), params: path },
    { name: t("Query"), params: query },
    { name: t("Headers"), params: headers },
    { name: t("Cookies"), params: cookies },
  ].filter(({ params }) => params?.length);
  if (places.length === 0) return null;
  return (
    <Section at={at} title={title}>
      {places.map(({ name, params = [] }) => <Params title={name} params={params} />)}
    </Section>
  );
}

export function Params({ title, params }: { readonly title: string; readonly params: readonly Param[] }): JSX.Element {
  return (
    <div class="params">
      <Heading level={3}>{title}</Heading>
      <ul class="fields">
        <LongList items={params} first={MOST_FIELDS}>{(param) => <ParamRow key={param.name} param={param} />}</LongList>
      </ul>
    </div>
  );
}

function ParamRow({ param }: { readonly param: Param }): JSX.Element {
  const { model } = useShown();
  const { value: details } = useDetails();
  const facts = factsOf(param.schema, model.document);
  return (
    <li class={`field ${param.deprecated ? "is-deprecated" : ""}`}>
      <div class="field-head">
        <code class="field-name">{param.name}</code>
        <div class="field-type">
          <TypeLine schema={param.schema} />
          <Presence required={param.required} />
          {param.deprecated && <Deprecated />}
        </div>
      </div>
      <Prose text={param.description ?? facts.description} class="small" />
      <FactList facts={param.examples ? { ...facts, examples: [] } : facts} />
      {details && <details.SentAs of={param} />}
      <Place name={param.name}>
        <Parts schema={param.schema} depth={1} within={[]} />
      </Place>
    </li>
  );
}
