/** A modal dialog: it closes by Escape, by a click outside its content, and when its content asks for it. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import { listen } from "../host/listen";

interface Props {
  readonly class: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ComponentChildren;
}

export function Dialog({ class: look, name, onClose, children }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // the focus may be in the browser's own window, and Sphinx's scripts take this key
    return listen(window, "keydown", ({ key }: KeyboardEvent) => key === "Escape" && close());
  }, []);
  return (
    <dialog
      class={look}
      aria-label={name}
      ref={dialog}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      {children(close)}
    </dialog>
  );
}
