/** Fills in the form by a line of curl. */

import { h, type JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import type { HttpMethod } from "../document";
import { FillContext } from "../host/fill";
import { t } from "../i18n";
import type { Entry } from "../model/contracts";
import type { IndexedServer } from "../samples/servers";
import { useShown } from "../parts/context";
import { pasted, readCurl } from "./curl";

interface Props {
  readonly entry: Entry;
  readonly method: HttpMethod;
  readonly servers: readonly IndexedServer[];
  readonly onFilled: () => void;
}

export function Paste({ entry: { contract }, method, servers, onFilled }: Props): JSX.Element {
  const { document } = useShown().model;
  const { fill, change } = useContext(FillContext);
  const [words, setWords] = useState("");
  const fillIn = (area: HTMLTextAreaElement): void => {
    const line = readCurl(area.value);
    if (!line) {
      setWords(area.value.trim() && t("This is no call of curl."));
      return;
    }
    const { change: given, unfit } = pasted(line, document, contract, method, fill, servers);
    setWords(unfit.length > 0 ? t("Not filled in: {0}", unfit.join(" · ")) : t("Filled in"));
    if (!given) return;
    area.value = ""; // it may have credentials in it
    change(given);
    onFilled();
  };
  return (
    <details class="token">
      <summary>{t("Fill in from curl")}</summary>
      <textarea class="json" rows={3} maxLength={100_000} spellcheck={false} aria-label={t("A call of curl")} placeholder="curl …" onInput={(event) => fillIn(event.currentTarget)} />
      <p class="note" role="status">{words}</p>
    </details>
  );
}
