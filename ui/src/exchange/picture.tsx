/** A picture of a brand: the methods that return it, the brand, the methods that accept it; curves between them. */

import { Fragment, h, type JSX } from "preact";
import { useId } from "preact/hooks";
import { targetOf, UserList } from "../catalogue/users";
import type { MethodRef } from "../document";
import { methodPage } from "../model/model";
import { keyOfMethod } from "../model/uses";
import type { Page } from "../route";
import { MethodBadge } from "../views/badges";
import { useLinks, useShown } from "../views/context";
import { Heading } from "../views/heading";
import { t } from "../i18n";
import { exchangeOf } from "./exchange";
import { areAllShown, rowsOf, type Row } from "./rows";

/** All uses of a brand: the picture, the lists that it cannot hold, and the methods that have it in an error only. */
export function BrandUses({ name, users }: { readonly name: string; readonly users: readonly MethodRef[] }): JSX.Element {
  const { document } = useShown().model;
  const { returnedBy, acceptedBy } = exchangeOf(document);
  const returned = returnedBy(name);
  const accepted = acceptedBy(name);
  const exchanged = new Set([...returned, ...accepted].map(keyOfMethod));
  const others = users.filter((user) => !exchanged.has(keyOfMethod(user)));
  const target = targetOf("brand", name);
  const lists = [
    { title: t("All methods that return it"), methods: areAllShown(returned) ? [] : returned },
    { title: t("All methods that accept it"), methods: areAllShown(accepted) ? [] : accepted },
    { title: t("Only in the data of errors"), methods: others },
  ].filter(({ methods }) => methods.length > 0);
  return (
    <>
      <Picture name={name} returned={returned} accepted={accepted} />
      <div class="exchange-lists">
        {lists.map(({ title, methods }) => (
          <div key={title}>
            <Heading level={3}>
              {title} <span class="count">{methods.length}</span>
            </Heading>
            <UserList users={methods} target={target} />
          </div>
        ))}
      </div>
    </>
  );
}

interface PictureProps {
  readonly name: string;
  readonly returned: readonly MethodRef[];
  readonly accepted: readonly MethodRef[];
}

/** Lists with links are the sides of the picture, so that it is read and followed as any list; the curves are hidden from readers. */
function Picture({ name, returned, accepted }: PictureProps): JSX.Element {
  const before = rowsOf(returned);
  const after = rowsOf(accepted);
  return (
    <div class="exchange">
      <Side title={t("Returned by")} methods={returned} rows={before} name={name} side="before" />
      <Curves rows={before} side="before" />
      <p class="exchange-brand">
        <code>{name}</code>
      </p>
      <Curves rows={after} side="after" />
      <Side title={t("Accepted by")} methods={accepted} rows={after} name={name} side="after" />
    </div>
  );
}

interface SideProps {
  readonly title: string;
  readonly methods: readonly MethodRef[];
  readonly rows: readonly Row[];
  readonly name: string;
  readonly side: "before" | "after";
}

function Side({ title, methods, rows, name, side }: SideProps): JSX.Element {
  const id = useId();
  return (
    <div class={`exchange-side is-${side}`}>
      <p class="exchange-title" id={id}>
        {title} <span class="count">{methods.length}</span>
      </p>
      {rows.length === 0 ? (
        <p class="quiet">{t("No method.")}</p>
      ) : (
        <ul aria-labelledby={id}>
          {rows.map((row, at) => (
            <li key={at}>
              <RowLink row={row} name={name} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function RowLink({ row, name }: { readonly row: Row; readonly name: string }): JSX.Element {
  const { model } = useShown();
  if (row.kind === "more") return <span class="quiet">{t("{0} more method|{0} more methods", row.count)}</span>;
  if (row.kind === "method") {
    const { method, contract } = row.method;
    const entry = model.method(row.method);
    return (
      <RowAnchor page={methodPage(row.method)} name={name} title={`${contract}.${method}`}>
        {entry && <MethodBadge method={entry.method} />}
        <span class="exchange-label">
          <span class="quiet">{contract}.</span>
          {method}
        </span>
      </RowAnchor>
    );
  }
  const { group } = row;
  const isGroup = row.kind === "group";
  const label = isGroup ? (model.group(group)?.name ?? group) : row.contract;
  return (
    <RowAnchor page={isGroup ? { kind: "group", group } : { kind: "contract", group, contract: row.contract }} title={label}>
      <span class="exchange-label">{label}</span>
      <span class="count">{t("{0} method|{0} methods", row.count)}</span>
    </RowAnchor>
  );
}

interface AnchorProps {
  readonly page: Page;
  readonly title: string;
  /** The brand, which is lit on the page. */
  readonly name?: string;
  readonly children: preact.ComponentChildren;
}

function RowAnchor({ page, title, name, children }: AnchorProps): JSX.Element {
  const link = useLinks();
  return (
    <a href={link(page, name === undefined ? undefined : targetOf("brand", name))} title={title}>
      {children}
    </a>
  );
}

/** The width of the curves; their height is the number of rows, and the style sheet stretches both. */
const WIDTH = 10;

function Curves({ rows, side }: { readonly rows: readonly Row[]; readonly side: "before" | "after" }): JSX.Element {
  const [start, end] = side === "before" ? [0, WIDTH] : [WIDTH, 0];
  const brand = rows.length / 2;
  return (
    <svg
      class={`exchange-curves is-${side}`}
      viewBox={`0 0 ${WIDTH} ${Math.max(rows.length, 1)}`}
      style={{ "--rows": rows.length }}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {rows.map((_, at) => {
        const y = at + 0.5;
        return <path key={at} d={`M${start} ${y}C${WIDTH / 2} ${y} ${WIDTH / 2} ${brand} ${end} ${brand}`} />;
      })}
    </svg>
  );
}
