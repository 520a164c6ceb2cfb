/** The contents of a document with released versions: all methods, or those that have changed since one of them. */

import { Fragment, h, type JSX } from "preact";
import { useState } from "preact/hooks";
import { isOneThing, methodPage } from "../model/model";
import { MethodBadge } from "../parts/badges";
import { Name } from "../parts/breakable";
import { useShown } from "../parts/context";
import { GroupTree, Tree, TreeLink } from "../views/group-tree";
import { LongList } from "../parts/long-list";
import type { ApiDocsDocument, Group } from "../document";
import type { Contract, Method } from "../model/contracts";
import { branchesOf } from "../model/contents";
import { t } from "../i18n";

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
          <option key={version} value={version}>{t("Changes since {0}", version)}</option>
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

export type Mark = "new" | "changed" | "breaking" | "deprecated";

export interface ChangedContract {
  readonly group: Group;
  readonly contract: Contract;
  readonly lines: readonly { readonly method: Method; readonly mark: Mark }[];
}

/** Whether a version, or what is not released, comes after a released one. */
export function isAfter({ released = [] }: ApiDocsDocument, version: string | undefined, since: string): boolean {
  return version === undefined || !released.includes(version) || released.indexOf(version) > released.indexOf(since);
}

/** The contracts with methods that have changed and contain all words. */
export function changedSince(document: ApiDocsDocument, since: string, words: readonly string[]): readonly ChangedContract[] {
  return document.groups.flatMap((group) =>
    branchesOf(group, words).flatMap((contract) => {
      const lines = (contract.methods as readonly Method[]).flatMap((method) => {
        const mark = markOf(document, method, since);
        return mark ? [{ method, mark }] : [];
      });
      return lines.length > 0 ? [{ group, contract, lines }] : [];
    }),
  );
}

/** What matters most of a method's later events. */
function markOf(document: ApiDocsDocument, method: Method, since: string): Mark | undefined {
  const events = (method.history ?? []).filter(({ version }) => isAfter(document, version, since));
  const changes = events.flatMap((event) => event.changes ?? []);
  if (events.length === 0) return undefined;
  if (events.some(({ kind }) => kind === "added")) return "new";
  if (changes.some((at) => document.changes?.[at]?.verdict === "breaking")) return "breaking";
  return events.some(({ kind }) => kind === "deprecated") ? "deprecated" : "changed";
}
