/** The right column of a method: the request in several languages, or the message that the service sends; and what comes back. */

import type { JSX } from "preact";
import { isOutgoing } from "../document";
import type { Entry } from "../model/model";
import { detailsModule } from "../lazy-modules";
import type { Sampled } from "./context";
import { Section } from "./heading";
import { useLazyModule } from "./lazy";
import { t } from "../i18n";

interface Props {
  readonly entry: Entry;
  /** Learns what the samples hold. */
  readonly onSampled: (sampled: Sampled) => void;
}

export function Samples({ entry, onSampled }: Props): JSX.Element {
  const { value: module, failure } = useLazyModule(detailsModule);
  const title = isOutgoing(entry.contract) ? t("Example") : t("Code");
  return module ? (
    <module.Side entry={entry} title={title} onSampled={onSampled} />
  ) : (
    <Section at="samples" title={title}>
      {failure}
    </Section>
  );
}
