/** The pages of a schema, a brand and an error: the definition, and where it is used. */

import type { JSX } from "preact";
import type { ErrorDefinition, JsonSchema } from "../document";
import { typeName, type User } from "../model/model";
import { definitionOf } from "../types/expression";
import { factsOf } from "../types/facts";
import { statusWords } from "../types/status";
import { Deprecated } from "./badges";
import { useLinks, useShown } from "./context";
import { ErrorData } from "./errors";
import { Section } from "./heading";
import { Example } from "./payload";
import { Prose } from "./prose";
import { UserList } from "./reuse";
import { AllParts, FactList } from "./schema";
import { Title } from "./title";
import { TypeTokens } from "./type-line";
import { t } from "../words";

interface TypeProps {
  readonly name: string;
  readonly schema: JsonSchema;
}

export function TypeView({ name, schema }: TypeProps): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const { document } = model;
  const brand = schema["x-brand"] !== undefined;
  const type = typeName(schema, name);
  const facts = factsOf(schema, document);
  const facets = schema["x-type"] === undefined ? [] : facetsOf(document.schemas, type);
  return (
    <article class="type-page">
      <Title
        crumbs={[{ label: document.service.name, href: link({ kind: "overview" }) }]}
        kind={brand ? t("Brand") : schema.enum ? t("Enumeration") : t("Schema")}
        title={<code>{schema.title ?? type}</code>}
        deprecated={schema.deprecated}
      />
      {facets.length > 1 && (
        <p class="facets">
          {facets.map((facet) => (
            <a
              key={facet}
              class="facet"
              href={link({ kind: "schema", name: facet })}
              aria-current={facet === name ? "page" : undefined}
            >
              {facet.endsWith("-Input") ? t("As sent to the server") : t("As the server answers")}
            </a>
          ))}
        </p>
      )}
      <Prose text={schema.description} class="lead" />
      <Section at="definition" title={t("Definition")}>
        <div class="schema">
          <div class="schema-head">
            <TypeTokens tokens={definitionOf(name, document)} />
            {facts.deprecated && <Deprecated />}
          </div>
          <FactList facts={facts} />
          <AllParts schema={schema} within={[name]} />
        </div>
      </Section>
      <Section at="example" title={t("Example")}>
        <Example schema={{ $ref: `#/schemas/${name}` }} of={type} />
      </Section>
      <Uses users={model.users("type", type)} highlight={type} />
    </article>
  );
}

function facetsOf(schemas: Readonly<Record<string, JsonSchema>>, type: string): readonly string[] {
  return [`${type}-Input`, `${type}-Output`].filter((name) => Object.hasOwn(schemas, name));
}

export function ErrorView({ error }: { readonly error: ErrorDefinition }): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  return (
    <article class="type-page">
      <Title
        crumbs={[{ label: model.document.service.name, href: link({ kind: "overview" }) }]}
        kind={t("Error")}
        title={<code>{error.type}</code>}
      />
      <p class="error-head">
        <span class="status bad">{error.statusCode}</span>{" "}
        <span class="status-words">{statusWords(error.statusCode)}</span>
      </p>
      <Prose text={error.description} class="lead" />
      <Section at="data" title={t("Data")}>
        <ErrorData error={error} />
      </Section>
      <Uses users={model.users("error", error.type)} highlight={undefined} />
    </article>
  );
}

function Uses({
  users,
  highlight,
}: {
  readonly users: readonly User[];
  readonly highlight: string | undefined;
}): JSX.Element {
  return (
    <Section at="uses" title={t("Used by")} aside={<span class="count">{users.length}</span>}>
      {users.length === 0 ? <p class="quiet">{t("No method.")}</p> : <UserList users={users} highlight={highlight} />}
    </Section>
  );
}
