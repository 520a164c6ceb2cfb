/** A button that copies a text and confirms it. */

import { h, type ComponentChildren, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { t } from "../i18n";

interface Props {
  readonly text: () => string | Promise<string>;
  /** What is copied, for the button's name. */
  readonly what: string;
  /** Shown in the button. */
  readonly children?: ComponentChildren;
}

export function CopyButton({ text, what, children }: Props): JSX.Element {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), 1600);
    return () => clearTimeout(timer);
  }, [state]);
  const label = { idle: t("Copy {0}", what), copied: t("Copied"), refused: t("Could not copy") }[state];
  return (
    <button
      class="copy"
      aria-label={label}
      title={label}
      onClick={() => void copied(text).then((done) => setState(done ? "copied" : "refused"))}
    >
      {children} <Icon name={state === "copied" ? "check" : "copy"} />
      <span class="sr" role="status">{state === "idle" ? "" : label}</span>
    </button>
  );
}

async function copied(text: Props["text"]): Promise<boolean> {
  try {
    return await copy(await text());
  } catch {
    return false; // it cannot be loaded
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // pages without TLS have no clipboard
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
