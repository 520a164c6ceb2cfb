/** The further tabs of the contents: brands with the methods that use them, and all types and errors. */

import { h, type JSX } from "preact";
import { useState } from "preact/hooks";
import { refName, type JsonSchema } from "../types/json-schema";
import { methodPage, namesOf, shownName, titleOf, type Model } from "../model/model";
import { keyOfMethod } from "../model/uses";
import { MethodBadge } from "../views/badges";
import { Name } from "../views/breakable";
import { errorWords, statusOf } from "../types/status";
import { useShown } from "../views/context";
import { Toggle, Tree, TreeLink } from "../views/group-tree";
import { LongList } from "../views/long-list";
import { t } from "../i18n";

export function BrandTree({ words }: { readonly words: readonly string[] }): JSX.Element {
  const { model } = useShown();
  const names = model.brands.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  if (names.length === 0) return <p class="quiet">{t("Nothing matches.")}</p>;
  return (
    <Tree>
      <li class="tree-counts small quiet">{t("Methods")}</li>
      <LongList items={names}>{(name) => <BrandBranch key={name} name={name} />}</LongList>
    </Tree>
  );
}

function BrandBranch({ name }: { readonly name: string }): JSX.Element {
  const { model, route } = useShown();
  const [open, setOpen] = useState(route.page.kind === "brand" && route.page.name === name);
  const users = model.users("type", name);
  const { type, pattern } = primitiveOf(model, name);
  return (
    <li class="tree-contract">
      <div class="tree-head">
        <Toggle open={open} name={name} onToggle={() => setOpen(!open)} />
        <TreeLink page={{ kind: "brand", name }} class="tree-name">{name}</TreeLink>
        {typeof type === "string" && <span class="kind-mark">{type}</span>}
        <span class="count">{users.length}</span>
      </div>
      {pattern !== undefined && <code class="brand-pattern">{pattern}</code>}
      {open && (
        <ul>
          <LongList items={users}>
            {(user) => {
              const entry = model.method(user);
              return (
                <li key={keyOfMethod(user)}>
                  <TreeLink page={methodPage(user)} class="tree-method">
                    {entry && <MethodBadge method={entry.method} />}
                    <Name text={user.method} />
                  </TreeLink>
                </li>
              );
            }}
          </LongList>
        </ul>
      )}
    </li>
  );
}

/** What a brand is made of, of itself or as a brand of another. */
function primitiveOf({ document, schema: schemaOf }: Model, name: string): JsonSchema {
  const seen = new Set<string>();
  let next: string | undefined = shownName(document, name);
  let { type, pattern }: JsonSchema = {};
  while (next !== undefined && type === undefined && !seen.has(next)) {
    seen.add(next);
    const schema: JsonSchema = schemaOf(next) ?? {};
    ({ type, pattern = pattern } = schema);
    next = refName(schema);
  }
  return { ...(type !== undefined && { type }), ...(pattern !== undefined && { pattern }) };
}

/** Types that are no brands, and errors, each with the number of methods that use it. */
export function TypeTree({ words }: { readonly words: readonly string[] }): JSX.Element {
  const { model } = useShown();
  const brands = new Set(model.brands);
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const types = namesOf(model.document).filter(
    (name) => !brands.has(name) && matches(`${name} ${titleOf(model.document, name)}`),
  );
  const errors = Object.keys(model.document.errors).filter((name) => matches(name + errorWords(name, model.error(name)!)));
  if (types.length + errors.length === 0) return <p class="quiet">{t("Nothing matches.")}</p>;
  return (
    <Tree>
      <Names page="schema" title={t("Types")} names={types}>
        {(name) => {
          const shown = shownName(model.document, name);
          return (
            <TreeLink page={{ kind: "schema", name: shown }} class="tree-method">
              <Name text={titleOf(model.document, name)} />
              <span class="count">{model.users("type", name).length}</span>
            </TreeLink>
          );
        }}
      </Names>
      <Names page="error" title={t("Errors")} names={errors}>
        {(name) => (
          <TreeLink page={{ kind: "error", name }} class="tree-method">
            <span class="status bad">{statusOf(model.error(name) ?? {})}</span>
            <Name text={errorWords(name, model.error(name) ?? { type: name })} />
            <span class="count">{model.users("error", name).length}</span>
          </TreeLink>
        )}
      </Names>
    </Tree>
  );
}

interface NamesProps {
  /** Of which kind the page is that lists all of them. */
  readonly page: "schema" | "error";
  readonly title: string;
  readonly names: readonly string[];
  /** Renders the link of one. */
  readonly children: (name: string) => JSX.Element;
}

function Names({ page, title, names, children }: NamesProps): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <li class="tree-group">
      <div class="tree-head">
        <TreeLink page={{ kind: page, name: "" }} class="tree-name">
          {title} <span class="count">{names.length}</span>
        </TreeLink>
        <span class="small quiet">{t("Methods")}</span>
      </div>
      <ul>
        <LongList items={names}>{(name) => <li key={name}>{children(name)}</li>}</LongList>
      </ul>
    </li>
  );
}
