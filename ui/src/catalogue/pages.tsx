/** The pages of a schema, a brand and an error: the definition, and where it is used; and of all of them. */

import { Fragment, h, type JSX } from "preact";
import type { ErrorDefinition } from "../document";
import type { MethodRef } from "../model/contracts";
import type { JsonSchema } from "../types/json-schema";
import { Versions } from "../history/versions";
import { namesOf, shownName, titleOf, typeName, type Model } from "../model/model";
import { exchangeOf } from "../model/exchange";
import { keyOfMethod } from "../model/uses";
import type { CataloguePage } from "../model/route";
import { definitionOf } from "../types/expression";
import { factsOf } from "../types/facts";
import { rulesOf } from "../types/rules";
import { errorWords, statusOf, statusWords } from "../types/status";
import { Deprecated } from "../parts/badges";
import { Code } from "../parts/code";
import { Boundaries } from "../parts/boundary";
import { Name } from "../parts/breakable";
import { useLinks, useShown } from "../parts/context";
import { ExternalLink } from "../parts/external";
import { ErrorData } from "../views/errors";
import { Heading, Section } from "../parts/heading";
import { ExampleView } from "./examples";
import { Unknown } from "../history/unknown";
import { firstWords, InlineProse, Prose } from "../parts/prose";
import { idOf, namedBy } from "../host/static-text";
import { targetOf, UserList } from "./users";
import { FactList } from "../views/facts";
import { AllParts } from "../views/schema";
import { LongList } from "../parts/long-list";
import { Title } from "../parts/title";
import { TypeTokens } from "../parts/type-line";
import { t } from "../i18n";

/** The way to a page: by the list that it is on. */
function useCrumbs(kind?: "schema" | "error"): readonly { readonly label: string; readonly href: string }[] {
  const { model } = useShown();
  const link = useLinks();
  const top = { label: model.document.service.name, href: link({ kind: "overview" }) };
  return kind
    ? [top, { label: kind === "error" ? t("Errors") : t("Types"), href: link({ kind, name: "" }) }]
    : [top];
}

export function PageOf(): JSX.Element {
  const { model, route } = useShown();
  const { kind, name } = route.page as CataloguePage;
  if (name === "") return <TypeList kind={kind} />;
  if (kind === "error") {
    const error = model.error(name);
    return error ? <ErrorView name={name} error={error} /> : <Unknown />;
  }
  const shown = shownName(model.document, name);
  const schema = model.schema(shown);
  return schema ? <TypeView name={shown} schema={schema} /> : <Unknown />;
}

/** What errors without names may differ by: the media type of one that is not sent as JSON, and the methods with one that has no description. */
function apart({ users }: Model, name: string, { description, data, mediaType, moreContents }: ErrorDefinition): string | false | undefined {
  const methods = users("error", name);
  return (
    mediaType ||
    (!data && moreContents?.[0]?.mediaType) ||
    (!description && methods.length < MANY_USERS && methods.map(({ contract, method }) => `${contract}.${method}`).join(", "))
  );
}

const MANY_USERS = 9;

/** All errors of the document, or all types; on a page with the text of some of them, these, under the title that the address has. */
function TypeList({ kind }: Pick<CataloguePage, "kind">): JSX.Element {
  const { model, route } = useShown();
  const { document } = model;
  const link = useLinks();
  const { at = "" } = route;
  const errors = kind === "error";
  const all = { error: Object.keys(document.errors), brand: model.brands, schema: namesOf(document) }[kind];
  const branded = new Set(model.brands);
  const title = { error: t("Errors"), brand: t("Brands"), schema: t("Types") }[kind];
  const isInText = (name: string): boolean =>
    ([kind, "brand"] as const).some((each) => namedBy(`#${idOf(route.slug, { kind: each, name: shownName(document, name) })}`));
  const inText = at ? all.filter(isInText) : [];
  const names = inText[0] ? inText : all.filter((name) => kind !== "schema" || !branded.has(name));
  return (
    <Boundaries Tag="article">
      <Title crumbs={useCrumbs(inText[0] ? (errors ? "error" : "schema") : undefined)} title={inText[0] ? `${title} ${at}` : title}>
        <span class="count">{names.length}</span>
        {kind === "schema" && !inText[0] && branded.size > 0 && (
          <a class="small" href={link({ kind: "brand", name: "" })}>{t("Brands")} <span class="count">{branded.size}</span></a>
        )}
      </Title>
      <ul class={`method-table ${errors ? "" : "of-types"}`}>
        <LongList items={names}>
          {(name) => {
            const error = errors ? model.error(name) : undefined;
            const schema = (!errors && model.schema(shownName(document, name))) || {};
            return (
              <li key={name}>
                <a
                  href={link({ kind: schema["x-brand"] ? "brand" : kind, name })}
                  class={(error ?? schema).deprecated ? "is-deprecated" : ""}
                >
                  {error && <span class="status bad">{statusOf(error)}</span>}
                  <Name text={error ? errorWords(name, error) : titleOf(document, name)} />{" "}
                  <span class="summary">
                    <InlineProse text={firstWords((error ?? schema).description)} />{" "}
                    <span class="kind">{error ? apart(model, name, error) : kindOf(schema)}</span>
                  </span>
                </a>
              </li>
            );
          }}
        </LongList>
      </ul>
    </Boundaries>
  );
}

/** What a type is, unless it is like most. */
function kindOf(schema: JsonSchema): string | undefined {
  return schema["x-brand"] ? t("Brand") : schema.enum && t("Enumeration");
}

interface TypeProps {
  readonly name: string;
  readonly schema: JsonSchema;
}

function TypeView({ name, schema }: TypeProps): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const { document } = model;
  const type = typeName(schema, name);
  const facets = schema["x-type"] === undefined ? [] : facetsOf(document.schemas, type);
  return (
    <Boundaries Tag="article" class="type-page">
      <Title
        crumbs={useCrumbs("schema")}
        kind={kindOf(schema)}
        title={<code>{schema.title ?? type}</code>}
        deprecated={schema.deprecated}
      />
      {facets.length > 1 && (
        <p class="tablist">
          {facets.map((facet) => (
            <a
              class="facet"
              href={link({ kind: "schema", name: facet })}
              aria-current={facet === name ? "page" : undefined}
            >
              {facet.endsWith("-Input") ? t("As sent to the server") : t("As sent by the server")}
            </a>
          ))}
        </p>
      )}
      <Prose text={schema.description} class="lead" />
      {schema.externalDocs && <ExternalLink docs={schema.externalDocs} />}
      <Section at="definition" title={t("Definition")}>
        <Definition name={name} schema={schema} />
      </Section>
      <Section at="example" title={t("Example")}>
        <ExampleView schema={{ $ref: `#/schemas/${name}` }} of={type} />
      </Section>
      <Uses users={model.users("type", type)}>
        {(users) => (schema["x-brand"] ? <BrandUses name={type} users={users} /> : <UserList users={users} target={targetOf("schema", type)} />)}
      </Uses>
    </Boundaries>
  );
}

function Definition({ name, schema }: TypeProps): JSX.Element {
  const { document } = useShown().model;
  const facts = factsOf(schema, document);
  const rules = rulesOf(schema);
  return (
    <div class="schema">
      <div class="schema-head">
        <TypeTokens tokens={definitionOf(name, document)} />
        {facts.deprecated && <Deprecated />}
      </div>
      <FactList facts={facts} />
      <AllParts schema={schema} within={[name]} />
      {rules && (
        <>
          <p class="quiet">{t("Further rules")}</p>
          <Code code={JSON.stringify(rules, null, 2)} what={t("Further rules")} />
        </>
      )}
    </div>
  );
}

function facetsOf(schemas: Readonly<Record<string, JsonSchema>>, type: string): readonly string[] {
  return [`${type}-Input`, `${type}-Output`].filter((name) => Object.hasOwn(schemas, name));
}

function ErrorView({ name, error }: { readonly name: string; readonly error: ErrorDefinition }): JSX.Element {
  const { model } = useShown();
  return (
    <Boundaries Tag="article" class="type-page">
      <Title
        crumbs={useCrumbs("error")}
        kind={t("Error")}
        title={error.type === undefined ? errorWords(name, error) : <code>{error.type}</code>}
      />
      <ErrorHead error={error} title={errorWords(name, error)} />
      {error.deprecated && <Deprecated />}
      <Prose text={error.deprecationMessage} />
      <Versions part={error} />
      <Prose text={error.description} class="lead" />
      <Section at="data" title={t("Data")}>
        <ErrorData error={error} />
      </Section>
      <Uses users={model.users("error", name)}>{(users) => <UserList users={users} target={targetOf("error", name)} />}</Uses>
    </Boundaries>
  );
}

/** The status of an error with its reason phrase, unless the title says the same. */
function ErrorHead({ error, title }: { readonly error: ErrorDefinition; readonly title?: string }): JSX.Element {
  const words = statusWords(error);
  return (
    <p class="error-head">
      <span class="status bad">{statusOf(error)}</span> {words !== title && <span class="status-words">{words}</span>}
    </p>
  );
}

/** The methods that return a brand, those that accept it, and those that have it in the data of an error only. */
function BrandUses({ name, users }: { readonly name: string; readonly users: readonly MethodRef[] }): JSX.Element {
  const { returnedBy, acceptedBy } = exchangeOf(useShown().model.document);
  const returned = returnedBy(name);
  const accepted = acceptedBy(name);
  const exchanged = new Set([...returned, ...accepted].map(keyOfMethod));
  const others = users.filter((user) => !exchanged.has(keyOfMethod(user)));
  const target = targetOf("brand", name);
  const lists = [
    { title: t("Returned by"), methods: returned },
    { title: t("Accepted by"), methods: accepted },
    { title: t("Only in the data of errors"), methods: others },
  ].filter(({ methods }) => methods.length > 0);
  return (
    <div class="brand-uses">
      {lists.map(({ title, methods }) => (
        <div>
          <Heading level={3}>{title} <span class="count">{methods.length}</span></Heading>
          <UserList users={methods} target={target} />
        </div>
      ))}
    </div>
  );
}

interface UsesProps {
  readonly users: readonly MethodRef[];
  readonly children: (users: readonly MethodRef[]) => JSX.Element;
}

function Uses({ users, children }: UsesProps): JSX.Element {
  return (
    <Section at="uses" title={t("Used by")} aside={<span class="count">{users.length}</span>}>
      {users.length === 0 ? <p class="quiet">{t("No method.")}</p> : children(users)}
    </Section>
  );
}
