/** The tree of groups, contracts and methods; renders open branches only, and long lists in part. */

import { createContext, h, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Group } from "../document";
import type { Contract, Method } from "../model/contracts";
import { recall, remember } from "../host/storage";
import { branchesOf, opensInitially } from "../model/contents";
import { isOneThing, isUndescribed, operationPage, operationsOf, pathsOf, shortName, shortPath } from "../model/model";
import { MethodBadge, PatternBadge } from "../parts/badges";
import { Breakable, Name } from "../parts/breakable";
import { useLinks, useShown } from "../parts/context";
import { Icon } from "../parts/icons";
import { MAX_SHOWN, LongList } from "../parts/long-list";
import { plainText } from "../parts/prose";
import { t } from "../i18n";

type Toggled = Readonly<Record<string, boolean>>;

/** Whether methods are called by their names and paths, instead of by what they do. */
const PathsContext = createContext(false);
const PATHS = "paths";

export function GroupTree({ words }: { readonly words: readonly string[] }): JSX.Element {
  const { model, route } = useShown();
  const [toggled, setToggled] = useState<Toggled>({});
  const [paths, setPaths] = useState(() => recall(PATHS) !== undefined);
  const groups = useMemo(
    () =>
      model.document.groups
        .map((group) => ({ group, branches: branchesOf(group, words) }))
        .filter(({ branches }) => words.length === 0 || branches.length > 0),
    [model, words],
  );
  if (groups.length === 0) return <p class="quiet">{words.length > 0 ? t("Nothing matches.") : t("No groups.")}</p>;

  const matches = groups.reduce((sum, { branches }) => sum + operationsOf(branches).length, 0);
  function isOpen(key: string, group: string, contract?: string): boolean {
    if (words.length > 0) return toggled[`?${key}`] ?? matches <= MAX_SHOWN;
    return toggled[key] ?? opensInitially(model, route.page, group, contract);
  }
  function toggle(key: string, open: boolean): void {
    setToggled({ ...toggled, [words.length > 0 ? `?${key}` : key]: !open });
  }

  function switchPaths(): void {
    remember(PATHS, paths ? undefined : "shown");
    setPaths(!paths);
  }

  return (
    <PathsContext.Provider value={paths}>
      <button class="paths-switch" aria-pressed={paths} onClick={switchPaths}>
        {t("Show paths")}
      </button>
      <Tree>
        {groups.map(({ group, branches }) => {
          const open = isOpen(group.slug, group.slug);
          return (
            <li key={group.slug} class="tree-group">
              <div class="tree-head">
                <Toggle open={open} name={group.name} onToggle={() => toggle(group.slug, open)} />
                <TreeLink page={{ kind: "group", group: group.slug }} class="tree-name">
                  <Breakable text={group.name} />
                </TreeLink>
                <span class="count">{operationsOf(branches).length}</span>
              </div>
              {open && isOneThing(group) && <Operations group={group} branches={branches} />}
              {open && !isOneThing(group) && (
                <ul>
                  <LongList items={branches}>
                    {(branch) => {
                      const key = `${group.slug}/${branch.name}`;
                      const shown = isOpen(key, group.slug, branch.name);
                      return (
                        <ContractBranch
                          key={key}
                          group={group}
                          contract={branch}
                          open={shown}
                          onToggle={() => toggle(key, shown)}
                        />
                      );
                    }}
                  </LongList>
                </ul>
              )}
            </li>
          );
        })}
      </Tree>
    </PathsContext.Provider>
  );
}

/** A tree that is one stop for Tab: arrows move in it, unfold and fold. */
export function Tree({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const tree = useRef<HTMLUListElement>(null);
  const links = (): readonly HTMLElement[] => [...(tree.current?.querySelectorAll<HTMLElement>("a") ?? [])];
  const stopAt = (link: HTMLElement | undefined): void => {
    if (!link) return;
    for (const each of links()) each.tabIndex = -1;
    link.tabIndex = 0;
  };
  useEffect(() => {
    const all = links();
    const { activeElement } = tree.current?.getRootNode() as ShadowRoot;
    stopAt(all.find((link) => link === activeElement) ?? all.find((link) => link.ariaCurrent) ?? all[0]);
  });
  function move(event: KeyboardEvent): void {
    const all = links();
    const link = event.target as HTMLElement;
    const at = all.indexOf(link);
    const goes = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) };
    let next = goes[event.key as keyof typeof goes];
    const turns = { ArrowRight: "false", ArrowLeft: "true" }[event.key];
    const toggle = link.parentElement?.querySelector<HTMLElement>(".toggle");
    if (at < 0 || (!next && !turns)) return;
    event.preventDefault();
    if (turns && toggle?.getAttribute("aria-expanded") === turns) toggle.click();
    else if (event.key === "ArrowLeft") next = link.closest("ul")?.closest("li")?.querySelector("a") ?? undefined;
    stopAt(next);
    next?.focus();
  }
  return <ul class="tree" ref={tree} onKeyDown={move}>{children}</ul>;
}

/** The lines of a contract, or of a group that is one thing with its contract. */
function Operations({ group, branches }: { readonly group: Group; readonly branches: readonly Contract[] }): JSX.Element {
  const { page } = useShown().route;
  const lines = operationsOf(branches);
  const current = lines.findIndex(
    ({ contract, method }) =>
      page.kind === "method" && page.group === group.slug && page.contract === contract.name && page.method === method?.name,
  );
  return (
    <ul>
      <LongList items={lines} current={current}>
        {({ contract, method }) => (
          <OperationLine key={`${contract.name}.${method?.name ?? ""}`} group={group} contract={contract} method={method} />
        )}
      </LongList>
    </ul>
  );
}

interface ContractBranchProps {
  readonly group: Group;
  readonly contract: Contract;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function ContractBranch({ group, contract, open, onToggle }: ContractBranchProps): JSX.Element {
  if (isUndescribed(contract)) return <OperationLine group={group} contract={contract} method={undefined} />;
  return (
    <li class="tree-contract">
      <div class="tree-head">
        <Toggle open={open} name={contract.name} onToggle={onToggle} />
        <TreeLink page={{ kind: "contract", group: group.slug, contract: contract.name }} class="tree-name">
          <Breakable text={contract.name} />
        </TreeLink>
        {contract.kind === "ws" && <span class="kind-mark">{contract.protocol ?? "ws"}</span>}
        {!open && <span class="count">{contract.methods.length}</span>}
      </div>
      {open && <Operations group={group} branches={[contract]} />}
    </li>
  );
}

interface OperationLineProps {
  readonly group: Group;
  readonly contract: Contract;
  readonly method: Method | undefined;
}

function OperationLine({ group, contract, method }: OperationLineProps): JSX.Element {
  const withPaths = useContext(PathsContext);
  const title = !withPaths && method?.summary;
  return (
    <li>
      <TreeLink
        page={operationPage(group, contract, method)}
        class={`tree-method ${method?.deprecated ? "is-deprecated" : ""}`}
      >
        <MethodBadge method={method} contract={contract} />
        {title ? <span class="name" title={`${title}\n${method.name}`}>{plainText(title)}<span class="sr"> {method.name}</span></span> : <Name text={method ? shortName(group, contract, method) : contract.name} />}
        {method && withPaths && <span class="short-path" title={pathsOf(contract, method)[0]}>{shortPath(contract, method)}</span>}
        {method && <PatternBadge method={method} />}
      </TreeLink>
    </li>
  );
}

interface TreeLinkProps {
  readonly page: Parameters<ReturnType<typeof useLinks>>[0];
  readonly class: string;
  readonly children: preact.ComponentChildren;
}

export function TreeLink({ page, class: look, children }: TreeLinkProps): JSX.Element {
  const link = useLinks();
  const { page: shown, highlight } = useShown().route;
  const href = link(page, { highlight });
  const current = href === link(shown, { highlight });
  return <a class={look} href={href} tabIndex={-1} aria-current={current ? "page" : undefined}>{children}</a>;
}

export function Toggle({ open, name, onToggle }: { readonly open: boolean; readonly name: string; readonly onToggle: () => void }): JSX.Element {
  return (
    <button class="toggle" tabIndex={-1} aria-expanded={open} aria-label={t("Methods of {0}", name)} onClick={onToggle}>
      <Icon name="chevron" />
    </button>
  );
}
