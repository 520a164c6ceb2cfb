/** The right column of a method: the request in several languages, or the message that the service sends; and what comes back. */

import { Fragment, h, type JSX } from "preact";
import type { Entry } from "../model/model";
import { detailsModule } from "../lazy-modules";
import type { Sampled } from "./context";
import { useLazyModule } from "./lazy";

interface Props {
  readonly entry: Entry;
  readonly title: string;
  /** Learns what the samples hold. */
  readonly onSampled: (sampled: Sampled) => void;
}

export function Samples({ entry, title, onSampled }: Props): JSX.Element {
  const { value: module, failure } = useLazyModule(detailsModule);
  return module ? <module.Side entry={entry} title={title} onSampled={onSampled} /> : <>{failure}</>;
}
