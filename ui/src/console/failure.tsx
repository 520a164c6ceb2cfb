/** Why a call has not come through: a browser says little, so each cause has its own test and its own remedy. */

import { Fragment, h, type JSX } from "preact";
import { t } from "../i18n";
import { curl, type Request } from "../samples/http";
import { placeOf } from "../samples/servers";
import { Code } from "../parts/code";
import { CopyButton } from "../parts/copy";
import { addressOf, corsLines, REDIRECTED, type Progress } from "./send";

interface Props {
  readonly failure: Extract<Progress, { kind: "failed" }>;
  readonly request: Request;
  readonly cookies: boolean;
  /** Declared headers of the answer. */
  readonly exposed: readonly string[];
}

export function FailureWords(props: Props): JSX.Element {
  const { failure, request } = props;
  return (
    <div class="broken" role="alert">
      <Cause {...props} />
      <p>
        {t("The same call as curl:")} <CopyButton text={() => curl(request)} what="curl" /> <span class="count">{failure.words}</span>
      </p>
    </div>
  );
}

function Cause({ failure, request, cookies, exposed }: Props): JSX.Element {
  const { words, blockedBy, isReached } = failure;
  const origin = placeOf(addressOf(request));
  if (words === REDIRECTED) return <p>{t("The service sends the browser elsewhere, and a page may not see where; with headers of your own, that is not followed.")}</p>;
  if (blockedBy !== undefined) {
    return (
      <>
        <p>{t("The content security policy of this page does not allow the call. It needs this entry:")}</p>
        <Code code={`connect-src ${blockedBy}`} what={t("the entry")} />
      </>
    );
  }
  if (!navigator.onLine) return <p>{t("The browser is offline.")}</p>;
  if (isReached === true) {
    return (
      <>
        <p>{t("{0} answers, but does not allow calls from this page. For this one it has to send, also in its answer to OPTIONS:", origin)}</p>
        <Code code={corsLines(request, location.origin, cookies, exposed).join("\n")} what={t("the headers")} />
      </>
    );
  }
  if (isReached === false) return <p>{t("{0} does not answer: the name may be wrong, the port closed, or its certificate not trusted.", origin)}</p>;
  return <p>{t("The connection broke off before the answer was complete.")}</p>;
}
