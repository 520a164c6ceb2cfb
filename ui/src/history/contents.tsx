/** The contents of a document with released versions: all methods, or those that have changed since one of them. */

import { Fragment, h, type JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { isOneThing, methodPage } from "../model/model";
import { MethodBadge } from "../views/badges";
import { Name } from "../views/breakable";
import { useShown } from "../views/context";
import { GroupTree, Tree, TreeLink } from "../views/group-tree";
import { LongList } from "../views/long-list";
import { changedSince, isAfter, type ChangedContract, type Mark } from "./changed";

interface Props {
  readonly words: readonly string[];
}

export function Contents({ words }: Props): JSX.Element {
  const { released = [] } = useShown().model.document;
  const [since, setSince] = useState("");
  return (
    <>
      <select
        class="since"
        aria-label={t("Changes since a version")}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      >
        <option value="">{t("All methods")}</option>
        {[...released].reverse().map((version) => (
          <option key={version} value={version}>
            {t("Changes since {0}", version)}
          </option>
        ))}
      </select>
      {since === "" ? <GroupTree words={words} /> : <Changed since={since} words={words} />}
    </>
  );
}

function Changed({ since, words }: Props & { readonly since: string }): JSX.Element {
  const { document } = useShown().model;
  const contracts = changedSince(document, since, words);
  const removed = (document.removed ?? []).filter(
    ({ version, title, renamedTo }) =>
      !renamedTo &&
      isAfter(document, version, since) && words.every((word) => title.toLowerCase().includes(word)),
  );
  if (contracts.length === 0 && removed.length === 0) {
    return <p class="quiet">{words.length > 0 ? t("Nothing matches.") : t("No changes.")}</p>;
  }
  return (
    <Tree>
      {contracts.map((changed) => (
        <ChangedBranch key={`${changed.group.slug}/${changed.contract.name}`} changed={changed} />
      ))}
      {removed.length > 0 && (
        <li class="tree-group">
          <div class="tree-head">
            <span class="tree-name">{t("Removed")}</span>
            <span class="count">{removed.length}</span>
          </div>
          <ul>
            <LongList items={removed}>
              {({ group, contract, name, title }) => (
                <li key={`${group}/${contract}/${name}`}>
                  <TreeLink page={methodPage({ group, contract, method: name })} class="tree-method is-deprecated">
                    <Name text={title} />
                  </TreeLink>
                </li>
              )}
            </LongList>
          </ul>
        </li>
      )}
    </Tree>
  );
}

function ChangedBranch({ changed: { group, contract, lines } }: { readonly changed: ChangedContract }): JSX.Element {
  const place = { group: group.slug, contract: contract.name };
  const isGroup = isOneThing(group);
  return (
    <li class="tree-group">
      <div class="tree-head">
        <TreeLink page={isGroup ? { kind: "group", group: group.slug } : { kind: "contract", ...place }} class="tree-name">
          {isGroup ? group.name : contract.name}
        </TreeLink>
        <span class="count">{lines.length}</span>
      </div>
      <ul>
        <LongList items={lines}>
          {({ method, mark }) => (
            <li key={method.name}>
              <TreeLink page={methodPage({ ...place, method: method.name })} class="tree-method">
                <MethodBadge method={method} />
                <Name text={method.name} />
                <span class={`mark ${mark}`}>{wordOf(mark)}</span>
              </TreeLink>
            </li>
          )}
        </LongList>
      </ul>
    </li>
  );
}

function wordOf(mark: Mark): string {
  switch (mark) {
    case "new":
      return t("new");
    case "breaking":
      return t("breaking");
    case "deprecated":
      return t("deprecated");
    default:
      return t("changed");
  }
}
