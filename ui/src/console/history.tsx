/** The last calls, to be sent again on the page of their method, or to be compared. */

import { h, type JSX } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import { FillContext } from "../host/fill";
import { useOwn } from "../host/own";
import { t } from "../i18n";
import { methodPage } from "../model/model";
import { MethodBadge } from "../parts/badges";
import { useLinks, useShown } from "../parts/context";
import { withDraft } from "./drafts";
import { differences } from "./compare";
import { createMemory, type Remembered } from "./memory";

export function History({ slug }: { readonly slug: string }): JSX.Element | null {
  const { model } = useShown();
  const link = useLinks();
  const { fill, change } = useContext(FillContext);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const calls = useOwn(createMemory).callsOf(slug);
  if (calls.length === 0) return null;
  const restore = ({ ref, sent, draft }: Remembered): void => {
    const method = model.method(ref)?.method;
    change({ ...sent, drafts: withDraft(fill, method, draft) });
  };
  // the last one first
  const [after, before] = calls.filter(({ id }) => chosen.includes(id));
  return (
    <details class="calls">
      <summary>{t("Last calls")}</summary>
      <ul>
        {calls.map((call) => {
          const { id, ref, status, answer } = call;
          const method = model.method(ref)?.method;
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              {method && <MethodBadge method={method} />}
              <a href={link(methodPage(ref))} onClick={() => restore(call)}title={ref.method}>{call.called}</a>
              <span class={`status ${call.isGood ? "ok" : "bad"}`}>{status}</span>
              <span class="count">{Math.round(call.milliseconds)} ms · {call.at.toLocaleTimeString()}</span>
              {answer !== undefined && calls.length > 1 && (
                <button class="more" aria-pressed={isChosen} onClick={() => setChosen(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-2))}>
                  {t("Compare")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {after && (before ? <Comparison {...{ before, after }} /> : <p class="note">{t("Choose a second call to compare.")}</p>)}
    </details>
  );
}

/** How many lines are shown. */
const MOST = 500;

function Comparison({ before, after }: { readonly before: Remembered; readonly after: Remembered }): JSX.Element {
  const lines = useMemo(() => differences(written(before), written(after)), [before.id, after.id]);
  if (lines.length === 0) return <p class="note" role="status">{t("The answers are equal.")}</p>;
  return (
    <pre class="differences" tabIndex={0} role="group" aria-label={t("Differences")}>
      {lines.slice(0, MOST).map(({ mark, text }) => <span class={mark === "-" ? "off" : mark === "+" ? "fits" : "quiet"}>{`${mark} ${text}\n`}</span>)}
    </pre>
  );
}

/** Status and body, JSON with a line for each value. */
function written({ status, answer = "" }: Remembered): string {
  try {
    return `${status}\n${JSON.stringify(JSON.parse(answer), null, 2)}`;
  } catch {
    return `${status}\n${answer}`;
  }
}
