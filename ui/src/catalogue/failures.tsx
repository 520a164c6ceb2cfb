/** What a WebSocket sends when something fails. */

import { Fragment, h, type JSX } from "preact";
import type { WebSocketContract } from "../document";
import { t } from "../i18n";
import { ErrorCards } from "../views/errors";

/** The messages after a failed event, and the responses to invalid messages. */
export function Failures({ contract }: { readonly contract: WebSocketContract }): JSX.Element {
  const { errorFormat: format, framing } = contract;
  const { eventError, eventErrors = [], refusal, refusals = [] } = framing;
  return (
    <>
      <ErrorCards
        types={eventErrors}
        format={format}
        at="event-errors"
        title={t("A failed event is reported with")}
        sent={eventError && { contract, outer: eventError }}
      />
      <ErrorCards
        types={refusals}
        format={format}
        at="refusals"
        title={t("Invalid messages get the reply")}
        sent={refusal && { contract, outer: refusal }}
      />
    </>
  );
}
