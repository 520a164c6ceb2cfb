/** The right column of a method: the request in several languages, or the message that the service sends; and what comes back. */

import type { JSX } from "preact";
import { isOutgoing } from "../document";
import type { Entry } from "../model/model";
import { detailsModule } from "../lazy-modules";
import { Section } from "./heading";
import { useLazyModule } from "./lazy";
import { t } from "../i18n";

interface Props {
  readonly entry: Entry;
}

export function Samples({ entry }: Props): JSX.Element {
  const { value: module, failure } = useLazyModule(detailsModule);
  const title = isOutgoing(entry.contract) ? t("Example") : t("Code");
  return module ? (
    <module.Side entry={entry} title={title} />
  ) : (
    <Section at="samples" title={title}>
      {failure}
    </Section>
  );
}
