/** Who uses a type or an error: a list of methods, on a page and in a popover. */

import { Fragment, h, type JSX } from "preact";
import type { MethodRef } from "../model/contracts";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { exchangeOf } from "../model/exchange";
import { isOneThing, methodPage } from "../model/model";
import type { Uses } from "../host/attributes";
import { errorAnchor, hashOf, type Route } from "../route";
import { usePrinting } from "../host/printing";
import { MethodBadge } from "../views/badges";
import { Name } from "../views/breakable";
import { useLinks, useShown } from "../views/context";
import { interpolate, t } from "../i18n";

interface PopoverProps {
  readonly kind: "schema" | "brand" | "error";
  readonly name: string;
  readonly type: string;
  readonly users: readonly MethodRef[];
  readonly elsewhere: Uses;
  readonly anchor: { readonly current: HTMLElement | null };
  readonly onClose: () => void;
}

export function UsersPopover({ kind, name, type, users, elsewhere, anchor, onClose }: PopoverProps): JSX.Element {
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
      {kind === "brand" && <Exchanged brand={type} />}
      <UserList users={users} target={targetOf(kind, type)} onFollow={onClose} />
      <Elsewhere kind={kind} uses={elsewhere} onFollow={onClose} />
    </div>
  );
}

interface ElsewhereProps {
  readonly kind: PopoverProps["kind"];
  readonly uses: Uses;
  readonly onFollow?: () => void;
}

/** The other services that use a type, each with a link to the page of the type there. */
export function Elsewhere({ kind, uses, onFollow }: ElsewhereProps): JSX.Element | null {
  const { links, settings } = useShown();
  const services = Object.entries(uses);
  if (services.length === 0) return null;
  return (
    <section class="users">
      <p class="users-head">{t("Other services")}</p>
      <ul>
        {services.map(([slug, [name, methods]]) => (
          <li>
            <a href={`${links.some((link) => link.slug === slug) ? "" : settings.fullPage}${hashOf({ slug, page: { kind, name } })}`} onClick={onFollow}>
              <span class="name">{settings.shared?.titles[slug]}</span>
              <span class="count">{t("{0} method|{0} methods", methods)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many methods return and accept a brand, this one included. */
function Exchanged({ brand }: { readonly brand: string }): JSX.Element {
  const { returnedBy, acceptedBy } = exchangeOf(useShown().model.document);
  return (
    <p class="quiet small">
      {t("Returned by")}: {returnedBy(brand).length} · {t("Accepted by")}: {acceptedBy(brand).length}
    </p>
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
  const [size, setSize] = useState(FIRST_USERS);
  const groups = useMemo(() => grouped(users, ({ group, contract }) => `${group}/${contract}`), [users]);
  let left = usePrinting() ? users.length : size;
  const rest = users.length - left;
  return (
    <>
      {groups.map((members) => {
        const [first] = members;
        const shown = members.slice(0, left);
        left -= shown.length;
        if (!first || shown.length === 0) return null;
        const group = model.group(first.group);
        return (
          <section class="users">
            <p class="users-head">
              <span>
                {group?.name ?? first.group}
                {!(group && isOneThing(group)) && (
                  <>
                    {" "}
                    <span aria-hidden="true">/</span> {first.contract}
                  </>
                )}
              </span>
              <span class="count">{t("{0} method|{0} methods", members.length)}</span>
            </p>
            <ul>
              {shown.map((user) => {
                const entry = model.method(user);
                return (
                  <li>
                    <a href={link(methodPage(user), target)} onClick={onFollow}>
                      {entry && <MethodBadge method={entry.method} />}
                      <Name text={user.method} />
                      <Mentions of={user} type={target.highlight} />
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      {rest > 0 && (
        <button class="more" onClick={() => setSize(size + Math.min(size, MOST_USERS_MORE))}>
          {t("{0} more", rest)}
        </button>
      )}
    </>
  );
}

/** Returns the methods that share a key as one list, in the order of their first members. */
function grouped(methods: readonly MethodRef[], keyOf: (method: MethodRef) => string): readonly (readonly MethodRef[])[] {
  const groups = new Map<string, MethodRef[]>();
  for (const method of methods) {
    const members = groups.get(keyOf(method)) ?? [];
    members.push(method);
    groups.set(keyOf(method), members);
  }
  return [...groups.values()];
}

function Mentions({ of, type }: { readonly of: MethodRef; readonly type: string | undefined }): JSX.Element | null {
  const { model } = useShown();
  const count = type === undefined ? 1 : model.mentions(type, of);
  return count > 1 ? (
    <span class="count">
      <span aria-hidden="true">× {count}</span>
      <span class="sr">{t("{0} mention|{0} mentions", count)}</span>
    </span>
  ) : null;
}

/** Users rendered at first. */
const FIRST_USERS = 100;

/** Users that a click adds at most, so that the page answers at once however many there are. */
const MOST_USERS_MORE = 800;

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
