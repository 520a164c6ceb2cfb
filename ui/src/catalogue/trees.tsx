/** The further tabs of the contents: brands, and all other types and errors, each with the number of methods that use it. */

import { h, type JSX } from "preact";
import { namesOf, shownName, titleOf } from "../model/model";
import type { CataloguePage } from "../model/route";
import { Name } from "../parts/breakable";
import { errorWords, statusOf } from "../types/status";
import { useShown } from "../parts/context";
import { Tree, TreeLink } from "../views/group-tree";
import { LongList } from "../parts/long-list";
import { t } from "../i18n";

interface Props {
  readonly words: readonly string[];
  /** Brands alone; else the other types, and errors. */
  readonly brands: boolean;
}

export function TypeTree({ words, brands }: Props): JSX.Element {
  const { model } = useShown();
  const { document } = model;
  const branded = new Set(model.brands);
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const types = namesOf(document).filter((name) => branded.has(name) === brands && matches(`${name} ${titleOf(document, name)}`));
  const errors = brands ? [] : Object.keys(document.errors).filter((name) => matches(name + errorWords(name, model.error(name)!)));
  if (types.length + errors.length === 0) return <p class="quiet">{t("Nothing matches.")}</p>;
  return (
    <Tree>
      <Names page={brands ? "brand" : "schema"} title={brands ? t("Brands") : t("Types")} names={types}>
        {(name) => (
          <TreeLink page={{ kind: brands ? "brand" : "schema", name: shownName(document, name) }} class="tree-method">
            <Name text={titleOf(document, name)} />
            <span class="count">{model.users("type", name).length}</span>
          </TreeLink>
        )}
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
  readonly page: CataloguePage["kind"];
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
        <span class="count">{t("Methods")}</span>
      </div>
      <ul>
        <LongList items={names}>{(name) => <li key={name}>{children(name)}</li>}</LongList>
      </ul>
    </li>
  );
}
