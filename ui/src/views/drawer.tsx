/** The contents as a modal drawer, where there is no room for them beside the page. */

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";
import { t } from "../i18n";

interface Props {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Drawer({ onClose, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const width = innerWidth;
    // a keyboard on the screen changes the height only
    const onResize = (): void => void (innerWidth !== width && dialog.current?.close());
    addEventListener("resize", onResize);
    return () => removeEventListener("resize", onResize);
  }, []);
  return (
    <dialog
      class="drawer"
      aria-label={t("Contents")}
      ref={dialog}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // Sphinx's own scripts take this key, and the browser then closes nothing
        dialog.current?.close();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget || (target as Element).closest("a")) currentTarget.close();
      }}
    >
      <div class="drawer-box">
        <div class="drawer-head">
          <strong>{t("Contents")}</strong>
          <button class="icon-button" aria-label={t("Close the contents")} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
