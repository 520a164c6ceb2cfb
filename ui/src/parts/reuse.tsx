/** The chip `↔ N`: how many methods use something, and which others than the one that is shown. */

import { h, type JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { sameMethod, typeName } from "../model/model";
import { useLinks, useShown } from "./context";
import { Late } from "./lazy";
import { t } from "../i18n";

export function ReuseChip({ kind, name }: { readonly kind: "schema" | "brand" | "error"; readonly name: string }): JSX.Element | null {
  const { model, route } = useShown();
  const link = useLinks();
  const [open, setOpen] = useState(false);
  const chip = useRef<HTMLAnchorElement>(null);
  const type = kind === "schema" ? typeName(model.schema(name), name) : name;
  const page = route.page;
  const users = model.users(kind === "error" ? "error" : "type", type);
  const others = users.filter((user) => page.kind !== "method" || !sameMethod(user, page));
  if (!others[0]) return null;
  const count = users.length;
  const words = `${type}: ${t("used by {0} method|used by {0} methods", count)}`;

  function toggle(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(!open);
  }

  return (
    <span class="reuse">
      <a
        class="chip"
        ref={chip}
        href={link({ kind, name })}
        aria-label={words}
        aria-expanded={open}
        aria-haspopup="dialog"
        title={words}
        onClick={toggle}
      >
        <span aria-hidden="true">↔</span> {count}
      </a>
      {open && (
        <Late>
          {({ UsersPopover }) => (
            <UsersPopover {...{ name, kind, type }} users={others} anchor={chip} onClose={() => setOpen(false)} />
          )}
        </Late>
      )}
    </span>
  );
}
