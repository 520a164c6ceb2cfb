/** Malformed values of a document. */

import { h, type ComponentChildren, type JSX } from "preact";
import { interpolate, t } from "../i18n";
import type { Problem } from "../model/repair";

/** As many problems are listed. */
const MAX_PROBLEMS = 20;

export function ProblemList({ problems }: { readonly problems: readonly Problem[] }): JSX.Element {
  return (
    <div class="broken" role="note">
      <p>{t("Something is malformed in the document. What is not affected is shown.")}</p>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map((problem) => (
          <li key={problem.place}>{wordsOf(problem)}</li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS && <p>{t("{0} more", problems.length - MAX_PROBLEMS)}</p>}
    </div>
  );
}

function wordsOf({ place, actual, expected }: Problem): ComponentChildren {
  const code = <code>{place}</code>;
  if (actual === "undefined") return interpolate("{0} is missing.", code);
  return interpolate<JSX.Element | string>("{0} is {1}, not {2}.", code, actual, expected);
}
