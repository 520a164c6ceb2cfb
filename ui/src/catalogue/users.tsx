/** Who uses a type or an error: a list of methods, on a page and in a popover. */

import { Fragment, h, type JSX } from "preact";
import type { MethodRef } from "../model/contracts";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isOneThing, methodPage } from "../model/model";
import { errorAnchor, type Route } from "../model/route";
import { readdress } from "../host/navigation";
import type { UsersProps } from "../parts/late-parts";
import { LongList } from "../parts/long-list";
import { MethodBadge } from "../parts/badges";
import { Name } from "../parts/breakable";
import { useLinks, useShown } from "../parts/context";
import { interpolate, t } from "../i18n";

export function UsersPopover({ kind, name, type, users, anchor, onClose }: UsersProps): JSX.Element {
  const link = useLinks();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const popover = box.current;
    if (!popover) return;
    popover.showPopover();
    place(popover, anchor.current);
    popover.focus();
  }, [anchor]);

  return (
    <div
      class="popover"
      popover="auto"
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      ref={box}
      onToggle={(event) => {
        if (event.newState !== "closed") return;
        const focused = (box.current?.getRootNode() as ShadowRoot).activeElement;
        if (!focused || box.current?.contains(focused)) anchor.current?.focus();
        onClose();
      }}
    >
      <div class="popover-head">
        <strong id={id}>{interpolate("{0} is used by", <code>{type}</code>)}</strong>
        <a href={link({ kind, name })} onClick={onClose}>
          {kind === "error" ? t("About this error") : t("About this type")}
        </a>
      </div>
      <UserList users={users} target={targetOf(kind, type)} onFollow={onClose} />
    </div>
  );
}

/** What a link to a user shows on its page: the mentions of a type, or the card of an error. */
type Target = Pick<Route, "highlight" | "at">;

export function targetOf(kind: "schema" | "brand" | "error", name: string): Target {
  return kind === "error" ? { at: errorAnchor(name) } : { highlight: name };
}

interface ListProps {
  readonly users: readonly MethodRef[];
  readonly target: Target;
  readonly onFollow?: () => void;
}

/** Methods beneath the contracts they belong to. */
export function UserList({ users, target, onFollow }: ListProps): JSX.Element {
  const { model } = useShown();
  const link = useLinks();
  const groups = useMemo(() => grouped(users), [users]);
  return (
    <LongList items={groups} first={FIRST_CONTRACTS} line="p">
      {(members) => {
        const { group: slug, contract } = members[0]!;
        const group = model.group(slug);
        return (
          <section class="users" key={`${slug}/${contract}`}>
            <p class="users-head">
              <span>
                {group?.name ?? slug}
                {!(group && isOneThing(group)) && (
                  <>
                    {" "}
                    <span aria-hidden="true">/</span> {contract}
                  </>
                )}
              </span>
              <span class="count">{t("{0} method|{0} methods", members.length)}</span>
            </p>
            <ul>
              <LongList items={members} first={FIRST_USERS}>
                {(user) => {
                  const entry = model.method(user);
                  return (
                    <li key={user.method}>
                      <a href={link(methodPage(user), target)} onClick={onFollow}>
                        {entry && <MethodBadge method={entry.method} />}
                        <Name text={user.method} />
                      </a>
                    </li>
                  );
                }}
              </LongList>
            </ul>
          </section>
        );
      }}
    </LongList>
  );
}

/** The methods of each contract, in the order of the contracts' first. */
function grouped(methods: readonly MethodRef[]): readonly (readonly MethodRef[])[] {
  const contracts: Record<string, MethodRef[]> = {};
  for (const method of methods) (contracts[`${method.group}/${method.contract}`] ??= []).push(method);
  return Object.values(contracts);
}

/** Says what is highlighted; leads from mention to mention, and ends it. */
export function Highlighted(): JSX.Element {
  const { route } = useShown();
  const link = useLinks();
  const box = useRef<HTMLParagraphElement>(null);
  const last = useRef(0);
  function next(): void {
    const mentions = box.current?.parentElement?.querySelectorAll("[data-lit]") ?? [];
    last.current = (last.current + 1) % mentions.length;
    mentions[last.current]?.scrollIntoView({ block: "center" });
  }
  return (
    <p class="highlighted" ref={box}>
      <code>{route.highlight}</code>
      <button class="button" onClick={next}>{t("Next mention")}</button>
      <button class="button" onClick={() => readdress(link(route.page, { at: route.at }))}>{t("Remove the highlight")}</button>
    </p>
  );
}

/** Rendered at first. */
const FIRST_CONTRACTS = 20;
const FIRST_USERS = 40;

function place(popover: HTMLElement, anchor: HTMLElement | null): void {
  if (!anchor) return;
  const near = anchor.getBoundingClientRect();
  const own = popover.getBoundingClientRect();
  const gap = 6;
  const below = near.bottom + gap + own.height <= innerHeight || near.top < own.height;
  const top = below ? Math.min(near.bottom + gap, innerHeight - own.height - gap) : near.top - own.height - gap;
  popover.style.top = `${Math.max(gap, top)}px`;
  popover.style.left = `${Math.max(gap, Math.min(near.left, innerWidth - own.width - gap))}px`;
}
