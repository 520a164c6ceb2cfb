/** Brands in the order of the alphabet, each with the methods that use it. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { methodPage } from "../model/model";
import { MethodBadge } from "./badges";
import { useShown } from "./context";
import { Toggle, TreeLink } from "./group-tree";
import { LongList } from "./long-list";
import { t } from "../i18n";

export function BrandTree({ words }: { readonly words: readonly string[] }): JSX.Element {
  const { model } = useShown();
  const names = model.brands.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  if (names.length === 0) return <p class="quiet">{t("Nothing matches.")}</p>;
  return (
    <ul class="tree">
      <LongList items={names}>{(name) => <BrandBranch key={name} name={name} />}</LongList>
    </ul>
  );
}

function BrandBranch({ name }: { readonly name: string }): JSX.Element {
  const { model, route } = useShown();
  const [open, setOpen] = useState(route.page.kind === "brand" && route.page.name === name);
  const users = model.users("type", name);
  return (
    <li class="tree-contract">
      <div class="tree-head">
        <Toggle open={open} name={name} onToggle={() => setOpen(!open)} />
        <TreeLink page={{ kind: "brand", name }} class="tree-name">
          {name}
        </TreeLink>
        <span class="count">{users.length}</span>
      </div>
      {open && (
        <ul>
          <LongList items={users}>
            {(user) => {
              const entry = model.method(user);
              return (
                <li key={`${user.group}/${user.contract}/${user.method}`}>
                  <TreeLink page={methodPage(user)} class="tree-method">
                    {entry && <MethodBadge method={entry.method} />}
                    <span class="name">{user.method}</span>
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
