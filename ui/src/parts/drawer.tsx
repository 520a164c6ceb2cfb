/** The contents as a modal drawer, where there is no room for them next to the page. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { listen } from "../host/listen";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { t } from "../i18n";

export function Drawer({ onClose, children }: { readonly onClose: () => void; readonly children: ComponentChildren }): JSX.Element {
  useLayoutEffect(() => {
    const width = innerWidth;
    // a keyboard on the screen changes the height only
    const onResize = (): void => void (innerWidth !== width && onClose());
    return listen(window, "resize", onResize);
  }, []);
  return (
    <Dialog class="drawer" name={t("Contents")} onClose={onClose}>
      {(close) => (
        <div class="drawer-box" onClick={({ target }) => (target as Element).closest("a") && close()}>
          <div class="drawer-head">
            <strong>{t("Contents")}</strong>
            <button class="icon-button" aria-label={t("Close the contents")} onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          {children}
        </div>
      )}
    </Dialog>
  );
}
