/** The chip `↔ N`: how many other methods use something, and which. */

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
  const others = model
    .users(kind === "error" ? "error" : "type", type)
    .filter((user) => page.kind !== "method" || !sameMethod(user, page));
  const count = others.length;
  if (!count) return null;
  const words = `${type}: ${
    page.kind === "method"
      ? t("used by {0} other method|used by {0} other methods", count)
      : t("used by {0} method|used by {0} methods", count)
  }`;

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
